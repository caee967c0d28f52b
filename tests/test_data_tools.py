"""Odds and trials in other people's tools, as they are."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.figure import Figure

import tablewright
from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import Odds
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.results.run_result import RunResult

mpl.use("Agg")


@pytest.fixture
def figure() -> Iterator[Figure]:
    made = plt.figure()
    yield made
    plt.close(made)


def rolled() -> Odds:
    return tablewright.odds("veil-runners", "crew_roll", who="ada")


def tried() -> RunResult:
    box = find_game("veil-runners-classic")
    return run_scenario(box, "slow-death", {}, by="bulk", plays=20, cores=1)


def test_chances_are_a_series() -> None:
    """`pd.Series(odds.best)`: outcomes by name, best first, as floats that add up to one."""
    found = rolled()
    series = pd.Series(found.best)
    assert list(series.index) == [name for name, _, _ in found.rows()]
    assert series["critical"] == pytest.approx(float(found.best["critical"]))
    assert series.dtype == float
    assert series.sum() == pytest.approx(1)


def test_both_ways_to_play_are_a_frame() -> None:
    """`pd.DataFrame(odds.to_dict())`: a column each."""
    found = rolled()
    frame = pd.DataFrame(found.to_dict())
    assert list(frame.columns) == ["plain", "best"]
    assert frame.loc["fiasco", "plain"] == pytest.approx(float(found.plain["fiasco"]))


def test_chances_are_a_plot(figure: Figure) -> None:
    """`plt.bar(odds.best.keys(), odds.best.values())`: a bar for each outcome, as high as its chance."""
    found = rolled()
    bars = plt.bar(found.best.keys(), found.best.values())
    assert [bar.get_height() for bar in bars] == found.best.values()
    figure.canvas.draw()
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == found.best.keys()


def test_a_trial_is_a_series_and_a_plot(figure: Figure) -> None:
    """What became of it, and how long it took."""
    found = tried()
    assert pd.Series(found.chances).sum() == pytest.approx(1)
    lengths = pd.Series(found.lengths)
    assert (lengths.index * lengths).sum() == pytest.approx(found.mean_length)
    bars = plt.bar(list(found.lengths.keys()), list(found.lengths.values()))
    figure.canvas.draw()
    assert len(bars) == len(found.lengths)
