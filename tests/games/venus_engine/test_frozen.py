"""The state of the table is immutable."""

from __future__ import annotations

import msgspec
import pytest

from tablewright.games import venus_engine
from tests.games.kinds import kinds_in


@pytest.mark.parametrize("kind", kinds_in(venus_engine))
def test_no_kind_of_thing_can_be_changed(kind: type[msgspec.Struct]) -> None:
    """People, things, rolls and rulings are replaced, so they can be compared, hashed and shared."""
    assert kind.__struct_config__.frozen
