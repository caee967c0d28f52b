"""Modules that import SciPy, loaded when something is solved, so that other commands start fast."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def load_sparse() -> Any:
    """Load the module that solves sparse systems."""
    return import_module("tablewright.solver.sparse")


@cache
def load_chain() -> Any:
    """Load the module that solves whole chains."""
    return import_module("tablewright.engine.markov.chain")
