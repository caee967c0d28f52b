"""Crew taking damage: suit systems, Vitality, Down and Out, and those who step in between."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from tablewright.kernel import (
    Choose,
    Outcome,
    Param,
    Reading,
    Refused,
    Roll,
    Rule,
    action,
    become,
    cite,
    cites,
    rule,
    tell,
)

from .clocks import clocks_follow
from .focus import crew_earns, crew_pays, earn_for_roll
from .instead import instead, way_of, ways_without_rolling
from .pools import crew_pool, works
from .positions import crew_forced, foresight_now
from .rolls import RESULT_WORDS, hurts, pool_roll
from .shunts import roll_done
from .state import (
    SYSTEMS,
    WAYFINDER,
    Member,
    Mission,
    Position,
    Result,
    System,
    ended,
    living,
    living_ids,
    member,
    mission_over,
    with_member,
)

#: The faces of the damage die that find each system.
DAMAGE_TABLE: dict[System, tuple[int, ...]] = cite(
    "crew.damage.table crew.damage.life crew.damage.primary crew.damage.secondary",
    {"life support": (1, 2), "primary tool": (3, 4), "secondary tool": (5, 6)},
)

Hit = tuple[System, int]


@cache
@cites("upgrade.adaptive")
def systems_within_reach(focus: int) -> Reading[tuple[Hit, ...]]:
    """The system a die hits, then those that tokens can move it to, a pip a token, up or down."""

    def finish(die: int, n: int) -> tuple[Hit, ...]:
        steps = {system: min(abs(die - face) for face in faces) for system, faces in DAMAGE_TABLE.items()}
        return tuple(sorted(((s, cost) for s, cost in steps.items() if cost <= focus), key=lambda hit: hit[1]))

    return Reading(0, lambda die, face, count: face if count else die, finish)


@rule("crew.damage.die", "upgrade.adaptive")
def crew_damage_die(who: str, focus: int, lost: tuple[System, ...]) -> Rule[Hit]:
    """The system that is hit and what moving the die there cost: only Adaptive Plating makes tokens count here."""
    reach = yield from Roll(1, 6, systems_within_reach(focus), who, "Damage")
    if len(reach) == 1:
        return reach[0]
    costs = tuple(cost for _, cost in reach)
    return (yield from Choose(who, "Shift the damage?", reach, costs, hit_words, "upgrade.adaptive", lost))


def hit_words(hit: Hit) -> str:
    system, cost = hit
    return system if not cost else f"{system} for {cost} token{'s' if cost > 1 else ''}"


def lost_systems(m: Member) -> tuple[System, ...]:
    return tuple(system for system in SYSTEMS if not works(m, system))


def set_system(m: Member, system: System, working: bool) -> Member:
    if system == "life support":
        return m.but(life_support=working)
    return m.but(primary_works=working) if system == "primary tool" else m.but(secondary_works=working)


def system_words(m: Member, system: System) -> str:
    """A system as the log names it: tools by their names."""
    if system == "life support":
        return "suit's life support"
    return f"{system}, {(m.primary if system == 'primary tool' else m.secondary).name}"


@rule("quality.defender")
def crew_damage(s: Mission, who: str, stepped_in: tuple[str, ...] = ()) -> Rule[Mission]:
    """Damage is about to be taken: Defenders nearby are asked first, each once for the same blow."""
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
    """Who may step in: a Defender at the same place with a token, able to act."""
    place = member(s, who).where
    return tuple(
        m
        for m in living(s)
        if m.id != who and "Defender" in m.qualities and m.focus and m.where == place and can_act(m)
    )


@cites("down.cannot", "quality.relentless")
def can_act(m: Member) -> bool:
    """Whether somebody can do anything physical or expert: the Relentless can even when Down and Out."""
    return not m.dead and (not m.down or "Relentless" in m.qualities)


@rule("quality.defender", "quality.defender.critical", "quality.defender.success", "quality.defender.fiasco")
def defend(s: Mission, guard: str, who: str, stepped_in: tuple[str, ...]) -> Rule[Mission]:
    """A crew roll of Vitality without tools decides who is hurt: nobody, the defender, or both."""
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
    """Vitality dice, without tools; tokens that are left may be spent on them."""
    pool = crew_pool(s, m)
    words = "{name} steps in: {pool}; {position}."
    yield tell("quality.defender", words, name=m.name, pool=pool, position=position)
    result, spent = yield from pool_roll(m.id, pool.dice, m.focus, "Forceful" in m.qualities)
    return crew_pays(s, m.id, spent), result


def defending_position(s: Mission, m: Member) -> Position:
    """Nobody calls a position for stepping in; only what forces Desperate counts."""
    return "desperate" if crew_forced(s, m) else "standard"


@rule("crew.damage.focus", "upgrade.ablative", "quality.relentless.death")
def suffer(s: Mission, who: str) -> Rule[Mission]:
    """A Focus Token first, then armour, death or the damage die."""
    s = crew_earns(s, who, 1)
    m = member(s, who)
    yield tell("crew.damage.focus", "{name} takes damage and has {n} Focus.", name=m.name, n=m.focus)
    if m.armour:
        yield tell("upgrade.ablative", "{name}'s Ablative Armour takes it and is lost.", name=m.name)
        return with_member(s, m.but(armour=False))
    if m.down and "Relentless" in m.qualities:
        yield tell("quality.relentless.death", "{name} dies, and the crew sheet is burned.", name=m.name)
        return (yield from all_down(with_member(s, m.but(dead=True))))
    plating = m.focus if "Adaptive Plating" in m.suit else 0
    system, spent = yield from crew_damage_die(who, plating, lost_systems(m))
    return (yield from hit_system(crew_pays(s, who, spent), who, system))


_HIT: dict[System, str] = {
    "life support": "crew.damage.life",
    "primary tool": "crew.damage.primary",
    "secondary tool": "crew.damage.secondary",
}


@rule("crew.damage.life", "crew.damage.primary", "crew.damage.secondary", "crew.damage.vitality", "down.damage")
def hit_system(s: Mission, who: str, system: System) -> Rule[Mission]:
    """A working system is lost; if it was lost before, a point of Vitality is, down to none."""
    m = member(s, who)
    if works(m, system):
        yield tell(_HIT[system], "{name} loses the {system}.", name=m.name, system=system_words(m, system))
        return with_member(s, set_system(m, system, False))
    if m.down:
        yield tell("down.damage", "{name} is down already; it changes nothing.", name=m.name)
        return s
    hurt = m.but(vitality=m.vitality - 1)
    words = "The {system} of {name} was lost before, so Vitality falls to {n}."
    yield tell("crew.damage.vitality", words, system=system, name=m.name, n=hurt.vitality)
    s = with_member(s, hurt)
    if not hurt.down:
        return s
    yield tell("down.when", "{name} is Down and Out.", name=m.name)
    return (yield from all_down(s))


@rule("down.all")
def all_down(s: Mission) -> Rule[Mission]:
    """When nobody in the crew stands, the mission is over; at some tables a Relentless member still counts."""
    for m in living(s):
        if not m.down or (s.rulings.relentless_holds and "Relentless" in m.qualities):
            return s
    yield tell("down.all", "Nobody in the crew stands any more, and that ends the mission.")
    return ended(s, "everyone down")


@action(
    "narrative.effects", "crew.damage.focus", title="Crew take damage", by=WAYFINDER, when=mission_over, group="Crew"
)
def hit_crew(
    s: Mission,
    who: Annotated[tuple[str, ...], Param("Who is hurt", among=living_ids)],
    hits: Annotated[int, Param("How often each", min=1, max=6)] = 1,
) -> Rule[Mission]:
    """Something other than a roll hurts somebody. Its odds are the chance that they are down after so many hits."""
    if not who:
        raise Refused("Name who is hurt.")
    for id in dict.fromkeys(who):
        s = yield from crew_hits(s, id, hits)
    down = [m for m in s.crew if m.id in who and (m.down or m.dead)]
    yield Outcome(down_words(len(down), len(set(who))), -len(down), "crew.damage.odds")
    return s


@rule("crew.damage.odds")
def crew_hits(s: Mission, who: str, hits: int) -> Rule[Mission]:
    """One damage after the other."""
    s = yield from crew_damage(s, who)
    return s if hits == 1 else become(crew_hits(s, who, hits - 1))


def down_words(down: int, hurt: int) -> str:
    if hurt == 1:
        return "down" if down else "standing"
    return f"{down} of {hurt} down" if down else "all standing"
