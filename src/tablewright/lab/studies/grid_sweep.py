"""Sweeps: the same scenario with one thing after the other changed, on a grid or one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import hypot, prod
from typing import Any, Unpack

import msgspec

from tablewright.lab.execution import Ran, WorkOptions, answer_specs, check_axes_used, check_options, is_constant
from tablewright.lab.results import (
    FIRST,
    Provenance,
    RunResult,
    figure_label,
    is_fall_label,
    join_or_count,
    main_figure,
    render_notebook,
)
from tablewright.lab.spec import (
    NOBODY,
    POLICY,
    AnyGame,
    RunOptions,
    RunSpec,
    check_named_values,
    check_not_set_twice,
    count_values,
    make_spec,
    parse_values,
    with_overrides,
)
from tablewright.rules import Refused, TooLarge, UnknownName, to_key

MAX_POINTS = 2_000
SAME = 1e-9
"""What differs by less is the same."""


class SweepPoint(msgspec.Struct, frozen=True):
    """One point of a sweep: what was set, as it is written, and what became of it."""

    at: dict[str, str]
    trial: RunResult


class Sweep(msgspec.Struct, frozen=True):
    """What became of a scenario at every point. `axes` are the names swept, each with its values in order."""

    title: str
    axes: dict[str, list[str]]
    points: list[SweepPoint]
    figure: str
    """The number shown, unless another is asked for."""
    each: bool = False
    """Whether one thing at a time was changed, rather than all together."""
    idle: list[str] = []
    """What was swept and changes nothing at all."""
    missing: int = 0
    """Points that were not run, because somebody interrupted it before."""

    @property
    def exact(self) -> bool:
        """Whether every point was counted exactly."""
        return all(point.trial.exact for point in self.points)

    @property
    def about(self) -> Provenance | None:
        """What it was found for, beside what was swept."""
        found = self.points[0].trial.about
        return found.without(self.axes) if found is not None else None

    @property
    def names(self) -> list[str]:
        """Every figure that can be asked for."""
        return list(dict.fromkeys(name for point in self.points for name in point.trial.figures()))

    def value(self, point: SweepPoint, figure: str = "") -> tuple[float, float]:
        """A figure at a point with half its 95 % interval. An ending that never comes has the chance 0."""
        figure = figure or self.figure
        if figure not in self.names:
            raise UnknownName("figure here", figure, self.names)
        return point.trial.much(figure)

    def rows(self) -> list[dict[str, Any]]:
        """Every point as a row of a table: `pandas.DataFrame(sweep.rows())`."""
        return [
            {**point.at, **{name: self.value(point, name)[0] for name in self.names}, **self._unsure(point)}
            | {"by": point.trial.by}
            for point in self.points
        ]

    def _unsure(self, point: SweepPoint) -> dict[str, float]:
        """Half the 95 % interval of every figure at a point, where any point was sampled."""
        return {} if self.exact else {f"{name} ±": self.value(point, name)[1] for name in self.names}

    def shown(self) -> list[dict[str, str]]:
        """The same as people read it; who falls first only where that is asked for."""
        names = [name for name in self.names if name == self.figure or not is_fall_label(name)]
        names.sort(key=lambda name: name != self.figure)
        return [
            {name: as_setting(name, value) for name, value in point.at.items()}
            | {name: point.trial.said(name) for name in names}
            | {"found": point.trial.found if point.trial.exact else point.trial.counted}
            for point in self.points
        ]

    @property
    def found(self) -> str:
        """How it was found, in words."""
        return "Counted exactly." if self.exact else "Sampled: 95 % intervals."

    def alike(self, point: SweepPoint, figure: str = "") -> list[SweepPoint]:
        """A point, and all others at which a figure is just the same and known as well; nothing that was sampled is."""
        value, wide = self.value(point, figure)
        known = [(other, *self.value(other, figure)) for other in self.points if other is not point and not wide]
        return [point, *(other for other, much, half in known if not half and abs(much - value) < SAME)]

    def extremes(self, figure: str = "") -> tuple[SweepPoint, SweepPoint]:
        """Where a figure is lowest and where it is highest: of those that cannot be told apart, one known exactly."""

        def much(point: SweepPoint, sign: int) -> tuple[float, float]:
            value, wide = self.value(point, figure)
            return round(sign * value, 9), wide  # what differs by less is the same

        def known(point: SweepPoint, sign: int) -> SweepPoint:
            exact = [near for near in self._near(point, figure) if not self.value(near, figure)[1]]
            return min(exact, key=lambda p: much(p, sign), default=point)

        low, high = (min(self.points, key=lambda p: much(p, sign)) for sign in (1, -1))
        better = known(low, 1), known(high, -1)
        return better if better[0] is not better[1] else (low, high)

    def _near(self, point: SweepPoint, figure: str) -> list[SweepPoint]:
        """The others that cannot be told apart from one, because something was sampled."""
        value, wide = self.value(point, figure)
        known = [(other, *self.value(other, figure)) for other in self.points if other is not point]
        return [other for other, much, half in known if 0 < hypot(wide, half) >= abs(much - value)]

    def says(self, figure: str = "") -> str:
        """What it shows, in a sentence."""
        name, more = figure or self.figure, "".join(f" {name} changes nothing here." for name in self.idle)
        more += f" {self.stopped()}" if self.missing else ""
        low, high = self.extremes(figure)
        if abs(self.value(low, figure)[0] - self.value(high, figure)[0]) < SAME:
            return f"{_called(name)} is {high.trial.said(name, short=True)} everywhere.{more}"
        most, least = (f"{p.trial.said(name, short=True)} with {self._with(p, figure)}" for p in (high, low))
        return f"{_called(name)} is highest at {most} and lowest at {least}.{self._doubt(high, low, name)}{more}"

    def _with(self, point: SweepPoint, figure: str) -> str:
        """Where a figure is what it is at a point: all points that are alike, without what changes nothing anywhere."""
        idle = self.idle if not self.each and len(self.idle) < len(self.axes) else []
        points = [{n: v for n, v in p.at.items() if n not in idle} for p in self.alike(point, figure)]
        return _all_of([at for n, at in enumerate(points) if at not in points[:n]])

    def _doubt(self, high: SweepPoint, low: SweepPoint, name: str) -> str:
        """Whether other points may as well be the highest or the lowest."""
        if low in self._near(high, name):
            return " They cannot be told apart: that may be chance."
        ends = (("highest", self._near(high, name)), ("lowest", self._near(low, name)))
        return "".join(f" {_some(points)} may be the {end} as well." for end, points in ends if points)

    def stopped(self) -> str:
        """How much of it there is, where somebody interrupted it."""
        return f"Stopped: {len(self.points):,} of {len(self.points) + self.missing:,} points were run."

    def __repr__(self) -> str:
        lines = [f"{self.title}: {len(self.points)} points, {self.figure}"]
        lines += [f"  {point_label(point)}: {point.trial.said(self.figure, short=True)}" for point in self.points[:20]]
        lines += [f"  and {len(self.points) - 20} more"] if len(self.points) > 20 else []
        return "\n".join([*lines, f"  {self.says()}"])

    def _repr_html_(self) -> str:
        kept = {*self.axes, self.figure, "found"}
        rows = [{name: text for name, text in row.items() if name in kept} for row in self.shown()]
        return render_notebook(rows, self.title, self.says(), [self.about])


def sweep(
    game: AnyGame,
    scenario: str,
    /,
    over: Mapping[str, Any],
    *,
    each: bool = False,
    figure: str = "",
    work: WorkOptions | None = None,
    **how: Unpack[RunOptions],
) -> Sweep:
    """Runs a scenario at every point of a grid: `over={"hp": range(4, 13), "arm": "*"}`. Names are fields, house
    rulings, values of the start by path, or `policy`; with `each`, one of them is changed at a time.
    """
    q, work = make_spec(game, scenario, how, ("over", "each", "figure")), check_options(work)
    if not isinstance(over, Mapping) or not over:
        what = "a field, a ruling, a value by its path, or the policy"
        raise Refused(f'A sweep needs something to change: {what}, as in {{"name": range(4, 13)}}.')
    check_named_values("over", over)
    check_not_set_twice(q, over if not each or len(over) == 1 else (), "swept")
    meant = {name: count_values(q, name, said, MAX_POINTS) for name, said in over.items()}
    _fits({name: many for name, (_, many) in meant.items()}, each)
    axes = {name: parse_values(q, name, said) for name, (said, _) in meant.items()}
    ats = list(_each(axes) if each else _grid(axes))
    asked = [with_overrides(q, at) for at in ats]
    points = list(_points(ats, asked, work))
    if not points:
        raise KeyboardInterrupt
    named = {name: [to_key(value) for value in values] for name, values in axes.items()}
    first = points[0].trial
    missing = len(ats) - len(points)
    if not missing:
        check_axes_used(q, axes, zip(ats, (point.trial for point in points), strict=True))
    ran: list[Ran] = [(point.at, point.trial) for point in points]
    idle = [
        name for name, all_ in axes.items() if not missing and len(all_) > 1 and is_constant(name, _having(name, ran))
    ]
    figure = figure or main_figure([point.trial for point in points])
    found = Sweep(first.title, named, points, figure, each, idle, missing)
    found.value(points[0])  # refused, if there is no such figure
    return found


def _points(ats: list[dict[str, Any]], asked: list[RunSpec], work: WorkOptions) -> Iterator[SweepPoint]:
    """What became of it at every point that there was time for."""
    for at, trial in zip(ats, answer_specs(asked, work), strict=True):
        if isinstance(trial, Refused) and not work.stopped:
            raise trial
        if isinstance(trial, RunResult):
            yield SweepPoint(_written(at), trial)


def point_label(point: SweepPoint) -> str:
    """A point, as people would say it."""
    return _at(point.at)


def as_setting(name: str, value: str) -> str:
    """What a name is set to: no policy is called what decides then."""
    return FIRST if (name, value) == (POLICY, NOBODY) else value


def _at(at: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={as_setting(name, value)}" for name, value in at.items()) or "nothing changed"


def _all_of(ats: list[dict[str, str]]) -> str:
    """Points that are alike, in words: by the values of each name, where those are all there are; or one by one."""
    first = ats[0]
    if all(at.keys() == first.keys() for at in ats):
        values = {name: list(dict.fromkeys(as_setting(name, at[name]) for at in ats)) for name in first}
        if len(ats) == prod(map(len, values.values())):
            several = sorted(values, key=lambda name: len(values[name]) > 1)  # "x=1, y=2 and 3", not "y=2 and 3, x=1"
            return _at({name: join_or_count(values[name]) for name in several})
    return join_or_count(list(map(_at, ats)), "; " if any(len(at) > 1 for at in ats) else ", ")


def _fits(many: Mapping[str, int], each: bool) -> None:
    """Refuses a grid of so many values for each name if it is too large, and says what would fit."""
    alone, grid = sum(many.values()), prod(many.values())
    points = alone if each else grid
    if points <= MAX_POINTS:
        return
    longest = max(many, key=lambda name: many[name])
    fit = MAX_POINTS - (alone - many[longest]) if each else MAX_POINTS * many[longest] // points
    less = f"{fit:,} values of {longest} instead of {many[longest]:,}" if fit > 0 else "fewer values of everything"
    other = f", or one thing at a time ({alone:,} points)" if not each and alone <= MAX_POINTS else ""
    raise TooLarge(f"{points:,} points are too many: at most {MAX_POINTS:,} are run. What would fit: {less}{other}.")


def _having(name: str, ran: list[Ran]) -> Iterator[Ran]:
    return (one for one in ran if name in one[0])


def _grid(axes: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _each(axes: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    for name, values in axes.items():
        yield from ({name: value} for value in values)


def _written(at: Mapping[str, Any]) -> dict[str, str]:
    return {name: to_key(value) for name, value in at.items()}


def _some(points: list[SweepPoint]) -> str:
    return point_label(points[0]) if len(points) == 1 else f"{len(points)} others"


def _called(name: str) -> str:
    return figure_label(name)[0].upper() + figure_label(name)[1:]
