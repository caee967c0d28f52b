"""Logs: one JSON object a line. What people say, hold or are shown never stands in them."""

from __future__ import annotations

import logging
import sqlite3
import sys
import traceback
from datetime import UTC, datetime

import msgspec

#: What may stand beside a message.
BESIDE = ("table", "deed", "status", "method", "route", "seconds", "address", "port")
MOST = 200
"""Letters of what the machine said: it repeats whatever it was given."""


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        said |= {name: getattr(record, name) for name in BESIDE if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            said["error"] = where(record.exc_info[1])
        return msgspec.json.encode(said).decode()


def where(error: BaseException) -> str:
    """What kind of error it was and where. Not its words, unless the machine said them: they may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    words = f": {error}"[:MOST] if isinstance(error, OSError | sqlite3.Error | ImportError) else ""
    before = f"{where(error.__cause__)}, and so " if error.__cause__ is not None else ""
    calls = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{before}{type(error).__name__}{words} at {calls}"


def to_stderr(level: int = logging.INFO) -> None:
    """Everything this server says of itself goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("tablewright", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "tablewright" else max(level, logging.WARNING))
