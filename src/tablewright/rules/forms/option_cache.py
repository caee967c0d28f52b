"""What the fields of forms list, remembered for the states last looked at: many forms are read in the same one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec

from .option import FieldOption

MAX_STATES = 4
"""A table's state and what some seats see of it."""
MAX_LISTS = 400
"""In one state; beyond that they are made anew."""

Options: TypeAlias = tuple[FieldOption, ...] | None


@cache
def depends_on_values(among: Callable[..., Any]) -> bool:
    """Whether it asks for the fields before it as well."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    wanted = [p for p in inspect.signature(among).parameters.values() if p.kind in kinds and p.default is p.empty]
    return len(wanted) > 1


class OptionCache:
    """Lists by what makes them, as long as the state they were made from is among the last few.

    A list is a function of a state that never changes and of what is given, so it is the same list again.
    """

    def __init__(self) -> None:
        self._recent: tuple[tuple[Any, dict[Any, Options]], ...] = ()

    def made(self, among: Callable[..., Any], state: Any, given: Mapping[str, Any]) -> Options:
        """What is listed in this state with the fields before it filled in like this."""
        asks = depends_on_values(among)
        if not (isinstance(state, msgspec.Struct) and state.__struct_config__.frozen):
            return _made(among, state, given, asks)
        known = self._known(state)
        which = among, tuple(given.items()) if asks else ()
        try:
            return known[which]
        except KeyError:
            found = _made(among, state, given, asks)
        except TypeError:  # something given cannot be looked up
            return _made(among, state, given, asks)
        if len(known) >= MAX_LISTS:
            known.clear()
        known[which] = found
        return found

    def _known(self, state: Any) -> dict[Any, Options]:
        for whose, lists in self._recent:
            if whose is state:
                return lists
        lists = dict[Any, Options]()
        self._recent = ((state, lists), *self._recent[: MAX_STATES - 1])
        return lists


def _made(among: Callable[..., Any], state: Any, given: Mapping[str, Any], asks: bool) -> Options:
    found = among(state, given) if asks else among(state)
    if found is None:
        return None
    return tuple(value if isinstance(value, FieldOption) else FieldOption(value) for value in found)
