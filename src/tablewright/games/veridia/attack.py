"""Attack: the pool by weapon, the difficulty to hit, the blow and its consequences."""

from __future__ import annotations

from typing import NamedTuple

from tablewright.rules import Refused, Rule, State, cite, cites, rule, tell

from . import health
from .armors import has_shield
from .contests import contest
from .defenses import Shell, suffer
from .options import VeridiaRulings
from .rolling import (
    Hardness,
    Result,
    Tally,
    added,
    at_difficulty,
    dice_in_words,
    in_words,
    match_worth,
    pool,
    tally,
    works,
)
from .skills import hindered, pool_parts
from .state import Character, Fighter, Item, Veridia, fighter, put_fighter
from .weapons import (
    article,
    damage_of,
    exchange_parts,
    handling,
    has,
    in_hand,
    kind_of,
    pairing,
    shoots,
    spoken,
    strikes,
)

PARTS: dict[str, int] = cite(
    "aim.table", {"torso": 1, "arm": 1, "leg": 1, "head": 2, "hand": 2, "foot": 2, "eye": 3, "ear": 3}
)
COVER: dict[int, int] = cite("cover.table", {0: 0, 1: 1, 2: 2, 3: 3})
STEP = cite("range.penalty", 6)
CLOSE = 2
"""Meters within which people fight at close quarters; the book names no number."""


class Swing(State, frozen=True):
    """All values of an attack that its dice and damage depend on."""

    by: str
    name: str
    weapon: str
    dice: int
    difficulty: int = 0
    damage: int = 0
    piercing: bool = False
    devastating: bool = False
    grapple: bool = False
    elemental: bool = False
    why: str = "Attack"

    @property
    def against(self) -> str:
        """The facts of the attack that its target knows."""
        does = "reaches out to grapple" if self.grapple else f"attacks: {self.weapon}, damage {self.damage}"
        return f"{self.name} {does} ({dice_in_words(self.dice)}{at_difficulty(self.difficulty)})"


class Guard(State, frozen=True):
    """A defence against an attack."""

    by: str
    name: str
    how: str
    dice: int
    difficulty: int = 0


class Blow(NamedTuple):
    """The result of an attack: barrier points and health points it takes, wear, and the worth of its match."""

    hit: bool
    barrier: int = 0
    net: int = 0
    wear: bool = False
    match: int = 0
    critical: bool = False


# the pool


