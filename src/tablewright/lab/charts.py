"""The lab's answers as pictures: SVG that prints well, with text that can be read and searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from math import isnan, nan
from textwrap import shorten
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .about import FIRST
from .best_play import BEST_PLAY, BestPlay
from .best_play import figure as worth_said
from .change import POLICY
from .comparing import Comparison
from .question import NOBODY
from .sensing import Sensitivity, figure_said
from .sweeps import Sweep
from .trial import Trial

INK, ONE, TWO, PALE = "#222222", "#33658a", "#c8553d", "#bbbbbb"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tablewright",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "text.color": INK,
}
WIDE = 7.0
MOST_CURVES, MOST_TURNED, MOST_BARS = 6, 15, 40
LABEL = 34


def _svg(high: float, draw: Callable[[Figure], None]) -> str:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, high), layout="constrained")
        draw(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def chances_chart(trial: Trial) -> str:
    """How it ends: a bar for each ending, with its 95 % interval where it was sampled."""
    pairs = sorted(trial.chances.items(), key=lambda found: found[1])[-MOST_BARS:]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        wide = [trial.wide.get(name, 0.0) for name, _ in pairs]
        bars = axes.barh(
            [_short(n) for n, _ in pairs], [p for _, p in pairs], xerr=_held([p for _, p in pairs], wide), color=ONE
        )
        said = [f"{p:.1%}" + (f" ± {w:.1%}" if w else "") for (_, p), w in zip(pairs, wide, strict=True)]
        axes.bar_label(bars, said, padding=4)
        axes.set_xlim(0, 1.25 if any(wide) else 1.12)
        _percent(axes.xaxis)

    return _svg(0.8 + 0.34 * len(pairs), draw)


def lengths_chart(trial: Trial) -> str:
    """How long it takes: the chance of every number of steps."""
    steps = [(n, p) for n, p in trial.steps.chances if p > 1e-4][:200]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.bar([n for n, _ in steps], [p for _, p in steps], width=0.9, color=ONE)
        axes.axvline(trial.steps.mean, color=TWO, linewidth=1)
        wide = f" ± {trial.steps.wide:.1f}" if trial.steps.wide else ""
        axes.set_xlabel(f"steps (mean {trial.steps.mean:.1f}{wide})")
        _percent(axes.yaxis)

    return _svg(2.4, draw)


def curves_chart(trial: Trial) -> str:
    """What is left: for each, the chance of so much or more."""
    spreads = [(n, s) for n, s in trial.resources.items() if len(s.chances) > 1 and not s.average][:MOST_CURVES]
    if not spreads:
        return ""
    columns = min(3, len(spreads))
    lines = -(-len(spreads) // columns)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(lines, columns, squeeze=False, sharey=True)
        for axes in grid.flat[len(spreads) :]:
            axes.set_visible(False)
        for axes, (name, spread) in zip(grid.flat, spreads, strict=False):
            values, chances = [v for v, _ in spread.curve], [p for _, p in spread.curve]
            axes.step(values, chances, where="pre", color=ONE)
            if spread.plays:
                ends = [(max(0.0, p - w), min(1.0, p + w)) for p, w in ((p, spread.wide_at(p)) for p in chances)]
                low, high = zip(*ends, strict=True)
                axes.fill_between(values, low, high, step="pre", color=ONE, alpha=0.25, linewidth=0)
            axes.set_ylim(0, 1.02)
            axes.set_title(_short(name, 26), fontsize=9)
            _percent(axes.yaxis)
        figure.supxlabel("at least so much", fontsize=9)

    return _svg(2.0 * lines + 0.3, draw)


def sweep_chart(found: Sweep, figure_name: str = "") -> str:
    """One thing swept: a line or bars. Two: a heat map. One at a time: bars, side by side."""
    axes_ = list(found.axes)
    if len(axes_) == 2 and not found.each:
        return _heat(found, figure_name, *axes_)
    if len(axes_) == 1 and all(_is_number(value) for value in found.axes[axes_[0]]):
        return _line(found, figure_name, axes_[0])
    return _bars(found, figure_name)


def comparison_chart(found: Comparison) -> str:
    """Chances before and after, figure by figure."""
    shown = [d for d in found.differences if d.chance][:MOST_TURNED][::-1] or found.differences[:MOST_TURNED][::-1]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        places = range(len(shown))
        for side, color in ((0, ONE), (1, TWO)):
            wide = [found.wide(d)[side] for d in shown]
            held = _held([(d.one, d.two)[side] for d in shown], wide, all(d.chance for d in shown))
            if held is not None:
                axes.errorbar([(d.one, d.two)[side] for d in shown], places, xerr=held, fmt="none", ecolor=color)
        axes.hlines(places, [d.one for d in shown], [d.two for d in shown], color=PALE, linewidth=3)
        axes.plot([d.one for d in shown], places, "o", color=ONE, label=_short(found.names[0]))
        axes.plot([d.two for d in shown], places, "D", color=TWO, label=_short(found.names[1]))
        axes.set_yticks(places, [_short(d.figure) for d in shown])
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
        if all(d.chance for d in shown):
            _percent(axes.xaxis)

    return _svg(1.4 + 0.3 * len(shown), draw)


def policies_chart(found: BestPlay) -> str:
    """Best play beside other policies, with intervals where they were sampled."""
    rows = found.rows()[::-1]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        wide = [row["high"] - row["worth"] for row in rows]
        bars = axes.barh(
            [_short(row["policy"]) for row in rows],
            [row["worth"] for row in rows],
            xerr=_held([row["worth"] for row in rows], wide, False),
            color=[TWO if row["policy"] == BEST_PLAY else ONE for row in rows],
        )
        axes.bar_label(bars, [worth_said(row["worth"], half) for row, half in zip(rows, wide, strict=True)], padding=4)
        axes.set_xlabel("worth")
        axes.margins(x=0.25)

    return _svg(0.9 + 0.3 * len(rows), draw)


def tornado_chart(found: Sensitivity) -> str:
    """What matters most: how far each thing moves the figure, down and up."""
    shown = [t for t in found.turned if t.swing > 1e-9][:MOST_TURNED][::-1]
    if not shown:
        return ""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for place, turned in enumerate(shown):
            low, high = min(*turned.tried.values(), found.base), max(*turned.tried.values(), found.base)
            axes.barh(place, low - found.base, left=found.base, color=TWO)
            axes.barh(place, high - found.base, left=found.base, color=ONE)
            for value, much in turned.tried.items():
                held = _held([much], [turned.unsure.get(value, 0.0)], found.trial.is_chance(found.figure))
                if held is not None:
                    axes.errorbar(much, place, xerr=held, fmt="none", ecolor=INK, capsize=3)
        axes.axvline(found.base, color=INK, linewidth=1)
        axes.set_yticks(range(len(shown)), [_short(t.name) for t in shown])
        axes.set_xlabel(f"{found.figure} (now {figure_said(found.base, found.wide)})")

    return _svg(0.9 + 0.3 * len(shown), draw)


def dice_chart(dice: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Any dice: the chance of every total, and of so much or more."""

    def draw(figure: Figure) -> None:
        just, more = figure.subplots(1, 2)
        for name, pairs in dice.items():
            totals, chances = [t for t, p in pairs if p > 1e-5], [p for _, p in pairs if p > 1e-5]
            above = [sum(chances[i:]) for i in range(len(chances))]
            just.plot(totals, chances, marker="o", markersize=3, label=_short(name))
            more.plot(totals, above, marker="o", markersize=3)
        just.set_xlabel("just so much")
        more.set_xlabel("so much or more")
        for axes in (just, more):
            axes.set_ylim(bottom=0)
            _percent(axes.yaxis)
        just.legend(frameon=False)

    return _svg(2.8, draw)


