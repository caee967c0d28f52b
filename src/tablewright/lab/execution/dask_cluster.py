"""Other machines: a Dask cluster that plays chunks and points. Which worker does what changes no answer."""

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
    """An executor that gives its jobs to the workers of the scheduler at this address."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Refused("A cluster needs Dask: install tablewright[cluster] here and on its machines.") from None
    try:
        with ThreadPoolExecutor(1) as aside:  # where an event loop goes already, as in a notebook, none else can
            aside.submit(asyncio.run, _reached(distributed, address)).result()
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise Refused(f"No cluster answers at {address}: {error}.") from None
    with distributed.Client(address, timeout=WAIT, set_as_default=False) as client:
        if not client.scheduler_info()["workers"]:
            raise Refused(f"The cluster at {address} has no workers.")
        with client.get_executor(pure=False, retries=3) as executor:
            yield executor


async def _reached(distributed: Any, address: str) -> None:
    """Knocks: a client that finds nobody in says more, long after, than what is wrong."""
    ways = distributed.Security().get_connection_args("client")
    comm = await import_module("distributed.core").connect(address, timeout=WAIT, **ways)
    await comm.close()
