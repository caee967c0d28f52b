"""The size of a throw, computed before a die falls."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablewright.rules.errors import TooLarge

from .expression import (
    Constant,
    DiceTerm,
    Expression,
    Maximum,
    Minimum,
    Negative,
    Product,
    Quotient,
    RepeatedDice,
    Sum,
    combine_halves,
    dice_words,
    divide,
    repeat_dice,
    split_in_halves,
)

MAX_DICE = 100
MAX_SIDES = 500
MAX_FACES = 1_000
MAX_TOTAL = 1_000_000_000
MAX_PAIRS = 12_000_000  # joined in a few seconds


class ExpressionSize(msgspec.Struct, frozen=True):
    """The lowest and highest total, the number of totals at most, and the `pairs` to join for its odds."""

    low: int
    high: int
    values: int = 1
    pairs: int = 0
    dice: int = 0
    faces: int = 0


def measure_expression(expression: Expression) -> ExpressionSize:
    match expression:
        case Constant(value):
            return ExpressionSize(value, value)
        case DiceTerm(1):
            return _one_die(expression)
        case DiceTerm(n, sides, kept) if expression.as_it_lies:
            low, high = _ends(expression, kept)
            return ExpressionSize(low, high, high - low + 1, 0, n, n * sides)
        case DiceTerm(n, _, kept) if kept < n:
            return _kept(expression)
        case RepeatedDice(count, dice):
            return _many(measure_expression(count), dice)
        case Negative(of):
            size = measure_expression(of)
            return msgspec.structs.replace(size, low=-size.high, high=-size.low)
        case Quotient(of, by):
            size = measure_expression(of)
            return msgspec.structs.replace(size, low=divide(size.low, by), high=divide(size.high, by))
    a, b = (measure_expression(half) for half in split_in_halves(expression))
    ends = [combine_halves(expression)(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high, pairs = min(ends), max(ends), a.values * b.values
    several = a.values + b.values if isinstance(expression, Maximum | Minimum) else pairs
    values = min(several, high - low + 1)
    return ExpressionSize(low, high, values, a.pairs + b.pairs + pairs, a.dice + b.dice, a.faces + b.faces)


def _ends(dice: DiceTerm, n: int) -> tuple[int, int]:
    """The lowest and highest total of so many dice, none exploding."""
    faces = dice.possible()
    return (0, n) if dice.counts else (n * faces[0], n * faces[-1])


def _one_die(dice: DiceTerm) -> ExpressionSize:
    low, high = _ends(dice, 1)
    if dice.explodes is not None:
        thrown = [face for face in dice.possible() if face >= dice.explodes]
        below = max(face for face in dice.possible() if face < dice.explodes)
        if dice.counts:
            high += dice.deep
        else:
            low = min(low, low + dice.deep * thrown[0])
            high = max(below, below + dice.deep * thrown[-1], (dice.deep + 1) * thrown[-1])
    return ExpressionSize(low, high, high - low + 1, 0, 1, dice.sides)


def _kept(dice: DiceTerm) -> ExpressionSize:
    """The size of kept dice: for each value of a die, each total so far and each number of dice used."""
    one = measure_expression(repeat_dice(dice, 1))
    low, high = dice.kept * one.low, dice.kept * one.high
    totals = high - low + 1
    counts = dice.n * (dice.n + 1) // 2
    return ExpressionSize(low, high, totals, one.values * totals * counts, dice.n, dice.n * dice.sides)


def _many(count: ExpressionSize, dice: DiceTerm) -> ExpressionSize:
    """The size of a variable number of dice, summed over their number."""
    most, fewest = max(count.high, 0), max(count.low, 0)
    if most > MAX_DICE:
        raise TooLarge(f"{most} dice are too many: a throw has at most {MAX_DICE}.")
    one = measure_expression(repeat_dice(dice, 1))
    low = min(n * one.low for n in (fewest, most))
    high = max(n * one.high for n in (fewest, most))
    pairs = sum(measure_expression(repeat_dice(dice, n)).pairs + count.values for n in range(max(1, fewest), most + 1))
    return ExpressionSize(
        low, high, high - low + 1, count.pairs + pairs, count.dice + most, count.faces + most * dice.sides
    )


def check_expression_size(expression: Expression) -> None:
    """Refuse a throw that is too large, or whose odds would take too long."""
    size = measure_expression(expression)
    if size.dice > MAX_DICE:
        raise TooLarge(f"{size.dice} dice are too many: a throw has at most {MAX_DICE}.")
    if size.faces > MAX_FACES:
        raise TooLarge(f"The dice have {size.faces} faces together: a throw has at most {MAX_FACES}, such as 50d20.")
    if max(-size.low, size.high) > MAX_TOTAL:
        raise TooLarge(f"The total could pass {MAX_TOTAL:,}, which is more than the tray adds up.")
    if size.pairs > MAX_PAIRS:
        raise TooLarge(_too_many(expression, size))


def _too_many(expression: Expression, size: ExpressionSize) -> str:
    """Describe the part that is too large to be counted, and a smaller one that would fit."""
    for dice in _dice_in(expression):
        if measure_expression(dice).pairs > MAX_PAIRS:
            return f"{dice_words(dice)} comes to too many totals to count. {_fits(dice)}."
    more = f"{size.pairs / MAX_PAIRS:.1f} times as many totals as can be counted"
    return f"All of these together are {more}: leave out a part, or ask for each part by itself."


def _fits(dice: DiceTerm) -> str:
    """Describe how many of the dice can be counted, or how often all of them may explode."""
    fewer = (msgspec.structs.replace(dice, n=n, kept=min(n, dice.kept)) for n in range(dice.n - 1, 0, -1))
    tamer = (msgspec.structs.replace(dice, deep=deep) for deep in range(dice.deep - 1, 0, -1))
    found = [f"{dice_words(next(few for few in fewer if measure_expression(few).pairs <= MAX_PAIRS))} would fit"]
    if dice.explodes is not None:
        deep = next((tame.deep for tame in tamer if measure_expression(tame).pairs <= MAX_PAIRS), 0)
        found += [f"all {dice.n} where a die explodes at most {deep} times"] if deep else []
    return ", or ".join(found)


def _dice_in(expression: Expression) -> Iterator[DiceTerm]:
    match expression:
        case DiceTerm():
            yield expression
        case RepeatedDice(count, _):
            yield from _dice_in(count)
        case Negative(of) | Quotient(of, _):
            yield from _dice_in(of)
        case Sum(parts) | Product(parts) | Maximum(parts) | Minimum(parts):
            for part in parts:
                yield from _dice_in(part)
