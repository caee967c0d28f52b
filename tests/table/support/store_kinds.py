"""Places where tables are kept: a folder and a kind of store, and a walk that is kept there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.table import Table
from tablewright.table.lifecycle.library import create_table
from tablewright.table.stores.store import TableStore
from tests import ROOT

from .stores import STORES, TEMPLATE


class Place:
    """A folder and the kind of store that is kept there."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder = kind, folder
        self.opened: list[TableStore] = []

    def store(self) -> TableStore:
        """The store, opened once more."""
        self.opened.append(STORES[self.kind](self.folder))
        return self.opened[-1]

    def start(self, module: str, *words: str) -> subprocess.Popen[str]:
        """Another process that does something with it."""
        command = [sys.executable, "-m", f"tests.table.support.{module}", self.kind, str(self.folder), *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


in_files = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""What only a store in files can meet; its like for a database is in test_postgres."""


def a_walk(store: TableStore, name: str = "walk") -> Table:
    """A walk of a few entries, kept; it waits for Ann."""
    table, _ = create_table(store, TEMPLATE, name, seed="kept")
    table.say("ann", "née Ångström")
    table.edit("guide", "light", 4)
    table.act("ann", "take_step", {"who": "ada"})
    return table


def names(store: TableStore) -> list[str]:
    return [head.name for head in store.headers()]
