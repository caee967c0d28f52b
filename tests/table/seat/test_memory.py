"""What a seat is shown is gone with it: a server looks at every table for everybody, all the time."""

from __future__ import annotations

import gc
import weakref

import pytest

from tablewright.catalog.installed import installed_games
from tablewright.check.play.random_player import RandomPlayer
from tablewright.server.rooms.view_diff import take_snapshot
from tablewright.table import view_from


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_nothing_of_a_look_waits_for_the_collector(game: str) -> None:
    """No ring of references holds a seat, whatever was asked of it; nor what the page is sent of it."""
    stranger = RandomPlayer(installed_games()[game].game, 5)
    for _ in range(20):
        stranger.step()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for seat in stranger.table.seats:
            here = view_from(stranger.table, seat)
            _ = here.sheet, here.suggestions, here.actions, here.prompts, here.quick_actions, here.guides
            gone = weakref.ref(here)
            del here
            assert gone() is None
            take_snapshot(stranger.table, seat)
        gc.collect()
        left = {type(thing).__name__ for thing in gc.garbage if type(thing).__module__.startswith("tablewright")}
        assert left == set()
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
