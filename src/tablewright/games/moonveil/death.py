"""Damage, and Death."""

from __future__ import annotations

from tablewright.rules import Rule, cite, cites, tell

from .hit_track import wears
from .people import Enemy, Seeker, Turn
from .state import Veil

ARMOR = cite("gear.armor", 1)


@cites("gear.armor")
def lowered(s: Veil, one: Seeker | Enemy, damage: int) -> int:
    """The damage left after the wearer's Armor, from any source and never below the table's least."""
    if damage <= 0:
        return 0
    armor = one.armor if isinstance(one, Enemy) else ARMOR * wears(one, "armor") - s.pull("hurt")
    return max(min(damage, s.rulings.armor_least), damage - armor)


@cites("death.timing", "death.zero", "enc.end")
def take_damage(s: Veil, one: Seeker | Enemy, damage: int, cites: str) -> Rule[Veil]:
    """Subtract Armor, then Hit Points, then check for death."""
    left = lowered(s, one, damage)
    if left < damage:
        words = "{who} takes {left} damage: {less} less than {damage}."
        yield tell(f"{cites} gear.armor", words, who=one.name, left=left, less=damage - left, damage=damage)
    else:
        yield tell(cites, "{who} takes {left} damage.", who=one.name, left=left)
    if isinstance(one, Enemy):
        hurt = one.but(hp=max(0, one.hp - left))
        s = s.having(hurt)
        if not hurt.alive:
            yield tell("death.zero", "{who} falls.", who=one.name)
            if s.fighting and not s.foes:
                yield tell("enc.end", "No enemy is left standing: the Guide can end the encounter.")
        return s
    return (yield from wounded(s, one.but(hp=one.hp - left)))


@cites("death.zero")
def wounded(s: Veil, seeker: Seeker) -> Rule[Veil]:
    """Check a Seeker for death, at 0 or fewer Hit Points. The dead let go of an ally they carry."""
    if seeker.dead:
        yield tell("death.zero", "{who} is dead.", who=seeker.name)
        seeker = seeker.but(turn=Turn(), carries="", asleep=False)
    return s.having(seeker)


@cites("create.hp.full", "rally.hp", "miracle.healing-circle")
def healed(s: Veil, one: Seeker | Enemy, points: int) -> int:
    """The Hit Points after healing, which stops at full HP unless the table heals beyond it."""
    points = max(0, points + s.pull("heal"))
    if s.rulings.healing == "beyond":
        return one.hp + points
    return max(one.hp, min(one.full, one.hp + points))
