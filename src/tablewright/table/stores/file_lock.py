"""A lock on a table: it has one writer at a time, by any path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tablewright.rules import Refused

fcntl: Any = None
with suppress(ImportError):  # there are no such locks on Windows: the store itself refuses a second writer there
    import fcntl


@contextmanager
def lock_table(folder: Path, id: str, name: str) -> Iterator[None]:
    """Lock a table of a store for this process. The lock ends with the process."""
    if fcntl is None:
        yield
        return
    try:
        locks = folder / "locks"
        locks.mkdir(exist_ok=True, mode=0o700)
        lock = os.open(locks / id, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Refused(f"{name} cannot be held: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Refused(f"{name} is open elsewhere: a table has one writer at a time.") from None
    try:
        yield
    finally:
        os.close(lock)
