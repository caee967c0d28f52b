"""The fork, and a lab that works on one core and keeps nothing."""

from __future__ import annotations

import pytest

from tablewright.lab import WorkOptions

from .fork import write_fork


@pytest.fixture(scope="session")
def fork(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a small game's folder."""
    return write_fork(tmp_path_factory.mktemp("games"))


@pytest.fixture
def alone() -> WorkOptions:
    """On one core, with nothing kept."""
    return WorkOptions(cores=1, kept=None)
