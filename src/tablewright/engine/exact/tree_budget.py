"""The size of a tree, and the budget it has to keep."""

from __future__ import annotations

from math import inf
from time import thread_time

from tablewright.rules import TooLarge

CHECK_EVERY = 40  # branches between two checks of the time: in a long rule each takes a while


class TreeBudget:
    """Counts a tree's own branches and the rules it calls, each once, independent of what was grown before.

    `loose` counts called rules with all below them, which is quick but counts shared ones repeatedly. Only beyond
    `heavy` is the exact size computed.
    """

    __slots__ = ("budget", "called", "heavy", "limit", "loose", "own", "until")

    def __init__(self, budget: float, until: float = inf) -> None:
        self.own = self.loose = 0
        self.budget, self.until = budget, until
        self.heavy = budget
        self.limit = budget if until == inf else min(budget, CHECK_EVERY)
        self.called: set[TreeBudget] = set()

    def count(self, own: int) -> None:
        """Count more branches of its own."""
        self.own += own
        self.loose += own
        if self.loose > self.limit:
            self._check()

    def call(self, other: TreeBudget) -> None:
        """Count a rule that it calls."""
        if other not in self.called:
            self.called.add(other)
            self.loose += other.loose
            if self.loose > self.limit:
                self._check()

    def in_time(self) -> None:
        """Raise `TooLarge` if time is up."""
        if thread_time() > self.until:
            raise TooLarge("There is no time left to count it exactly. Sampling can answer.")

    def _check(self) -> None:
        """Check time and size, and set the next limit."""
        self.in_time()
        if self.loose > self.heavy:
            self._check_size()
            self.heavy = 2 * self.loose
        self.limit = self.heavy if self.until == inf else min(self.heavy, self.loose + CHECK_EVERY)

    def _check_size(self) -> None:
        """Compute the exact size. Raises `TooLarge` beyond the budget."""
        total, seen, ahead = self.own, set[TreeBudget](), list(self.called)
        while ahead:
            called = ahead.pop()
            if called not in seen:
                seen.add(called)
                total += called.own
                ahead += called.called
        if total > self.budget:
            raise TooLarge(f"More than {self.budget:,} branches: too many to count exactly. Sampling can answer.")
