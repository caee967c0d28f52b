"""Property tests take as long as a busy machine needs, and try the same cases every time."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, database=None)
settings.load_profile("tablewright")


@pytest.fixture(autouse=True, scope="session")
def answers_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds what another run has kept, nor leaves anything behind."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TABLEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def stores_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test opened and left open is closed after it: newer Pythons warn of it, and a warning is a failure."""
    connect, opened = sqlite3.connect, list[sqlite3.Connection]()

    def connected(*args: Any, **more: Any) -> sqlite3.Connection:
        opened.append(connect(*args, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", connected)
    yield
    for connection in opened:
        with suppress(sqlite3.ProgrammingError):  # another thread's, which closes it
            connection.close()
