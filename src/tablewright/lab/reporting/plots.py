"""Charts of the lab's answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from tablewright.lab.results import BEST_PLAY, BestPlay, RunResult
from tablewright.lab.results import format_value as worth_said
from tablewright.lab.studies import Comparison, Sensitivity

from .svg import INK, ONE, PALE, TWO, annotate, draw_svg, shorten_label, show_percent, whiskers

#: Charts fit on a printed page: more curves, rows or bars are counted in a note.
MAX_CURVES, MAX_TURNED, MAX_BARS = 12, 24, 24
SELDOM = 1e-4  # rarer lengths are not drawn if there are many
MAX_LENGTHS = 200


def chances_chart(trial: RunResult) -> str:
    """Endings: a bar for each, with its 95 % interval if it was sampled."""
    every = sorted(trial.chances.items(), key=lambda found: found[1])
    pairs, seldom = every[-MAX_BARS:], every[:-MAX_BARS]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        if seldom:
            annotate(figure, f"not drawn: {len(seldom)} more endings, together {sum(p for _, p in seldom):.2%}")
        wide = [trial.wide.get(name, 0.0) for name, _ in pairs]
        bars = axes.barh(
            [shorten_label(n) for n, _ in pairs],
            [p for _, p in pairs],
            xerr=whiskers([p for _, p in pairs], wide),
            color=ONE,
        )
        axes.bar_label(bars, [trial.said(name, short=True) for name, _ in pairs], padding=4)
        axes.set_xlim(0, 1.4 if any(wide) else 1.12)
        show_percent(axes.xaxis)

    return draw_svg(0.8 + 0.34 * len(pairs), draw)


def lengths_chart(trial: RunResult) -> str:
    """Lengths: the chance of every number of steps; empty if it is always the same."""
    every = trial.steps.chances
    steps = every if len(every) <= MAX_LENGTHS else [(n, p) for n, p in every if p > SELDOM][:MAX_LENGTHS]
    if len(every) == 1:
        return ""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        if len(steps) < len(every):
            annotate(
                figure, f"not drawn: lengths that come in {1 - sum(p for _, p in steps):.2%} of all plays, together"
            )
        axes.bar([n for n, _ in steps], [p for _, p in steps], width=0.9, color=ONE)
        axes.axvline(trial.steps.mean, color=TWO, linewidth=1)
        axes.set_xlabel(f"length in steps (mean {trial.said('length', short=True)})")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        show_percent(axes.yaxis)

    return draw_svg(2.4, draw)


def curves_chart(trial: RunResult) -> str:
    """Amounts left: for each, the chance of so much or more."""
    every = [(n, s) for n, s in trial.resources.items() if len(s.chances) > 1 and not s.average]
    spreads, others = every[:MAX_CURVES], every[MAX_CURVES:]
    if not spreads:
        return ""
    columns = min(4 if len(spreads) > 6 else 3, len(spreads))
    lines = -(-len(spreads) // columns)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(lines, columns, squeeze=False, sharey=True)
        if others:
            annotate(figure, f"not drawn: {len(others)} more that the table below tells of")
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
            axes.set_title(shorten_label(name, 26 if columns < 4 else 22), fontsize=9)
            show_percent(axes.yaxis)
        figure.supxlabel("at least so much", fontsize=9)

    return draw_svg((2.0 if columns < 4 else 1.7) * lines + 0.3, draw)


def comparison_chart(found: Comparison) -> str:
    """Figures before and after a change."""
    every = [d for d in found.differences if d.chance] or found.differences
    shown = every[:MAX_TURNED][::-1]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        if len(every) > len(shown):
            annotate(figure, f"not drawn: {len(every) - len(shown)} more that the table below tells of")
        places = range(len(shown))
        for side, color in ((0, ONE), (1, TWO)):
            wide = [found.wide(d)[side] for d in shown]
            held = whiskers([(d.one, d.two)[side] for d in shown], wide, all(d.chance for d in shown))
            if held is not None:
                axes.errorbar([(d.one, d.two)[side] for d in shown], places, xerr=held, fmt="none", ecolor=color)
        axes.hlines(places, [d.one for d in shown], [d.two for d in shown], color=PALE, linewidth=3)
        axes.plot([d.one for d in shown], places, "o", color=ONE, label=shorten_label(found.names[0]))
        axes.plot([d.two for d in shown], places, "D", color=TWO, label=shorten_label(found.names[1]))
        axes.set_yticks(places, [shorten_label(d.figure) for d in shown])
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
        if all(d.chance for d in shown):
            show_percent(axes.xaxis)

    return draw_svg(1.4 + 0.3 * len(shown), draw)


def policies_chart(found: BestPlay) -> str:
    """Best play beside other policies, with intervals for sampled ones."""
    rows = found.rows()[::-1]

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        wide = [row["high"] - row["worth"] for row in rows]
        bars = axes.barh(
            [shorten_label(row["policy"]) for row in rows],
            [row["worth"] for row in rows],
            xerr=whiskers([row["worth"] for row in rows], wide, False),
            color=[TWO if row["policy"] == BEST_PLAY else ONE for row in rows],
        )
        axes.bar_label(bars, [worth_said(row["worth"], half) for row, half in zip(rows, wide, strict=True)], padding=4)
        axes.set_xlabel("worth")
        axes.margins(x=0.25)

    return draw_svg(0.9 + 0.3 * len(rows), draw)


def tornado_chart(found: Sensitivity) -> str:
    """Sensitivity: the change of the figure by each setting, down and up."""
    every = [t for t in found.turned if t.swing > 1e-9]
    shown = every[:MAX_TURNED][::-1]
    if not shown:
        return ""

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        if len(every) > len(shown):
            annotate(figure, f"not drawn: {len(every) - len(shown)} more that matter less")
        for place, turned in enumerate(shown):
            low, high = min(*turned.tried.values(), found.base), max(*turned.tried.values(), found.base)
            axes.barh(place, low - found.base, left=found.base, color=TWO)
            axes.barh(place, high - found.base, left=found.base, color=ONE)
            for value, much in turned.tried.items():
                held = whiskers([much], [turned.unsure.get(value, 0.0)], found.trial.is_chance(found.figure))
                if held is not None:
                    axes.errorbar(much, place, xerr=held, fmt="none", ecolor=INK, capsize=3)
        axes.axvline(found.base, color=INK, linewidth=1)
        axes.set_yticks(range(len(shown)), [shorten_label(t.name) for t in shown])
        axes.set_xlabel(f"{found.figure} (now {found.now()})")
        if found.trial.is_chance(found.figure):
            show_percent(axes.xaxis)

    return draw_svg(0.9 + 0.3 * len(shown), draw)


def dice_chart(dice: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Dice: the chance of each total, and of each total or more."""

    def draw(figure: Figure) -> None:
        just, more = figure.subplots(1, 2)
        for name, pairs in dice.items():
            totals, chances = [t for t, p in pairs if p > 1e-5], [p for _, p in pairs if p > 1e-5]
            above = [sum(chances[i:]) for i in range(len(chances))]
            just.plot(totals, chances, marker="o", markersize=3, label=shorten_label(name))
            more.plot(totals, above, marker="o", markersize=3)
        just.set_xlabel("just so much")
        more.set_xlabel("so much or more")
        for axes in (just, more):
            axes.set_ylim(bottom=0)
            show_percent(axes.yaxis)
        just.legend(frameon=False)

    return draw_svg(2.8, draw)
