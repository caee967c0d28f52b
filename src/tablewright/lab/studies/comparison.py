"""Comparison of two rulings, builds, policies or folders of a game, with a test of significance."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import Any, Unpack

import msgspec

from tablewright.lab.execution import (
    PairStatistics,
    WorkOptions,
    answer_spec,
    check_options,
    check_settings_used,
    sample_pairs,
    sampled_result,
    try_exact,
)
from tablewright.lab.results import (
    MOST,
    RunResult,
    count_decimals,
    fall_label,
    figure_label,
    is_fall_label,
    render_notebook,
)
from tablewright.lab.spec import (
    AnyGame,
    PreparedRun,
    RunOptions,
    RunSpec,
    check_named_values,
    check_not_set_twice,
    make_spec,
    prepare,
    with_overrides,
)
from tablewright.rules import Refused, to_key

#: Chance that any figure at all is wrongly called significant, over all figures of a comparison.
SURE = 0.05
TINY = 1e-9
AS_IT_IS = "as it is"  # a side without changes


class Difference(msgspec.Struct, frozen=True):
    """A figure of both sides and its change; `sure` if that is more than chance."""

    figure: str
    one: float
    two: float
    by: float
    wide: float
    sure: bool
    chance: bool

    def said(self) -> str:
        """The change in words."""
        way, digits, unit, times = "rises" if self.by > 0 else "falls", self._digits(), *self._unit()
        ends = [f"{value * times:.{digits}f}{unit}" for value in (self.one, self.two)]
        return f"{figure_label(self.figure)} {way} from {ends[0]} to {ends[1]} ({self.moved()})"

    def moved(self, least: int = 0) -> str:
        """The change as text with its interval, with at least so many decimals."""
        digits, (unit, times) = max(least, self._digits()), self._unit()
        wide = f" ± {self.wide * times:.{digits}f}" if self.wide else ""
        return f"{self.by * times:+.{digits}f}{' points' if unit else ''}{wide}"

    def _unit(self) -> tuple[str, int]:
        return ("%", 100) if self.chance else ("", 1)

    def _digits(self) -> int:
        """The decimals needed to show the change."""
        times, least = self._unit()[1], 1 if self.chance else 2
        if abs(self.by) <= TINY:
            return least
        one, two, by = (value * times for value in (self.one, self.two, self.by))
        digits = max(count_decimals(one, two, least), count_decimals(by, 0.0, least))
        return next((n for n in range(digits, MOST) if _adds_up(one, two, by, n)), digits)


class Comparison(msgspec.Struct, frozen=True):
    """Two results side by side. `paired` is the number of pairs sampled, 0 without pairs."""

    title: str
    names: tuple[str, str]
    trials: tuple[RunResult, RunResult]
    differences: list[Difference]
    """The main figure first, then those that surely changed."""
    paired: int = 0

    @property
    def exact(self) -> bool:
        """True if both results are exact."""
        return all(trial.exact for trial in self.trials)

    def says(self) -> str:
        """The changes in plain sentences."""
        first, *rest = self.differences
        names = self._with()
        found = "counted exactly" if self.exact else f"sampled, {self.paired or self.trials[1].size:,} plays each"
        moved = [d for d in rest if d.sure][:3]
        if not first.sure and not moved:
            least = "" if self.exact else f" {_most_it_could_be(first)}"
            return (
                f"{names}, nothing changes {'at all' if self.exact else 'that is more than chance'} ({found}).{least}"
            )
        head = f"{names}, {first.said()}" if first.sure else f"{names}, {self._still(first)}"
        more = f"; {', '.join(d.said() for d in moved)}" if moved else ""
        chance = "" if self.exact else "; that is more than chance"
        return f"{head}{more} ({found}{chance})."

    def _with(self) -> str:
        """The change of settings in words."""
        one, two = self.names
        if AS_IT_IS in self.names:
            return f"With {two}" if one == AS_IT_IS else f"Without {one}"
        return f"With {two} instead of {one}"

    def _still(self, first: Difference) -> str:
        """Describe a figure that did not surely change; only exact ones are known to stay."""
        if self.exact:
            return f"{figure_label(first.figure)} stays as it is"
        return f"what {figure_label(first.figure)} moves by may be chance ({first.moved()})"

    def rows(self) -> list[dict[str, Any]]:
        """Every figure as a row: `pandas.DataFrame(comparison.rows())`."""
        return [
            {"figure": d.figure, self.names[0]: d.one, self.names[1]: d.two, "by": d.by, "wide": d.wide, "sure": d.sure}
            | ({} if self.exact else {f"{name} ±": w for name, w in zip(self.names, self.wide(d), strict=True)})
            for d in self.differences
        ]

    def wide(self, d: Difference) -> tuple[float, float]:
        """Half the 95 % interval of a figure on each side."""
        one, two = (trial.much(d.figure)[1] for trial in self.trials)
        return one, two

    def shown(self) -> list[dict[str, str]]:
        """The rows as people read them."""
        out = []
        for d in self.differences:
            both = {name: trial.said(d.figure) for name, trial in zip(self.names, self.trials, strict=True)}
            doubt = " (may be chance)" if d.wide and not d.sure else ""
            out.append({"figure": d.figure, **both, "by": d.moved(2 if d.chance else 4) + doubt})
        return out

    def __repr__(self) -> str:
        lines = [f"{self.title}: {self.names[0]} / {self.names[1]}"]
        lines += [
            f"  {row['figure']}: {row[self.names[0]]} / {row[self.names[1]]} ({row['by']})" for row in self.shown()[:15]
        ]
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        return render_notebook(self.shown(), self.title, self.says(), [trial.about for trial in self.trials])


def compare(
    game: AnyGame,
    scenario: str,
    /,
    one: Mapping[str, Any],
    two: Mapping[str, Any],
    *,
    work: WorkOptions | None = None,
    **how: Unpack[RunOptions],
) -> Comparison:
    """Run a scenario with two sets of changes and compare the results.

    Changes are fields, rulings, values by path, `policy`, or `game` (another folder). Sampled plays use the same random
    numbers on both sides.
    """
    q, work = make_spec(game, scenario, how, ("one", "two")), check_options(work)
    check_named_values("one", one)
    check_named_values("two", two)
    first, second = with_overrides(q, one), with_overrides(q, two)
    if first == second:
        raise Refused("Both are the same: there is nothing to compare.")
    check_not_set_twice(q, [name for name in one if name in two], "compared")
    names = (_named(one), _named(two))
    begun = (prepare(first, strict="game" not in one), prepare(second, strict="game" not in two))
    solved, limits = [], []
    for asked, at in zip((first, second), begun, strict=True):
        found, _, limit = try_exact(asked, at, work)
        solved.append(found)
        limits.append(limit)
        if found is not None:
            check_settings_used(asked, at, at.noticed)
    if solved[0] is not None and solved[1] is not None:
        return _compared(names, (solved[0], solved[1]), None)
    if solved[0] is None and solved[1] is None:
        pairs = sample_pairs(first, second, (limits[0], limits[1]), work)
        trials = (_side(first, begun[0], pairs, 0, work), _side(second, begun[1], pairs, 1, work))
        return _compared(names, trials, pairs)
    apart = (
        solved[0] or answer_spec(first, work, "game" not in one),
        solved[1] or answer_spec(second, work, "game" not in two),
    )
    return _compared(names, apart, None)


def _side(q: RunSpec, begun: PreparedRun, pairs: PairStatistics, which: int, work: WorkOptions) -> RunResult:
    tally = pairs.tallies[which]
    if work.stopped:  # too few plays to tell which settings have no effect
        return sampled_result(q, begun, tally, f"Stopped after {pairs.plays:,} plays.")
    check_settings_used(q, begun, tally.noticed)
    return sampled_result(q, begun, tally, "Played side by side with another.")


def _compared(names: tuple[str, str], trials: tuple[RunResult, RunResult], pairs: PairStatistics | None) -> Comparison:
    figures = list(dict.fromkeys(name for trial in trials for name in trial.figures()))
    bound = NormalDist().inv_cdf(1 - SURE / 2 / len(figures)) / 1.96
    chances = {name for trial in trials for name in (*trial.chances, *map(fall_label, trial.first))}
    found = []
    for name in figures:
        (a, wide_a), (b, wide_b) = (trial.much(name) for trial in trials)
        by, wide = pairs.difference(name) if pairs is not None else (b - a, sqrt(wide_a**2 + wide_b**2))
        found.append(Difference(name, a, b, by, wide, abs(by) > max(TINY, bound * wide), name in chances))
    foremost = trials[0].foremost
    found.sort(key=lambda d: (d.figure != foremost, not d.sure, is_fall_label(d.figure), d.chance, -_share(d)))
    return Comparison(trials[0].title, names, trials, found, pairs.plays if pairs is not None else 0)


def _adds_up(one: float, two: float, by: float, digits: int) -> bool:
    """True if the rounded change is the difference of the rounded ends."""
    return abs(round(two, digits) - round(one, digits) - round(by, digits)) < TINY


def _share(d: Difference) -> float:
    """The size of the change, relative to the figure."""
    return abs(d.by) / max(TINY, abs(d.one) + abs(d.two))


def _named(changes: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={to_key(value)}" for name, value in changes.items()) or AS_IT_IS


def _most_it_could_be(d: Difference) -> str:
    most = abs(d.by) + d.wide
    much = f"{most * 100:.2g} points" if d.chance else f"{most:.2g}"
    return f"If {figure_label(d.figure)} moves at all, it is by less than {much} (95 %)."
