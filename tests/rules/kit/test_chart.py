"""Charts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules.errors import Refused
from tablewright.rules.kit import Chart, roll_chart, row_at

SIX = Chart("weather", "Weather", tuple(f"sky {i}" for i in range(1, 7)))
MANY = Chart("moon", "Moon", tuple(f"{a}{b}" for a in range(1, 7) for b in range(1, 7)))


@given(st.integers(0, 60).filter(lambda n: n not in (6, 36)))
def test_other_sizes_are_refused(n: int) -> None:
    """A chart is read with a d6 or a d66."""
    with pytest.raises(Refused, match=r"6 entries .* or 36"):
        Chart("c", "C", ("x",) * n)


@pytest.mark.parametrize("chart", [SIX, MANY])
def test_every_entry_is_equally_likely(chart: Chart) -> None:
    """Each of n entries has chance 1/n."""
    found = ExactCounter().dist(roll_chart(chart)).map(lambda entry: entry.text)
    assert found.whole()
    assert dict(found.items()) == {row: Fraction(1, len(chart.rows)) for row in chart.rows}


@given(st.integers(1, 6), st.integers(1, 6))
def test_the_first_die_is_the_section(a: int, b: int) -> None:
    """4 then 2 is 42, and 2 then 4 is 24."""
    told = run_rule(iter(roll_chart(MANY)), {"0": [a], "1": [b]})
    assert (told.result.place, told.result.text) == (10 * a + b, f"{a}{b}")
    assert [line.faces for line in told.lines] == [(a,), (b,), ()]


def test_a_place_that_is_not_there_is_refused() -> None:
    """47 is no result of a d66."""
    with pytest.raises(Refused, match="no 47"):
        row_at(MANY, 47)


def test_a_hidden_chart_is_rolled_for_its_readers() -> None:
    """Dice and entry go to those who may read the chart, unless it is rolled for all."""
    hidden = SIX.but(audience=("guide",))
    assert {line.audience for line in run_rule(iter(roll_chart(hidden)), {"0": [3]}).lines} == {("guide",)}
    assert {line.audience for line in run_rule(iter(roll_chart(hidden, "", ())), {"0": [3]}).lines} == {()}


@pytest.mark.parametrize(("chart", "die"), [(SIX, "d6"), (MANY, "d66")])
def test_a_chart_says_what_it_is_read_with(chart: Chart, die: str) -> None:
    """One die for six entries, two for thirty-six; also to who names a place that is not there."""
    assert chart.die == die
    with pytest.raises(Refused, match=rf"is read with a {die}: there is no 7\."):
        row_at(chart, 7)
