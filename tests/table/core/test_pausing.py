"""Stopping the play, and letting it go on."""

from __future__ import annotations

import pytest

from tablewright.rules import Refused
from tablewright.table import Table, view_from
from tablewright.table.lifecycle.open import rebuild_table
from tablewright.table.log.events import PlayPaused, PlayResumed
from tests.example_games.inn import INN, PEERS


def stopped(by: str) -> Table:
    table = Table.open(INN, seed="s")
    table.apply(PlayPaused(by, "A cup of tea."))
    return table


def anybody() -> str:
    return next(seat.id for seat in INN.seats if not INN.is_master(seat) and INN.may_play(seat))


def master() -> str:
    return next(seat.id for seat in INN.seats if INN.is_master(seat))


def test_while_the_play_is_stopped_nothing_can_be_done_and_it_says_why() -> None:
    """Not even by the master; but people can talk, and values be set by hand."""
    table = stopped(anybody())
    reasons = {doable.why_not for doable in view_from(table, master()).actions}
    assert len(reasons) == 1
    assert "has stopped the play" in reasons.pop()
    action = next(a for a in INN.actions if not any(f.required for f in a.fields))
    with pytest.raises(Refused, match="has stopped the play"):
        table.act(master(), action.name)
    table.say(anybody(), "Back in five minutes.")


def test_it_goes_on_by_whoever_stopped_it_or_the_master_alone() -> None:
    """And is told to everybody."""
    players = [seat.id for seat in INN.seats if not INN.is_master(seat)]
    table = stopped(players[0])
    with pytest.raises(Refused, match="Whoever stopped the play"):
        table.apply(PlayResumed(players[1]))
    table.apply(PlayResumed(master()))
    assert table.metadata.paused == ""
    assert [told.item.kind for told in table.feed(players[1])][-2:] == ["paused", "resumed"]
    with pytest.raises(Refused, match="goes on already"):
        table.apply(PlayResumed(master()))


def test_where_nobody_is_the_master_anybody_lets_it_go_on() -> None:
    """It takes no vote."""
    table = Table.open(PEERS, seed="s")
    one, two = (seat.id for seat in PEERS.seats[:2])
    table.apply(PlayPaused(one))
    table.apply(PlayResumed(two))
    assert table.metadata.paused == ""


def test_a_stopped_table_is_stopped_when_it_is_opened_again() -> None:
    """It is an entry like any other."""
    table = stopped(anybody())
    again, why = rebuild_table(table.game, table.record_log, table.metadata.length, table.seed)
    assert (again.metadata, why) == (table.metadata, "")
    assert again.metadata.paused == anybody()
