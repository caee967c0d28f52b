"""Clocks: push and catastrophe clocks follow the crew's rolls, death and augury clocks the time."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import EVERYONE, Param, Refused, Rule, action, cite, cites, find, fresh_id, rule, swap, tell
from tablewright.kernel.kit import Clock, is_full, tick, turn_back
from tablewright.kernel.kit.kit import titled

from .exposed import expose
from .focus import crew_earns, ship_earns
from .ship_damage import ship_damage
from .state import (
    CREW,
    WAYFINDER,
    CardEffect,
    ClockTie,
    Effect,
    Mission,
    Result,
    living_ids,
    member,
    mission_over,
    with_member,
)

ClockKind = Literal["push", "catastrophe", "death", "augury"]

#: What each kind leads to.
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


def all_sizes(_: Mission) -> tuple[int, ...]:
    return tuple(size for sizes in SIZES.values() for size in sizes)


PUSH: dict[Result, int] = cite(
    "clocks.push.success clocks.push.critical", {Result.DRAWBACK: 1, Result.SUCCESS: 1, Result.CRITICAL: 2}
)
TROUBLE: dict[Result, int] = cite("clocks.cat.drawback clocks.cat.fiasco", {Result.DRAWBACK: 1, Result.FIASCO: 2})


@cites("clocks.fill", "clocks.push.when", "clocks.cat.when")
def sections_for(s: Mission, clock: Clock, result: Result, named: bool) -> int:
    """How far a roll moves a clock. Only rolls aimed at it move a push clock; any trouble moves a catastrophe."""
    if clock.kind == "push":
        if not named or (result is Result.DRAWBACK and not s.rulings.drawback_pushes):
            return 0
        return PUSH.get(result, 0)
    if clock.kind == "catastrophe":
        return TROUBLE.get(result, 0) if named or s.rulings.catastrophe == "any roll" else 0
    return 0


@rule("clocks.fill", "clocks.push.when", "clocks.cat.when")
def clocks_follow(s: Mission, result: Result, named: tuple[str, ...] = ()) -> Rule[Mission]:
    """After a roll the clocks it concerns advance by themselves."""
    for clock in s.kit.clocks:
        sections = sections_for(s, clock, result, clock.id in named)
        if sections and not is_full(clock) and s.phase != "after":
            s = yield from fill(s, clock.id, sections)
    return s


@rule("clocks.complete")
def fill(s: Mission, id: str, sections: int) -> Rule[Mission]:
    """Fills sections, and lets the outcome happen when all are; what is left over is lost, and the clock has ended."""
    before = find(s.kit.clocks, id, "clock")
    after = yield from tick(before, sections, "clocks.fill", "clocks.complete")
    s = with_clock(s, after)
    tie = tie_of(s, id)
    if is_full(after) and not is_full(before) and tie is not None:
        s = yield from take_effect(s, tie.full)
    return s


@rule("narrative.effects")
def take_effect(s: Mission, effect: CardEffect) -> Rule[Mission]:
    """What a clock or a card does to the rules, besides the story."""
    if effect == "ship damage":
        return (yield from ship_damage(s))
    if effect == "crew exposed":
        yield tell("exposed.hazard", "The crew is Exposed.")
        return expose(s, living_ids(s), "deadly place")
    if effect == "focus for the crew":
        for id in living_ids(s):
            s = crew_earns(s, id, 1)
        yield tell("narrative.effects", "Everyone in the crew earns a Focus Token.")
    if effect == "focus for the ship":
        s = ship_earns(s, 1)
        yield tell("narrative.effects", "{ship} earns a Focus Token.", ship=s.ship.name)
    return s


def tie_of(s: Mission, id: str) -> ClockTie | None:
    return next((tie for tie in s.clock_ties if tie.id == id), None)


@cites("clocks.death.effect", "decks.fire.desperate")
def desperate_clock(s: Mission) -> str:
    """The running clock that makes all rolls Desperate, or nothing."""
    for clock in s.kit.clocks:
        tie = tie_of(s, clock.id)
        if tie is not None and tie.desperate and not is_full(clock):
            return clock.title
    return ""


def with_clock(s: Mission, clock: Clock) -> Mission:
    return s.but(kit=s.kit.but(clocks=swap(s.kit.clocks, clock)))


@cites("clocks.what")
def add_clock(s: Mission, clock: Clock, full: Effect = "story", desperate: bool = False) -> Mission:
    """A new clock, empty, with what it does to the rules."""
    tie = (ClockTie(clock.id, full, desperate),) if desperate or full != "story" else ()
    return s.but(kit=s.kit.but(clocks=(*s.kit.clocks, clock)), clock_ties=(*s.clock_ties, *tie))


def clock_ids(s: Mission) -> tuple[str, ...]:
    return tuple(clock.id for clock in s.kit.clocks)


def running_ids(s: Mission) -> tuple[str, ...]:
    """Clocks everyone sees that are not full."""
    return tuple(clock.id for clock in s.kit.clocks if not is_full(clock) and not any(clock.audience))


def timed_ids(s: Mission) -> tuple[str, ...]:
    return tuple(clock.id for clock in s.kit.clocks if clock.kind in BY_TIME and not is_full(clock))


ClockId = Annotated[str, Param("Which clock", among=clock_ids)]
Named = Annotated[tuple[str, ...], Param("The clocks this roll is about", among=running_ids)]


@action(
    "clocks.what", "clocks.size.extended", "clocks.death.effect", title="Start a clock", by=WAYFINDER, group="Clocks"
)
def start_clock(
    s: Mission,
    title: Annotated[str, Param("What the clock counts", examples=("Repair the airlock", "Collision course"))],
    kind: Annotated[ClockKind, Param("push and catastrophe follow rolls, death and augury follow time")] = "push",
    size: Annotated[int, Param("Short 4, normal 6, long 8, extended 10 or 12", among=all_sizes)] = 6,
    note: Annotated[str, Param("What happens when it is full", examples=("The station explodes.",))] = "",
    full: Annotated[Effect, Param("What that does to the rules")] = "story",
    desperate: Annotated[bool, Param("All rolls are Desperate while it runs")] = False,
    hidden: Annotated[bool, Param("Only the wayfinder sees the clock")] = False,
    outcome_hidden: Annotated[bool, Param("Only the wayfinder reads what happens when it is full")] = False,
) -> Rule[Mission]:
    """Puts a new, empty clock on the table. Normally the crew knows what it will bring."""
    if desperate and kind != "death":
        raise Refused("Only a death clock does something while it runs: make it one, or leave that out.")
    if desperate and hidden:
        raise Refused("A clock that makes all rolls Desperate is felt by everyone: hide where it leads, not the clock.")
    alone = (WAYFINDER,)
    clock = Clock(
        fresh_id("clock" if hidden else titled(title), clock_ids(s)),
        titled(title),
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


@action("clocks.fill", "clocks.complete", title="Advance a clock", by=WAYFINDER, instant=True, group="Clocks")
def advance_clock(
    s: Mission, clock: ClockId, sections: Annotated[int, Param("How many sections", min=1, max=12)] = 1
) -> Rule[Mission]:
    """Fills sections of a clock by hand."""
    return (yield from fill(s, clock, sections))


@action("clocks.death.time", "clocks.augury.time", title="Time passes", by=WAYFINDER, when=mission_over, group="Clocks")
def pass_time(
    s: Mission,
    clocks: Annotated[
        tuple[str, ...], Param("Which clocks; none named means all that follow time", among=timed_ids)
    ] = (),
) -> Rule[Mission]:
    """A step of time: death and augury clocks advance by one."""
    moving = tuple(dict.fromkeys(clocks)) or timed_ids(s)
    if not moving:
        raise Refused("No death or augury clock is running: start one first.")
    yield tell("clocks.death.time clocks.augury.time", "Time passes.")
    for id in moving:
        s = yield from fill(s, id, 1)
    return s


@action("clocks.death.stop", title="Remove a clock", by=WAYFINDER, group="Clocks")
def remove_clock(s: Mission, clock: ClockId) -> Rule[Mission]:
    """Takes a clock off the table: it has ended, or the crew found a way to stop it."""
    gone = find(s.kit.clocks, clock, "clock")
    how = "has run its course" if is_full(gone) else "is stopped: what it threatened does not happen"
    yield tell("clocks.death.stop", "{clock} {how}.", audience=gone.audience, clock=gone.title, how=how)
    kit = s.kit.but(clocks=tuple(c for c in s.kit.clocks if c.id != clock))
    return s.but(kit=kit, clock_ties=tuple(tie for tie in s.clock_ties if tie.id != clock))


def nobody_wills(s: Mission) -> str | None:
    return mission_over(s) or (None if any(m.willpower for m in s.crew) else "nobody has a Willpower Token.")


@action("prep.willpower", title="Spend a Willpower Token", by=CREW, when=nobody_wills, instant=True, group="Clocks")
def spend_willpower(
    s: Mission,
    who: Annotated[str, Param("Who spends it", among=living_ids, mine=True)],
    clock: Annotated[str, Param("Which clock", among=running_ids)],
    how: Annotated[Literal["fill", "empty"], Param("Fill or empty one segment")],
) -> Rule[Mission]:
    """Fills or empties one segment of a clock that has not ended."""
    m, found = member(s, who), find(s.kit.clocks, clock, "clock")
    if not m.willpower:
        raise Refused(f"{m.name} has no Willpower Token.")
    if how == "empty" and not found.filled:
        raise Refused(f"{found.title} has no segment to empty: fill one, or keep the token.")
    yield tell("prep.willpower", "{name} bends fate: a Willpower Token is spent.", name=m.name)
    s = with_member(s, m.but(willpower=m.willpower - 1))
    if how == "fill":
        return (yield from fill(s, clock, 1))
    back = turn_back(found)
    words = "{clock} is turned back to {filled} of {size}."
    yield tell("prep.willpower", words, clock=back.title, filled=back.filled, size=back.size)
    return with_clock(s, back)
