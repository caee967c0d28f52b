"""Crew rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import FieldOption, Param, Rule, action, rule

from .clocks import Named
from .focus import crew_pays, earn_for_roll
from .happenings import clocks_follow, crew_damage
from .instead import instead, may_do_without, without_rolling
from .pools import check_tools, crew_pool
from .positions import crew_forced, foreseen, foresight_now, in_force
from .rolling import (
    Expertise,
    Exploring,
    Foresight,
    Tools,
    able,
    called,
    can_only_talk,
    outcome,
    recklessness,
    words_alone,
)
from .rolls import hurts, pool_roll
from .shunts import roll_done
from .state import CREW, Mission, Position, Result, living_ids, member, mission_over, with_member

Way = Literal["roll", "ingenuity", "reckless"]


def ways(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """Rolling, and the member's ways to do without."""
    yield FieldOption("roll", "roll the dice")
    yield from without_rolling(member(s, given["who"]))


@action("roll.types", "roll.type.decide", "roll.steps", title="Crew roll", by=CREW, when=mission_over, group="Rolls")
def crew_roll(
    s: Mission,
    who: Annotated[str, Param("Who rolls", among=living_ids, mine=True)],
    tools: Tools = (),
    expertise: Expertise = False,
    how: Annotated[
        Way, Param("Roll, or what is done instead of rolling", among=ways, applies=may_do_without, label="how")
    ] = "roll",
    clocks: Named = (),
    exploring: Exploring = False,
    talking: Annotated[
        bool, Param("Only talking, which even somebody Down and Out can do", applies=can_only_talk, main=True)
    ] = False,
    foresight: Foresight = False,
) -> Rule[Mission]:
    """Do something that could go wrong."""
    m = able(s, who, talking)
    tools = check_tools(s, m, tools, expertise)
    words_alone(m, tools, expertise)
    forced = crew_forced(s, m, exploring)
    position = in_force(s, m.position, forced)
    s, position = yield from foreseen(s, m, position, foresight)
    if how != "roll":
        s, result = yield from instead(s, who, how, position)
    else:
        pool = crew_pool(s, m, tools, expertise)
        yield called(m.name, pool, position, forced)
        result, spent = yield from pool_roll(who, pool.dice, m.focus, "Forceful" in m.qualities)
        s = crew_pays(s, who, spent)
    yield outcome(result)
    s = yield from roll_done(with_member(s, member(s, who).but(position=None)), result, by_ship=False)
    s = yield from recklessness(s, who, how)
    s = yield from crew_follows(s, who, result, position)
    return (yield from clocks_follow(s, result, clocks))


@rule("roll.damage.target", "roll.fiasco.order")
def crew_follows(s: Mission, who: str, result: Result, position: Position) -> Rule[Mission]:
    """Earn the token of a Fiasco, then deal any damage to the member who rolled."""
    s = yield from earn_for_roll(s, who, result)
    s, position = yield from foresight_now(s, who, result, position)
    return (yield from crew_damage(s, who)) if hurts(result, position) else s