def _heat(found: Sweep, name: str, down: str, across: str) -> str:
    rows, columns = found.axes[down], found.axes[across]
    at = {(p.at[down], p.at[across]): found.value(p, name) for p in found.points}
    values = [[at.get((row, column), (nan,))[0] for column in columns] for row in rows]  # nothing, where it was not run
    flat = [value for value, _ in at.values()]
    middle = (min(flat) + max(flat)) / 2

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        picture = axes.imshow(values, cmap="Blues", aspect="auto")
        axes.set_xticks(
            range(len(columns)),
            [_short(c, 16) for c in columns],
            rotation=35 if len(columns) > 6 else 0,
            ha="right" if len(columns) > 6 else "center",
        )
        axes.set_yticks(range(len(rows)), [_short(r, 22) for r in rows])
        axes.set_xlabel(across)
        axes.set_ylabel(down)
        if len(flat) <= 200:
            for i, line in enumerate(values):
                for j, value in enumerate(line):
                    if isnan(value):
                        continue
                    wide = at[rows[i], columns[j]][1]
                    axes.text(
                        j,
                        i,
                        f"{value:.2f}" + (f" ± {wide:.2f}" if wide and len(columns) <= 6 else ""),
                        ha="center",
                        va="center",
                        fontsize=8,
                        color="white" if value > middle else INK,
                    )
        figure.colorbar(picture, label=_short(name or found.figure) + ("" if found.exact else _widest(found, name)))

    return _svg(1.4 + 0.34 * len(rows), draw)


