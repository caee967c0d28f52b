"""A real server in a process of its own, and people who visit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import database

from .running import Server

#: What tables are kept in, and what that takes: a file and one process, or a database and several.
KINDS = ("sqlite", "postgres")


#: All the people of a test run come from one address.
OFTEN = ("--limit", "requests=5000")


def server_of(kind: str, folder: Path) -> Server:
    if kind == "sqlite":
        return Server(folder, *OFTEN)
    return Server(folder, "--database", database(folder), "--workers", "2", *OFTEN)


@pytest.fixture(scope="session", params=KINDS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it was for others."""
    with server_of(request.param, tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(params=KINDS)
def own_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to break."""
    with server_of(request.param, tmp_path / "data") as running:
        yield running
