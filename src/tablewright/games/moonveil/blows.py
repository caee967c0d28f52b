"""Attacks: the four tiers, and what a weapon does on each."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from tablewright.rules import Rule, State, Tell, cite, cites, rule, tell

from .advantage import Edge, one_die, two_dice
from .hit_track import TOTALS, Lines
from .options import MoonveilRulings
from .people import Weapon
from .pocket_roll import Rolled, Use, improve, pocket_roll

WEAK_DAMAGE = cite("attack.weak", 1)
EDGED_LEAST = cite("weapon.edged", 3)
PIERCING = cite("weapon.piercing", 1)
SAFE_FROM = cite("power.wager finesse.wager", 10)
"""An attack total that costs no gambit its stat."""

WEAPONS: dict[Weapon, str] = {
    "plain": "no effect",
    "edged": "at least 3 damage on a hit",
    "piercing": "+1 damage on a Strong Hit",
    "heavy": "+d6 damage on a Critical Hit",
    "range": "silent, reaches 2 Moves",
    "tricky": "the target makes a Slip Check on a Strong Hit",
}


class Tier(IntEnum):
    MISS = 0
    WEAK_HIT = 1
    STRONG_HIT = 2
    CRITICAL_HIT = 3

    @property
    def words(self) -> str:
        return self.name.replace("_", " ").title()


class Blow(State, frozen=True):
    """The tier of an attack, and its damage before the target's Armor."""

    tier: Tier
    damage: int

    @property
    def name(self) -> str:
        return f"{self.tier.words}, {self.damage} damage" if self.tier else self.tier.words


@cites(
    "attack.roll", "attack.precedence", "attack.miss", "attack.weak", "attack.strong", "attack.critical", "roll.multi"
)
def tier_of(rulings: MoonveilRulings, total: int, drawn: Lines) -> Tier:
    """The tier of an attack total: Limit is read first, then Evade, then Defense.

    A total past Evade and below Defense is a Weak Hit. A table may read Defense before Limit.
    """
    missed = total < drawn.evade if rulings.at_evade == "hit" else total <= drawn.evade
    if rulings.thresholds == "limit" and total >= drawn.limit:
        return Tier.CRITICAL_HIT
    if missed:
        return Tier.MISS
    if total < drawn.defense:
        return Tier.WEAK_HIT
    return Tier.CRITICAL_HIT if total >= drawn.limit else Tier.STRONG_HIT


@cites("attack.strong-includes-critical")
def counts_as_strong(rulings: MoonveilRulings, tier: Tier) -> bool:
    """True if effects of a Strong Hit work. A Critical Hit counts too, unless the table rules otherwise."""
    return tier is Tier.STRONG_HIT or (tier is Tier.CRITICAL_HIT and rulings.critical_is_strong)


@cites("attack.weak", "attack.strong", "attack.critical", "attack.unarmed")
def plain_damage(tier: Tier, bigger: int) -> int:
    """The damage of a tier: 0 for a Miss, 1 for a Weak Hit, else the larger die."""
    return 0 if tier is Tier.MISS else WEAK_DAMAGE if tier is Tier.WEAK_HIT else bigger


@rule("attack.effects", "weapon.edged", "weapon.piercing", "weapon.heavy", "miracle.dawn-arm")
def weapon_damage(
    who: str, weapon: Weapon, dawn: bool, edge: Edge, rulings: MoonveilRulings, tier: Tier, bigger: int
) -> Rule[int]:
    """The ordinary damage of an attack: its tier's damage and the weapon's effects on it."""
    if tier is Tier.MISS:
        return 0
    damage = plain_damage(tier, bigger)
    strong = counts_as_strong(rulings, tier)
    if weapon == "piercing" and strong:
        damage += PIERCING
    if weapon == "heavy" and tier is Tier.CRITICAL_HIT:
        damage += yield from one_die(who, edge, "Heavy")
    if dawn:
        damage += yield from one_die(who, edge, "Dawn Arm")
    if weapon == "edged" and (tier > Tier.WEAK_HIT or rulings.edged == "every hit"):
        damage = max(EDGED_LEAST, damage)
    return damage


@rule("power.bonus")
def power_bonus(who: str, edge: Edge, damage: int) -> Rule[int]:
    """Roll a d6 of bonus damage, at most as much as the attack ordinarily does."""
    return min(damage, (yield from one_die(who, edge, "Power"))) if damage else 0


