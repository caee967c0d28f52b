"""Counts all rolls of a pool at once: a reading's fold, as dynamic programming over faces.

A single pass covers every pool size up to the one asked. Its cost follows the states of the fold, not the number of
rolls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, TypeVar

import msgspec

from tablewright.rules import TooLarge
from tablewright.rules.effects import Reading

A = TypeVar("A")

PACKED_SIZES = (6, 8, 12, 16, 20)
#: Most steps of a fold at one face (states times the squared number of dice) that are counted.
MAX_FOLDED = 20_000_000


@lru_cache(maxsize=512)
def _folded(largest: int, every: bool, sides: int, readings: tuple[Reading[Any], ...]) -> dict[Hashable, list[int]]:
    """Count by final state of the readings how many of the sides**n rolls lead there, for each pool size n.

    With `every`, for all sizes up to `largest`; otherwise for `largest` only.
    """
    start, step, groups = _fold(sides, readings)

    ways: dict[Hashable, list[int]] = {start: [1, *[0] * largest]}
    for face, faces in groups if every else groups[:-1]:
        if len(ways) * largest * largest > MAX_FOLDED:
            raise TooLarge(f"Reading {largest}d{sides} this way is too much to count exactly. Sampling can answer.")
        ways = _next_face(largest, ways, step, face, faces)
    return ways if every else _last_face(largest, ways, step, *groups[-1])


def fold_values(
    n: int, weights: Mapping[int, int], read: Reading[Any], clock: Callable[[], None]
) -> dict[Hashable, int]:
    """Count the ways to each final state of a reading, over n values drawn with these weights.

    A value with weight five counts as five equal faces. `clock` is called on the way and may raise.
    """
    ways: dict[Hashable, list[int]] = {read.start: [1, *[0] * n]}
    *values, last = sorted(weights, reverse=not read.lowest_first)
    for value in values:
        clock()
        ways = _next_face(n, ways, read.step, value, weights[value])
    ended = _last_face(n, ways, read.step, last, weights[last])
    return {state: by_used[n] for state, by_used in ended.items()}


def _next_face(
    largest: int, ways: dict[Hashable, list[int]], step: Callable[[Any, int, int], Hashable], face: int, faces: int
) -> dict[Hashable, list[int]]:
    """Let any number of the remaining dice show this face."""
    none, new = [0] * (largest + 1), _new_dice(largest, faces)
    after: dict[Hashable, list[int]] = {}
    for state, by_used in ways.items():
        fewest = 0
        while not by_used[fewest]:
            fewest += 1
        rows = []
        for k in range(largest - fewest + 1):
            then = step(state, face, k)
            row = after.get(then)
            if row is None:
                row = after[then] = none[:]
            rows.append(row)
        for used, w in enumerate(by_used):
            if w:
                n = used
                for row, more in zip(rows, new[used]):  # noqa: B905 (shorter: while dice are left)
                    row[n] += w * more
                    n += 1
    return after


def _last_face(
    n: int, ways: dict[Hashable, list[int]], step: Callable[[Any, int, int], Hashable], face: int, faces: int
) -> dict[Hashable, list[int]]:
    """Let all remaining dice show the last face."""
    new = _new_dice(n, faces)
    out: dict[Hashable, list[int]] = {}
    for state, by_used in ways.items():
        for used, w in enumerate(by_used):
            if w:
                row = out.setdefault(step(state, face, n - used), [0] * (n + 1))
                row[n] += w * new[used][n - used]
    return out


@lru_cache(maxsize=256)
def _new_dice(largest: int, faces: int) -> list[list[int]]:
    """The number of ways to add dice that show any of so many faces, by dice used so far and dice added."""
    return [[comb(used + k, k) * faces**k for k in range(largest - used + 1)] for used in range(largest + 1)]


@lru_cache(maxsize=4096)
def _table(n: int, largest: int, every: bool, sides: int, readings: tuple[Reading[Any], ...]) -> dict[Any, int]:
    """Count the joint results of the readings over n dice, in ways out of sides**n."""
    out: dict[Any, int] = {}
    finish = readings[0].finish if len(readings) == 1 else _finish(readings)
    # Readings that differ only in their finish share a fold.
    folds = tuple([msgspec.structs.replace(r, finish=_unread) for r in readings])
    for state, by_used in _folded(largest, every, sides, folds).items():
        w = by_used[n]
        if w:
            value = finish(state, n)
            out[value] = out.get(value, 0) + w
    return out


def _unread(state: Any, n: int) -> Any:
    return state


def _finish(readings: tuple[Reading[Any], ...]) -> Callable[[Any, int], tuple[Any, ...]]:
    finishes = [r.finish for r in readings]
    return lambda state, n: tuple([f(inner, n) for f, inner in zip(finishes, state[0], strict=True)])


def _fold(sides: int, readings: tuple[Reading[Any], ...]) -> tuple[Any, Any, list[tuple[int, int]]]:
    """Combine several readings of the same dice into one fold: its start, its step, and groups of faces.

    All must read in the same direction. Faces that are alike for all readings stay in one group.
    """
    if len(readings) == 1:
        (reading,) = readings
        return reading.start, reading.step, [(face, len(group)) for face, group in reading.groups(sides)]
    lowest_first = readings[0].lowest_first
    if any(r.lowest_first != lowest_first for r in readings):
        raise ValueError("readings of the same dice must all run the same way, highest or lowest first")
    start, steps = tuple(r.start for r in readings), [r.step for r in readings]
    lumped = [r.groups(sides) for r in readings]
    if all(groups == lumped[0] for groups in lumped):

        def together(state: Any, face: int, k: int) -> Any:
            return (tuple([f(inner, face, k) for f, inner in zip(steps, state[0])]),)  # noqa: B905 (same length)

        return (start,), together, [(face, len(group)) for face, group in lumped[0]]
    seen_as = [{f: face for face, group in groups for f in group} for groups in lumped]
    split: dict[tuple[int, ...], list[int]] = {}
    for face in range(1, sides + 1):
        split.setdefault(tuple(seen[face] for seen in seen_as), []).append(face)
    ordered = sorted(split.values(), key=max if lowest_first else min, reverse=not lowest_first)
    # A group split by another reading arrives in parts, so counts are held until its last part.
    ends = [{seen[g[0]]: i for i, g in enumerate(ordered)} for seen in seen_as]
    place = {g[0]: i for i, g in enumerate(ordered)}

    def in_parts(state: Any, face: int, k: int) -> Any:
        after, still = [], []
        for inner, held, step, seen, end in zip(*state, steps, seen_as, ends, strict=True):
            group, counts = seen[face], dict(held)
            count = counts.pop(group, 0) + k
            if end[group] == place[face]:
                after.append(step(inner, group, count))
            else:
                after.append(inner)
                counts[group] = count
            still.append(tuple(sorted(counts.items())))
        return tuple(after), tuple(still)

    return (start, ((),) * len(readings)), in_parts, [(g[0], len(g)) for g in ordered]


@lru_cache(maxsize=4096)
def count_rolls(n: int, sides: int, reading: Reading[A]) -> dict[A, int]:
    """Count the sides**n rolls by the reading's result."""
    return _table(n, _room(n), n <= 20, sides, (reading,))


@lru_cache(maxsize=4096)
def _known_ways(
    n: int, sides: int, known: tuple[tuple[Reading[Any], Hashable], ...], reading: Reading[A]
) -> dict[A, int]:
    readings = (*(r for r, _ in known), reading)
    values = tuple(v for _, v in known)
    return {v[-1]: w for v, w in _table(n, n, False, sides, readings).items() if v[:-1] == values}


def count_rolls_given(
    n: int, sides: int, known: tuple[tuple[Reading[Any], Hashable], ...], reading: Reading[A]
) -> dict[A, int]:
    """Count the results of one more reading, given the results of earlier readings of the same dice."""
    return _known_ways(n, sides, known, reading) if known else count_rolls(n, sides, reading)


def _room(n: int) -> int:
    """Round a pool size up: sizes are tabled together, so room for a few more answers the next question."""
    return next((room for room in PACKED_SIZES if n <= room), n)


@lru_cache(maxsize=256)
def sorted_rolls(n: int, sides: int) -> dict[tuple[int, ...], int]:
    """Every sorted roll of n dice, with its number of permutations."""
    every = combinations_with_replacement(range(1, sides + 1), n)
    return {dice: factorial(n) // prod(map(factorial, Counter(dice).values())) for dice in every}
