"""Exact odds as tables: by outcome, by what may be spent, by what could be answered."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from tablewright.engine.exact import Odds, OddsBySpending, PromptAdvice
from tablewright.rules import option_text

from .console import bar, percent
from .sanitize import escape_quoted


def show_advice(out: Console, advice: PromptAdvice) -> None:
    """The options of a question, each with the odds after it, and the best."""
    q = advice.question
    ranks = {option_text(value): rank for odds in advice.odds.values() for value, rank in odds.ranks().items()}
    names = sorted(ranks, key=lambda name: -ranks[name])
    table = Table(title=escape_quoted(q.question), title_justify="left")
    for column in ("option", "costs", *names, ""):
        table.add_column(escape_quoted(column), justify="left" if column in ("option", "") else "right")
    for option in q.options:
        chance = {name: best for name, _, best in advice.odds[option.key].rows()}
        cells = [percent(float(chance.get(name, 0))) for name in names]
        table.add_row(
            escape_quoted(option.label),
            str(option.cost or ""),
            *cells,
            "[good]best[/]" if option.key == advice.best else "",
        )
    out.print(table)


def show_odds(out: Console, found: Odds, title: str = "") -> None:
    """Chances as a table with bars."""
    table = Table(title=escape_quoted(title or found.title), title_justify="left")
    same = all(plain == best for _, plain, best in found.rows())
    table.add_column("outcome")
    table.add_column("chance" if same else "spending nothing", justify="right")
    table.add_column("")
    if not same:
        table.add_column(found.best_called, justify="right")
        table.add_column("")
    for name, plain, best in found.rows():
        row = [escape_quoted(name), f"{percent(float(plain))} [quiet]{_exact(plain)}[/]", bar(float(plain), 16)]
        row += [] if same else [f"{percent(float(best))} [quiet]{_exact(best)}[/]", f"[good]{bar(float(best), 16)}[/]"]
        table.add_row(*row)
    out.print(table)


def show_spending(out: Console, found: OddsBySpending) -> None:
    """Chances under best play, a column for each amount that may be spent."""
    table = Table(title=f"{escape_quoted(found.title)}: best play by what may be spent", title_justify="left")
    table.add_column("at most")
    for most in range(len(found)):
        table.add_column(str(most), justify="right")
    for name, by_most in found.rows():
        table.add_row(escape_quoted(name), *[percent(float(p)) for p in by_most])
    table.add_section()
    table.add_row("[quiet]spent on average[/]", *[f"[quiet]{float(p):.2f}[/]" for p in found.spent])
    out.print(table)


def _exact(p: Any) -> str:
    text = str(p)
    return text if len(text) <= 13 else ""
