"""What solves, loaded when something is solved: nobody waits for SciPy before that."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def solver() -> Any:
    """The module that solves sparse systems."""
    return import_module("tablewright.run.solving")


@cache
def chains() -> Any:
    """The module that solves whole chains."""
    return import_module("tablewright.run.chain")
