"""What solves, loaded when something is solved: nobody waits for SciPy before that."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def load_sparse() -> Any:
    """The module that solves sparse systems."""
    return import_module("tablewright.solver.sparse")


@cache
def load_chain() -> Any:
    """The module that solves whole chains."""
    return import_module("tablewright.engine.markov.chain")
