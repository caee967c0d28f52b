"""The lab's answers in the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, RenderableType
from rich.table import Table

from tablewright.lab import Comparison, Sensitivity, Spread, Sweep, Trial
from tablewright.lab.about import About
from tablewright.lab.sweeps import where

from .clean import said
from .out import bar, percent

MOST_ROWS = 60


def show_trial(out: Console, trial: Trial, at_least: bool = False) -> None:
    for shown in trial_shown(trial, at_least):
        out.print(shown)


def trial_shown(trial: Trial, at_least: bool = False) -> Iterator[RenderableType]:
    """How it ends, how long it takes, what is left and who falls first."""
    decided = f"{trial.policy}, {trial.how}" if trial.how not in (None, trial.policy) else trial.policy
    title = f"{said(trial.title)} · by {trial.by} ({trial.found}) · decided by: {said(decided)}"
    yield f"[italic]{title}[/]"  # no title of the table, which may be narrower
    yield _chances("", "ending", trial.chances, trial.wide)
    spreads = {"steps": trial.steps} | ({"worth": trial.worth} if trial.worth else {}) | trial.resources
    yield _spreads(spreads)
    if trial.first:
        yield _chances("Who falls first", "who", trial.first, trial.first_wide)
    if at_least:
        yield from (_curve(name, spread) for name, spread in spreads.items() if not spread.average)
    yield _below(trial.about, trial.note)


def show_sweep(out: Console, found: Sweep) -> None:
    """The figure at every point; a grid, where two things were swept."""
    axes = list(found.axes)
    table = Table(title=f"{said(found.title)} · {said(found.figure)}", title_justify="left")
    if len(axes) == 2 and not found.each:
        down, across = axes
        table.add_column(f"{said(down)} \\ {said(across)}")
        for value in found.axes[across]:
            table.add_column(said(value), justify="right")
        at = {(p.at[down], p.at[across]): p for p in found.points}
        for value in found.axes[down]:
            cells = [_figure(*found.value(at[value, b])) if (value, b) in at else "" for b in found.axes[across]]
            table.add_row(said(value), *cells)
    else:
        for column in ("set", found.figure, "", "found"):
            table.add_column(said(column), justify="right" if column == found.figure else "left")
        most = max(abs(found.value(point)[0]) for point in found.points) or 1.0
        for point in found.points[:MOST_ROWS]:
            much, wide = found.value(point)
            table.add_row(said(where(point)), _figure(much, wide), bar(abs(much) / most), point.trial.found)
        if len(found.points) > MOST_ROWS:
            table.add_row(f"and {len(found.points) - MOST_ROWS} more: write them to a file with --out", "", "", "")
    out.print(table)
    out.print(said(found.says()))
    out.print(_below(found.about, "" if found.exact else "Sampled: 95 % intervals."))


def show_comparison(out: Console, found: Comparison) -> None:
    """Every figure of both, and what changed in a sentence."""
    table = Table(title=said(found.title), title_justify="left")
    doubts = [bool(d.wide) and not d.sure for d in found.differences]
    for column in ("", *found.names, "by", *([""] if any(doubts) else [])):
        table.add_column(said(column), justify="right" if column else "left", overflow="fold")
    for d, doubt in zip(found.differences, doubts, strict=True):
        both = (_close(*trial.much(d.figure)) for trial in found.trials)
        doubtful = ["[quiet]may be chance[/]" if doubt else ""] if any(doubts) else []
        table.add_row(said(d.figure), *both, _close(d.by, d.wide, "+"), *doubtful)
    out.print(table)
    out.print(said(found.says()))
    for name, trial in zip(found.names, found.trials, strict=True):
        out.print(_below(trial.about, trial.note, name))


def show_sensitivity(out: Console, found: Sensitivity) -> None:
    """What matters, most first."""
    now = _figure(found.base, found.wide)
    table = Table(title=f"{said(found.title)} · {said(found.figure)}: {now}", title_justify="left")
    for column in ("turned", "now", "swing", "", "becomes"):
        table.add_column(column, overflow="fold")
    most = max((t.swing for t in found.turned), default=0.0) or 1.0
    for t in found.turned:
        doubt = "" if t.sure or not t.swing else " [quiet]may be chance[/]"
        table.add_row(
            said(t.name),
            said(t.usual),
            f"{_figure(t.swing, t.wide)}{doubt}",
            bar(t.swing / most, 12),
            said(t.becomes()),
        )
    if found.turned:
        out.print(table)
    out.print(said(found.says()))
    out.print(_below(found.trial.about, f"{found.found} {found.beside()}".strip()))


def _chances(title: str, what: str, chances: dict[str, float], wide: dict[str, float]) -> Table:
    table = Table(title=title or None, title_justify="left")
    for column in (what, "chance", ""):
        table.add_column(column, justify="right" if column == "chance" else "left")
    for name, p in sorted(chances.items(), key=lambda kv: -kv[1]):
        table.add_row(said(name), percent(p) + _plus(wide.get(name, 0.0)), bar(p))
    return table


def _spreads(spreads: dict[str, Spread]) -> Table:
    table = Table(title="At the end", title_justify="left")
    for column in ("", "mean", "deviation", "5 %", "median", "95 %"):
        table.add_column(column, justify="right" if column else "left")
    for name, spread in spreads.items():
        deviation = _figure(spread.deviation, spread.deviation_wide)
        more = [deviation, *map(spread.quantile, ("5%", "50%", "95%"))] if not spread.average else []
        table.add_row(said(name), _figure(spread.mean, spread.wide), *more)
    return table


def _curve(name: str, spread: Spread) -> Table:
    table = Table(title=f"{said(name)}: so much or more", title_justify="left")
    for column in ("at least", "chance", ""):
        table.add_column(column, justify="left" if not column else "right")
    for value, p in spread.curve[:MOST_ROWS]:
        table.add_row(f"{value:g}", percent(p) + _plus(spread.wide_at(p)), bar(p))
    if len(spread.curve) > MOST_ROWS:
        table.add_row(f"and {len(spread.curve) - MOST_ROWS} more", "", "")
    return table


def _plus(wide: float) -> str:
    return f" ± {wide:.2%}" if wide else ""


def _close(value: float, wide: float, sign: str = "") -> str:
    """A figure to four decimals, with its interval where it was sampled."""
    return f"{value:{sign}.4f}" + (f" ± {wide:.4f}" if wide else "")


def _figure(value: float, wide: float) -> str:
    return f"{value:.3f}" + (f" ± {wide:.3f}" if wide else "")


def _below(about: About | None, note: str, name: str = "") -> str:
    words = [f"{name}:" if name else "", about.said() if about is not None else "", note]
    return f"[quiet]{said(' '.join(word for word in words if word))}[/]"
