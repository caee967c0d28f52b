"""Charts of sweeps: lines, bars and heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tablewright.lab.results import format_briefly
from tablewright.lab.studies import Sweep, SweepPoint, as_setting

from .svg import INK, ONE, annotate, draw_svg, shorten_label, show_percent, whiskers

#: With more points, the highest and lowest are drawn, and a note says so: charts fit on a printed page.
MAX_BARS = 24
FEW_COLUMNS = 6  # columns of a heat map that leave room for intervals
ACROSS = 60  # letters side by side below a heat map


def sweep_chart(found: Sweep, figure: str = "") -> str:
    """Draw a sweep: a line or bars for one axis, a heat map for two, bars for more or for one at a time."""
    axes, name = list(found.axes), figure or found.figure
    if len(axes) == 2 and not found.each:
        return _heat(found, name, *_turned(found, *axes))
    if len(axes) == 1 and all(_is_number(value) for value in found.axes[axes[0]]):
        return _line(found, name, axes[0])
    return _bars(found, name)


def _turned(found: Sweep, one: str, two: str) -> tuple[str, str]:
    """Choose the vertical and the horizontal axis: the one with more text goes down, if there is room."""
    wide = {name: sum(len(as_setting(name, value)) + 3 for value in found.axes[name]) for name in (one, two)}
    return (one, two) if wide[two] <= wide[one] or wide[two] <= ACROSS else (two, one)


def _heat(found: Sweep, name: str, down: str, across: str) -> str:
    rows, columns = found.axes[down], found.axes[across]
    at = {(p.at[down], p.at[across]): found.value(p, name) for p in found.points}
    chance = _chance(found, name)
    # empty at points that were not run
    values = [[at.get((row, column), (nan,))[0] for column in columns] for row in rows]
    flat = [value for value, _ in at.values()]
    middle = (min(flat) + max(flat)) / 2

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        picture = axes.imshow(values, cmap="Blues", aspect="auto")
        axes.set_xticks(
            range(len(columns)),
            [shorten_label(as_setting(across, c), 16) for c in columns],
            rotation=35 if len(columns) > 6 else 0,
            ha="right" if len(columns) > 6 else "center",
        )
        axes.set_yticks(range(len(rows)), [shorten_label(as_setting(down, r), 22) for r in rows])
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        if len(flat) <= 200:
            for i, line in enumerate(values):
                for j, value in enumerate(line):
                    if isnan(value):
                        continue
                    wide = at[rows[i], columns[j]][1] if len(columns) <= FEW_COLUMNS else 0.0
                    axes.text(
                        j,
                        i,
                        format_briefly(value, wide, chance),
                        ha="center",
                        va="center",
                        fontsize=8,
                        color="white" if value > middle else INK,
                    )
        bar = figure.colorbar(picture, label=shorten_label(name) + ("" if found.exact else _widest(found, name)))
        if chance:
            show_percent(bar.ax.yaxis)

    return draw_svg(1.4 + 0.34 * len(rows), draw)


def _widest(found: Sweep, name: str) -> str:
    widest = max(found.value(p, name)[1] for p in found.points)
    return f"\nsampled, ± {format_briefly(widest, chance=_chance(found, name))} or less"


def _line(found: Sweep, name: str, axis: str) -> str:
    points = sorted(found.points, key=lambda p: float(p.at[axis]))
    values = [found.value(p, name) for p in points]

    chance = _chance(found, name)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        wide = [half for _, half in values]
        axes.errorbar(
            [float(p.at[axis]) for p in points],
            [v for v, _ in values],
            yerr=whiskers([v for v, _ in values], wide, chance),
            color=ONE,
            marker="o",
            capsize=3,
        )
        axes.set_xlabel(axis)
        axes.set_ylabel(shorten_label(name))
        if chance:
            show_percent(axes.yaxis)
        axes.set_ylim(min(0.0, *(v for v, _ in values)), 1.08 * max(v + half for v, half in values) or 1.0)

    return draw_svg(2.8, draw)


def _bars(found: Sweep, name: str) -> str:
    every, many = _shown(found, name)
    shown, chance = every[::-1], _chance(found, name)
    values = [found.value(p, name) for p in shown]

    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        annotate(figure, many)
        wide = [half for _, half in values]
        labels = [shorten_label(", ".join(_words(found, p.at))) for p in shown]
        bars = axes.barh(
            range(len(shown)),
            [v for v, _ in values],
            xerr=whiskers([v for v, _ in values], wide, chance),
            color=ONE,
        )
        axes.set_yticks(range(len(shown)), labels)
        axes.bar_label(bars, [p.trial.said(name, short=True) for p in shown], padding=4)
        axes.set_xlabel(shorten_label(name))
        axes.margins(x=0.3 if any(wide) else 0.12, y=0.01)
        if chance:
            show_percent(axes.xaxis)

    return draw_svg(0.9 + 0.3 * len(shown), draw)


def _shown(found: Sweep, name: str) -> tuple[list[SweepPoint], str]:
    """Choose the points to draw, and a note on the others. The extremes are always among them."""
    if len(found.points) <= MAX_BARS:
        return found.points, ""
    low, high = found.extremes(name)
    between = [point for point in found.points if point is not low and point is not high]
    ordered = [high, *sorted(between, key=lambda point: -found.value(point, name)[0]), low]
    half = MAX_BARS // 2
    return [
        *ordered[:half],
        *ordered[-half:],
    ], f"the {half} highest and the {half} lowest of {len(ordered)}"


def _words(found: Sweep, at: dict[str, str]) -> Sequence[str]:
    called = {name: as_setting(name, value) for name, value in at.items()}
    return list(called.values()) if len(found.axes) == 1 else [f"{name}={value}" for name, value in called.items()]


def _chance(found: Sweep, name: str) -> bool:
    return found.points[0].trial.is_chance(name)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