@cites("range.optimal", "range.penalty")
def range_penalty(item: Item, distance: int, rulings: VeridiaRulings) -> int:
    """Dice lost beyond the optimal range."""
    over = max(0, distance - kind_of(item).reach)
    return -(-over // STEP) if rulings.range_steps == "started" else over // STEP


@cites("range.maximum")
def maximum_range(item: Item, dice: int) -> int:
    """The range that leaves one die of a pool."""
    return kind_of(item).reach + STEP * max(0, dice - 1)


@cites("tip.crowd")
def crowd(s: Veridia, who: str, target: str) -> int:
    """Dice lost because others fight the same enemy at close quarters."""
    if s.fight is None or not target or s.rulings.crowding == "off":
        return 0
    names = [f.id for f in s.fight.order if f.foe == target and f.id != who]
    if s.rulings.crowding == "later":
        places = {f.id: i for i, f in enumerate(s.fight.order)}
        names = [name for name in names if places[name] < places.get(who, len(places))]
    return len(names)


@cites("quirk.threatening")
def threatened(s: Veridia, target: Character, exchange: bool) -> int:
    """Dice lost by a melee attacker of the bearer of a threatening weapon, unless it is a surprise."""
    f = fighter(s, target.id)
    if (f is not None and f.surprised) or health.unable(s, target):
        return 0
    if exchange and not s.rulings.threatening_in_exchange:
        return 0
    return 2 if has(in_hand(target), "threatening") else 0


@cites("attack.roll", "equip.superior.weapon", "equip.inferior.weapon")
def attack_parts(
    s: Veridia, c: Character, target: Character, item: Item, melee: bool, exchange: bool = False
) -> list[tuple[int, str]]:
    """The dice of an attack, without its range."""
    parts = pool_parts(s, c, *pairing(item, melee)) + handling(c, item) + [(item.dice, "quality")]
    if melee:
        parts += [(-threatened(s, target, exchange), "threatened"), (-crowd(s, c.id, target.id), "crowded")]
    return parts + (exchange_parts(c, item) if exchange else [])


def attack_pool(
    s: Veridia,
    c: Character,
    target: Character,
    item: Item,
    distance: int = 0,
    *,
    exchange: bool = False,
    advantage: int = 0,
) -> Tally:
    """The dice of an attack. Refused beyond the maximum range."""
    melee = at_close_quarters(item, distance)
    parts = [*attack_parts(s, c, target, item, melee, exchange), (advantage, "circumstances")]
    if not melee:
        full = tally(parts).dice
        if distance > maximum_range(item, full):
            reach = maximum_range(item, full)
            raise Refused(f"{distance} m is too far: with {dice_in_words(full)} it reaches {reach} m.")
        parts.append((-range_penalty(item, distance, s.rulings), "range"))
    return tally(parts)


@cites("quirk.multipurpose", "quirk.disposable")
def at_close_quarters(item: Item, distance: int) -> bool:
    """True if the attack is a strike. A weapon that serves both ways is thrown at a target out of reach."""
    if distance > CLOSE:
        if not shoots(item):
            weapon = "Bare hands strike" if item.kind == "Unarmed" else f"{article(item).capitalize()} strikes"
            raise Refused(f"{weapon} at close quarters: come within {CLOSE} m first.")
        return False
    return strikes(item)


# the difficulty


@cites("cover.table", "gear.shield.difficulty", "tip.melee_cover", "aim.table", "diff.stack")
def hit_difficulty(s: Veridia, c: Character, target: Character, melee: bool, aim: str | None = None) -> Hardness:
    """The difficulty to hit a target, with all that hinders the attacker."""
    if target.cover >= 4:
        raise Refused(f"{target.name} is wholly hidden: nothing can hit them directly.")
    shield = has_shield(target) and (s.rulings.shield_difficulty == "always" or not melee)
    busy = not melee and in_close_combat(s, target.id, c.id)
    return added(
        (
            (COVER[target.cover], "cover"),
            (PARTS[aim] if aim else 0, "aimed"),
            (int(shield), "shield"),
            (s.rulings.melee_cover if busy else 0, "in close combat"),
            (hindered(s, c), "hindered"),
        )
    )


@cites("tip.melee_cover")
def in_close_combat(s: Veridia, id: str, but: str = "") -> bool:
    """True if this fighter is at close quarters with anyone but the one given."""
    order = s.fight.order if s.fight else ()
    return any((f.id == id and f.foe not in ("", but)) or (f.foe == id and f.id != but) for f in order)


# the blow


def make_swing(c: Character, item: Item, dice: int, difficulty: int, why: str = "Attack") -> Swing:
    return Swing(
        c.id,
        c.name,
        spoken(item),
        dice,
        difficulty,
        damage_of(item),
        has(item, "armor piercing"),
        has(item, "devastating"),
        why=f"{why} with {article(item)}" if item.kind != "Unarmed" else f"{why} unarmed",
    )


@cites("attack.damage", "quirk.devastating", "roll.match.size")
def raw_damage(swing: Swing, result: Result) -> int:
    """The damage before defences: successes and weapon, and the match for a devastating one."""
    return result.successes + swing.damage + (match_worth(result.size) if swing.devastating else 0)


@cites("attack.hit", "attack.order", "attack.physical")
def land(swing: Swing, result: Result, shell: Shell, rulings: VeridiaRulings, dry: bool = False) -> Rule[Blow]:
    """Compare an attack with these successes with the defences. `dry` keeps the match, for a knock out."""
    if not works(result):
        words = "{name} fails critically." if result.critical else "{name} misses."
        yield tell("roll.critical" if result.critical else "attack.hit", words, name=swing.name)
        return Blow(False, critical=result.critical)
    damage = raw_damage(swing, result)
    barrier, net, wear = suffer(damage, shell, rulings, piercing=swing.piercing)
    yield tell(
        "knockout.roll" if dry else "attack.damage",
        "{name} hits with {result}{meant}: {damage}.",
        name=swing.name,
        result=in_words(result),
        meant=" to knock out" if dry else "",
        damage=past_defences(damage, net, "elemental" if swing.elemental else "", "force" if dry else "damage"),
    )
    return Blow(True, barrier, net, wear, match_worth(result.size) if dry else 0)


def past_defences(damage: int, net: int, kind: str = "", word: str = "damage") -> str:
    """Damage in the log's words, with the part that reaches the health points.

    An attempt to knock out compares a force and does no damage.
    """
    passed = "none" if not net else "all" if net == damage else str(net)
    sort = f"{kind} {word}" if kind else word
    return f"{damage} {sort}, {passed} of it past the defences"


@rule("attack.hit", "attack.damage", "attack.reduce", "attack.example", "odds.damage")
def strike(swing: Swing, guard: Guard | None, shell: Shell, rulings: VeridiaRulings, dry: bool = False) -> Rule[Blow]:
    """Play an attack, undefended or contested, to the damage it does. It depends on no more than these numbers."""
    result = yield from past(swing, guard, rulings)
    return (yield from land(swing, result, shell, rulings, dry))


@cites("defend.contested", "contest.cancel")
def past(swing: Swing, guard: Guard | None, rulings: VeridiaRulings) -> Rule[Result]:
    """The result of an attack or a grapple after the defence, if there is one."""
    if guard is None:
        return (yield from pool(swing.dice, swing.difficulty, swing.by, swing.why, rulings))
    found = yield from contest(
        swing.dice,
        guard.dice,
        swing.difficulty,
        guard.difficulty,
        swing.by,
        guard.by,
        swing.why,
        guard.how,
        rulings,
        True,
    )
    if found.other_fumbled:
        yield tell("roll.critical", "{name}'s {how} fails critically.", name=guard.name, how=guard.how.lower())
    return found.winning if found.margin > 0 else Result(0, critical=found.fumbled)


def engage(s: Veridia, who: str, target: str) -> Veridia:
    """Begin close quarters between these two."""
    f = fighter(s, who)
    return put_fighter(s, f.but(foe=target)) if isinstance(f, Fighter) else s
