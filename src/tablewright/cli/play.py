"""`tablewright play GAME`: a table in the terminal, for one person or several around one keyboard."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext
from pathlib import Path

from rich.markup import escape

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table import Table
from tablewright.table.file import TableFile, held

from .commands import pairs
from .out import console
from .session import Session


def run(args: argparse.Namespace) -> None:
    if args.json:
        raise Refused("Playing is a conversation: there is no JSON of it. See `odds`, `lab` and `rules` for JSON.")
    box = find(args.game)
    path = args.save or (_usual_place(box) if sys.stdin.isatty() else None)
    out = console()
    with held(path) if path is not None else nullcontext():
        table, file, said = _table(box, args, path)
        if said:
            out.print(escape(said))
        Session(box, table, out, args.seat or "", file).converse()


def sit_down(box: Boxed) -> None:
    """Play with everything as usual."""
    usual = argparse.Namespace(
        game=box.game.name, seed=None, dice=None, save=None, new=False, ruling=[], seat=None, json=False
    )
    run(usual)


def _table(box: Boxed, args: argparse.Namespace, path: Path | None) -> tuple[Table, TableFile | None, str]:
    """The table to play at, the file it is kept in, and what is to be said about it."""
    if path is not None and path.exists() and not args.new:
        file, said = TableFile.load(path, box.game)
        if args.dice is not None:
            file.table.fair_dice = args.dice == "fair"
            file.table.throw()
        going = f"Going on from {path}, {len(file.table.journal)} entries. --new begins another table."
        return file.table, file, f"{said} {going}".strip()
    table = Table.open(box.game, rulings=pairs(args.ruling), seed=args.seed, fair_dice=args.dice != "hand")
    if path is None:
        return table, None, ""
    if path.exists():
        path.replace(path.with_name(path.name + ".before"))
    return table, TableFile.create(path, table), ""


def _usual_place(box: Boxed) -> Path:
    """Where a table is kept when nobody says where."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tablewright" / f"{box.game.name}.table"
