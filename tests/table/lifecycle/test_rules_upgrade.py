"""A game of another version, or whose state is made of other things: tables of the old one open, or say why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablewright.catalog.installed import installed_games
from tablewright.rules import Choose, Refused, Seat
from tablewright.rules.effects.effect import Rule
from tablewright.table import Table, view_from
from tablewright.table.lifecycle.open import REPLAYED_NOTE, open_stored, rebuild_table
from tablewright.table.lifecycle.table_file import read_file, write_file
from tablewright.table.log.events import dice_results
from tablewright.table.log.record_log import InMemoryLog
from tablewright.table.stores.sqlite import SqliteStore, SqliteTable
from tablewright.table.stores.store import TableHeader
from tests.example_games.mill import Mill, Stocked, Weighed, mill
from tests.table.support.changed_rules import REAL, an_evening, bodies, strangers, with_rules
from tests.table.support.random_session import standing

# what the state is made of


def test_a_state_with_something_new_in_it_goes_on(store: SqliteStore) -> None:
    """What has a usual value gets it, and nothing need be said."""
    table, kept = an_evening(store, mill())
    again, said = open_stored(mill(state=Stocked), kept)
    assert (again.state, said) == (Stocked(table.state.flour, table.state.turns, 3), "")
    again.answer("mia", again.play_state.pending[0].number, "1", "no")
    assert open_stored(mill(state=Stocked), kept)[0].state == again.state


def test_a_state_made_otherwise_is_played_once_more(store: SqliteStore) -> None:
    """Where every entry still plays, from the opening on: and that is said."""
    table, kept = an_evening(store, mill(), waits=False)
    table.undo("ola", 3)
    game = mill(state=Weighed, setup=lambda _: Weighed(0.0, 0))
    again, said = open_stored(game, kept)
    assert said == REPLAYED_NOTE
    assert again.state == Weighed(float(sum(dice_results(table.journal[1])[0].faces)), 1)
    again.act("mia", "rest")
    assert open_stored(game, kept)[1] == ""


def unreadable(store: SqliteStore) -> tuple[Table, Table, SqliteTable, str]:
    """A table as it was and as it is under rules that understand nothing of it."""
    table, kept = an_evening(store, mill())
    again, said = open_stored(mill(state=Weighed), kept)
    return table, again, kept, said


def test_a_table_the_rules_no_longer_understand_can_be_read(store: SqliteStore) -> None:
    """Its whole feed, by everybody, as it was told; why is said."""
    table, again, _, said = unreadable(store)
    assert said == again.read_only
    why = (
        "This table cannot go on under the rules as they are now. Its state does not fit them: Object contains unknown"
    )
    assert said.startswith(why)
    assert [again.feed(seat) for seat in again.seats] == [table.feed(seat) for seat in table.seats]
    assert view_from(again, "mia").feed() == table.feed("mia")
    at = view_from(again, "mia")
    assert (at.sheet, at.panels, at.prompts, at.actions, at.legal_actions) == ((), (), (), (), ())
    assert "read-only" in repr(again)


DEEDS: dict[str, Callable[[Table], object]] = {
    "act": lambda t: t.act("mia", "rest"),
    "act from the seat": lambda t: view_from(t, "mia").act("rest"),
    "draft": lambda t: view_from(t, "mia").draft("rest"),
    "odds": lambda t: view_from(t, "mia").odds("grind"),
    "see": lambda t: t.visible_state("mia"),
    "answer": lambda t: t.answer("mia", 1, "1", "no"),
    "roll": lambda t: t.roll("mia", 1, "0", (1, 2)),
    "withdraw": lambda t: t.withdraw("ola", 1),
    "edit": lambda t: t.edit("ola", "turns", 1),
    "say": lambda t: t.say("mia", "Hello?"),
    "undo": lambda t: t.undo("ola"),
    "undo to": lambda t: t.undo("ola", 0),
    "redo": lambda t: t.redo("ola", 1),
    "join": lambda t: t.join(Seat("max", "miller")),
    "leave": lambda t: t.leave("mia"),
    "rename": lambda t: t.rename("mia", "Mo"),
    "hand": lambda t: t.hand_over("mia", "mia", "ola"),
    "close": lambda t: t.close("ola"),
    "agree": lambda t: t.agree("mia", 1),
    "object": lambda t: t.reject("mia", 1),
}


def test_nothing_can_be_done_at_a_table_that_can_only_be_read(store: SqliteStore) -> None:
    """Whatever is tried is refused with a sentence, and not a byte of it changes."""
    _, again, kept, _ = unreadable(store)
    before = bodies(kept), again.metadata
    for name, deed in DEEDS.items():
        with pytest.raises(Refused) as refused:
            deed(again)
        assert str(refused.value).endswith("."), name
        assert (bodies(kept), again.metadata) == before, name
    assert again.throw("mia") is None


def test_a_table_that_can_only_be_read_is_exported_whole(store: SqliteStore, tmp_path: Path) -> None:
    """Every byte of it; and whoever has the old rules goes on with it."""
    table, _, kept, _ = unreadable(store)
    write_file(tmp_path / "file", kept, with_seed=True)
    found = read_file(tmp_path / "file")
    assert ([record.body for record in found.records], found.fault) == (bodies(kept), "")
    again, why = rebuild_table(mill(), InMemoryLog(found.records), len(found.records), found.seed)
    assert (standing(again), why) == (standing(table), "")


# versions


def test_a_new_version_is_said_and_noted(store: SqliteStore) -> None:
    """Once somebody plays on; from then on it is the table's."""
    table, kept = an_evening(store, mill())
    again, said = open_stored(mill("1.10"), kept)
    assert said == "The rules have a new version, 1.10: the table goes on under it."
    assert (again.state, again.play_state.waiting()) == (table.state, table.play_state.waiting())
    assert len(bodies(kept)) == table.metadata.length
    again.say("mia", "As ever.")
    assert again.metadata.version == "1.10"
    assert open_stored(mill("1.10"), kept)[1] == ""
    _, said = open_stored(mill("1.9"), kept)
    assert said == "It was played under version 1.10 of the rules, which is newer than 1.9."


