"""`tablewright play GAME`: a table in the terminal, for one person or several around one keyboard."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table import Table
from tablewright.table.file import TableFile

from .commands import pairs
from .out import console
from .session import Session

HELP = """\
[head]ACTION[/] or its number   take an action; what is missing is asked    [head]?[/] ACTION  its odds, without taking it
[head]sheet[/] [SEAT]           what the seat sees                          [head]log[/]       what was told so far
[head]as[/] SEAT                sit in a seat ([head]as all[/]: in all of them)     [head]more[/]      all actions
[head]undo[/] [ENTRY]  [head]redo[/]     take back, to any entry                     [head]set[/] PATH=VALUE  override a value
[head]rules[/] WORD             look up a rule                              [head]forecast[/] SCENARIO  how it may go on
[head]say[/] TEXT               into the log                                [head]quit[/]      leave (the table is kept)"""


def run(args: argparse.Namespace) -> None:
    if args.json:
        raise Refused("Playing is a conversation: there is no JSON of it. See `odds`, `lab` and `rules` for JSON.")
    box = find(args.game)
    path = args.save or (_usual_place(box) if sys.stdin.isatty() else None)
    kept, said = _kept(box, args, path)
    session = Session(box, kept.table if isinstance(kept, TableFile) else kept, console(), seat=args.seat or "")
    session.file = kept if isinstance(kept, TableFile) else None
    if said:
        session.out.print(f"[bad]{said}[/]")
    session.greet()
    session.converse()


def sit_down(box: Boxed) -> None:
    """Play with everything as usual."""
    usual = argparse.Namespace(
        game=box.game.name, seed=None, dice="fair", save=None, new=False, ruling=[], seat=None, json=False
    )
    run(usual)


def _kept(box: Boxed, args: argparse.Namespace, path: Path | None) -> tuple[TableFile | Table, str]:
    if path is not None and path.exists() and not args.new:
        file, said = TableFile.load(path, box.game)
        file.table.fair_dice = args.dice == "fair"
        file.table.throw()
        return file, said or f"Going on from {path} ({len(file.table.journal)} entries). --new begins another table."
    table = Table.open(box.game, rulings=pairs(args.ruling), seed=args.seed, fair_dice=args.dice == "fair")
    if path is None:
        return table, ""
    if path.exists():
        path.replace(path.with_name(path.name + ".before"))
    return TableFile.create(path, table), ""


def _usual_place(box: Boxed) -> Path:
    """Where a table is kept when nobody says where."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tablewright" / f"{box.game.name}.table"


def ask(prompt: str) -> str | None:
    """A line typed by a person; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return None


def choice(text: str, options: list[Any]) -> Any:
    """The option meant by a number from 1, or None."""
    return options[int(text) - 1] if text.isdigit() and 1 <= int(text) <= len(options) else None
