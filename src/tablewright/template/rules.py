"""The rules, in the book's order. Each is written once, for play, odds and lab alike."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    Choose,
    Outcome,
    Param,
    Refused,
    Rule,
    action,
    find_by_id,
    replace_by_id,
    roll,
    rule,
    tell,
    unique_id,
)
from tablewright.rules.kit import kit_actions

from .state import LIGHT_MOST, WALKERS_MOST, Walk, Walker, over


class Step(IntEnum):
    STUMBLE = 0
    CAREFUL = 1
    SWIFT = 2


def read(best: int) -> Step:
    """The step of the best die, by the table of steps."""
    return Step.SWIFT if best == 6 else Step.CAREFUL if best >= 4 else Step.STUMBLE


@rule("step.roll", "step.nerve")
def steady_roll(who: str, nerve: int) -> Rule[tuple[int, int]]:
    """Roll two dice, of which the best counts.

    A point of nerve rolls them again. Return the best die and the nerve spent.
    """
    best = (yield from roll(2, by=who, why="A step"))[-1]
    if nerve and (
        yield from Choose(
            who, "Steady yourself and throw again, for 1 nerve?", (False, True), (0, 1), cites="step.nerve"
        )
    ):
        return (yield from roll(2, by=who, why="Once more"))[-1], 1
    return best, 0


def walker_ids(s: Walk) -> tuple[str, ...]:
    return tuple(walker.id for walker in s.walkers)


@action("step.roll", "step.read", title="Take a step", by="walker", when=over, group="The road")
def take_step(s: Walk, who: Annotated[str, Param("Who leads", among=walker_ids, mine=True)]) -> Rule[Walk]:
    """Lead the others a step further."""
    walker = find_by_id(s.walkers, who, "walker")
    best, spent = yield from steady_roll(who, walker.nerve)
    s = s.but(walkers=replace_by_id(s.walkers, walker.but(nerve=walker.nerve - spent)))
    step = read(best)
    yield Outcome(step, cites="step.read")
    return (yield from follow_step(s, who, step))


@rule("step.stumble", "step.careful", "step.swift")
def follow_step(s: Walk, who: str, step: Step) -> Rule[Walk]:
    """Apply a step to the road and to the light."""
    walker = find_by_id(s.walkers, who, "walker")
    if step is Step.SWIFT:
        yield tell("step.swift", "{name} finds a good stretch: two further.", name=walker.name)
        return s.but(gone=s.gone + 2)
    if step is Step.CAREFUL:
        yield tell("step.careful", "{name} goes one further; the lantern burns on.", name=walker.name)
        return s.but(gone=s.gone + 1, light=s.light - 1)
    if s.rulings.stumble == "frightens" and walker.nerve:
        yield tell("step.stumble", "{name} stumbles, and it shows.", name=walker.name)
        return s.but(walkers=replace_by_id(s.walkers, walker.but(nerve=walker.nerve - 1)))
    yield tell("step.stumble", "{name} stumbles. The lantern dims.", name=walker.name)
    return s.but(light=max(0, s.light - 2))


@action("oil.pour", title="Pour oil", by="guide", instant=True, group="The lantern")
def pour_oil(s: Walk, much: Annotated[int, Param("How much", min=1, max=3)] = 1) -> Rule[Walk]:
    """Let the walkers find some oil."""
    if s.light >= LIGHT_MOST:
        raise Refused("The lantern is full.")
    yield tell("oil.pour", "Oil! The light grows by {much}.", much=min(much, LIGHT_MOST - s.light))
    return s.but(light=min(LIGHT_MOST, s.light + much))


@action("walker.join", "nerve.start", title="Come along", by="walker", group="Walkers")
def come_along(
    s: Walk,
    name: Annotated[str, Param("The walker's name", examples=("Cid",), max=40)],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Walk]:
    """Join the others with a walker of yours."""
    words = " ".join(name.split())
    if not words:
        raise Refused("A walker needs a name.")
    if len(s.walkers) >= WALKERS_MOST:
        raise Refused(f"The lantern lights the way for {WALKERS_MOST}: somebody would have to turn back.")
    # Questions address characters, seats and roles by id, so no two of them may share one.
    taken = ("guide", "walker", me, *(id for walker in s.walkers for id in (walker.id, walker.player)))
    yield tell("walker.join", "{name} comes along.", name=words)
    return s.but(walkers=(*s.walkers, Walker(unique_id(words, taken), words, me)))


@action("walker.back", title="Turn back", by="walker", group="Walkers")
def turn_back(s: Walk, who: Annotated[str, Param("Who", among=walker_ids, mine=True)]) -> Rule[Walk]:
    """Send a walker home. The others go on."""
    yield tell("walker.back", "{name} turns back.", name=find_by_id(s.walkers, who, "walker").name)
    return s.but(walkers=tuple(walker for walker in s.walkers if walker.id != who))


ACTIONS = (take_step, pour_oil, come_along, turn_back, *kit_actions("guide", ("walker",)))
