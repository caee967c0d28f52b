"""Logs: one JSON object a line. What people say, hold or are shown never stands in them."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec

#: What may stand beside a message.
BESIDE = ("table", "deed", "status", "method", "route", "seconds", "address", "port")


class Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        said |= {name: getattr(record, name) for name in BESIDE if hasattr(record, name)}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def to_stderr(level: int = logging.INFO) -> None:
    """Everything this server says of itself goes to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("tablewright", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "tablewright" else max(level, logging.WARNING))
