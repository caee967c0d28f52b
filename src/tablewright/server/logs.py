"""Logs: one JSON object a line. What people say, hold or are shown never stands in them."""

from __future__ import annotations

import logging
import re
import sqlite3
import sys
import traceback
from datetime import UTC, datetime

import msgspec

#: What may stand beside a message.
EXTRA_KEYS = ("table", "command", "status", "method", "seconds", "error")
LOGGER_NAME = "tablewright"
PRIVATE_PART = re.compile(r"[\n(]")
MAX_LENGTH = 200
"""Letters of what the machine said: it repeats whatever it was given."""


class JsonFormatter(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": log_text(record),
        }
        said |= {name: getattr(record, name) for name in EXTRA_KEYS if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            said["error"] = error_location(record.exc_info[1])
        return msgspec.json.encode(said).decode()


def log_text(record: logging.LogRecord) -> str:
    """What we say; of what others say the beginning: in brackets and below it stands what they had in their hands."""
    words = record.getMessage()
    return words if record.name.startswith(LOGGER_NAME) else PRIVATE_PART.split(words)[0][:MAX_LENGTH].rstrip()


def error_location(error: BaseException) -> str:
    """What kind of error it was and where. Not its words, unless the machine said them: they may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    words = f": {error}"[:MAX_LENGTH] if isinstance(error, OSError | sqlite3.Error | ImportError) else ""
    before = f"{error_location(error.__cause__)}, and so " if error.__cause__ is not None else ""
    calls = " < ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(frames))
    return f"{before}{type(error).__name__}{words} at {calls}"


def configure_logging(level: int = logging.INFO) -> None:
    """Everything this server says of itself goes to standard error, and whatever it stands on complains of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.captureWarnings(True)
    everybody = logging.getLogger()
    everybody.handlers = [handler]
    everybody.setLevel(max(level, logging.WARNING))
    logging.getLogger(LOGGER_NAME).setLevel(level)
