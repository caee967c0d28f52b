"""Damage to a crew member: suit systems, Vitality, Down and Out."""

from __future__ import annotations

from functools import cache

from tablewright.rules import Choose, Reading, Roll, Rule, cite, cites, rule, tell

from .focus import crew_earns, crew_pays
from .pools import works
from .state import SYSTEMS, Member, Mission, System, ended, living, member, with_member

#: The faces of the damage die that find each system.
DAMAGE_TABLE: dict[System, tuple[int, ...]] = cite(
    "crew.damage.table crew.damage.life crew.damage.primary crew.damage.secondary",
    {"life support": (1, 2), "primary tool": (3, 4), "secondary tool": (5, 6)},
)

Hit = tuple[System, int]


@cache
@cites("upgrade.adaptive")
def systems_within_reach(focus: int) -> Reading[tuple[Hit, ...]]:
    """The system a die hits, then those that tokens can move it to, one pip a token, up or down."""

    def finish(die: int, n: int) -> tuple[Hit, ...]:
        steps = {system: min(abs(die - face) for face in faces) for system, faces in DAMAGE_TABLE.items()}
        return tuple(sorted(((s, cost) for s, cost in steps.items() if cost <= focus), key=lambda hit: hit[1]))

    return Reading(0, lambda die, face, count: face if count else die, finish)


@rule("crew.damage.die", "upgrade.adaptive")
def crew_damage_die(who: str, focus: int, lost: tuple[System, ...]) -> Rule[Hit]:
    """Roll for the system that is hit. Return it with the tokens spent on moving it, which needs Adaptive Plating."""
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
    """A system as the log names it: tools by name."""
    if system == "life support":
        return "suit's life support"
    return f"{system}, {(m.primary if system == 'primary tool' else m.secondary).name}"


@cites("down.cannot", "quality.relentless")
def can_act(m: Member) -> bool:
    """True if a member can do physical or expert things. The Relentless can even when Down and Out."""
    return not m.dead and (not m.down or "Relentless" in m.qualities)


@rule("crew.damage.focus", "upgrade.ablative", "quality.relentless.death")
def suffer(s: Mission, who: str) -> Rule[Mission]:
    """Earn a Focus Token, then take the damage: armour first, else death or the damage die."""
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
    """Lose a working system. If it was lost before, lose a point of Vitality, down to none."""
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
    """End the mission when no one in the crew stands. At some tables a Relentless member still counts as standing."""
    for m in living(s):
        if not m.down or (s.rulings.relentless_holds and "Relentless" in m.qualities):
            return s
    yield tell("down.all", "Nobody in the crew stands any more, and that ends the mission.")
    return ended(s, "everyone down")
