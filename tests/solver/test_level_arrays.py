"""Rules called, worked out for all their callers at once."""

from __future__ import annotations

import numpy as np
import pytest

from tablewright.engine.exact.tree_builder import TreeBuilder
from tablewright.rules import Choose, Rule, roll, rule
from tablewright.solver.level_arrays import CalledProgram


@rule("toy.bet")
def bet(stake: int) -> Rule[int]:
    """Three ways to choose between the same two things, by a die."""
    (face,) = yield from roll(1, 3)
    if (yield from Choose("ada", f"Leave, at {face}?", (False, True), (0, face))):
        return 0
    return stake if (yield from roll(1, 2)) == (1,) else face


def test_choices_that_lead_to_the_same_add_up() -> None:
    """How often each result comes up is told for each caller, whoever chose it and wherever: it is once in all."""
    called = CalledProgram(TreeBuilder().tree(bet(9)), None)
    given = np.array([[float(result), 10.0 - result] for result in called.results])
    worths, picked = called.worths(given)
    met = called.visits(picked, 2)[: len(called.results)]
    assert met.sum(axis=0) == pytest.approx([1, 1])
    assert (met * given).sum(axis=0) == pytest.approx(worths[called.out])
    bold, careful = (dict(zip(called.results, met[:, who], strict=True)) for who in range(2))
    assert bold[9] == pytest.approx(1 / 2)
    assert careful[0] == pytest.approx(1)
