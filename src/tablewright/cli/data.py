"""Where tables are kept, and the games they are of."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table.sqlite import KeptTable, SqliteStore
from tablewright.table.store import Head


def open_store(args: argparse.Namespace) -> SqliteStore:
    """The store in the folder given, in $TABLEWRIGHT_DATA, or in the user's data folder."""
    given = args.data or os.environ.get("TABLEWRIGHT_DATA")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return SqliteStore(Path(given) if given else Path(home) / "tablewright")


def game_of(head: Head) -> Boxed:
    """The game of a table, where it was when the table was begun."""
    box = find(head.source)
    if box.game.name != head.game:
        raise Refused(f"{head.name} is a table of {head.game}, and at {head.source} there is {box.game.name} now.")
    return box


def found(args: argparse.Namespace) -> tuple[SqliteStore, KeptTable]:
    """The table named on the command line."""
    store = open_store(args)
    return store, store.kept(args.table)
