"""The template's rules: a model of how a game's tests claim the ledger."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.rules.effects.policy import first_free_option
from tablewright.template.options import TemplateRulings
from tablewright.template.rules import Step, follow_step, read
from tablewright.template.state import Walk, new_walk, over


def walk(**changes: int) -> Walk:
    return new_walk(TemplateRulings()).but(**changes)


def after(s: Walk, step: Step) -> Walk:
    """The walk after a step that leaves nothing to chance."""
    ((result, chance),) = ExactCounter(first_free_option).dist(follow_step(s, "ada", step)).items()
    assert chance == Fraction(1)
    assert isinstance(result, Walk)
    return result


@pytest.mark.example("road.length", 0)
@pytest.mark.exercises("step.careful")
def test_the_last_careful_step_goes_through() -> None:
    """3 gone and a careful step are 4: through."""
    s = after(walk(gone=3), Step.CAREFUL)
    assert s.gone == 4
    assert over(s) == "the walkers are through"


@pytest.mark.exercises("step.stumble", "light.out", "light.most")
def test_a_stumble_dims_the_lantern_until_it_is_out() -> None:
    """Two less each time, and never below nothing."""
    assert after(walk(), Step.STUMBLE).light == 4
    assert over(after(walk(light=1), Step.STUMBLE)) == "the lantern is out"


@pytest.mark.exercises("step.read", "step.roll", "nerve.start")
def test_the_best_die_is_read() -> None:
    """1 to 3 stumble, 4 and 5 careful, 6 swift."""
    assert [read(die).name for die in range(1, 7)] == ["STUMBLE"] * 3 + ["CAREFUL"] * 2 + ["SWIFT"]
    assert [walker.nerve for walker in walk().walkers] == [2, 2]
