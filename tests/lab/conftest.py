"""The fork, a lab that works on one core and keeps nothing, and a clock for each search."""

from __future__ import annotations

import pytest

from tablewright.lab import WorkOptions
from tests.clock import search_by_ticks

from .fork import write_fork


@pytest.fixture(scope="session")
def fork(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a small game's folder."""
    return write_fork(tmp_path_factory.mktemp("games"))


@pytest.fixture
def alone() -> WorkOptions:
    """On one core, with nothing kept."""
    return WorkOptions(cores=1, kept=None)


@pytest.fixture(autouse=True)
def searches_by_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A millisecond passes at each look: about as much as a fast machine needs between two."""
    search_by_ticks(monkeypatch, 0.001)
