"""Consequences: damage to the crew, Defenders, clocks that follow a roll, effects of full clocks and cards.

Each may lead to the next: damage to a Defender's roll, that roll to a full clock, a full clock to damage. They live in
one module because each calls the others.
"""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, Outcome, Param, Refused, Rule, action, cites, find_by_id, rule, tail_call, tell
from tablewright.rules.kit import Clock, is_full, tick

from .clocks import brought, sections_for, with_clock
from .crew_damage import can_act, suffer
from .exposed import expose
from .focus import crew_earns, crew_pays, earn_for_roll, ship_earns
from .instead import instead, way_of, ways_without_rolling
from .pools import crew_pool
from .positions import crew_forced, foresight_now
from .rolls import RESULT_WORDS, hurts, pool_roll
from .ship_damage import ship_damage
from .shunts import roll_done
from .state import (
    WAYFINDER,
    CardEffect,
    Member,
    Mission,
    Position,
    Result,
    living,
    living_ids,
    member,
    mission_over,
)


@rule("quality.defender")
def crew_damage(s: Mission, who: str, stepped_in: tuple[str, ...] = ()) -> Rule[Mission]:
    """Ask the Defenders nearby, each once for the same blow, then deal the damage."""
    if member(s, who).dead or s.phase == "after":
        return s
    for guard in defenders(s, who):
        if guard.id in stepped_in:
            continue
        question = f"Spend a token to step in front of {member(s, who).name}?"
        steps_in = yield from Choose(guard.id, question, (False, True), (0, 1), cites="quality.defender", about=who)
        stepped_in = (*stepped_in, guard.id)
        if steps_in:
            return (yield from defend(s, guard.id, who, stepped_in))
    return (yield from suffer(s, who))


@cites("quality.defender")
def defenders(s: Mission, who: str) -> tuple[Member, ...]:
    """Members who may step in: Defenders at the same place with a token, able to act."""
    place = member(s, who).where
    return tuple(
        m
        for m in living(s)
        if m.id != who and "Defender" in m.qualities and m.focus and m.where == place and can_act(m)
    )


@rule("quality.defender", "quality.defender.critical", "quality.defender.success", "quality.defender.fiasco")
def defend(s: Mission, guard: str, who: str, stepped_in: tuple[str, ...]) -> Rule[Mission]:
    """Roll Vitality without tools to decide who is hurt: no one, the defender, or both."""
    s = crew_pays(s, guard, 1)
    m = member(s, guard)
    position = defending_position(s, m)
    how = yield from way_of(guard, ways_without_rolling(m, position))
    s, result = yield from defence_roll(s, m, position) if how == "roll" else instead(s, guard, how, position)
    yield tell("quality.defender", "{name}: {result}.", name=m.name, result=RESULT_WORDS[result])
    s = yield from roll_done(s, result, by_ship=False, aside=True)
    if how == "reckless":
        s = yield from crew_damage(s, guard, stepped_in)
    s = yield from earn_for_roll(s, guard, result)
    s, position = yield from foresight_now(s, guard, result, position)
    if hurts(result, position):
        yield tell("roll.position.desperate", "{name} was in a desperate position.", name=m.name)
        s = yield from crew_damage(s, guard, stepped_in)
    if result is Result.CRITICAL:
        yield tell("quality.defender.critical", "Nobody is hurt.")
    elif result is Result.FIASCO:
        yield tell("quality.defender.fiasco", "Both are hurt.")
        s = yield from crew_damage(s, guard, stepped_in)
        s = yield from crew_damage(s, who, stepped_in)
    else:
        yield tell("quality.defender.success", "{name} takes the damage instead.", name=m.name)
        s = yield from crew_damage(s, guard, stepped_in)
    return (yield from clocks_follow(s, result))


@rule("quality.defender")
def defence_roll(s: Mission, m: Member, position: Position) -> Rule[tuple[Mission, Result]]:
    """Roll Vitality dice without tools. Tokens left may be spent on them."""
    pool = crew_pool(s, m)
    words = "{name} steps in: {pool}; {position}."
    yield tell("quality.defender", words, name=m.name, pool=pool, position=position)
    result, spent = yield from pool_roll(m.id, pool.dice, m.focus, "Forceful" in m.qualities)
    return crew_pays(s, m.id, spent), result


def defending_position(s: Mission, m: Member) -> Position:
    """Standard, or Desperate if a rule forces it. The wayfinder calls no position for stepping in."""
    return "desperate" if crew_forced(s, m) else "standard"


@rule("clocks.fill", "clocks.push.when", "clocks.cat.when")
def clocks_follow(s: Mission, result: Result, named: tuple[str, ...] = ()) -> Rule[Mission]:
    """Advance the clocks a roll concerns."""
    for clock in s.kit.clocks:
        sections = sections_for(s, clock, result, clock.id in named)
        if sections and not is_full(clock) and s.phase != "after":
            s = yield from fill(s, clock.id, sections)
    return s


@rule("clocks.complete")
def fill(s: Mission, id: str, sections: int) -> Rule[Mission]:
    """Fill sections. When all are full the outcome happens and the clock has ended. Sections left over are lost."""
    before = find_by_id(s.kit.clocks, id, "clock")
    after = yield from tick(before, sections, "clocks.fill", "clocks.complete")
    s = with_clock(s, after)
    return (yield from outcome(s, after)) if is_full(after) and not is_full(before) else s


@rule("clocks.complete")
def outcome(s: Mission, clock: Clock) -> Rule[Mission]:
    """Apply the effects of a clock that has just been filled."""
    for effect in brought(clock):
        s = yield from take_effect(s, effect)
    return s


@rule("narrative.effects")
def take_effect(s: Mission, effect: CardEffect) -> Rule[Mission]:
    """Apply an effect of a clock or a card on the rules."""
    if effect == "ship damage":
        return (yield from ship_damage(s))
    if effect == "crew damage":
        yield tell("narrative.effects", "It hurts everyone in the crew.")
        return (yield from all_hurt(s))
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


@rule("narrative.effects")
def all_hurt(s: Mission) -> Rule[Mission]:
    """Deal damage to each of the crew, one after the other."""
    for id in living_ids(s):
        s = yield from crew_damage(s, id)
    return s


@action(
    "narrative.effects", "crew.damage.focus", title="Crew take damage", by=WAYFINDER, when=mission_over, group="Crew"
)
def hit_crew(
    s: Mission,
    who: Annotated[tuple[str, ...], Param("Who is hurt", among=living_ids)],
    hits: Annotated[int, Param("How often each", min=1, max=6, main=True)] = 1,
) -> Rule[Mission]:
    """Damage members by something other than a roll. The odds are their chance to be down after so many hits."""
    if not who:
        raise Refused("Name who is hurt.", "who")
    for id in dict.fromkeys(who):
        s = yield from crew_hits(s, id, hits)
    down = [m for m in s.crew if m.id in who and (m.down or m.dead)]
    yield Outcome(down_words(len(down), [m.name for m in s.crew if m.id in who]), -len(down), "crew.damage.odds")
    return s


@rule("crew.damage.odds")
def crew_hits(s: Mission, who: str, hits: int) -> Rule[Mission]:
    """Deal several hits, one after the other."""
    s = yield from crew_damage(s, who)
    return s if hits == 1 else tail_call(crew_hits(s, who, hits - 1))


def down_words(down: int, hurt: list[str]) -> str:
    if len(hurt) == 1:
        return f"{hurt[0]} goes down" if down else f"{hurt[0]} stands"
    return f"{down} of {len(hurt)} go down" if down else "all of them stand"
