"""A Dask cluster that plays chunks and points. Answers do not depend on the distribution of work."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from tablewright.rules import Refused

WAIT = "10s"


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """Open an executor on the cluster of the scheduler at this address."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Refused("A cluster needs Dask: install tablewright[cluster] here and on its machines.") from None
    try:
        with ThreadPoolExecutor(1) as aside:  # in a thread of its own, because a notebook already runs an event loop
            aside.submit(asyncio.run, _check_reachable(distributed, address)).result()
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise Refused(f"No cluster answers at {address}: {error}.") from None
    with distributed.Client(address, timeout=WAIT, set_as_default=False) as client:
        if not client.scheduler_info()["workers"]:
            raise Refused(f"The cluster at {address} has no workers.")
        with client.get_executor(pure=False, retries=3) as executor:
            yield executor


async def _check_reachable(distributed: Any, address: str) -> None:
    """Try to connect. A Dask client without a scheduler fails late and with an unclear message."""
    ways = distributed.Security().get_connection_args("client")
    comm = await import_module("distributed.core").connect(address, timeout=WAIT, **ways)
    await comm.close()
