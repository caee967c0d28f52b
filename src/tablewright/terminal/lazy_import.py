"""Parts of the command line, loaded when they are asked for: nobody waits for SciPy to look up a rule."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def load_part(name: str) -> Any:
    """The module of this name."""
    return import_module(f"tablewright.terminal.{name}")
