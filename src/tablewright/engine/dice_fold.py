"""Every roll read at once: a reading's fold as dynamic programming over faces.

For every pool size up to the one asked in a single pass, so that its cost follows the fold's states and not the number
of rolls.
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
MAX_FOLDED = 20_000_000
"""Steps of a fold at one face (states times the dice in each twice over) before it is too much to count."""


@lru_cache(maxsize=512)
def _folded(most: int, every: bool, sides: int, readings: tuple[Reading[Any], ...]) -> dict[Hashable, list[int]]:
    """Every state the readings jointly end in, and by pool size how many of the sides**n rolls do.

    Either for `every` size up to `most` or for that size only.
    """
    start, step, groups = _fold(sides, readings)

    ways: dict[Hashable, list[int]] = {start: [1, *[0] * most]}
    for face, faces in groups if every else groups[:-1]:
        if len(ways) * most * most > MAX_FOLDED:
            raise TooLarge(f"Reading {most}d{sides} this way is too much to count exactly. Sampling can answer.")
        ways = _next_face(most, ways, step, face, faces)
    return ways if every else _last_face(most, ways, step, *groups[-1])


def fold_values(
    n: int, weights: Mapping[int, int], read: Reading[Any], clock: Callable[[], None]
) -> dict[Hashable, int]:
    """Every state a reading ends in of n that each come to one of these values, in ways: a value that comes up in five
    ways is as five faces alike. `clock` is looked at on the way.
    """
    ways: dict[Hashable, list[int]] = {read.start: [1, *[0] * n]}
    *values, last = sorted(weights, reverse=not read.lowest_first)
    for value in values:
        clock()
        ways = _next_face(n, ways, read.step, value, weights[value])
    ended = _last_face(n, ways, read.step, last, weights[last])
    return {state: by_used[n] for state, by_used in ended.items()}


def _next_face(
    most: int, ways: dict[Hashable, list[int]], step: Callable[[Any, int, int], Hashable], face: int, faces: int
) -> dict[Hashable, list[int]]:
    """Any number of the dice that are left show this face."""
    none, new = [0] * (most + 1), _new_dice(most, faces)
    after: dict[Hashable, list[int]] = {}
    for state, by_used in ways.items():
        fewest = 0
        while not by_used[fewest]:
            fewest += 1
        rows = []
        for k in range(most - fewest + 1):
            then = step(state, face, k)
            row = after.get(then)
            if row is None:
                row = after[then] = none[:]
            rows.append(row)
        for used, w in enumerate(by_used):
            if w:
                n = used
                for row, more in zip(rows, new[used]):  # noqa: B905 (while dice are left)
                    row[n] += w * more
                    n += 1
    return after


def _last_face(
    n: int, ways: dict[Hashable, list[int]], step: Callable[[Any, int, int], Hashable], face: int, faces: int
) -> dict[Hashable, list[int]]:
    """All dice that are left show the last face."""
    new = _new_dice(n, faces)
    out: dict[Hashable, list[int]] = {}
    for state, by_used in ways.items():
        for used, w in enumerate(by_used):
            if w:
                row = out.setdefault(step(state, face, n - used), [0] * (n + 1))
                row[n] += w * new[used][n - used]
    return out


@lru_cache(maxsize=256)
def _new_dice(most: int, faces: int) -> list[list[int]]:
    """By dice used so far and dice added: in how many ways these show any of so many faces."""
    return [[comb(used + k, k) * faces**k for k in range(most - used + 1)] for used in range(most + 1)]


@lru_cache(maxsize=4096)
def _table(n: int, most: int, every: bool, sides: int, readings: tuple[Reading[Any], ...]) -> dict[Any, int]:
    """What the readings jointly make of n dice, in ways out of sides**n."""
    out: dict[Any, int] = {}
    finish = readings[0].finish if len(readings) == 1 else _finish(readings)
    # Readings that differ only at the end are folded once.
    folds = tuple([msgspec.structs.replace(r, finish=_unread) for r in readings])
    for state, by_used in _folded(most, every, sides, folds).items():
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
    """Start, step and groups of several readings of the same dice as one fold, its state what each has seen.

    They must run the same way. Faces alike for all stay lumped.
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
            return (tuple([f(inner, face, k) for f, inner in zip(steps, state[0])]),)  # noqa: B905 (one each)

        return (start,), together, [(face, len(group)) for face, group in lumped[0]]
    seen_as = [{f: face for face, group in groups for f in group} for groups in lumped]
    split: dict[tuple[int, ...], list[int]] = {}
    for face in range(1, sides + 1):
        split.setdefault(tuple(seen[face] for seen in seen_as), []).append(face)
    ordered = sorted(split.values(), key=max if lowest_first else min, reverse=not lowest_first)
    # A group split by another reading reaches this one in parts, so counts are held until its last part.
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
    """How many of the sides**n rolls each reading comes from."""
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
    """The same dice read once more, given what earlier readings already told of them."""
    return _known_ways(n, sides, known, reading) if known else count_rolls(n, sides, reading)


def _room(n: int) -> int:
    """Pool sizes are tabled together: room for a few more makes the next question free."""
    return next((room for room in PACKED_SIZES if n <= room), n)


@lru_cache(maxsize=256)
def sorted_rolls(n: int, sides: int) -> dict[tuple[int, ...], int]:
    """Every sorted roll of n dice, with the number of ways it comes up."""
    every = combinations_with_replacement(range(1, sides + 1), n)
    return {dice: factorial(n) // prod(map(factorial, Counter(dice).values())) for dice in every}
