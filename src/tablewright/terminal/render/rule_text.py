"""One rule of a ledger, printed."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from tablewright.rules import LedgerRule


def show_rule(out: Console, entry: LedgerRule) -> None:
    """Print a rule with its examples, open questions and ruling."""
    title = f"  {escape(entry.title)}" if entry.title else ""
    out.print(f"[head]{entry.id}[/]{title}  [quiet]{escape(entry.section)} · {entry.kind}[/]")
    out.print(escape(entry.text))
    for example in entry.examples:
        out.print(f"  [quiet]e.g.[/] {escape(example.given)} → {escape(example.expect)}")
    if entry.ambiguity:
        out.print(f"  [quiet]open:[/] {escape(entry.ambiguity)}")
    if entry.ruling:
        out.print(f"  [quiet]ruling:[/] {escape(entry.ruling)}")
    out.print()
