"""Clocks: push and catastrophe clocks follow the crew's rolls, death and augury clocks the time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import FieldOption, Param, cite, cites, replace_by_id
from tablewright.rules.kit import Card, Clock, is_full

from .state import CardEffect, Effect, Mission, Result

ClockKind = Literal["push", "catastrophe", "death", "augury"]

#: The outcome of each kind of clock.
KINDS: dict[ClockKind, str] = cite(
    "clocks.push clocks.cat clocks.death clocks.augury",
    {
        "push": "something the crew wants",
        "catastrophe": "a disaster",
        "death": "a disaster",
        "augury": "a change, for better or worse",
    },
)

BY_TIME: tuple[ClockKind, ...] = cite("clocks.death.time clocks.augury.time", ("death", "augury"))

SIZES: dict[str, tuple[int, ...]] = {
    "short": cite("clocks.size.short", (4,)),
    "normal": cite("clocks.size.normal", (6,)),
    "long": cite("clocks.size.long", (8,)),
    "extended": cite("clocks.size.extended", (10, 12)),
}


#: Effects of a full clock or a picked card, in the wayfinder's words.
EFFECTS: dict[CardEffect, str] = {
    "story": "the story goes on",
    "ship damage": "the ship takes damage",
    "crew damage": "everyone in the crew takes damage",
    "crew exposed": "everyone in the crew is Exposed",
    "focus for the crew": "everyone in the crew earns a Focus Token",
    "focus for the ship": "the ship earns a Focus Token",
}


def all_sizes(_: Mission) -> tuple[FieldOption, ...]:
    """Every size there is, with its name."""
    return tuple(FieldOption(size, note=name) for name, sizes in SIZES.items() for size in sizes)


PUSH: dict[Result, int] = cite(
    "clocks.push.success clocks.push.critical", {Result.DRAWBACK: 1, Result.SUCCESS: 1, Result.CRITICAL: 2}
)
TROUBLE: dict[Result, int] = cite("clocks.cat.drawback clocks.cat.fiasco", {Result.DRAWBACK: 1, Result.FIASCO: 2})


@cites("clocks.fill", "clocks.push.when", "clocks.cat.when")
def sections_for(s: Mission, clock: Clock, result: Result, named: bool) -> int:
    """The sections a roll fills. A push clock needs a roll aimed at it. Any trouble moves a catastrophe clock.

    A table may let catastrophe clocks follow only the rolls that name them.
    """
    if clock.kind == "push":
        if not named or (result is Result.DRAWBACK and not s.rulings.drawback_pushes):
            return 0
        return PUSH.get(result, 0)
    if clock.kind == "catastrophe":
        return TROUBLE.get(result, 0) if named or s.rulings.catastrophe == "any roll" else 0
    return 0


DESPERATE = "desperate"
"""The mark of a clock that makes all rolls Desperate while it runs."""


def brought(by: Clock | Card, known: Mapping[CardEffect, str] = EFFECTS) -> tuple[CardEffect, ...]:
    """The effects of a full clock or a picked card on the rules."""
    return tuple(effect for effect in known if effect in by.brings)


@cites("clocks.death.effect", "decks.fire.desperate")
def desperate_clock(s: Mission) -> str:
    """The title of the running clock that makes all rolls Desperate, or an empty string."""
    for clock in s.kit.clocks:
        if DESPERATE in clock.marks and not is_full(clock):
            return clock.title
    return ""


def with_clock(s: Mission, clock: Clock) -> Mission:
    return s.but(kit=s.kit.but(clocks=replace_by_id(s.kit.clocks, clock)))


@cites("clocks.what")
def add_clock(s: Mission, clock: Clock, full: Effect = "story", desperate: bool = False) -> Mission:
    """Add a new, empty clock with its effects on the rules."""
    clock = clock.but(brings=(full,) if full != "story" else (), marks=(DESPERATE,) if desperate else ())
    return s.but(kit=s.kit.but(clocks=(*s.kit.clocks, clock)))


def clock_ids(s: Mission) -> tuple[str, ...]:
    return tuple(clock.id for clock in s.kit.clocks)


def running_ids(s: Mission) -> tuple[str, ...]:
    """Clocks everyone sees that are not full."""
    return tuple(clock.id for clock in s.kit.clocks if not is_full(clock) and not any(clock.audience))


def timed_ids(s: Mission) -> tuple[str, ...]:
    return tuple(clock.id for clock in s.kit.clocks if clock.kind in BY_TIME and not is_full(clock))


def running(s: Mission) -> tuple[FieldOption, ...]:
    """Visible clocks that are not full, by name and with their progress."""
    shown = [clock for clock in s.kit.clocks if clock.id in running_ids(s)]
    return tuple(FieldOption(c.id, c.title, f"{c.kind}, {c.filled} of {c.size}") for c in shown)


@cites("clocks.push.when", "clocks.cat.when")
def may_be_named(s: Mission, given: Mapping[str, Any]) -> bool:
    """True if naming a clock could matter: a push clock runs, or a catastrophe clock that follows only named rolls."""
    kinds = {clock.kind for clock in s.kit.clocks if clock.id in running_ids(s)}
    return "push" in kinds or ("catastrophe" in kinds and s.rulings.catastrophe == "named rolls")


Named = Annotated[
    tuple[str, ...],
    Param("The clocks this roll is about", among=running, applies=may_be_named, label="clocks", main=True),
]
