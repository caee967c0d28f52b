"""Whatever the kernel is made of is never changed."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import msgspec
import pytest

from tablewright import rules


def modules() -> list[ModuleType]:
    """The kernel and everything in it."""
    names = (found.name for found in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."))
    return [importlib.import_module(name) for name in names]


KINDS: set[type[msgspec.Struct]] = {
    value
    for module in modules()
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
}


@pytest.mark.parametrize("kind", sorted(KINDS, key=str))
def test_no_kind_of_thing_can_be_changed(kind: type[msgspec.Struct]) -> None:
    """States, effects, words and declarations are replaced; so they can be compared, remembered and shared."""
    assert kind.__struct_config__.frozen
