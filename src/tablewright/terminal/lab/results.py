"""The lab's answers in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table

from tablewright.lab import Comparison, RunResult, Sensitivity, Sweep, ValueSpread
from tablewright.lab.results import POSITIVE, Provenance, Within, format_figure, format_with_interval
from tablewright.lab.studies import as_setting, point_label
from tablewright.terminal.render import bar, escape_quoted, percent

MAX_ROWS = 60
WIDE = 100
"""Columns from which on bars are long."""
LONG, SHORT = 24, 16
"""A whole bar, alone and beside an interval."""


def show_trial(out: Console, trial: RunResult, at_least: bool = False) -> None:
    for shown in trial_shown(trial, at_least):
        out.print(shown)


def trial_shown(trial: RunResult, at_least: bool = False) -> Iterator[RenderableType]:
    """How it ends, how long it takes, what is left and who falls first."""
    decided = f"{trial.policy}, {trial.how}" if trial.how not in (None, trial.policy) else trial.policy
    title = f"{escape_quoted(trial.title)} · by {trial.by} ({trial.found}) · decided by: {escape_quoted(decided)}"
    yield f"[italic]{title}[/]"  # no title of the table, which may be narrower
    yield _chances("", "ending", trial.chances, trial.wide)
    spreads = {"length in steps": trial.steps} | ({"worth": trial.worth} if trial.worth else {}) | trial.resources
    yield _spreads(spreads)
    if trial.first:
        yield _chances("Who falls first", "who", trial.first, trial.first_wide)
    if at_least:
        yield from (_curve(name, spread) for name, spread in spreads.items() if not spread.average)
    yield _below(trial.about, trial.note)


def show_sweep(out: Console, found: Sweep) -> None:
    """The figure at every point; a grid, where two things were swept."""
    title = f"{escape_quoted(found.title)} · {escape_quoted(found.figure)}"
    two = len(found.axes) == 2 and not found.each
    grids = [_grid(found, *axes) for axes in permutations(found.axes)] if two else []
    fitting = [grid for grid in grids if _wide(grid) <= out.width]
    out.print(f"[italic]{title}[/]")
    out.print(_framed(fitting[0]) if fitting else _points(found, out.width))
    out.print(escape_quoted(found.says()))
    out.print(_below(found.about, "" if found.exact else found.found))


def _grid(found: Sweep, down: str, across: str) -> list[list[str]]:
    """The figure at every point, one thing down and one across, with its heads."""
    at = {(p.at[down], p.at[across]): p.trial.said(found.figure) for p in found.points}
    heads = [
        f"{escape_quoted(down)} \\ {escape_quoted(across)}",
        *(escape_quoted(as_setting(across, value)) for value in found.axes[across]),
    ]
    rows = [
        [escape_quoted(as_setting(down, value)), *(at.get((value, other), "") for other in found.axes[across])]
        for value in found.axes[down]
    ]
    return [heads, *rows]


def _wide(grid: list[list[str]]) -> int:
    """How wide it is with nothing cut."""
    return sum(max(map(cell_len, column)) + 3 for column in zip(*grid, strict=True)) + 1


def _framed(grid: list[list[str]]) -> Table:
    table = Table()
    for n, head in enumerate(grid[0]):
        table.add_column(head, justify="right" if n else "left", no_wrap=True)
    for row in grid[1:]:
        table.add_row(*row)
    return table


def _points(found: Sweep, width: int) -> Table:
    """The same point by point, where one thing was swept, or more than stand side by side."""
    table = Table()
    table.add_column("set", overflow="fold")
    table.add_column(escape_quoted(found.figure), justify="right", overflow="fold")
    table.add_column("")
    table.add_column("found", overflow="fold")
    most = max(abs(found.value(point)[0]) for point in found.points) or 1.0
    long = LONG if width >= WIDE else SHORT // 2
    for point in found.points[:MAX_ROWS]:
        trial, drawn = point.trial, bar(abs(found.value(point)[0]) / most, long)
        by = trial.found if trial.exact else trial.counted  # below it is said that there are intervals
        table.add_row(escape_quoted(point_label(point)), trial.said(found.figure), drawn, by)
    if len(found.points) > MAX_ROWS:
        table.add_row(f"and {len(found.points) - MAX_ROWS} more: write them to a file with --out", "", "", "")
    return table


def show_comparison(out: Console, found: Comparison) -> None:
    """Every figure of both, and what changed in a sentence."""
    table = Table(title=escape_quoted(found.title), title_justify="left")
    doubts = [bool(d.wide) and not d.sure for d in found.differences]
    for column in ("", *found.names, "by", *([""] if any(doubts) else [])):
        table.add_column(escape_quoted(column), justify="right" if column else "left", overflow="fold")
    for d, doubt in zip(found.differences, doubts, strict=True):
        both = (trial.said(d.figure) for trial in found.trials)
        doubtful = ["[quiet]may be chance[/]" if doubt else ""] if any(doubts) else []
        table.add_row(escape_quoted(d.figure), *both, d.moved(2 if d.chance else 4), *doubtful)
    out.print(table)
    out.print(escape_quoted(found.says()))
    for name, trial in zip(found.names, found.trials, strict=True):
        out.print(_below(trial.about, trial.note, name))


def show_sensitivity(out: Console, found: Sensitivity) -> None:
    """What matters, most first."""
    table = Table(
        title=f"{escape_quoted(found.title)} · {escape_quoted(found.figure)}: {found.now()}", title_justify="left"
    )
    for column in ("turned", "now", "swing", "", "becomes"):
        table.add_column(column, overflow="fold")
    most = max((t.swing for t in found.turned), default=0.0) or 1.0
    for t in found.turned:
        doubt = "" if t.sure or not t.swing else " [quiet]may be chance[/]"
        table.add_row(
            escape_quoted(t.name),
            escape_quoted(t.usual),
            f"{t.most()}{doubt}",
            bar(t.swing / most, LONG // 2 if out.width >= WIDE else SHORT // 3),
            escape_quoted(t.becomes()),
        )
    if found.turned:
        out.print(table)
    out.print(escape_quoted(found.says()))
    out.print(_below(found.trial.about, f"{found.found} {found.beside()}".strip()))


def _chances(title: str, what: str, chances: dict[str, float], wide: dict[str, float]) -> Table:
    table = Table(title=title or None, title_justify="left")
    for column in (what, "chance", ""):
        table.add_column(column, justify="right" if column == "chance" else "left")
    long = SHORT if any(wide.values()) else LONG
    for name, p in sorted(chances.items(), key=lambda kv: -kv[1]):
        table.add_row(escape_quoted(name), _chance(p, wide.get(name, 0.0)), bar(p, long))
    return table


def _spreads(spreads: dict[str, ValueSpread]) -> Table:
    table = Table(title="At the end", title_justify="left")
    for column in ("", "mean", "deviation", "5 %", "median", "95 %"):
        table.add_column(column, justify="right" if column else "left")
    for name, spread in spreads.items():
        deviation = _figure(spread.deviation, spread.deviation_wide, POSITIVE)
        more = [deviation, *map(spread.quantile, ("5%", "50%", "95%"))] if not spread.average else []
        table.add_row(escape_quoted(name), _figure(spread.mean, spread.wide, spread.within), *more)
    return table


def _curve(name: str, spread: ValueSpread) -> Table:
    table = Table(title=f"{escape_quoted(name)}: so much or more", title_justify="left")
    for column in ("at least", "chance", ""):
        table.add_column(column, justify="left" if not column else "right")
    for value, p in spread.curve[:MAX_ROWS]:
        table.add_row(f"{value:g}", _chance(p, spread.wide_at(p)), bar(p, SHORT if spread.plays else LONG))
    if len(spread.curve) > MAX_ROWS:
        table.add_row(f"and {len(spread.curve) - MAX_ROWS} more", "", "")
    return table


def _chance(p: float, wide: float) -> str:
    return format_figure(p, wide, True) if wide else percent(p)


def _figure(value: float, wide: float, within: Within) -> str:
    return format_with_interval(value, wide, ".3f", ".3f", within)


def _below(about: Provenance | None, note: str, name: str = "") -> str:
    words = [f"{name}:" if name else "", about.said() if about is not None else "", note]
    return f"[quiet]{escape_quoted(' '.join(word for word in words if word))}[/]"
