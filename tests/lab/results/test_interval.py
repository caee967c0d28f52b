"""What was sampled has an interval, whatever came of it: what was not seen may yet be."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log, log1p
from random import Random
from statistics import NormalDist

import pytest

from tablewright import lab
from tablewright.engine.sampling.statistics import wilson_interval
from tablewright.lab.execution.paired_sampling import PairStatistics
from tablewright.lab.reporting.report import AnyResult
from tablewright.lab.results.format import format_briefly, format_figure
from tablewright.lab.results.interval import difference_half_width, half_width, observed_range
from tablewright.lab.results.spread import ValueSpread
from tablewright.lab.studies.comparison import Difference, _compared
from tablewright.lab.studies.grid_sweep import Sweep, SweepPoint


def binomial(plays: int, times: int, chance: float) -> float:
    """How often so many of so many plays come out so."""
    ways = lgamma(plays + 1) - lgamma(times + 1) - lgamma(plays - times + 1)
    return exp(ways + times * log(chance) + (plays - times) * log1p(-chance))


def unsure(text: str) -> bool:
    """Whether a figure is shown with its interval."""
    return any(words in text for words in (" ± ", "(up to ", " or more)"))


def pairs_of(plays: int, apart: int) -> PairStatistics:
    """So many pairs, in so many of which only the second comes through."""
    pairs = PairStatistics()
    for i in range(plays):
        ends = ("lost", "won" if i < apart else "lost")
        for tally, end in zip(pairs.tallies, ends, strict=True):
            tally.add(end, 3, {"coins": 4.0})
        pairs.add(*({end: 1.0, "length": 3.0, "coins": 4.0} for end in ends))
    return pairs


def test_pairs_that_never_differ_leave_room_for_a_difference() -> None:
    """At least the rule of three: what was not seen in n pairs may come in three of n."""
    for plays in (20, 250, 4_000):
        by, wide = pairs_of(plays, 0).difference("lost")
        assert by == 0
        assert 3 / plays * 0.8 < wide < 5 / plays
        assert pairs_of(plays, 0).difference("coins")[1] > 0


@pytest.mark.parametrize(("apart", "most"), [(0, 3.69), (1, 5.57), (2, 7.22), (3, 8.77), (5, 11.67)])
def test_few_pairs_that_differ_are_no_narrower_than_what_poisson_allows(apart: int, most: float) -> None:
    """The upper end of 95 % for so few events in many, from the books, within a tenth."""
    by, wide = pairs_of(4_000, apart).difference("won")
    assert (by + wide) * 4_000 > 0.9 * most


def test_a_number_that_was_always_the_same_is_not_known_exactly() -> None:
    """Whether it was nothing or something; where it was counted exactly it is."""
    for value, reach in ((0.0, 1.0), (11.0, 11.0)):
        same = ValueSpread.of({value: 1.0}, 400)
        assert same.wide == pytest.approx(half_width(400, 400 * value, 400 * value**2, (0.0, reach)))
        assert 0.005 * reach < same.wide < 0.02 * reach
        assert same.said().endswith(" in every play")
        assert unsure(same.said())
        assert ValueSpread.of({value: 1.0}).wide == 0
        assert "always" in ValueSpread.of({value: 1.0}).said()
    assert observed_range(-2.0, -2.0) == (-2.0, 0.0)


@pytest.mark.parametrize("plays", [60, 300, 1_000])
def test_the_interval_of_a_chance_holds_the_truth_95_times_in_100(plays: int) -> None:
    """Whatever the chance is, next to all or nothing too, where an interval is easily too narrow."""
    shares = [wilson_interval(times, plays) for times in range(plays + 1)]

    def held(chance: float) -> float:
        return sum(binomial(plays, n, chance) for n, (p, wide) in enumerate(shares) if abs(p - chance) <= wide)

    every = [held(n / 500) for n in range(1, 500)]
    assert sum(every) / len(every) > 0.95
    assert min(every) > 0.935


def test_with_many_plays_the_interval_is_the_ordinary_one() -> None:
    """What is added for caution does not matter any more."""
    usual = 1.96 * (0.21 / 100_000) ** 0.5
    assert half_width(100_000, 30_000, 30_000, (0, 1)) == pytest.approx(usual, rel=1e-3)
    assert difference_half_width(100_000, 0, 21_000, 1) == pytest.approx(usual, rel=1e-3)


def test_a_sampled_comparison_never_says_that_something_stays(alone: lab.WorkOptions) -> None:
    """Two fights that differ in fewer than one of a hundred plays: it may be chance, unless it was counted."""
    one, two = {"hp": 18}, {"hp": 20}
    exact = lab.compare("moonveil", "duel", one, two, work=alone)
    found = lab.compare("moonveil", "duel", one, two, by="bulk", seed=2, work=alone)
    truth = next(d.by for d in exact.differences if d.figure == "the Seekers win")
    won = next(d for d in found.differences if d.figure == "the Seekers win")
    assert 0 < won.wide <= 0.01
    assert abs(won.by - truth) < won.wide
    assert all(d.wide > 0 for d in found.differences)
    assert "stays as it is" not in found.says()
    assert "may be chance" in found.says() or "If “the Seekers win” moves at all" in found.says()


def test_an_ending_that_was_not_seen_may_yet_come(fork: str, alone: lab.WorkOptions) -> None:
    """Sampled, its chance of 0 has an interval; counted exactly, it has none."""
    sampled = lab.run(fork, "road", by="bulk", plays=200, work=alone)
    assert sampled.much("a dragon comes")[1] > 0
    assert lab.run(fork, "road", work=alone).much("a dragon comes") == (0.0, 0.0)


def test_a_small_change_is_said_with_the_decimals_it_takes() -> None:
    """Nothing rises from a number to the same number."""
    small = Difference("won", 0.77171, 0.77231, 0.0006, 0.0, True, True)
    assert small.said() == "“won” rises from 77.17% to 77.23% (+0.06 points)"
    plain = Difference("won", 0.5, 0.6, 0.1, 0.02, True, True)
    assert plain.said() == "“won” rises from 50.0% to 60.0% (+10.0 points ± 2.0)"


def test_at_least_so_much_has_an_interval_too(fork: str, alone: lab.WorkOptions) -> None:
    """Every point of a curve that was sampled; none that was counted."""
    sampled = lab.run(fork, "road", by="bulk", plays=400, work=alone).resources["coins"]
    assert all(sampled.wide_at(p) > 0 for _, p in sampled.curve)
    assert lab.run(fork, "road", work=alone).resources["coins"].wide_at(0.5) == 0


def test_deviation_and_quantiles_hold_the_truth_95_times_in_100() -> None:
    """Two dice thrown again and again: how far apart they lie and where one in twenty does, from so many plays."""
    two = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    truth = ValueSpread.of({total: n / 36 for total, n in two.items()})
    random, held = Random(5), Counter[str]()
    for _ in range(400):
        seen = Counter(random.choices(list(two), list(two.values()), k=200))
        found = ValueSpread.of({total: n / 200 for total, n in seen.items()}, 200)
        held["deviation"] += abs(found.deviation - truth.deviation) <= found.deviation_wide
        for part, (low, high) in found.between.items():
            value = truth.quantiles[part]
            held[part] += (low is None or low <= value) and (high is None or value <= high)
    assert min(held.values()) > 0.93 * 400
    assert held["deviation"] < 0.99 * 400


def test_what_was_counted_has_no_interval_and_too_few_plays_say_so() -> None:
    """One in twenty of thirty plays is not known from below; of many plays, both ends are."""
    counted = ValueSpread.of({1: 0.5, 9: 0.5})
    assert (counted.deviation_wide, counted.between, counted.quantile("5%")) == (0.0, {}, "1")
    few, many = (ValueSpread.of(dict.fromkeys(range(30), 1 / 30), plays) for plays in (30, 3_000))
    assert few.quantile("5%") == "1 (up to 4)"
    assert few.quantile("95%") == "28 (26 or more)"
    assert many.quantile("50%") == "14 (14 to 15)"
    assert "about" in few.said()


def test_every_figure_that_was_sampled_has_its_interval(fork: str, alone: lab.WorkOptions) -> None:
    """In rows, in tables for people, in words; whatever was asked."""
    how: lab.RunOptions = {"by": "bulk", "plays": 300}
    run = lab.run(fork, "road", work=alone, **how)
    sweep = lab.sweep(fork, "road", {"long": "2..3", "coins": "2..3"}, work=alone, **how)
    compare = lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=alone, **how)
    turned = lab.sensitivity(fork, "road", work=alone, **how)
    names = list(sweep.names)
    assert all(row[f"{name} ±"] > 0 for row in sweep.rows() for name in names)
    assert all(row[f"coins={n} ±"] > 0 for row in compare.rows() for n in (2, 4))
    assert all(row["there ±"] > 0 and row["change ±"] > 0 for row in turned.rows())
    assert all(row["low"] >= 0 and row["high"] <= 1 for row in run.rows() if row["kind"] == "chance")
    assert all(row["deviation ±"] > 0 for row in run.rows() if "deviation" in row)
    figures = {
        "chance or mean": run.shown(),
        "deviation": [row for row in run.shown() if "deviation" in row],
        "there": [*sweep.shown(), *turned.shown()],
        "length": sweep.shown(),
        "coins=4": compare.shown(),
        "by": compare.shown(),
        "change": turned.shown(),
    }
    for name, rows in figures.items():
        assert rows
        assert all(unsure(row[name]) for row in rows), name
    assert all(unsure(line) for line in repr(run).splitlines() if "falls first" in line)
    assert unsure(turned.says())


def test_a_chance_lies_between_none_and_all() -> None:
    """However wide its interval is."""
    for value in (0.0, 1.0):
        row = sampled_at(value, 50).rows()[0]
        assert (row["figure"], row["kind"]) == ("through", "chance")
        assert 0 <= row["low"] < row["high"] <= 1


def test_the_more_figures_there_are_the_more_one_must_move_to_be_more_than_chance() -> None:
    """One in twenty moves beyond its own interval by chance; what is said holds for all of them together."""
    trials = sampled_at(0.5, 4_000), sampled_at(0.524, 4_000)
    found = _compared(("a", "b"), trials, None)
    through = next(d for d in found.differences if d.figure == "through")
    assert through.wide < through.by < 1.5 * through.wide
    assert not through.sure
    alone = NormalDist().inv_cdf(1 - 0.05 / 2 / len(found.differences)) / 1.96
    assert alone * through.wide > through.by
    far = _compared(("a", "b"), (trials[0], sampled_at(0.56, 4_000)), None)
    assert next(d for d in far.differences if d.figure == "through").sure


def test_what_was_counted_exactly_has_none(fork: str, alone: lab.WorkOptions) -> None:
    """Not even one of nothing."""
    found: list[AnyResult] = [
        lab.run(fork, "road", work=alone),
        lab.sweep(fork, "road", {"long": "2..3"}, work=alone),
        lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=alone),
        lab.sensitivity(fork, "road", work=alone),
    ]
    for answer in found:
        assert not unsure(str(answer.shown()) + repr(answer))
        assert "±" not in str([*answer.rows()[0]])


def sampled_at(value: float, plays: int) -> lab.RunResult:
    """A trial that comes through so often; counted exactly, if in no plays."""
    wide = {"through": wilson_interval(round(value * plays), plays)[1]} if plays else {}
    steps = ValueSpread.of({1: 1.0}, plays)
    return lab.RunResult("A walk", "bulk" if plays else "chain", "none", {}, {"through": value}, wide, steps, {}, plays)


def test_a_sweep_says_what_cannot_be_told_apart() -> None:
    """What is known exactly is taken before what was sampled; others that may be as high are said to be."""
    trials = {
        "a": sampled_at(1.0, 250),
        "b": sampled_at(0.9999, 0),
        "c": sampled_at(0.875, 0),
        "d": sampled_at(0.9, 250),
    }
    points = [SweepPoint({"policy": name}, trial) for name, trial in trials.items()]
    says = Sweep("A walk", {"policy": list(trials)}, points, "through").says()
    assert says.startswith("“through” is highest at 99.99% with policy=b and lowest at 87.5% with policy=c.")
    assert says.endswith("policy=a may be the highest as well. policy=d may be the lowest as well.")
    close = Sweep("A walk", {"policy": ["c", "d"]}, points[2:], "through").says()
    assert close.endswith("They cannot be told apart: that may be chance.")
    exact = Sweep("A walk", {"policy": ["b", "c"]}, points[1:3], "through").says()
    assert exact.endswith("lowest at 87.5% with policy=c.")


@pytest.mark.parametrize(
    ("share", "plays", "words"),
    [(0.01, 100, "1.00% (up to 5.45%)"), (1.0, 1, "100% (20.65% or more)"), (0.5, 100, "50.00% ± 9.62%")],
)
def test_no_interval_reaches_beyond_what_is_possible(share: float, plays: int, words: str) -> None:
    """A chance is never below none nor above all: it is said how far it reaches."""
    trial = sampled_at(share, plays)
    assert trial.said("through") == words
    assert words in repr(trial)
    assert trial.shown()[0]["chance or mean"] == words


def test_what_never_differed_is_at_most_what_it_was() -> None:
    """Thirteen in all of 200 plays: some play may yet come to less, but none of them came to more."""
    same = ValueSpread.of({13: 1.0}, 200)
    assert same.said() == "13.00 (12.82 or more) in every play"
    assert repr(same).endswith("deviation 0.00 (up to 1.51)>")
    assert ValueSpread.of({0: 1.0}, 200).said() == "0.00 (up to 0.01) in every play"


def test_one_play_is_one_play() -> None:
    """And one state one state."""
    assert [sampled_at(1.0, plays).counted for plays in (1, 2)] == ["1 play", "2 plays"]


def test_what_may_come_is_never_said_never_to() -> None:
    """Nor what may not come always to: it has as many decimals as that takes."""
    assert [format_briefly(p, chance=True) for p in (0.0, 0.00004, 0.5, 0.99999, 1.0)] == [
        "0%", "0.004%", "50.0%", "99.999%", "100%",
    ]  # fmt: skip
    assert format_figure(0.0004, chance=True) == "0.04%"
    assert [format_figure(p, chance=True) for p in (1e-10, 1 - 1e-10, 1e-15)] == ["<0.000001%", ">99.999999%", "0%"]


def test_a_difference_is_that_of_the_ends_that_are_said() -> None:
    """As many decimals as it takes for what is said to add up."""
    small = Difference("won", 0.771831, 0.772374, 0.772374 - 0.771831, 0.0, True, True)
    assert small.said() == "“won” rises from 77.183% to 77.237% (+0.054 points)"


def test_values_are_read_with_two_decimals() -> None:
    """A median of seven elevenths, and one of next to nothing; in rows they are whole."""
    spread = ValueSpread.of({7 / 11: 1.0})
    assert spread.quantile("50%") == "0.64"
    assert ValueSpread.of({1 / 300: 1.0}).quantile("50%") == "0.0033"
    assert spread.quantiles["50%"] == 7 / 11


def test_what_is_never_less_than_nothing_has_no_interval_below_it(fork: str, alone: lab.WorkOptions) -> None:
    """Neither in rows nor in words."""
    found = lab.run(fork, "road", by="bulk", plays=60, work=alone)
    assert all(row["low"] >= 0 for row in found.rows())
    assert "(up to" in ValueSpread.of({0: 0.99, 3: 0.01}, 60).said()
