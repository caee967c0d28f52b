"""Other machines: a Dask cluster that plays chunks and points. Which worker does what changes no answer."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from tablewright.kernel.errors import Refused

WAIT = "10s"


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """An executor that gives its jobs to the workers of the scheduler at this address."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Refused("A cluster needs Dask: install tablewright[cluster] here and on its machines.") from None
    try:
        client = distributed.Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise Refused(f"No cluster answers at {address}: {error}.") from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise Refused(f"The cluster at {address} has no workers.")
        with client.get_executor(pure=False, retries=3) as executor:
            yield executor
