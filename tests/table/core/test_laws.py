"""What holds at every table, whatever people do: tried with whatever comes to mind, refused deeds and all."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablewright.rules.errors import Refused
from tablewright.rules.game import Game
from tablewright.table import Table
from tablewright.table.core.aggregate import TableAggregate
from tablewright.table.core.permissions import voters
from tablewright.table.core.reducer import EventReducer
from tablewright.table.core.snapshot import load_snapshot
from tablewright.table.lifecycle.open import open_stored, rebuild_table
from tablewright.table.log.events import GAME_EVENTS, effective_event
from tablewright.table.log.record_log import InMemoryLog
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.table.stores.store import TableHeader
from tablewright.template import GAME
from tests.example_games.hut import HUT
from tests.example_games.inn import INN, PEERS
from tests.table.support.random_session import evenings, numbers, spent, standing

some_evenings = settings(max_examples=40, deadline=None)
at_any_table = pytest.mark.parametrize("game", [INN, PEERS, HUT, GAME], ids=lambda game: game.name)


def reopened(table: Table, length: int | None = None) -> Table:
    """The table as its records alone make it."""
    end = table.metadata.length if length is None else length
    again, why = rebuild_table(table.game, InMemoryLog(table.record_log.records(0, end - 1)), end, table.seed)
    assert why == ""
    return again


@at_any_table
@some_evenings
@given(deeds=evenings())
def test_replay_equals_live(game: Game, deeds: list[tuple[str, int]]) -> None:
    """From the last snapshot and from the very start: state, questions, seats, everybody's feed."""
    table = spent(game, deeds).table
    assert standing(reopened(table)) == standing(table)
    first = EventReducer(game, table.record_log).replay_all(table.metadata.length - 1, table.metadata.timeline)
    assert (first.state, first.waiting()) == (table.state, table.play_state.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(20))
def test_every_snapshot_and_the_rest_equal_the_whole(game: Game, deeds: list[tuple[str, int]]) -> None:
    """Whichever snapshot one begins with."""
    table = spent(game, deeds).table
    line = table.metadata.timeline
    for number in table.record_log.snapshots():
        if line.holds(number):
            found = load_snapshot(game, table.record_log, number)
            assert found.alike
            then = EventReducer(game, table.record_log).replay(found, table.metadata.length - 1, line).moment
            assert (then.state, then.waiting()) == (table.state, table.play_state.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(), data=st.data())
