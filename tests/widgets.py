"""Widgets of every kind: random ones, made from the types of their fields, and the places that must name a kind."""

from __future__ import annotations

import re
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from tablewright.rules.widgets import AnyWidget, Offer, Panel, Widget
from tests import ROOT

PAGE_WIDGETS = ROOT / "ui" / "src" / "widgets" / "WidgetList.svelte"
COOKBOOK = ROOT / "docs" / "cookbook.md"
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
        return st.lists(_values(args[0], text, number), max_size=2).map(tuple)
    if args:
        return st.one_of(*(_values(arg, text, number) for arg in args if arg is not Panel))
    if hint is Offer:
        return st.builds(Offer, text, st.dictionaries(text, number | text, max_size=2), text)
    return random_widgets(hint, text, number)


def missing_places(kind: type[Widget]) -> list[str]:
    """Say where a kind of widget is not yet named, of the places that docs/contribute/add-a-widget.md lists."""
    name, tag = kind.__name__, kind.__struct_config__.tag
    is_held = kind in KINDS
    is_drawn = re.search(rf"^\s+{tag}: \w+,$", PAGE_WIDGETS.read_text(), re.MULTILINE)
    is_shown = f"v.{name}(" in COOKBOOK.read_text()
    return [
        *([] if is_held else [f"{name} is not in AnyWidget (rules/widgets/panel.py): no panel may hold it."]),
        *([] if is_drawn else [f"The page has no component for {tag!r} (COMPONENTS in {PAGE_WIDGETS.name})."]),
        *([] if is_shown else [f"{name} is not in the list of widgets in docs/{COOKBOOK.name}."]),
    ]
