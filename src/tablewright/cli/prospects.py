"""Odds as a person reads them: headline with bars, what it does, what it costs, what is assumed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich import box
from rich.console import Console
from rich.table import Table

from tablewright.table.prospect import Chances, Change, Group, Prospect, Quantity

from .clean import said
from .out import about, bar, near

BAR = 14
MOST_CHANGES = 6
"""As many changes as are read at a glance."""
MOST_STEPS = 7
MOST_GROUPS = 4
STYLES = {"great": "good", "good": "good", "mixed": "mixed", "bad": "bad"}


def show_prospect(out: Console, found: Prospect, names: Mapping[str, str], whole: bool = False) -> None:
    """The odds of an action; `whole`: with what is folded away, and with every change."""
    grid = Table(box=box.SIMPLE_HEAVY, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(said(found.title) or "odds", overflow="fold")
    headings = ("",) if found.same else ("spending nothing", found.how if found.how != "best" else "best play")
    for heading in headings:
        grid.add_column(said(heading), justify="right", no_wrap=True)
        grid.add_column("", min_width=6 if found.same else BAR // 2, max_width=BAR, no_wrap=True)
    for cells in _rows(found, names, whole):
        grid.add_row(*cells[: 1 + 2 * len(headings)])
    if grid.row_count:
        out.print(grid)
    for words in _notes(found):
        out.print(f"[quiet]{words}[/]")


def brief(found: Prospect, names: Mapping[str, str], groups: bool = True, most: int = 2) -> str:
    """The same in a line, playing the best: what is most likely, what it does, what it costs."""
    heads = [group for group in found.groups if groups and group.chance[1] > 0]
    likely = sorted(heads, key=lambda group: -group.chance[1])[:MOST_GROUPS]
    parts = [f"{said(group.label)} {near(group.chance[1])}" for group in heads if group in likely]
    parts += ["…"] if len(likely) < len(heads) else []
    if found.quantity is not None:
        parts.append(f"{found.quantity.mean[1]:.1f} {said(found.quantity.unit)}".strip())
    changes = [*found.changes, *found.costs]
    parts += [f"{_called(c, names)} {_moved(c, 1)}" for c in changes[:most] if c.chance[1] > 0]
    return ", ".join(parts) or (said(found.note) if not found.changes and not found.costs else "")


def _rows(found: Prospect, names: Mapping[str, str], whole: bool) -> Iterator[tuple[str, ...]]:
    for group in found.groups:
        yield _bars(said(group.label), group.tone, group.chance)
        yield from _inside(group) if whole else ()
    if found.quantity is not None:
        yield from _quantity(found.quantity)
    for title, changes in (("What it does", found.changes), ("What it costs", found.costs)):
        if changes:
            yield (f"[quiet]{title}[/]", "", "", "", "")
        shown = changes if whole else changes[:MOST_CHANGES]
        for change in shown:
            yield f"  {_called(change, names)}", _moved(change, 0), "", _moved(change, 1), ""
        if len(shown) < len(changes):
            yield f"  [quiet]and {len(changes) - len(shown)} more[/]", "", "", "", ""


def _bars(label: str, tone: str, chance: Chances) -> tuple[str, ...]:
    style = STYLES.get(tone, "")
    plain, best = (f"[{style}]{bar(p, BAR)}[/]" if style else bar(p, BAR) for p in chance)
    return label, about(chance[0]), plain, about(chance[1]), best


def _inside(group: Group) -> Iterator[tuple[str, ...]]:
    for name, (plain, best) in group.inside:
        yield f"  [quiet]{said(name)}[/]", f"[quiet]{about(plain)}[/]", "", f"[quiet]{about(best)}[/]", ""


def _quantity(found: Quantity) -> Iterator[tuple[str, ...]]:
    """The mean, and those of "at least so many" that are neither sure nor out of reach."""
    unit = said(found.unit)
    yield f"{unit or 'it comes to'}, on average", f"{found.mean[0]:.2f}", "", f"{found.mean[1]:.2f}", ""
    open_ = [step for step in found.at_least if any(0.005 <= p < 0.9995 for p in step[1])] or list(found.at_least)
    every = -(-len(open_) // MOST_STEPS)
    for n, chance in open_[::every]:
        yield _bars(f"  at least {n}", "", chance)


def _moved(change: Change, which: int) -> str:
    """By how much, and how likely if it is not sure."""
    chance, mean = change.chance[which], change.mean[which]
    if not chance:
        return "[quiet]·[/]"
    style = "" if not change.good or not mean else "good" if mean * change.good > 0 else "bad"
    if change.yes:
        words = f"{'' if mean > 0 else 'no longer: '}{about(chance)}"
    else:
        words = f"{mean:+.1f}" + (f" ({about(chance)})" if chance < 1 - 1e-12 else "")
    return f"[{style}]{words}[/]" if style else words


def _called(change: Change, names: Mapping[str, str]) -> str:
    whose = names.get(change.whose, change.whose)
    return said(f"{whose}: {change.label}" if whose and whose not in change.label else change.label)


def _notes(found: Prospect) -> Iterator[str]:
    if found.assumed:
        yield f"Taken for granted: {'; '.join(said(words) for words in found.assumed)}."
    if found.note:
        yield said(found.note)
