"""Initiative: the order of turns, by agility and reaction, then by the match, then by a die."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tablewright.rules import DrawCards, Reading, Roll, Rule, cites, roll, rule, tell

from .armors import initiative_bonus
from .attributes import without_skill
from .options import LEDGER, VeridiaRulings
from .rolling import MOST_DICE, SIDES, SUCCESS, Tally, reading, tally
from .skills import body_parts
from .state import Character, Veridia, the


class Initiative(NamedTuple):
    """Successes (or, by a house ruling, the sum), then the match: more dice, then the higher number."""

    score: int
    size: int = 0
    face: int = 0


@cites("init.penalty", "attr.fraction.alone", "gear.boots")
def initiative_pool(s: Veridia, c: Character) -> Tally:
    """Agility and reaction. Wounds take dice from it, armor does not."""
    parts = [(without_skill(c.of("agility"), c.of("reaction")), "agility and reaction"), *body_parts(s, c)]
    if s.rulings.boots == "die":
        parts.append((initiative_bonus(c.garments), "boots of celerity"))
    return tally(parts)


@cache
def summed() -> Reading[Initiative]:
    """The sum of the dice and the match."""

    def step(state: tuple[int, int, int], face: int, k: int) -> tuple[int, int, int]:
        total, size, match = state
        if face >= SUCCESS and k > max(size, 1):
            size, match = k, face
        return (total + face * k, size, match)

    return Reading((0, 0, 0), step, lambda state, n: Initiative(*state))


@rule("init.roll", "init.tie.match", "gear.boots")
def roll_initiative(dice: int, bonus: int = 0, by: str = "", rulings: VeridiaRulings = LEDGER) -> Rule[Initiative]:
    """Roll initiative. Boots of celerity add a point to its result."""
    if dice <= 0:
        return Initiative(bonus)
    dice = min(dice, MOST_DICE)
    if rulings.initiative_counts == "sum":
        found: Initiative = yield from Roll(dice, SIDES, summed(), by, "Initiative")
    else:
        result = yield from Roll(dice, SIDES, reading(0), by, "Initiative")
        found = Initiative(result.successes, result.size, result.face)
    return found._replace(score=found.score + bonus)


@rule("init.tie.die")
def break_tie(names: tuple[str, ...], throws: int = 3) -> Rule[tuple[str, ...]]:
    """Break a tie: each throws a die and the higher goes first. Equal ones throw again.

    After some throws the rest is drawn by lot. Its odds are those of throwing on, and it ends.
    """
    if not throws:
        return (yield from DrawCards(names, len(names), ordered=True, why="Tie for initiative"))
    thrown: dict[str, int] = {}
    for name in names:
        (thrown[name],) = yield from roll(1, SIDES, by=name, why="Tie for initiative")
    out: tuple[str, ...] = ()
    for face in sorted(set(thrown.values()), reverse=True):
        level = tuple(name for name in names if thrown[name] == face)
        out += level if len(level) == 1 else (yield from break_tie(level, throws - 1))
    return out


@rule("init.roll", "init.tie.match", "init.tie.die")
def rolled_order(pools: tuple[tuple[str, int, int], ...], rulings: VeridiaRulings) -> Rule[tuple[str, ...]]:
    """The order of these rollers, each with dice and a bonus, highest initiative first."""
    rolled: dict[str, Initiative] = {}
    for name, dice, bonus in pools:
        rolled[name] = yield from roll_initiative(dice, bonus, name, rulings)
    out: tuple[str, ...] = ()
    for score in sorted(set(rolled.values()), reverse=True):
        level = tuple(name for name in rolled if rolled[name] == score)
        out += level if len(level) == 1 else (yield from break_tie(level))
    return out


@rule("init.roll")
def roll_order(s: Veridia, names: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """Roll the order of all fighters. Only their dice matter, so equal pools are counted once."""
    people = [the(s, name) for name in names]
    points = [initiative_bonus(c.garments) if s.rulings.boots == "point" else 0 for c in people]
    pools = tuple((c.id, initiative_pool(s, c).dice, more) for c, more in zip(people, points, strict=True))
    out = yield from rolled_order(pools, s.rulings)
    yield tell("init.roll", "The order is: {order}.", order=", ".join(the(s, name).name for name in out))
    return out
