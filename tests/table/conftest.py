"""Stores in folders of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.table.stores.sqlite import SqliteStore

from .support.store_kinds import Place
from .support.stores import STORES


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "data")) as found:
        yield found


@pytest.fixture(params=STORES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    found = Place(request.param, tmp_path / "data")
    yield found
    for store in found.opened:
        store.close()
