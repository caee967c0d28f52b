"""A real server in a process of its own, and people who visit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it as it was for others."""
    with Server(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to break."""
    with Server(tmp_path / "data") as running:
        yield running
