"""Whatever lies on the table is never changed."""

from __future__ import annotations

import importlib
import pkgutil

import msgspec
import pytest

from tablewright.games import moonveil

MODULES = [found.name for found in pkgutil.iter_modules(moonveil.__path__, f"{moonveil.__name__}.")]
KINDS: set[type[msgspec.Struct]] = {
    value
    for name in MODULES
    for value in vars(importlib.import_module(name)).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == name
}


@pytest.mark.parametrize("kind", sorted(KINDS, key=str))
def test_no_kind_of_thing_can_be_changed(kind: type[msgspec.Struct]) -> None:
    """People, things, rolls and rulings are replaced; so they can be compared, remembered and shared."""
    assert kind.__struct_config__.frozen
