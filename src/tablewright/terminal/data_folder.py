"""Where tables are kept, and the games they are of."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tablewright.catalog import InstalledGame, find_game
from tablewright.rules import Refused
from tablewright.table.stores import SqliteStore, TableHeader, TableStore, open_database


def find_data_folder(args: argparse.Namespace) -> Path:
    """The folder given, the one in $TABLEWRIGHT_DATA, or the user's data folder."""
    given = args.data or os.environ.get("TABLEWRIGHT_DATA")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(given) if given else Path(home) / "tablewright"


def database(args: argparse.Namespace) -> str:
    """The database given, or the one in $TABLEWRIGHT_DATABASE; none, where a folder was named."""
    given = getattr(args, "database", "")
    return given or ("" if args.data else os.environ.get("TABLEWRIGHT_DATABASE", ""))


@contextmanager
def open_store(args: argparse.Namespace) -> Iterator[TableStore]:
    """The store in that database, or in that folder."""
    url = database(args)
    with closing(open_database(url) if url else SqliteStore(find_data_folder(args))) as store:
        yield store


def game_of(head: TableHeader) -> InstalledGame:
    """The game of a table, where it was when the table was begun."""
    box = find_game(head.source)
    if box.game.name != head.game:
        raise Refused(f"{head.name} is a table of {head.game}, and at {head.source} there is {box.game.name} now.")
    return box
