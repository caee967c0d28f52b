"""Damage, and Death."""

from __future__ import annotations

from tablewright.kernel import Rule, cite, cites, tell

from .hit_track import wears
from .state import Enemy, Seeker, Turn, Veil

ARMOR = cite("gear.armor", 1)


@cites("gear.armor")
def lowered(s: Veil, one: Seeker | Enemy, damage: int) -> int:
    """What is left of damage after the wearer's Armor, never below nothing; any damage, from anywhere."""
    if damage <= 0:
        return 0
    armor = one.armor if isinstance(one, Enemy) else ARMOR * wears(one, "armor") - s.pull("hurt")
    return max(min(damage, s.rulings.armor_least), damage - armor)


@cites("death.timing", "death.zero")
def take_damage(s: Veil, one: Seeker | Enemy, damage: int, cites: str) -> Rule[Veil]:
    """Armor, then the loss of Hit Points, then death."""
    left = lowered(s, one, damage)
    yield tell(cites, "{who} takes {left} damage.", who=one.name, left=left)
    if left != damage and damage > 0 and not isinstance(one, Enemy) and wears(one, "armor"):
        yield tell("gear.armor", "Armor: {damage} became {left}.", damage=damage, left=left)
    if isinstance(one, Enemy):
        hurt = one.but(hp=max(0, one.hp - left))
        if not hurt.alive:
            yield tell("death.zero", "{who} falls.", who=one.name)
        return s.having(hurt)
    return (yield from wounded(s, one.but(hp=one.hp - left)))


@cites("death.zero")
def wounded(s: Veil, seeker: Seeker) -> Rule[Veil]:
    """At 0 or fewer Hit Points a Seeker is dead, and lets go of whoever they carried."""
    if seeker.dead:
        yield tell("death.zero", "{who} is dead.", who=seeker.name)
        seeker = seeker.but(turn=Turn(), carries="", asleep=False)
    return s.having(seeker)


@cites("create.hp.full", "rally.hp", "miracle.healing-circle")
def healed(s: Veil, seeker: Seeker, points: int) -> Seeker:
    """Lost points come back; full HP is as far as that goes."""
    points = max(0, points + s.pull("heal"))
    if s.rulings.healing == "beyond":
        return seeker.but(hp=seeker.hp + points)
    return seeker.but(hp=max(seeker.hp, min(seeker.full, seeker.hp + points)))