def test_every_beginning_of_a_journal_is_a_journal(
    game: Game, deeds: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Cut anywhere, it opens; and the rest of its entries lead to the very same records, hash for hash."""
    table = spent(game, deeds).table
    cut = data.draw(st.integers(1, table.metadata.length))
    again: TableAggregate = reopened(table, cut)
    for record in table.record_log.records(cut, table.metadata.length - 1):
        entry = record.read().event
        again.commit(again.build_record(entry, *again.validate(entry)))
    assert again.metadata == table.metadata
    assert (again.state, again.play_state.waiting()) == (table.state, table.play_state.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(), data=st.data())
def test_undo_then_redo_changes_nothing(game: Game, deeds: list[tuple[str, int]], data: st.DataObject) -> None:
    """Back to any entry in effect and forth again: the state, the questions and what could be redone are as before."""
    table = spent(game, deeds).table
    movers = voters(game, table.metadata)
    masters = [seat for seat in movers if game.is_master(table.seat(seat))]
    assume(masters or (movers and not game.has_master))
    line, future, before = table.metadata.timeline, redoable(table), (table.state, table.play_state.waiting())
    seat = (masters or movers)[0]
    all_agree(table, table.undo(seat, data.draw(st.sampled_from(list(line.backwards())))))
    if table.metadata.timeline != line:
        all_agree(table, table.redo(seat, line.last[1]))
    assert (table.state, table.play_state.waiting()) == before
    assert (table.metadata.timeline, redoable(table)) == (line, future)


def redoable(table: Table) -> list[int]:
    """What can be done again, without the talk in between."""
    return [
        n
        for n in table.metadata.redo_timeline.backwards()
        if isinstance(effective_event(table.entries(n, n)[0]), GAME_EVENTS)
    ]


def all_agree(table: Table, number: int) -> None:
    """Where nobody is the master, everybody consents to what was proposed with this entry."""
    for seat in voters(table.game, table.metadata):
        if any(motion.number == number and seat not in motion.agreed for motion in table.proposals):
            table.agree(seat, number)


@at_any_table
@some_evenings
@given(deeds=evenings())
def test_undo_to_an_entry_is_the_table_as_it_was_after_it(game: Game, deeds: list[tuple[str, int]]) -> None:
    """For every entry in effect, if the same people sit there: the state and the questions of then."""
    table = spent(game, deeds).table
    for to in table.metadata.timeline.backwards():
        then, now = reopened(table, to + 1), EventReducer(game, table.record_log).play_state_at(to, table.metadata)
        if then.metadata.seats == table.metadata.seats:
            assert (now.state, now.waiting()) == (then.state, then.play_state.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings())
def test_everything_is_told_once_to_everybody_it_is_for(game: Game, deeds: list[tuple[str, int]]) -> None:
    """What was heard piece by piece is the whole feed: nothing twice, nothing missing, whenever somebody looked."""
    evening = spent(game, deeds)
    for seat in evening.table.seats:
        whole = numbers(evening.table.feed(seat))
        assert evening.heard[seat] == whole
        assert len(set(whole)) == len(whole)
    told = [item.number for item in evening.table.feed_items()]
    assert told == list(range(evening.table.metadata.feed_length))


@at_any_table
@some_evenings
@given(deeds=evenings(), since=st.integers(-1, 200))
def test_what_came_since_and_what_was_before_are_the_whole(
    game: Game, deeds: list[tuple[str, int]], since: int
) -> None:
    """Wherever the feed is cut."""
    table = spent(game, deeds).table
    for seat in table.seats:
        whole = table.feed(seat)
        assert [t for t in whole if t.item.number < since] + table.feed(seat, since) == whole


@at_any_table
@some_evenings
@given(early=evenings(5), late=evenings(5))
def test_who_may_read_an_item_never_changes(
    game: Game, early: list[tuple[str, int]], late: list[tuple[str, int]]
) -> None:
    """Whatever happens later: characters change hands, people come and go, things are undone."""
    evening = spent(game, early)
    then, until, who = evening.readable(), evening.table.metadata.feed_length, evening.table.seats
    for what, number in late:
        evening.tried(what, number)
    for id, read in evening.readable().items():
        if id in who and who[id].role == evening.table.seat(id).role:
            assert {n for n in read if n < until} == then[id]


@at_any_table
@settings(max_examples=10, deadline=None)
@given(deeds=evenings(10))
def test_a_table_reopened_from_the_store_is_the_one_that_was_left(game: Game, deeds: list[tuple[str, int]]) -> None:
    """From SQLite, with the same seed; and what is done next is the same, dice and all."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder))
        left = spent(game, deeds).table
        records = left.record_log.records(0, left.metadata.length - 1)
        store.create(TableHeader("", "left", game.name, game.name), left.seed, records)
        store.close()
        store = SqliteStore(Path(folder))
        again, said = open_stored(game, store.kept("left"))
        assert said == ""
        assert standing(again) == standing(left)
        assert again.seed == left.seed
        for table in (again, left):
            table.fair_dice = True
            table.nonce = lambda: "next"
            somebody = next(iter(table.seats), "nobody")
            with suppress(Refused, ZeroDivisionError):  # what waits for dice may be refused once they lie
                table.throw(somebody)
            for running in table.play_state.pending:
                with suppress(Refused):  # only the master may, once somebody has answered
                    table.withdraw(somebody, running.number)
        assert standing(again) == standing(left)
        store.close()
