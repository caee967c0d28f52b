"""Where answers go: rich tables for people, JSON for programs."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import msgspec
from rich.console import Console
from rich.theme import Theme

from .sanitize import SanitizingHook

#: What people type to get here.
PROGRAM_NAME = os.environ.get("TABLEWRIGHT_CALLED", "tablewright")
THEME = Theme({"cite": "dim cyan", "good": "green", "bad": "red", "mixed": "yellow", "quiet": "dim", "head": "bold"})
TINIEST = 1e-8
"""A chance below which it is only said that there is one."""
_OBEYED = re.compile("[\x7f-\x9f\u2028\u2029]")


def make_console(**more: Any) -> Console:
    """The one way to a terminal: everything printed is cleaned."""
    out = Console(theme=THEME, highlight=False, emoji=False, **more)
    out.push_render_hook(SanitizingHook())
    return out


def say_json(value: Any) -> None:
    """One JSON document. What a terminal would obey is escaped in it."""
    text = msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2).decode()
    sys.stdout.write(_OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def bar(p: float, width: int = 24) -> str:
    """A chance as a bar of eighths."""
    eighths = round(p * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[rest] if rest else "")


def percent(p: float) -> str:
    """A chance as people read it: certain and impossible without decimals, tiny ones with more."""
    if min(abs(p), abs(1 - p)) < 1e-12:
        return f"{round(p):.0%}"
    if 0.0001 <= p <= 0.9999:
        return f"{p:.2%}"
    if TINIEST <= p <= 1 - TINIEST:
        return f"{p:.6%}"
    return f"<{TINIEST:.6%}" if p < 0.5 else f">{1 - TINIEST:.6%}"


def round_percent(p: float) -> str:
    """A chance at a glance."""
    if min(abs(p), abs(1 - p)) < 1e-12:
        return f"{round(p):.0%}"
    return f"{p:.1%}" if 0.001 <= p <= 0.999 else "<0.1%" if p < 0.5 else ">99.9%"


def short_percent(p: float) -> str:
    """A chance in passing: no decimals."""
    sure = min(abs(p), abs(1 - p)) < 1e-12
    return f"{p:.0%}" if sure or 0.01 <= p <= 0.99 else "<1%" if p < 0.5 else ">99%"
