"""Time and memory of a search, by the machine's clock or by a test's own."""

from __future__ import annotations

from math import inf
from time import thread_time

import pytest

from tablewright.engine.exact import tree_budget
from tablewright.solver.budget import Budget
from tests.clock import TickingClock

from .test_value_estimate import climbed


def test_a_tree_grows_until_the_budget_is_spent() -> None:
    """By the machine's clock the thread may work for as long as is left, and not at all when nothing is."""
    began = thread_time()
    assert began + 90 < Budget(100).thread_until() <= thread_time() + 100
    assert Budget(100).thread_until(by=0) <= thread_time()


def test_under_a_clock_of_its_own_a_tree_is_whole_or_not_begun() -> None:
    """Time left by another clock says nothing of how long the thread may work."""
    meter = Budget(2, clock=TickingClock())
    assert [meter.thread_until() for _ in range(3)] == [inf, -inf, -inf]


def test_a_slow_machine_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long trees take to grow: a search that looks at a test's clock opens and follows the same places."""
    monkeypatch.setattr(tree_budget, "CHECK_EVERY", 1)
    fast = climbed(900).places
    monkeypatch.setattr(tree_budget, "thread_time", lambda: 1e12)
    slow = climbed(900).places
    assert (slow.opened, slow.followed) == (fast.opened, fast.followed)
    assert len(fast.opened) > 10
