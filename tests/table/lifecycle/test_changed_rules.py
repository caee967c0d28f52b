"""Rules that change under a kept table: it goes on from where it was, or can be read; nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablewright.catalog.installed import installed_games
from tablewright.engine.prompt import Prompt
from tablewright.rules import Refused
from tablewright.rules.effects.effect import Outcome, Rule, Tell, tell
from tablewright.table import Table
from tablewright.table.lifecycle.open import open_stored, rebuild_table
from tablewright.table.log.events import RulesUpgraded, dice_results
from tablewright.table.log.record_log import InMemoryLog
from tablewright.table.stores.sqlite import SqliteStore
from tests.example_games.mill import mill
from tests.table.support.changed_rules import REAL, an_evening, bodies, strangers, with_rules
from tests.table.support.random_session import standing


def without_snapshots(table: Table) -> InMemoryLog:
    """The records of a table alone: all of it has to be played again."""
    records = table.record_log.records(0, table.metadata.length - 1)
    return InMemoryLog(msgspec.structs.replace(record, snapshot=None) for record in records)


def asked(table: Table) -> list[tuple[int, Prompt]]:
    """What waits, without what was told on the way there."""
    return [(running.number, question) for running, question in table.play_state.waiting()]


def left_off(table: Table) -> tuple[Any, ...]:
    """Where a table stands, whatever its rules would tell."""
    return table.state, asked(table), table.metadata, [table.feed(seat) for seat in table.seats]


# what is told


@pytest.mark.parametrize("told", ["more", "other words", "nothing"])
def test_what_a_rule_tells_may_change(store: SqliteStore, told: str) -> None:
    """The same state, questions, feeds and dice to come; nothing is said, nothing written, however it is replayed."""
    table, kept = an_evening(store, mill())
    before, other = bodies(kept), mill(told=told)
    again, said = open_stored(other, kept)
    assert (left_off(again), said, bodies(kept)) == (left_off(table), "", before)
    anew, why = rebuild_table(other, without_snapshots(table), table.metadata.length, table.seed)
    assert (left_off(anew), why) == (left_off(table), "")
    for one in (again, anew):
        one.nonce = lambda: "next"
        one.answer("mia", one.play_state.pending[0].number, "1", "no")
        one.act("mia", "grind")
        assert one.state.turns == table.state.turns + 1
    assert dice_results(again.journal[-1]) == dice_results(anew.journal[-1]) != ()


def talkative(rule: Callable[..., Rule[Any]]) -> Callable[..., Rule[Any]]:
    """A rule that tells a line before everything it does."""

    def run(*given: Any, **named: Any) -> Rule[Any]:
        going, answer = rule(*given, **named), None
        while True:
            try:
                effect = going.send(answer)
            except StopIteration as done:
                return done.value
            yield tell("x.y", "Hush, it goes on.")
            answer = yield effect

    return run


def silent(rule: Callable[..., Rule[Any]]) -> Callable[..., Rule[Any]]:
    """A rule that keeps to itself what it told."""

    def run(*given: Any, **named: Any) -> Rule[Any]:
        going, answer = rule(*given, **named), None
        while True:
            try:
                effect = going.send(answer)
            except StopIteration as done:
                return done.value
            answer = None if isinstance(effect, Tell | Outcome) else (yield effect)

    return run


@pytest.mark.parametrize("how", [talkative, silent])
@pytest.mark.parametrize("name", REAL)
def test_what_a_real_game_tells_may_change(name: str, how: Any) -> None:
    """Every action of it tells a line more at every step, or none at all: all of it replays, dice and questions."""
    table = strangers(installed_games()[name].game)
    again, why = rebuild_table(with_rules(table.game, how), without_snapshots(table), table.metadata.length, table.seed)
    assert why == ""
    assert (left_off(again), again.journal) == (left_off(table), table.journal)


# what is asked


@pytest.mark.parametrize("asked", ["twice", "before", "never"])
def test_what_a_rule_asks_may_change_and_the_table_is_where_it_was(store: SqliteStore, asked: str) -> None:
    """The last snapshot carries on: nothing that was done is taken back, and it is played on under the new rule."""
    table, kept = an_evening(store, mill(), waits=False)
    before = bodies(kept)
    again, said = open_stored(mill(asked=asked), kept)
    assert (standing(again), said) == (standing(table), "")
    again.act("mia", "grind")
    assert bodies(kept)[: len(before)] == before
    places = [q.at for _, q in again.play_state.waiting()]
    assert places == {"twice": ["1"], "before": ["0"], "never": []}[asked]


def test_an_action_that_waits_goes_on_if_its_answers_still_fit(store: SqliteStore) -> None:
    """A question more after the one that is open."""
    _, kept = an_evening(store, mill())
    again, said = open_stored(mill(asked="twice"), kept)
    assert said == ""
    number = again.play_state.pending[0].number
    again.answer("mia", number, "1", "no")
    again.answer("mia", number, "2", "no")
    assert again.play_state.pending == ()


def test_an_action_whose_answers_no_longer_fit_is_given_up_and_said(store: SqliteStore) -> None:
    """To whoever opens the table and, once somebody plays on, to everybody: the state is as it was before it."""
    table, kept = an_evening(store, mill())
    before = bodies(kept)
    other = mill("2", asked="before")
    again, said = open_stored(other, kept)
    assert said == "Grind by Mia is given up. The table has changed: what it had been answered no longer fits."
    assert (again.state, again.play_state.pending) == (table.state, ())
    assert bodies(kept) == before, "looking has changed what is kept"
    again.act("mia", "rest")
    carried = again.journal[len(before)]
    assert isinstance(carried, RulesUpgraded)
    assert (carried.version, bodies(kept)[: len(before)]) == ("2", before)
    feed = [told.item.kind for told in again.feed("mia")]
    assert feed[-4:] == ["carried", "given up", "acted", "tell"]
    last, said = open_stored(other, kept)
    assert (standing(last), said) == (standing(again), "")


def test_whoever_mends_the_rules_before_playing_on_finds_all_as_it_was(store: SqliteStore) -> None:
    """Opening under rules that go wrong costs nothing."""
    table, kept = an_evening(store, mill())
    wrong, said = open_stored(mill(broken=True), kept)
    assert "ZeroDivisionError: the stones are cracked" in said
    assert wrong.play_state.pending == ()
    again, said = open_stored(mill(), kept)
    assert (standing(again), said) == (standing(table), "")


def test_without_its_last_snapshots_a_table_goes_on_from_the_last_entry_that_plays(store: SqliteStore) -> None:
    """What comes later is in the journal and in the feed, and no longer in effect; that is said."""
    table, kept = an_evening(store, mill(), waits=False)
    table.act("mia", "rest")
    store.db.execute("DELETE FROM snapshots WHERE number > 20")
    before, feed = bodies(kept), table.feed("mia")
    again, said = open_stored(mill(asked="before"), kept)
    assert "Entry 21 of the journal does not hold" in said or "Entry 22 of the journal does not hold" in said
    assert said.endswith("all that was told can still be read.")
    to = tuple(again.metadata.timeline)[-2][1]
    assert f"The table goes on from entry {to};" in said
    assert to >= 20
    assert again.state.turns < table.state.turns
    again.act("mia", "rest")
    assert bodies(kept)[: len(before)] == before
    assert [told.item for told in again.feed("mia")][: len(feed)] == [told.item for told in feed]
    last, said = open_stored(mill(asked="before"), kept)
    assert (standing(last), said) == (standing(again), "")


def test_going_back_to_what_no_longer_plays_is_refused(store: SqliteStore) -> None:
    """With the entry that is in the way; the table stays where it is."""
    table, kept = an_evening(store, mill(), waits=False)
    again, _ = open_stored(mill(asked="before"), kept)
    before = standing(again)
    with pytest.raises(Refused, match=r"Entry \d+ of the journal does not hold"):
        again.undo("ola", table.metadata.timeline.last[1] - 3)
    assert standing(again) == before


def test_other_numbers_hold_from_now_on(store: SqliteStore) -> None:
    """What was ground stays ground; the next sacks give twice as much."""
    table, kept = an_evening(store, mill(), waits=False)
    again, said = open_stored(mill(each=2), kept)
    assert (again.state, said) == (table.state, "")
    again.answer("mia", again.act("mia", "grind"), "1", "no")
    (fall,) = dice_results(again.journal[-2])
    assert again.state.flour == table.state.flour + 2 * sum(fall.faces)
