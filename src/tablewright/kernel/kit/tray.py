"""The free dice tray: any dice, thrown by anyone, that decide nothing by themselves.

An expression is a value; throwing it is a rule. Sums and products are thrown half by half, each half a rule of its
own, so that the exact reader adds up distributions and never lists rolls.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

import msgspec

from tablewright.kernel.effects import EVERYONE, Roll, Rule, roll
from tablewright.kernel.errors import TooLarge
from tablewright.kernel.reading import Reading
from tablewright.kernel.rule import rule

MOST_DICE = 100
MOST_SIDES = 500
MOST_FACES = 1_000
MOST_TOTAL = 1_000_000_000
MOST_PAIRS = 400_000
EXPLODES = 9
"""How often one die is thrown again at most: more would fall once in ten million throws of a d6."""


class Number(msgspec.Struct, frozen=True):
    value: int


class TrayDice(msgspec.Struct, frozen=True):
    """n dice of which the highest or lowest `kept` count; all of them, as a rule.

    A die that shows `explodes` or more is thrown again and added, up to EXPLODES times. Where `counts` says how, not
    the faces are added up but the dice that show at least, at most or just `than`.
    """

    n: int
    sides: int
    kept: int
    keep: Literal["highest", "lowest"] = "highest"
    explodes: int = 0
    counts: Literal["", ">=", "<=", "="] = ""
    than: int = 0

    def worth(self, face: int) -> int:
        """What one face is worth: itself, or a success or none."""
        match self.counts:
            case ">=":
                return int(face >= self.than)
            case "<=":
                return int(face <= self.than)
            case "=":
                return int(face == self.than)
        return face


class Negative(msgspec.Struct, frozen=True):
    of: Expression


class Sum(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


class Product(msgspec.Struct, frozen=True):
    parts: tuple[Expression, ...]


Expression: TypeAlias = Number | TrayDice | Negative | Sum | Product


@rule("kit.tray.throw")
def throw_tray(expression: Expression, by: str = "", audience: tuple[str, ...] = EVERYONE) -> Rule[int]:
    """The total of an expression, its dice thrown from left to right."""
    match expression:
        case Number(value):
            return value
        case TrayDice(1, _, explodes=explodes) if explodes:
            return (yield from exploding(expression, EXPLODES, by, audience))
        case TrayDice(1, sides):
            (face,) = yield from roll(1, sides, by=by, why=f"1d{sides}" + more_words(expression), audience=audience)
            return expression.worth(face)
        case TrayDice(n, sides, kept, keep, explodes, counts) if not explodes:
            why = f"{n}d{sides}" + keep_words(expression) + more_words(expression)
            reading = counting(expression) if counts else reading_of(n, kept, keep)
            return (yield from Roll(n, sides, reading, by, why, audience))
        case Negative(of):
            return -(yield from throw_tray(of, by, audience))
    left, right = halves(expression)
    a = yield from throw_tray(left, by, audience)
    b = yield from throw_tray(right, by, audience)
    return a * b if isinstance(expression, Product) else a + b


@rule("kit.tray.throw")
def exploding(dice: TrayDice, left: int, by: str = "", audience: tuple[str, ...] = EVERYONE) -> Rule[int]:
    """One die, thrown again as long as it explodes: each by itself, so that its odds stay few."""
    (face,) = yield from roll(1, dice.sides, by=by, why=f"1d{dice.sides}" + more_words(dice), audience=audience)
    if face < dice.explodes or not left:
        return dice.worth(face)
    return dice.worth(face) + (yield from exploding(dice, left - 1, by, audience))


def more_words(dice: TrayDice) -> str:
    """`!` if it explodes on the highest face, `!5` from five on; `>=7` if those dice are counted."""
    explodes = "" if not dice.explodes else "!" if dice.explodes == dice.sides else f"!{dice.explodes}"
    return explodes + (f"{dice.counts}{dice.than}" if dice.counts else "")


def keep_words(dice: TrayDice) -> str:
    """`kh3`, `kl1`, or nothing if every die counts."""
    return f"k{dice.keep[0]}{dice.kept}" if dice.kept < dice.n else ""


def halves(of: Sum | Product | TrayDice) -> tuple[Expression, Expression]:
    """The left and the right half of a sum, a product or exploding dice, either of them in one piece if it is one."""
    if isinstance(of, TrayDice):
        few, more = of.n // 2, of.n - of.n // 2
        return tuple(msgspec.structs.replace(of, n=n, kept=n) for n in (few, more))  # type: ignore[return-value]
    middle = len(of.parts) // 2
    left, right = of.parts[:middle], of.parts[middle:]
    kind = type(of)
    return (left[0] if len(left) == 1 else kind(left)), (right[0] if len(right) == 1 else kind(right))


@cache
def counting(dice: TrayDice) -> Reading[int]:
    """How many of the dice count."""
    return Reading(0, lambda total, face, count: total + dice.worth(face) * count, lambda total, _: total)


@cache
def reading_of(n: int, kept: int, keep: Literal["highest", "lowest"]) -> Reading[int]:
    """The total of the kept dice: taken from their end of the row, or, if those are most, skipped from the other."""
    if kept == n:
        return Reading(0, lambda total, face, count: total + face * count, lambda total, _: total)
    if 2 * kept <= n:
        return Reading((kept, 0), _take, _total, lowest_first=keep == "lowest")
    return Reading((n - kept, 0), _skip, _total, lowest_first=keep == "highest")


def _take(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
    open_, total = state
    taken = min(open_, count)
    return open_ - taken, total + taken * face


def _skip(state: tuple[int, int], face: int, count: int) -> tuple[int, int]:
    open_, total = state
    skipped = min(open_, count)
    return open_ - skipped, total + (count - skipped) * face


def _total(state: tuple[int, int], _: int) -> int:
    return state[1]


class Size(msgspec.Struct, frozen=True):
    """How large an expression is, told before a die falls: `pairs` is the adding up that its odds take."""

    low: int
    high: int
    values: int = 1
    pairs: int = 0
    dice: int = 0
    faces: int = 0


def size_of(expression: Expression) -> Size:
    match expression:
        case Number(value):
            return Size(value, value)
        case TrayDice(n, sides, kept, counts=counts, explodes=explodes) if n == 1 or not explodes:
            times = EXPLODES + 1 if explodes else 1
            low, high = (0, kept * times) if counts else (kept, kept * sides * times)
            return Size(low, high, high - low + 1, 0, n, n * sides)
        case Negative(of):
            size = size_of(of)
            return msgspec.structs.replace(size, low=-size.high, high=-size.low)
    a, b = (size_of(half) for half in halves(expression))
    ends = (
        tuple(x * y for x in (a.low, a.high) for y in (b.low, b.high))
        if isinstance(expression, Product)
        else (a.low + b.low, a.high + b.high)
    )
    low, high, pairs = min(ends), max(ends), a.values * b.values
    values = min(pairs, high - low + 1)
    return Size(low, high, values, a.pairs + b.pairs + pairs, a.dice + b.dice, a.faces + b.faces)


def check_tray(expression: Expression) -> None:
    """Refuses what is too much for one throw, or whose odds nobody could wait for."""
    size = size_of(expression)
    if size.dice > MOST_DICE:
        raise TooLarge(f"{size.dice} dice are too many: a throw has at most {MOST_DICE}.")
    if size.faces > MOST_FACES:
        raise TooLarge(f"The dice have {size.faces} faces together: a throw has at most {MOST_FACES}, such as 50d20.")
    if max(-size.low, size.high) > MOST_TOTAL:
        raise TooLarge(f"The total could pass {MOST_TOTAL:,}, which is more than the tray adds up.")
    if size.pairs > MOST_PAIRS:
        raise TooLarge("These dice multiply to too many totals: throw them one after the other.")