def _widest(found: Sweep, name: str) -> str:
    return f"\nsampled, ± {max(found.value(p, name)[1] for p in found.points):.2f} or less"


def _line(found: Sweep, name: str, axis: str) -> str:
    points = sorted(found.points, key=lambda p: float(p.at[axis]))
    values = [found.value(p, name) for p in points]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        wide = [half for _, half in values]
        axes.errorbar(
            [float(p.at[axis]) for p in points],
            [v for v, _ in values],
            yerr=_held([v for v, _ in values], wide, _chance(found, name)),
            color=ONE,
            marker="o",
            capsize=3,
        )
        axes.set_xlabel(axis)
        axes.set_ylabel(_short(name or found.figure))
        axes.set_ylim(min(0.0, *(v for v, _ in values)), 1.08 * max(v + half for v, half in values) or 1.0)

    return _svg(2.8, draw)


def _bars(found: Sweep, name: str) -> str:
    shown = found.points[:MOST_BARS][::-1]
    values = [found.value(p, name) for p in shown]

    def draw(figure: Figure) -> None:
        axes: Axes = figure.subplots()
        wide = [half for _, half in values]
        labels = [_short(", ".join(_words(found, p.at))) for p in shown]
        bars = axes.barh(
            range(len(shown)),
            [v for v, _ in values],
            xerr=_held([v for v, _ in values], wide, _chance(found, name)),
            color=ONE,
        )
        axes.set_yticks(range(len(shown)), labels)
        axes.bar_label(bars, [f"{v:.2f}" + (f" ± {half:.2f}" if half else "") for v, half in values], padding=4)
        axes.set_xlabel(_short(name or found.figure))
        axes.margins(x=0.12)

    return _svg(0.9 + 0.3 * len(shown), draw)


def _words(found: Sweep, at: dict[str, str]) -> Sequence[str]:
    called = {name: FIRST if (name, value) == (POLICY, NOBODY) else value for name, value in at.items()}
    return list(called.values()) if len(found.axes) == 1 else [f"{name}={value}" for name, value in called.items()]


def _held(values: Sequence[float], wide: Sequence[float], chance: bool = True) -> list[list[float]] | None:
    """How far 95 % intervals reach down and up, where anything was sampled: a chance not below none nor above all."""
    if not any(wide):
        return None
    ends = [
        (min(w, max(0.0, v)), min(w, max(0.0, 1 - v))) if chance else (w, w) for v, w in zip(values, wide, strict=True)
    ]
    return [[low for low, _ in ends], [high for _, high in ends]]


def _chance(found: Sweep, name: str) -> bool:
    return found.points[0].trial.is_chance(name or found.figure)


def _percent(axis: object) -> None:
    axis.set_major_formatter(lambda value, _: f"{value:.0%}" if value <= 1.001 else "")  # type: ignore[attr-defined]


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _short(text: str, most: int = LABEL) -> str:
    return shorten(text, most, placeholder=" …").replace("$", r"\$")
