"""Gambits: Power, Finesse and Defensive Action. Each wagers a whole stat."""

from __future__ import annotations

from tablewright.rules import Choose, Refused, Rule, cite, cites, tell

from .advantage import edge_of
from .blows import Tier
from .death import take_damage
from .dice_checks import dc_roll
from .people import Enemy, Seeker, Stat, Weapon
from .pips import mark_all, need_pip, unmarked
from .places import FARTHEST, standing_at
from .pocket_roll import after_roll, use_of
from .state import Veil

GAMBITS: dict[str, Stat] = cite(
    "gambit.wager", {"Power": "strength", "Finesse": "dexterity", "Defensive Action": "dexterity"}
)
DEFENSE_DC = cite("defact.roll", 10)

RECOVER = "recover the Move"
PUSHES = cite("finesse.after", {"push ahead": 1, "push back": -1})


@cites("gambit.wager", "power.when", "finesse.when", "gambit.combine")
def may_wager(s: Veil, seeker: Seeker, weapon: Weapon, power: bool, finesse: bool) -> None:
    """Refuse a wager that is not allowed: Power and Finesse are for melee attacks and need a pip each.

    Both at once are possible if the table allows.
    """
    for name, declared in (("Power", power), ("Finesse", finesse)):
        if declared and weapon == "range":
            raise Refused(f"{name} is for melee attacks; a weapon with Range always makes Ranged ones.")
        if declared:
            need_pip(seeker, GAMBITS[name], name)
    if power and finesse and not s.rulings.gambits_together:
        raise Refused("This table allows one gambit an attack: Power or Finesse.")


@cites("power.wager", "finesse.wager", "pips.cap")
def settle_wager(seeker: Seeker, name: str) -> Rule[Seeker]:
    """Mark the whole stat after an attack total below 10, at any Limit of the target."""
    stat = GAMBITS[name]
    ids = {"Power": "power.wager", "Finesse": "finesse.wager"}
    words = "Below 10: {name} costs {who} all {stat}."
    yield tell(ids[name], words, name=name, who=seeker.name, stat=stat.title())
    return mark_all(seeker, stat)


def declared_of(gambits: tuple[bool, bool]) -> tuple[str, ...]:
    """The gambits declared with an attack, by name."""
    return tuple(name for name, declared in zip(("Power", "Finesse"), gambits, strict=True) if declared)


@cites("power.apply")
def around(s: Veil, seeker: Seeker, foe: Enemy) -> tuple[Enemy, ...]:
    """The other enemies at the attacker's place."""
    return tuple(enemy for enemy in s.foes if enemy.at == seeker.at and enemy.id != foe.id)


@cites("power.apply")
def land_power(s: Veil, seeker: Seeker, foe: Enemy, damage: int, bonus: int) -> Rule[Veil]:
    """Deal Power's bonus to the target alone or to every enemy around. Each one's Armor lowers the sum it takes."""
    others = around(s, seeker, foe)
    spread = False
    if bonus and others:
        question = "Power: the bonus on the target, or on each nearby enemy?"
        options = ("target", "each nearby enemy")
        spread = (
            yield from Choose(seeker.id, question, options, cites="power.apply", about=(bonus, foe, others))
        ) != "target"
    with_bonus = not spread or s.rulings.power_spread == "with the target"
    s = yield from take_damage(s, foe, damage + bonus * with_bonus, "power.apply")
    for other in others if spread else ():
        s = yield from take_damage(s, other, bonus, "power.apply")
    return s


@cites("finesse.after")
def after_finesse(s: Veil, seeker: Seeker, foe: Enemy, tier: Tier) -> Rule[Veil]:
    """Let the attacker regain the Move, or make the enemy Move 1 in a direction of the attacker's choice."""
    if s.rulings.finesse_needs_hit and tier is Tier.MISS:
        return s
    foe = s.enemy(foe.id)
    pushes = {way: foe.at + step for way, step in PUSHES.items() if foe.alive and abs(foe.at + step) <= FARTHEST}
    options = (RECOVER, *pushes)
    what = RECOVER
    if len(options) > 1:
        what = yield from Choose(seeker.id, "Finesse: what then?", options, cites="finesse.after", about=(seeker, foe))
    if what == RECOVER:
        yield tell("finesse.after", "{who} has a Move to make.", who=seeker.name)
        seeker = s.seeker(seeker.id)
        return s.having(seeker.but(turn=seeker.turn.but(moves=max(1, seeker.turn.moves))))
    yield tell("finesse.after", "{foe} is driven {way}: 1 Move away.", foe=foe.name, way=what.split()[1])
    return standing_at(s, foe, pushes[what])


@cites("defact.when")
def may_defend(seeker: Seeker, tier: Tier) -> bool:
    """True for a Seeker who was hit, is awake and has a Dexterity pip left. Defending costs no Action."""
    return tier > Tier.MISS and not seeker.asleep and unmarked(seeker, "dexterity") > 0


@cites("defact.roll", "defact.success", "defact.fail")
def defensive_action(s: Veil, seeker: Seeker) -> Rule[tuple[Veil, bool]]:
    """Roll DC 10 Dexterity. Success cancels all damage of the hit. Failure takes it in full and marks all Dexterity."""
    edge = edge_of(s, seeker, "dexterity")
    use = use_of(s, seeker, "dexterity", (DEFENSE_DC,))
    checked = yield from dc_roll(seeker.id, edge, use, DEFENSE_DC, "Defensive Action")
    seeker = after_roll(seeker, checked, "dexterity")
    if checked.success:
        yield tell("defact.success", "{who} turns the hit aside: no damage.", who=seeker.name)
        return s.having(seeker), True
    yield tell("defact.fail", "{who} takes it in full and is out of Dexterity.", who=seeker.name)
    return s.having(mark_all(seeker, "dexterity")), False
