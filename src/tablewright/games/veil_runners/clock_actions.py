"""Clocks on the table: started, moved by hand, by time or by willpower, and removed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import EVERYONE, FieldOption, Param, Refused, Rule, action, cites, find_by_id, tell, unique_id
from tablewright.rules.kit import Clock, check_title, turn_back

from .clocks import (
    EFFECTS,
    KINDS,
    ClockKind,
    add_clock,
    all_sizes,
    clock_ids,
    running,
    timed_ids,
    with_clock,
)
from .happenings import fill
from .state import CREW, WAYFINDER, Effect, Mission, living, member, mission_over, with_member

ClockId = Annotated[str, Param("Which clock", among=clock_ids, label="clock")]

#: The cause that moves each kind of clock.
MOVED_BY: dict[ClockKind, str] = {
    "push": "successes aimed at it fill it",
    "catastrophe": "drawbacks and Fiascos fill it",
    "death": "time fills it",
    "augury": "time fills it",
}


def kinds(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(kind, kind, f"{KINDS[kind]}; {MOVED_BY[kind]}") for kind in KINDS)


def effects(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(effect, words) for effect, words in EFFECTS.items())


@cites("clocks.death.effect")
def is_death(s: Mission, given: Mapping[str, Any]) -> bool:
    """True for a death clock, the only kind with an effect while it runs."""
    return given.get("kind") == "death"


def not_hidden(s: Mission, given: Mapping[str, Any]) -> bool:
    return not given.get("hidden")


@action(
    "clocks.what", "clocks.size.extended", "clocks.death.effect", title="Start a clock", by=WAYFINDER, group="Clocks"
)
def start_clock(
    s: Mission,
    title: Annotated[str, Param("What the clock counts", examples=("Repair the airlock", "Collision course"))],
    kind: Annotated[ClockKind, Param("What kind of clock", among=kinds, main=True)] = "push",
    size: Annotated[int, Param("How many sections", among=all_sizes, label="sections", main=True)] = 6,
    note: Annotated[
        str, Param("What happens when it is full", examples=("The station explodes.",), label="outcome", main=True)
    ] = "",
    full: Annotated[Effect, Param("What that does by the rules", among=effects, label="effect", main=True)] = "story",
    desperate: Annotated[bool, Param("All rolls are Desperate while it runs", applies=is_death)] = False,
    hidden: Annotated[bool, Param("Only the wayfinder sees the clock")] = False,
    outcome_hidden: Annotated[
        bool, Param("Only the wayfinder reads what happens when it is full", applies=not_hidden)
    ] = False,
) -> Rule[Mission]:
    """Put a new, empty clock on the table. The crew usually knows its outcome."""
    if desperate and kind != "death":
        raise Refused("Only a death clock does something while it runs: make it one, or leave that out.", "desperate")
    if desperate and hidden:
        raise Refused(
            "A clock that makes all rolls Desperate is felt by everyone: hide where it leads, not the clock.", "hidden"
        )
    alone = (WAYFINDER,)
    clock = Clock(
        unique_id("clock" if hidden else check_title(title), clock_ids(s)),
        check_title(title),
        size,
        kind,
        note=note,
        audience=alone if hidden else EVERYONE,
        outcome_audience=alone if outcome_hidden else EVERYONE,
    )
    words = "A {kind} clock of {size} starts: {clock}. It leads to {what}."
    facts = {"kind": kind, "size": size, "clock": clock.title, "what": KINDS[kind]}
    yield tell("clocks.what", words, audience=clock.audience, **facts)
    return add_clock(s, clock, full, desperate)


def no_time(s: Mission) -> str | None:
    return mission_over(s) or (None if timed_ids(s) else "no death or augury clock is running.")


@action("clocks.death.time", "clocks.augury.time", title="Time passes", by=WAYFINDER, when=no_time, group="Clocks")
def pass_time(
    s: Mission,
    clocks: Annotated[
        tuple[str, ...], Param("Which clocks; none named means all that follow time", among=timed_ids)
    ] = (),
) -> Rule[Mission]:
    """Let time pass: death and augury clocks advance by one. A clock that ends the mission stops the others."""
    moving = tuple(dict.fromkeys(clocks)) or timed_ids(s)
    yield tell("clocks.death.time clocks.augury.time", "Time passes.")
    phase = s.phase
    for id in moving:
        if s.phase == phase:
            s = yield from fill(s, id, 1)
    return s


def nobody_wills(s: Mission) -> str | None:
    return mission_over(s) or (None if any(m.willpower for m in s.crew) else "nobody has a Willpower Token.")


def willing(s: Mission) -> Iterator[FieldOption]:
    for m in living(s):
        yield FieldOption(m.id, m.name, "", "" if m.willpower else f"{m.name} has no Willpower Token.")


def fill_or_empty(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """Fill a segment, or empty one if there is one."""
    clock = find_by_id(s.kit.clocks, given["clock"], "clock")
    nothing = "" if clock.filled else f"{clock.title} has no segment to empty: fill one, or keep the token."
    yield FieldOption("fill", "fill a segment", f"{clock.title} is at {clock.filled} of {clock.size}")
    yield FieldOption("empty", "empty a segment", "", nothing)


@action("prep.willpower", title="Spend a Willpower Token", by=CREW, when=nobody_wills, instant=True, group="Clocks")
def spend_willpower(
    s: Mission,
    who: Annotated[str, Param("Who spends it", among=willing, mine=True)],
    clock: Annotated[str, Param("Which clock", among=running)],
    how: Annotated[Literal["fill", "empty"], Param("Fill or empty one segment", among=fill_or_empty)],
) -> Rule[Mission]:
    """Fill or empty one segment of a clock that has not ended."""
    m, found = member(s, who), find_by_id(s.kit.clocks, clock, "clock")
    yield tell("prep.willpower", "{name} bends fate: a Willpower Token is spent.", name=m.name)
    s = with_member(s, m.but(willpower=m.willpower - 1))
    if how == "fill":
        return (yield from fill(s, clock, 1))
    back = turn_back(found)
    words = "{clock} is turned back to {filled} of {size}."
    yield tell("prep.willpower", words, clock=back.title, filled=back.filled, size=back.size)
    return with_clock(s, back)
