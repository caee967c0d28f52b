"""`tablewright rules GAME [ID or word]`, and all of them in short: `--summary`, `--html`."""

from __future__ import annotations

import argparse

from rich.markup import escape
from rich.table import Table

from tablewright.catalog import find_game
from tablewright.rules import Ledger, LedgerRule, LedgerSummary, LedgerTable, Refused, UnknownName
from tablewright.terminal.render import make_console, say_json, show_rule, strip_controls, summary_page


def run_command(args: argparse.Namespace) -> None:
    box = find_game(args.game)
    ledger = box.ledger
    if args.summary or args.html:
        _summary(LedgerSummary(ledger), args)
        return
    entries = ledger.find(args.word) if args.word else ledger.rule
    if not entries:
        raise UnknownName(f"rule in {ledger.title}", args.word, ledger.entries)
    tables = [t for t in ledger.table if args.word and (t.id in {e.id for e in entries} or t.id.startswith(args.word))]
    if args.json:
        say_json({"game": ledger.game, "rules": entries, "tables": tables})
    elif len(entries) <= 8:
        for entry in entries:
            show_rule(make_console(), entry)
        for table in tables:
            _show_table(table)
    else:
        _index(ledger, entries, set(box.unbuilt()))


def _summary(found: LedgerSummary, args: argparse.Namespace) -> None:
    if args.word:
        raise Refused(f"A summary is of all rules: leave out {args.word!r}, --summary or --html.")
    if args.json:
        say_json({"game": found.ledger.game, "markdown": found.markdown(), "html": summary_page(found)})
    else:
        print(strip_controls(summary_page(found) if args.html else found.markdown()), end="")


def _show_table(table: LedgerTable) -> None:
    drawn = Table(title=table.id, title_justify="left", caption=table.note or None)
    for column in table.columns:
        drawn.add_column(escape(column))
    for row in table.rows:
        drawn.add_row(*(escape(", ".join(map(str, v)) if isinstance(v, list | tuple) else str(v)) for v in row))
    make_console().print(drawn)


def _index(ledger: Ledger, entries: tuple[LedgerRule, ...], unbuilt: set[str]) -> None:
    table = Table(title=f"{ledger.title}: {len(entries)} rules", title_justify="left", expand=True)
    for column in ("id", "kind", "rule"):
        table.add_column(column, overflow="fold", no_wrap=False)
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            table.add_section()
            table.add_row(f"[head]{escape(section)}[/]", "", "")
        mark = " [quiet](not built yet)[/]" if entry.id in unbuilt else ""
        table.add_row(f"[cite]{entry.id}[/]", entry.kind, escape(entry.text) + mark)
    make_console().print(table)
