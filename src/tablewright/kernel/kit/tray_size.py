"""How large a throw is, told before a die falls."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablewright.kernel.errors import TooLarge

from .tray import (
    Expression,
    Highest,
    Lowest,
    Many,
    Negative,
    Number,
    Product,
    Share,
    Sum,
    TrayDice,
    dice_words,
    halves,
    join_of,
    shared,
    times,
)

MOST_DICE = 100
MOST_SIDES = 500
MOST_FACES = 1_000
MOST_TOTAL = 1_000_000_000
MOST_PAIRS = 12_000_000
"""As many are joined in a few seconds."""


class Size(msgspec.Struct, frozen=True):
    """Its lowest and highest total, at most how many there are; `pairs` is the joining that its odds take."""

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
        case TrayDice(1):
            return _one_die(expression)
        case TrayDice(n, sides, kept) if expression.as_it_lies:
            low, high = _ends(expression, kept)
            return Size(low, high, high - low + 1, 0, n, n * sides)
        case TrayDice(n, _, kept) if kept < n:
            return _kept(expression)
        case Many(count, dice):
            return _many(size_of(count), dice)
        case Negative(of):
            size = size_of(of)
            return msgspec.structs.replace(size, low=-size.high, high=-size.low)
        case Share(of, by):
            size = size_of(of)
            return msgspec.structs.replace(size, low=shared(size.low, by), high=shared(size.high, by))
    a, b = (size_of(half) for half in halves(expression))
    ends = [join_of(expression)(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high, pairs = min(ends), max(ends), a.values * b.values
    several = a.values + b.values if isinstance(expression, Highest | Lowest) else pairs
    values = min(several, high - low + 1)
    return Size(low, high, values, a.pairs + b.pairs + pairs, a.dice + b.dice, a.faces + b.faces)


def _ends(dice: TrayDice, n: int) -> tuple[int, int]:
    """The lowest and the highest that so many of them come to, none exploding."""
    faces = dice.possible()
    return (0, n) if dice.counts else (n * faces[0], n * faces[-1])


def _one_die(dice: TrayDice) -> Size:
    low, high = _ends(dice, 1)
    if dice.explodes is not None:
        thrown = [face for face in dice.possible() if face >= dice.explodes]
        below = max(face for face in dice.possible() if face < dice.explodes)
        if dice.counts:
            high += dice.deep
        else:
            low = min(low, low + dice.deep * thrown[0])
            high = max(below, below + dice.deep * thrown[-1], (dice.deep + 1) * thrown[-1])
    return Size(low, high, high - low + 1, 0, 1, dice.sides)


def _kept(dice: TrayDice) -> Size:
    """For each value of one die, each total so far and how many dice it took, how many show it."""
    one = size_of(times(dice, 1))
    low, high = dice.kept * one.low, dice.kept * one.high
    totals = high - low + 1
    counts = dice.n * (dice.n + 1) // 2
    return Size(low, high, totals, one.values * totals * counts, dice.n, dice.n * dice.sides)


def _many(count: Size, dice: TrayDice) -> Size:
    """As many as there may be, for each number of them."""
    most, fewest = max(count.high, 0), max(count.low, 0)
    if most > MOST_DICE:
        raise TooLarge(f"{most} dice are too many: a throw has at most {MOST_DICE}.")
    one = size_of(times(dice, 1))
    low = min(n * one.low for n in (fewest, most))
    high = max(n * one.high for n in (fewest, most))
    pairs = sum(size_of(times(dice, n)).pairs + count.values for n in range(max(1, fewest), most + 1))
    return Size(low, high, high - low + 1, count.pairs + pairs, count.dice + most, count.faces + most * dice.sides)


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
        raise TooLarge(_too_many(expression, size))


def _too_many(expression: Expression, size: Size) -> str:
    """What is too large to be counted, and what would fit."""
    for dice in _dice_in(expression):
        if size_of(dice).pairs > MOST_PAIRS:
            return f"{dice_words(dice)} comes to too many totals to count. {_fits(dice)}."
    more = f"{size.pairs / MOST_PAIRS:.1f} times as many totals as can be counted"
    return f"All of these together are {more}: leave out a part, or ask for each part by itself."


def _fits(dice: TrayDice) -> str:
    """As many of them as can be counted, or as often as all of them may explode."""
    fewer = (msgspec.structs.replace(dice, n=n, kept=min(n, dice.kept)) for n in range(dice.n - 1, 0, -1))
    tamer = (msgspec.structs.replace(dice, deep=deep) for deep in range(dice.deep - 1, 0, -1))
    found = [f"{dice_words(next(few for few in fewer if size_of(few).pairs <= MOST_PAIRS))} would fit"]
    if dice.explodes is not None:
        deep = next((tame.deep for tame in tamer if size_of(tame).pairs <= MOST_PAIRS), 0)
        found += [f"all {dice.n} where a die explodes at most {deep} times"] if deep else []
    return ", or ".join(found)


def _dice_in(expression: Expression) -> Iterator[TrayDice]:
    match expression:
        case TrayDice():
            yield expression
        case Many(count, _):
            yield from _dice_in(count)
        case Negative(of) | Share(of, _):
            yield from _dice_in(of)
        case Sum(parts) | Product(parts) | Highest(parts) | Lowest(parts):
            for part in parts:
                yield from _dice_in(part)
