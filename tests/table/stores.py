"""Every kind of store, opened on a folder: whatever keeps tables is held to the same truths."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tablewright.run.shelf import Boxed
from tablewright.table.sqlite import SqliteStore
from tablewright.table.store import Store
from tablewright.template import GAME

STORES: dict[str, Callable[[Path], Store]] = {"sqlite": SqliteStore}

#: The template, as if it were on the shelf.
TEMPLATE = Boxed(GAME, "tablewright.template")
