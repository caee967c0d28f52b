"""What sheets offer, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import installed_games
from tablewright.check.play.random_player import RandomPlayer
from tablewright.rules.widgets import Offer
from tablewright.table import view_from

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


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_whatever_a_sheet_offers_says_what_it_does(game: str) -> None:
    """In random play, for every seat: an action there is, under a title."""
    stranger = RandomPlayer(installed_games()[game].game, 5)
    seen = set()
    for _ in range(STEPS):
        stranger.step()
        for seat in stranger.table.seats:
            seen |= {(one.action, one.title) for one in offers(view_from(stranger.table, seat).sheet)}
    assert seen
    assert {action for action, title in seen if not title} == set()
    assert {action for action, _ in seen} <= {action.name for action in installed_games()[game].game.actions}
