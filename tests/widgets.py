"""Random widgets of every kind, made from the types of their fields, so that a new kind needs no strategy."""

from __future__ import annotations

from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tablewright.rules.widgets import AnyWidget, Offer, Panel, Widget

KINDS: tuple[type[Widget], ...] = get_args(AnyWidget)
ANY_TEXT, LETTERS = st.text(max_size=8), st.text("abcxyz", min_size=1, max_size=8)
ANY_NUMBER, DIE_NUMBER = st.integers(-9, 12), st.integers(1, 6)


def random_widgets(
    kind: type[Widget], text: st.SearchStrategy[str] = ANY_TEXT, number: st.SearchStrategy[int] = ANY_NUMBER
) -> st.SearchStrategy[Any]:
    """Return widgets of a kind; a panel holds widgets of the other kinds."""
    return st.builds(kind, **{name: _values(hint, text, number) for name, hint in get_type_hints(kind).items()})


def _values(hint: Any, text: st.SearchStrategy[str], number: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    plain = {str: text, int: number, bool: st.booleans(), NoneType: st.none(), Any: number | text}
    args = get_args(hint)
    if hint in plain:
        return plain[hint]
    if get_origin(hint) is Literal:
        return st.sampled_from(args)
    if get_origin(hint) is dict:
        return st.dictionaries(_values(args[0], text, number), _values(args[1], text, number), max_size=2)
    if get_origin(hint) is tuple:
        if args[-1] is not ...:
            return st.tuples(*(_values(arg, text, number) for arg in args))
        return st.lists(_values(args[0], text, number), max_size=3).map(tuple)
    if args:
        return st.one_of(*(_values(arg, text, number) for arg in args if arg is not Panel))
    if hint is Offer:
        return st.builds(Offer, text, st.dictionaries(text, number | text, max_size=2), text)
    return random_widgets(hint, text, number)
