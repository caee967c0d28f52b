"""How large a tree is, and the budget it has to keep."""

from __future__ import annotations

from math import inf
from time import thread_time

from tablewright.rules import TooLarge

CHECK_EVERY = 40
"""Branches between two looks at the clock, where there is a time to keep: in a long rule each takes a while."""


class TreeBudget:
    """A tree's own branches and the rules it calls: once each, whatever else has grown before.

    `loose` counts what those rules lead to as often as they are called, which is quick and too much; only past `heavy`
    is each rule weighed once.
    """

    __slots__ = ("budget", "called", "heavy", "limit", "loose", "own", "until")

    def __init__(self, budget: float, until: float = inf) -> None:
        self.own = self.loose = 0
        self.budget, self.until = budget, until
        self.heavy = budget
        self.limit = budget if until == inf else min(budget, CHECK_EVERY)
        self.called: set[TreeBudget] = set()

    def count(self, own: int) -> None:
        """So many branches more."""
        self.own += own
        self.loose += own
        if self.loose > self.limit:
            self._look_up()

    def call(self, other: TreeBudget) -> None:
        """One rule more that it leads to."""
        if other not in self.called:
            self.called.add(other)
            self.loose += other.loose
            if self.loose > self.limit:
                self._look_up()

    def in_time(self) -> None:
        """Refused, if there is no time left."""
        if thread_time() > self.until:
            raise TooLarge("There is no time left to count it exactly. Sampling can answer.")

    def _look_up(self) -> None:
        """Is there time left, and is it not too large by now?"""
        self.in_time()
        if self.loose > self.heavy:
            self._weigh()
            self.heavy = 2 * self.loose
        self.limit = self.heavy if self.until == inf else min(self.heavy, self.loose + CHECK_EVERY)

    def _weigh(self) -> None:
        """Its own branches and, once each, those of every rule it leads to: refused beyond the budget."""
        total, seen, ahead = self.own, set[TreeBudget](), list(self.called)
        while ahead:
            called = ahead.pop()
            if called not in seen:
                seen.add(called)
                total += called.own
                ahead += called.called
        if total > self.budget:
            raise TooLarge(f"More than {self.budget:,} branches: too many to count exactly. Sampling can answer.")
