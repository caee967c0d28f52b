"""Looks: what is sent as a change, put together by whoever gets it, is what the table shows."""

from __future__ import annotations

import random

from tablewright.catalog.installed import find_game
from tablewright.server.rooms.view_diff import SeatSnapshot, diff_views, take_snapshot
from tablewright.table import Table

GAME = find_game("veil-runners-classic").game
TURNS = 200


def test_the_entries_in_effect_are_sent_as_far_as_they_changed() -> None:
    """Through deeds and undo; and after a hundred undos a deed more says no more than after one."""
    table = Table.open(GAME, seats=GAME.seats, seed="looks")
    master = next(seat.id for seat in table.seats.values() if GAME.is_master(seat))
    rng, before, line = random.Random(3), None, list[tuple[int, int]]()
    longest = 0
    for _ in range(TURNS):
        table.edit(master, "crew.lars.grit", rng.randint(0, 3))
        if rng.random() < 0.5:
            table.undo(master)
        now: SeatSnapshot = take_snapshot(table, master)
        sight = diff_views(before, now)
        before = now
        assert sight is not None
        if sight.timeline is not None:
            line = [*line[: sight.timeline_kept], *sight.timeline]
            longest = max(longest, len(sight.timeline))
        assert line == list(table.metadata.timeline)
    assert len(line) > TURNS / 8
    assert longest <= 2
