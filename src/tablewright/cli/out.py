"""Where answers go: rich tables for people, JSON for programs."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.theme import Theme

#: What people type to get here.
CALLED = os.environ.get("TABLEWRIGHT_CALLED", "tablewright")
THEME = Theme({"cite": "dim cyan", "good": "green", "bad": "red", "quiet": "dim", "head": "bold"})


def console() -> Console:
    return Console(theme=THEME, highlight=False)


def say_json(value: Any) -> None:
    """One JSON document."""
    text = msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2)
    sys.stdout.write(text.decode() + "\n")


def bar(p: float, width: int = 24) -> str:
    """A chance as a bar of eighths."""
    eighths = round(p * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")


def percent(p: float) -> str:
    """A chance as people read it: certain and impossible without decimals, tiny ones with more."""
    if min(abs(p), abs(1 - p)) < 1e-12:
        return f"{round(p):.0%}"
    return f"{p:.2%}" if 0.0001 <= p <= 0.9999 else f"{p:.6%}"