def test_a_table_of_a_newer_version_that_is_not_understood_is_only_read(store: SqliteStore) -> None:
    """However much of it the older rules would still play: whoever has the newer ones goes on with all of it."""
    newer = mill("2", state=Stocked)
    table, kept = an_evening(store, newer)
    again, said = open_stored(mill("1", state=Mill), kept)
    assert said.startswith("It was played under version 2 of the rules, which is newer than 1, and these cannot go on")
    assert again.read_only == said
    assert standing(open_stored(newer, kept)[0]) == standing(table)


def test_a_state_that_no_longer_fits_is_not_gone_back_from(store: SqliteStore) -> None:
    """A table that was carried from older rules to newer is not thrown back to its opening where those are gone."""
    _, kept = an_evening(store, mill("1"), waits=False)
    carried, _ = open_stored(mill("2", state=Stocked), kept)
    carried.act("mia", "rest")
    again, said = open_stored(mill("3", state=Mill), kept)
    assert again.read_only == said != ""


def test_a_closed_table_stays_as_it_was_under_any_rules(store: SqliteStore) -> None:
    """Nothing is carried where nothing goes on."""
    table, kept = an_evening(store, mill(), waits=False)
    table.close("ola")
    again, said = open_stored(mill("2", asked="before"), kept)
    assert (standing(again), said) == (standing(table), "")


def asks_first(rule: Callable[..., Rule[Any]]) -> Callable[..., Rule[Any]]:
    """A rule with a question before everything else."""

    def run(*given: Any, **named: Any) -> Rule[Any]:
        yield from Choose("", "Really?", (False, True))
        return (yield from rule(*given, **named))

    return run


@pytest.mark.parametrize("name", REAL)
def test_what_a_real_game_asks_may_change(name: str, store: SqliteStore) -> None:
    """Every action asks something first: what waited is given up, the table is where it was and goes on."""
    left = strangers(installed_games()[name].game)
    records = left.record_log.records(0, left.metadata.length - 1)
    kept = store.create(TableHeader("", "left", name, name), left.seed, records)
    other = with_rules(left.game, asks_first)
    table, said = open_stored(other, kept)
    assert "is given up. The table has changed" in said
    assert (table.state, table.play_state.pending) == (left.state, ())
    table.say(next(iter(table.seats)), "And on.")
    assert bodies(kept)[: len(records)] == [record.body for record in records]
    assert open_stored(other, kept)[1] == ""
