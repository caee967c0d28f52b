"""People who visit a server in a test: who they are, and what they are refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tablewright.client import Client, ServerRefused

from .running import Server

GAME = "veil-runners-classic"


def evening(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs what happens to its end."""
    asyncio.run(play())


@asynccontextmanager
async def stranger(server: Server, name: str = "") -> AsyncIterator[Client]:
    """Somebody without a seat anywhere; known by name, if one is given."""
    async with Client(server.address) as visit:
        await visit.until_up()
        if name:
            await visit.set_name(name)
        yield visit


async def refused(asked: Awaitable[Any], *statuses: int) -> str:
    """Why something was refused, with one of these statuses."""
    with pytest.raises(ServerRefused) as caught:
        await asked
    assert caught.value.status in statuses, f"{caught.value.status}: {caught.value}"
    assert str(caught.value)
    return str(caught.value)
