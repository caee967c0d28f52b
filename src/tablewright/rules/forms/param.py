"""What stands beside a parameter's type in an action, a scenario's start or a game's house rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec


class Param(msgspec.Struct, frozen=True):
    """What stands beside a parameter's type: `Annotated[int, Param("Dice in the pool", min=0, max=6)]`.

    `min` and `max` bound a number; `max` is the longest a text may be. `among(state)`, or `among(state, given)` with
    the fields before it, gives the legal values, or a `Pick` for each: with a label, a note, and why not, for those
    that cannot be chosen now; None, where anything may be said. `mine` marks the character who acts: only who plays
    them may. `examples` are what a form shows in an empty field, and what random play tries.

    `label` is what a form calls the field (its name, if left out). What is required is asked first, and so is what is
    `main`; the rest folds away. `applies(state, given)` says whether this character can ever use the field: where not,
    it is not there and keeps its default. `budget(state, given)` says what there is to share before it is spent.
    `none` is what it is called to say nothing in a field that may be empty ("their own"; "none", if left out).
    """

    doc: str
    min: int | None = None
    max: int | None = None
    among: Callable[..., Iterable[Any] | None] | None = None
    mine: bool = False
    examples: tuple[str, ...] = ()
    label: str = ""
    main: bool = False
    applies: Callable[[Any, Mapping[str, Any]], bool] | None = None
    budget: Callable[[Any, Mapping[str, Any]], str] | None = None
    none: str = ""


class ActingSeat(msgspec.Struct, frozen=True):
    """`me: Annotated[str, Me()]` is filled in with the seat that acts; nobody is asked for it."""


class StateAtRoll(msgspec.Struct, frozen=True):
    """A parameter that is the state as it was when the action's first dice fell, and None before.

    Write `then: Annotated[Walk | None, StateAtRoll()] = None`. A waiting action goes on from what instant actions have
    made of the table; what the dice were thrown for stays as it was.
    """
