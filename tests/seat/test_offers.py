"""What sheets offer, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablewright.check.random_play import Stranger
from tablewright.kernel.view import Offer
from tablewright.run.shelf import shelf
from tablewright.table import at

STEPS = 60


def offers(word: Any) -> Iterator[Offer]:
    """Those in a word, and in the words it is made of."""
    if isinstance(word, Offer):
        yield word
    elif isinstance(word, msgspec.Struct):
        yield from offers([getattr(word, name) for name in word.__struct_fields__])
    elif isinstance(word, tuple | list):
        for part in word:
            yield from offers(part)


@pytest.mark.parametrize("game", sorted(shelf()))
def test_whatever_a_sheet_offers_says_what_it_does(game: str) -> None:
    """In random play, for every seat: an action there is, under a title."""
    stranger = Stranger(shelf()[game].game, 5)
    seen = set()
    for _ in range(STEPS):
        stranger.step()
        for seat in stranger.table.seats:
            seen |= {(one.action, one.title) for one in offers(at(stranger.table, seat).sheet)}
    assert seen
    assert {action for action, title in seen if not title} == set()
    assert {action for action, _ in seen} <= {action.name for action in shelf()[game].game.actions}
