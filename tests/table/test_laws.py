"""What holds at every table, whatever people do: tried with whatever comes to mind, refused deeds and all."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.table import Table
from tablewright.table.course import Course
from tablewright.table.door import Door
from tablewright.table.journal import EFFECTS, deed
from tablewright.table.opening import open_kept, opened
from tablewright.table.past import InMemory
from tablewright.table.seating import voters
from tablewright.table.snapshot import unpacked
from tablewright.table.sqlite import SqliteStore
from tablewright.table.store import Head
from tablewright.template import GAME

from .evening import evenings, numbers, spent, standing
from .hut import HUT
from .inn import INN, PEERS

some_evenings = settings(max_examples=40, deadline=None)
at_any_table = pytest.mark.parametrize("game", [INN, PEERS, HUT, GAME], ids=lambda game: game.name)


def reopened(table: Table, length: int | None = None) -> Table:
    """The table as its records alone make it."""
    end = table.standing.entries if length is None else length
    again, why = opened(table.game, InMemory(table.past.records(0, end - 1)), end, table.seed)
    assert why == ""
    return again


@at_any_table
@some_evenings
@given(deeds=evenings())
def test_replay_equals_live(game: Game, deeds: list[tuple[str, int]]) -> None:
    """From the last snapshot and from the very start: state, questions, seats, everybody's feed."""
    table = spent(game, deeds).table
    assert standing(reopened(table)) == standing(table)
    first = Course(game, table.past).from_the_start(table.standing.entries - 1, table.standing.line)
    assert (first.state, first.waiting()) == (table.state, table.now.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(20))
def test_every_snapshot_and_the_rest_equal_the_whole(game: Game, deeds: list[tuple[str, int]]) -> None:
    """Whichever snapshot one begins with."""
    table = spent(game, deeds).table
    line = table.standing.line
    for number in table.past.snapshots():
        if line.holds(number):
            found = unpacked(game, table.past, number)
            assert found.alike
            then = Course(game, table.past).replay(found, table.standing.entries - 1, line).moment
            assert (then.state, then.waiting()) == (table.state, table.now.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(), data=st.data())
def test_every_beginning_of_a_journal_is_a_journal(
    game: Game, deeds: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Cut anywhere, it opens; and the rest of its entries lead to the very same records, hash for hash."""
    table = spent(game, deeds).table
    cut = data.draw(st.integers(1, table.standing.entries))
    again: Door = reopened(table, cut)
    for record in table.past.records(cut, table.standing.entries - 1):
        entry = record.read().entry
        again.commit(again.sealed(entry, *again.trial(entry)))
    assert again.standing == table.standing
    assert (again.state, again.now.waiting()) == (table.state, table.now.waiting())


@at_any_table
@some_evenings
@given(deeds=evenings(), data=st.data())
def test_undo_then_redo_changes_nothing(game: Game, deeds: list[tuple[str, int]], data: st.DataObject) -> None:
    """Back to any entry in effect and forth again: the state, the questions and what could be redone are as before."""
    table = spent(game, deeds).table
    movers = voters(game, table.standing)
    masters = [seat for seat in movers if game.is_master(table.seat(seat))]
    assume(masters or (movers and not game.has_master))
    line, future, before = table.standing.line, redoable(table), (table.state, table.now.waiting())
    seat = (masters or movers)[0]
    all_agree(table, table.undo(seat, data.draw(st.sampled_from(list(line.backwards())))))
    if table.standing.line != line:
        all_agree(table, table.redo(seat, line.last[1]))
    assert (table.state, table.now.waiting()) == before
    assert (table.standing.line, redoable(table)) == (line, future)


def redoable(table: Table) -> list[int]:
    """What can be done again, without the talk in between."""
    return [n for n in table.standing.future.backwards() if isinstance(deed(table.entries(n, n)[0]), EFFECTS)]


def all_agree(table: Table, number: int) -> None:
    """Where nobody is the master, everybody consents to what was proposed with this entry."""
    for seat in voters(table.game, table.standing):
        if any(motion.number == number and seat not in motion.agreed for motion in table.motions):
            table.agree(seat, number)


@at_any_table
@some_evenings
@given(deeds=evenings())
def test_undo_to_an_entry_is_the_table_as_it_was_after_it(game: Game, deeds: list[tuple[str, int]]) -> None:
    """For every entry in effect, if the same people sit there: the state and the questions of then."""
    table = spent(game, deeds).table
    for to in table.standing.line.backwards():
        then, now = reopened(table, to + 1), Course(game, table.past).moment_at(to, table.standing)
        if then.standing.seats == table.standing.seats:
            assert (now.state, now.waiting()) == (then.state, then.now.waiting())


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
    told = [item.number for item in evening.table.told()]
    assert told == list(range(evening.table.standing.told))


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
    then, until, who = evening.readable(), evening.table.standing.told, evening.table.seats
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
        records = left.past.records(0, left.standing.entries - 1)
        store.create(Head("", "left", game.name, game.name), left.seed, records)
        store.close()
        store = SqliteStore(Path(folder))
        again, said = open_kept(game, store.kept("left"))
        assert said == ""
        assert standing(again) == standing(left)
        assert again.seed == left.seed
        for table in (again, left):
            table.fair_dice = True
            table.nonce = lambda: "next"
            somebody = next(iter(table.seats), "nobody")
            with suppress(Refused, ZeroDivisionError):  # what waits for dice may be refused once they lie
                table.throw(somebody)
            for running in table.now.running:
                with suppress(Refused):  # only the master may, once somebody has answered
                    table.withdraw(somebody, running.number)
        assert standing(again) == standing(left)
        store.close()
