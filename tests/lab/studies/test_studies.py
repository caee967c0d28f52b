"""Sweeps, comparisons and sensitivity: what changes, by how much, and whether that is more than chance."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tablewright import lab
from tablewright.lab.execution import paired_sampling
from tablewright.lab.reporting.report import charts_of
from tablewright.lab.spec.run_spec import make_spec
from tablewright.lab.studies import comparison, sensitivity_analysis
from tablewright.lab.studies.grid_sweep import _all_of
from tablewright.rules.errors import Refused
from tests.lab.fork import write_fork


def test_a_grid_is_run_at_every_point(fork: str, alone: lab.WorkOptions) -> None:
    """Each point is what a run of its own would give; a longer road is harder, and the sentence says so."""
    found = lab.sweep(
        fork, "road", {"long": "2..4", "policy": "none,generous,best"}, figure="there", work=alone, by="chain"
    )
    assert found.axes == {"long": ["2", "3", "4"], "policy": ["none", "generous", "best"]}
    one = next(point for point in found.points if point.at == {"long": "3", "policy": "generous"})
    assert one.trial.chances == lab.run(fork, "road", settings={"long": 3}, policy="generous", work=alone).chances
    assert found.extremes()[0].at == {"long": "4", "policy": "none"}
    assert "lowest at" in found.says()
    assert "long=4, policy=first free option" in found.says()
    frame = pd.DataFrame(found.rows())
    assert list(frame.columns[:2]) == ["long", "policy"]
    assert len(frame) == 9


def test_one_thing_at_a_time(fork: str, alone: lab.WorkOptions) -> None:
    """A sweep with `each` has as many points as values; settings without effect are named."""
    found = lab.sweep(fork, "road", {"long": [2, 4], "label": "a,b", "ones": "*"}, each=True, work=alone)
    assert [point.at for point in found.points][:3] == [{"long": "2"}, {"long": "4"}, {"label": "a"}]
    assert found.idle == ["label"]
    assert "label changes nothing here" in found.says()


@pytest.mark.parametrize(
    ("over", "says"),
    [
        (
            {"long": "1..9", "coins": "0..5", "unread": "0..5", "walkers.ada.at": "0..900"},
            "291,924 points are too many",
        ),
        ({"walkers.ada.at": "0..2000000000"}, "has 2,000,000,001 values"),
        ({"long": "a..b"}, "should be a range of whole numbers"),
        ({"long": "2,2"}, "has the same value twice"),
        ({"label": "*"}, "cannot be listed"),
        ({}, "needs something to change"),
        (["long"], "needs something to change"),
        ({"long": range(10**9)}, r"1,000,000,000 points are too many: .* Try 2,000 values of long instead"),
        ({"long": range(10**30, 0, -2)}, "500,000,000,000,000,000,000,000,000,000 points are too many"),
        ({"long": range(10**9), "coins": "0..5"}, "6,000,000,000 points are too many"),
        ({"walkers.ada.at": itertools.count()}, "has more than 2,000 values"),
    ],
)
def test_grids_that_cannot_be_run_are_refused(over: Any, says: str, fork: str, alone: lab.WorkOptions) -> None:
    """With their number, before anything is run."""
    with pytest.raises(Refused, match=says):
        lab.sweep(fork, "road", over, work=alone)


def test_a_grid_too_large_says_what_would_fit(fork: str, alone: lab.WorkOptions) -> None:
    """So many values of the longest axis, or one thing at a time; and that does fit."""
    with pytest.raises(Refused, match=r"Try 222 values of walkers.ada.at instead of 400, or one thing at"):
        lab.sweep(fork, "road", {"walkers.ada.at": "1..400", "long": "1..9"}, work=alone)


def test_values_are_given_one_by_one_however_that_is_done(fork: str, alone: lab.WorkOptions) -> None:
    """A list, a range, a set, or whatever else can be gone through; one thing at a time is counted so, too."""
    usual = lab.sweep(fork, "road", {"long": [2, 3]}, work=alone)
    for said in (range(2, 4), {2: "", 3: ""}.keys(), (long for long in (2, 3))):
        assert lab.sweep(fork, "road", {"long": said}, work=alone) == usual
    with pytest.raises(Refused, match=r"10,004 points .* Try 1,996 values of long instead of 10,000\."):
        lab.sweep(fork, "road", {"long": range(10_000), "coins": range(1, 5)}, each=True, work=alone)


def test_two_builds_are_compared_exactly(fork: str, alone: lab.WorkOptions) -> None:
    """The difference is that of two runs, and the sentence says which way."""
    found = lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=alone)
    one, two = (lab.run(fork, "road", settings={"coins": n}, work=alone).chances["there"] for n in (2, 4))
    there = next(d for d in found.differences if d.figure == "there")
    assert there.by == pytest.approx(two - one)
    assert (there.wide, there.sure) == (0, True)
    assert found.says().startswith("With coins=4 instead of coins=2, “there” rises from")
    assert "counted exactly" in found.says()


def test_two_samples_are_played_by_the_same_numbers(fork: str, alone: lab.WorkOptions) -> None:
    """Pairs know a small difference more closely than two samples of as many plays would, and agree with the truth."""
    exact = lab.compare(fork, "road", {"ones": "stay"}, {"ones": "back"}, work=alone)
    found = lab.compare(fork, "road", {"ones": "stay"}, {"ones": "back"}, by="bulk", plays=4_000, work=alone)
    truth, there = (next(d for d in f.differences if d.figure == "there") for f in (exact, found))
    assert abs(there.by - truth.by) < 2 * there.wide
    assert there.sure
    assert found.paired == 4_000
    apart = sum(trial.wide["there"] ** 2 for trial in found.trials) ** 0.5
    assert there.wide < 0.8 * apart


def test_what_is_only_chance_is_not_called_a_change(fork: str, alone: lab.WorkOptions) -> None:
    """The same road under two seeds differs by chance alone, and a field that changes nothing by nothing."""
    same = lab.compare(fork, "road", {"label": "a"}, {"label": "b"}, by="bulk", plays=2_000, work=alone)
    assert not any(d.sure for d in same.differences)
    assert "nothing changes that is more than chance" in same.says()
    trials = tuple(lab.run(fork, "road", by="bulk", plays=2_000, seed=seed, work=alone) for seed in (1, 2))
    apart = comparison._compared(("one", "two"), (trials[0], trials[1]), None)
    assert any(d.by for d in apart.differences)
    assert not any(d.sure for d in apart.differences)


def test_pairs_do_not_depend_on_who_plays_them(fork: str) -> None:
    """Pairs do not depend on the number of cores."""
    q = make_spec(fork, "road", {"plays": 2_500})
    other = q.replace(settings={"coins": 2})
    one, two = (
        paired_sampling.sample_pairs(q, other, (None, None), lab.WorkOptions(cores=n, kept=None)) for n in (1, 2)
    )
    assert (one.sums, one.squares, one.plays) == (two.sums, two.squares, 2_500)


def test_two_folders_are_compared(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """A copy with another number, against the one it was copied from."""
    copy = write_fork(tmp_path, "kinder_fork", **{"die > 3": "die > 2"})
    found = lab.compare(fork, "road", {}, {"game": copy}, work=alone)
    assert next(d for d in found.differences if d.figure == "there").by > 0
    with pytest.raises(Refused, match="nothing to compare"):
        lab.compare(fork, "road", {}, {"game": fork}, work=alone)


def test_what_matters_most_comes_first(fork: str, alone: lab.WorkOptions) -> None:
    """Numbers are turned by one, switches to all there is; a ruling nobody looks at is not tried."""
    found = lab.sensitivity(fork, "road", figure="there", work=alone)
    names = [turned.name for turned in found.turned]
    assert names[-1] == "unread"
    assert found.turned[-1].swing == 0
    assert [t.swing for t in found.turned] == sorted((t.swing for t in found.turned), reverse=True)
    long = next(t for t in found.turned if t.name == "long")
    assert list(long.tried) == ["2", "4"]
    for value, much in long.tried.items():
        assert much == lab.run(fork, "road", settings={"long": int(value)}, work=alone).chances["there"]
    assert (found.asleep, found.left_out, found.cut) == (["never"], [], [])
    assert found.beside() == "Nothing looks at these, so they can never matter: never."
    assert found.says().startswith(f"{names[0]} matters most")
    with pytest.raises(Refused, match="Did you mean coins"):
        lab.sensitivity(fork, "road", names=["cions"], work=alone)


def test_what_was_not_tried_for_its_many_values_is_said(alone: lab.WorkOptions) -> None:
    """The sentence limits its claim to the settings that were turned."""
    found = lab.sensitivity("veridia", "blow", by="bulk", plays=30, work=alone)
    assert "weapon" in found.many
    assert f"Not tried, for its many values: {', '.join(found.many)}" in found.says()


def test_a_change_that_is_only_reckoned_is_none() -> None:
    """Rounding errors are not shown as figures."""
    assert sensitivity_analysis._change(0.3, 0.1 + 0.2) == 0
    assert sensitivity_analysis._change(0.3, 0.2) == pytest.approx(0.1)


def test_no_policy_can_be_named(fork: str, alone: lab.WorkOptions) -> None:
    """A missing policy is shown as in a sweep: the first free option is taken."""
    named = lab.run(fork, "road", policy="none", work=alone)
    assert named == lab.run(fork, "road", work=alone)
    assert named.policy == "first free option"
    charted = charts_of(lab.sweep(fork, "road", {"policy": "*"}, work=alone))[0][1]
    assert "first free option" in charted


def test_what_is_compared_with_how_it_is_is_said_plainly(fork: str, alone: lab.WorkOptions) -> None:
    """Whichever side changes nothing."""
    more = lab.compare(fork, "road", {}, {"coins": 4}, work=alone)
    less = lab.compare(fork, "road", {"coins": 4}, {}, work=alone)
    assert more.names == ("as it is", "coins=4")
    assert more.says().startswith("With coins=4, “there” rises")
    assert less.says().startswith("Without coins=4, “there” falls")


def test_a_range_that_leads_nowhere_says_how_it_is_written(fork: str, alone: lab.WorkOptions) -> None:
    """The lower number first; a step down from the higher one is one, too."""
    with pytest.raises(Refused, match=r"long=4..2 is empty. Put the lower number first, as in 2..4"):
        lab.sweep(fork, "road", {"long": "4..2"}, work=alone)
    assert lab.sweep(fork, "road", {"long": "4..2/-1"}, work=alone).axes == {"long": ["4", "3", "2"]}


def test_ties_are_named(alone: lab.WorkOptions) -> None:
    """Points equal to the extreme one are named with it; settings without effect are not named at all."""
    over = {"hp": "4,12", "pocket": "1..6", "guard": "nothing,shield"}
    says = lab.sweep("moonveil", "duel", over, work=alone).says()
    assert "97.8% with hp=12, guard=shield, pocket=5 and 6 and lowest" in says
    assert says.endswith("with hp=4, pocket=1, guard=nothing and shield.")
    arms = lab.sweep("moonveil", "duel", {"arm": "*", "hp": "8"}, work=alone).says()
    assert arms.endswith("with hp=8, arm=bare hands, piercing, heavy and 2 others.")


def test_ties_that_differ_in_two_things_are_told_apart() -> None:
    """By the values of each, where all of those are alike; else point by point."""
    grid = [{"x": x, "y": y} for x in "12" for y in "ab"]
    assert _all_of(grid) == "x=1 and 2, y=a and b"
    assert _all_of(grid[:2]) == "x=1, y=a and b"
    assert _all_of(grid[1:]) == "x=1, y=b; x=2, y=a and x=2, y=b"
    assert _all_of([{"x": "1"}, {"y": "a"}]) == "x=1 and y=a"


def test_no_policy_has_one_name(fork: str, alone: lab.WorkOptions) -> None:
    """In the sentence and the table what it is called everywhere: the first free option is taken."""
    found = lab.sweep(fork, "road", {"policy": "none,generous"}, work=alone)
    assert "policy=first free option" in found.says() + repr(found)
    assert found.shown()[0]["policy"] == "first free option"
    assert "none" not in found.says()


@pytest.mark.parametrize(("scenario", "over"), [("under-fire", {"working": "0..4"}), ("taking-hits", {"armour": "*"})])
def test_the_figure_that_is_compared_is_one_that_moves(
    scenario: str, over: dict[str, str], alone: lab.WorkOptions
) -> None:
    """The main figure is the length if every play ends the same; another figure may be asked for."""
    found = lab.sweep("veil-runners", scenario, over, work=alone)
    assert found.figure == "length"
    assert found.says().startswith("The length in steps is highest at")
    turned = lab.sensitivity("veil-runners", scenario, work=alone)
    assert turned.figure == "length"
    assert "matters most" in turned.says()
    (ending,) = found.points[0].trial.chances
    assert lab.sweep("veil-runners", scenario, over, figure=ending, work=alone).figure == ending


def test_what_matters_most_is_said_in_percent(fork: str, alone: lab.WorkOptions) -> None:
    """A chance, and by how many points it moves."""
    found = lab.sensitivity(fork, "road", figure="there", names=["long"], work=alone)
    assert "%" in found.says()
    assert " points; " in found.turned[0].said()
    assert "0." not in found.turned[0].becomes()


def test_what_matters_as_much_is_named_beside_it(alone: lab.WorkOptions) -> None:
    """Of the values that do the same, too, none is named alone."""
    says = lab.sensitivity("moonveil", "duel", names=["arm", "edged", "guard"], work=alone).says()
    assert says.startswith(
        "arm matters most, as much as edged: bare hands, piercing, heavy and 2 others instead of edged"
    )
    assert says.endswith("to 77.91%, then guard.")
    assert (
        lab.sensitivity("moonveil", "duel", names=["hp", "arm", "edged", "guard"], work=alone)
        .says()
        .endswith(", then arm and edged.")
    )
