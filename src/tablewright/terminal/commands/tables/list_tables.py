"""`tablewright tables`: what is kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.table import Table

from tablewright.table.stores import TableHeader
from tablewright.terminal.data_folder import open_store
from tablewright.terminal.render import PROGRAM_NAME, escape_quoted, make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        heads = store.headers()
    if args.json:
        say_json(heads)
        return
    show_tables(make_console(), heads)


def show_tables(out: Console, heads: Sequence[TableHeader]) -> None:
    """The tables, last played first."""
    if not heads:
        out.print(f"No table is kept yet. [head]{PROGRAM_NAME} play GAME[/] begins one.")
        return
    table = Table(title="Tables", title_justify="left")
    for column in ("table", "game", "entries", "last played", ""):
        table.add_column(column, overflow="fold")
    for head in heads:
        played = datetime.fromtimestamp(head.touched).strftime("%Y-%m-%d %H:%M")
        game = head.game if head.game == head.source else f"{head.game} ({head.source})"
        table.add_row(
            escape_quoted(head.name), escape_quoted(game), str(head.length), played, "closed" if head.closed else ""
        )
    out.print(table)
