"""Struct types a game is made of."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import msgspec


def kinds_in(game: ModuleType) -> list[type[msgspec.Struct]]:
    """Every struct that a game's folder declares, by name."""
    names = [found.name for found in pkgutil.walk_packages(game.__path__, f"{game.__name__}.")]
    kinds = {
        value
        for name in names
        for value in vars(importlib.import_module(name)).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == name
    }
    return sorted(kinds, key=str)
