"""Every kind of store, opened on a folder: whatever keeps tables is held to the same truths."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tablewright.catalog.installed import InstalledGame
from tablewright.table.stores.postgres import PostgresStore
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.table.stores.store import TableStore
from tablewright.template import GAME
from tests.postgres import cluster, database


def in_postgres(folder: Path) -> PostgresStore:
    """A database that stands for a folder."""
    return PostgresStore(database(folder))


STORES: dict[str, Callable[[Path], TableStore]] = {"sqlite": SqliteStore, "postgres": in_postgres}


def lose_seeds(kind: str, folder: Path) -> None:
    """The seeds of every table of a store are gone."""
    if kind == "postgres":
        schema = database(folder).rpartition("search_path=")[2]
        cluster().execute("DELETE FROM seeds", "SELECT 1", schema=schema)
        return
    for path in (folder / "seeds").iterdir():
        path.unlink()


#: The template, as if it were on the shelf.
TEMPLATE = InstalledGame(GAME, "tablewright.template")
