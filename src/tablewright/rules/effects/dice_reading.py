"""How dice are read: a fold over (face, how many show it).

Live folds over the dice on the table; the exact reader runs the same fold over every roll at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

A = TypeVar("A")


class Reading(msgspec.Struct, Generic[A], frozen=True, cache_hash=True, eq=True):
    """Start, a step for each face in turn (highest first unless told otherwise), and what it amounts to.

    `step(state, face, count)` is also called for faces that nobody shows, with a count of 0.
    `finish(state, n)` is told how many dice there were.
    `alike` names groups of faces the fold treats as one: the step sees the group's first face.
    `counted(dice, sides)` says which of the dice on the table counted, for people to see.
    Two readings are the same when made of the same functions: build parametrised ones under `functools.cache`.
    """

    start: Hashable
    step: Callable[[Any, int, int], Hashable]
    finish: Callable[[Any, int], A]
    alike: tuple[tuple[int, ...], ...] = ()
    lowest_first: bool = False
    counted: Callable[[tuple[int, ...], int], tuple[bool, ...]] | None = None

    def __call__(self, dice: Iterable[int], sides: int) -> A:
        """Read dice that lie on the table."""
        dice = tuple(dice)
        state = self.start
        for face, group in self.groups(sides):
            state = self.step(state, face, sum(d in group for d in dice))
        return self.finish(state, len(dice))

    def of(self, values: Iterable[int]) -> A:
        """Read what need not be the faces of a die: whatever values there are, each with how often it is there."""
        counts = Counter(values)
        state = self.start
        for value in sorted(counts, reverse=not self.lowest_first):
            state = self.step(state, value, counts[value])
        return self.finish(state, counts.total())

    def groups(self, sides: int) -> list[tuple[int, tuple[int, ...]]]:
        """The faces in the order they are read, those alike together: the face the step sees, and all it stands for."""
        first = {face: group for group in self.alike for face in group if face <= sides}
        groups = {first.get(face, (face,)) for face in range(1, sides + 1)}
        # A group is complete at its last face on the way, and is read there.
        ordered = sorted(groups, key=max if self.lowest_first else min, reverse=not self.lowest_first)
        return [(group[0], tuple(f for f in group if f <= sides)) for group in ordered]