class Struck(State, frozen=True):
    """The result of an attack roll, kept small so that whole fights can be counted exactly."""

    tier: Tier
    damage: int
    pocket: int
    bonus: int = 0
    safe: bool = True
    """The total was 10 or more: gambits cost nothing."""
    marked: int = 0


class Swing(State, frozen=True):
    """The inputs of an attack roll: attacker, lines, weapon and wagers."""

    who: str
    attacker: str
    lines: Lines
    weapon: Weapon = "plain"
    dawn: bool = False
    low: Edge = 0
    """Disadvantage on the attacker's single dice, such as bonus damage."""
    strike: int = 0
    power: bool = False


class Landed(State, frozen=True):
    """The tier an attack roll reached, the larger die, and the Pocket and pips the roll left."""

    tier: Tier
    bigger: int
    safe: bool
    pocket: int
    marked: int


@rule("attack.roll", "attack.bigger-die")
def attack_roll(swing: Swing, edge: Edge, use: Use, rulings: MoonveilRulings) -> Rule[Landed]:
    """Roll 2d6 against the target's lines."""
    rolled = yield from pocket_roll(swing.who, edge, use, "Attack")
    tier = tier_of(rulings, rolled.total, swing.lines)
    yield told("attack.roll", swing, rolled.total, tier)
    bigger = rolled.bigger if tier > Tier.WEAK_HIT else 0
    return Landed(tier, bigger, rolled.total >= SAFE_FROM, rolled.pocket, rolled.marked)


@rule("attack.roll", "attack.steps")
def swing_roll(swing: Swing, edge: Edge, use: Use, rulings: MoonveilRulings) -> Rule[Struck]:
    """A Seeker's attack: the roll, the weapon's effects on it, and the bonus of Power."""
    landed = yield from attack_roll(swing.but(power=False), edge, use, rulings)
    tier = landed.tier
    damage = yield from weapon_damage(swing.who, swing.weapon, swing.dawn, swing.low, rulings, tier, landed.bigger)
    damage = max(1, damage + swing.strike) if damage else 0
    bonus = (yield from power_bonus(swing.who, swing.low, damage)) if swing.power else 0
    return Struck(tier, damage, landed.pocket, bonus, landed.safe, landed.marked)


@rule("attack.enemy-rolls")
def enemy_swing(swing: Swing, edge: Edge, pocket: int, rulings: MoonveilRulings) -> Rule[Struck]:
    """Roll an enemy's attack. Swap and Reroll belong to Seekers, unless the table lets enemies swap."""
    dice = yield from two_dice(swing.who, edge, "Enemy attack")
    rolled = Rolled(dice, pocket)
    if rulings.enemies_swap:
        use = Use(pocket, 0, marks_of(rulings, swing.lines), exchange=rulings.swap == "exchange")
        rolled = yield from improve(swing.who, edge, use, False, dice)
    tier = tier_of(rulings, rolled.total, swing.lines)
    yield told("attack.enemy-rolls", swing, rolled.total, tier)
    damage = yield from weapon_damage(swing.who, swing.weapon, swing.dawn, 0, rulings, tier, rolled.bigger)
    return Struck(tier, damage, rolled.pocket)


def told(cites: str, swing: Swing, total: int, tier: Tier) -> Tell:
    return tell(cites, "{who} rolls {total}: {tier}.", who=swing.attacker, total=total, tier=tier.words)


@cites("weapon.tricky", "attack.effects", "attack.strong-includes-critical")
def trips(rulings: MoonveilRulings, weapon: Weapon, tier: Tier) -> bool:
    """True if a Tricky weapon calls for a Slip Check: it does on a Strong Hit."""
    return weapon == "tricky" and counts_as_strong(rulings, tier)


@cites("attack.odds")
@lru_cache(maxsize=4_096)
def marks_of(rulings: MoonveilRulings, drawn: Lines) -> tuple[int, ...]:
    """The lowest totals of a Weak, a Strong and a Critical Hit."""
    tiers = {total: tier_of(rulings, total, drawn) for total in TOTALS}
    return tuple(total for total in TOTALS if tiers[total] > tiers.get(total - 1, Tier.MISS))
