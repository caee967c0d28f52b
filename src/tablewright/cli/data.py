"""Where tables are kept, and the games they are of."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table.sqlite import SqliteStore
from tablewright.table.store import Head


def data_folder(args: argparse.Namespace) -> Path:
    """The folder given, the one in $TABLEWRIGHT_DATA, or the user's data folder."""
    given = args.data or os.environ.get("TABLEWRIGHT_DATA")
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(given) if given else Path(home) / "tablewright"


@contextmanager
def open_store(args: argparse.Namespace) -> Iterator[SqliteStore]:
    """The store in that folder."""
    with closing(SqliteStore(data_folder(args))) as store:
        yield store


def game_of(head: Head) -> Boxed:
    """The game of a table, where it was when the table was begun."""
    box = find(head.source)
    if box.game.name != head.game:
        raise Refused(f"{head.name} is a table of {head.game}, and at {head.source} there is {box.game.name} now.")
    return box
