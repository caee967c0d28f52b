"""Odds as a person reads them: headline with bars, what it does, what it costs, what is assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from rich import box
from rich.console import Console
from rich.table import Table

from tablewright.table.odds import ChancePair, MeasureChange, OddsSummary, Quantity

from .console import bar, percent, round_percent, short_percent
from .sanitize import escape_quoted

MAX_CHANGES = 6
"""As many changes as are read at a glance."""
MAX_STEPS = 7
MAX_GROUPS = 4
STYLES = {"great": "good", "good": "good", "mixed": "mixed", "bad": "bad"}


def show_odds_summary(out: Console, found: OddsSummary, names: Mapping[str, str], whole: bool = False) -> None:
    """The odds of an action; `whole`: to two decimals, with what is folded away, and with every change."""
    OddsTable(out, found, names, whole).show()


def odds_line(
    found: OddsSummary,
    names: Mapping[str, str],
    groups: bool = True,
    most: int = 2,
    but: Set[MeasureChange] = frozenset(),
) -> str:
    """The same in a line, playing the best: what is most likely, what it does, what it costs; `but` goes unsaid."""
    heads = [group for group in found.groups if groups and group.chance[1] > 0]
    likely = sorted(heads, key=lambda group: -group.chance[1])[:MAX_GROUPS]
    parts = [f"{escape_quoted(group.label)} {short_percent(group.chance[1])}" for group in heads if group in likely]
    parts += ["…"] if len(likely) < len(heads) else []
    if found.quantity is not None:
        parts.append(f"{found.quantity.mean[1]:.1f} {escape_quoted(found.quantity.unit)}".strip())
    does, costs = ([c for c in some if c.chance[1] > 0 and c not in but] for some in (found.changes, found.costs))
    changes = [*does, *costs]
    shown = changes[:most] if len(does) < most else [*does[:most], *costs[:1]]  # what it costs is never left out
    parts += [f"{_called(change, names)} {_moved(change, 1)}" for change in shown]
    return ", ".join(parts) or ("" if changes else escape_quoted(found.note))


class OddsTable:
    """One prospect as a table: a row for everything that may come of it, a column for each way to play."""

    def __init__(self, out: Console, found: OddsSummary, names: Mapping[str, str], whole: bool) -> None:
        self.out, self.found, self.names, self.whole = out, found, names, whole
        self.ways = 1 if found.same else 2
        self.bar = 14 if out.width >= 90 or found.same else 8
        self.chance = percent if whole else round_percent

    def show(self) -> None:
        found = self.found
        self.grid = Table(box=box.SIMPLE_HEAVY, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        self.grid.add_column(escape_quoted(found.title) or "odds", overflow="fold")
        for heading in ("",) if found.same else ("spending nothing", found.how if found.how != "best" else "best play"):
            self.grid.add_column(heading, justify="right", no_wrap=True)
            self.grid.add_column("", no_wrap=True)
        if len(found.groups) > 1 or found.changes or found.costs:
            self._groups()
        if found.quantity is not None:
            self._quantity(found.quantity)
        # What is only ever gained of a resource is no price.
        gained = tuple(cost for cost in found.costs if min(cost.mean) >= 0)
        self._changes("What it does", (*found.changes, *gained))
        self._changes("What it costs", [cost for cost in found.costs if cost not in gained])
        if self.grid.row_count:
            self.out.print(self.grid)
        if found.assumed:
            self.out.print(f"[quiet]Taken for granted: {'; '.join(map(escape_quoted, found.assumed))}.[/]")
        if found.note:
            self.out.print(f"[quiet]{escape_quoted(found.note)}[/]")

    def _row(self, label: str, *cells: str) -> None:
        self.grid.add_row(label, *cells[: 2 * self.ways])

    def _groups(self) -> None:
        for group in self.found.groups:
            self._bars(escape_quoted(group.label), group.chance, STYLES.get(group.tone, ""))
            for name, (plain, best) in group.inside if self.whole else ():
                cells = (f"[quiet]{words}[/]" for words in (self.chance(plain), "", self.chance(best), ""))
                self._row(f"  [quiet]{escape_quoted(name)}[/]", *cells)

    def _bars(self, label: str, chance: ChancePair, style: str = "") -> None:
        plain, best = (f"[{style}]{bar(p, self.bar)}[/]" if style else bar(p, self.bar) for p in chance)
        self._row(label, self.chance(chance[0]), plain, self.chance(chance[1]), best)

    def _quantity(self, found: Quantity) -> None:
        """The mean, and those of "at least so many" that are neither sure nor out of reach."""
        unit = escape_quoted(found.unit) or "it comes to"
        self._row(f"{unit}, on average", f"{found.mean[0]:.2f}", "", f"{found.mean[1]:.2f}", "")
        steps = [step for step in found.at_least if any(0.005 <= p < 0.9995 for p in step[1])] or found.at_least
        every = 1 if self.whole else -(-len(steps) // MAX_STEPS)
        for n, chance in steps[::every]:
            self._bars(f"  at least {n}", chance)

    def _changes(self, title: str, changes: Sequence[MeasureChange]) -> None:
        if changes:
            self._row(f"[quiet]{title}[/]")
        shown = changes if self.whole else changes[:MAX_CHANGES]
        for change in shown:
            self._row(f"  {_called(change, self.names)}", _moved(change, 0), "", _moved(change, 1), "")
        if len(shown) < len(changes):
            self._row(f"  [quiet]and {len(changes) - len(shown)} more[/]")


def _moved(change: MeasureChange, which: int) -> str:
    """By how much on average, and how likely, if it is not sure."""
    chance, mean = change.chance[which], change.mean[which]
    if not chance:
        return "[quiet]·[/]"
    style = "" if not change.good or not mean else "good" if mean * change.good > 0 else "bad"
    if change.yes:
        words = f"{'' if mean > 0 else 'no longer: '}{round_percent(chance)}"
    else:
        words = _by(mean) + (f" ({round_percent(chance)})" if chance < 1 - 1e-12 else "")
    return f"[{style}]{words}[/]" if style else words


def _by(mean: float) -> str:
    """A difference, with as many decimals as it takes to see it."""
    if abs(mean - round(mean)) < 0.005 and round(mean):
        return f"{round(mean):+d}"
    if 0 < abs(mean) < 0.005:
        return f"{mean:+.3f}" if abs(mean) >= 0.0005 else f"{'-' if mean < 0 else '+'}<0.001"
    return f"{mean:+.1f}" if abs(mean) >= 0.95 else f"{mean:+.2f}"


def _called(change: MeasureChange, names: Mapping[str, str]) -> str:
    whose = names.get(change.whose, change.whose)
    return escape_quoted(f"{whose}: {change.label}" if whose and whose not in change.label else change.label)
