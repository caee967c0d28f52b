"""Rules that change under a kept table: it goes on from where it was, or can be read; nothing is lost."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright.check.random_play import Stranger
from tablewright.kernel import Choose, Refused, Seat
from tablewright.kernel.action import Action
from tablewright.kernel.effects import Outcome, Rule, Tell, tell
from tablewright.kernel.game import Game
from tablewright.run.question import Question
from tablewright.run.shelf import Boxed, shelf
from tablewright.table import Table, at
from tablewright.table.journal import Carried, falls
from tablewright.table.keeping import begin
from tablewright.table.opening import ANEW, open_kept, opened
from tablewright.table.past import InMemory
from tablewright.table.portable import read_file, write_file
from tablewright.table.sqlite import KeptTable, SqliteStore
from tablewright.table.store import Head

from .evening import standing
from .mill import Mill, Stocked, Weighed, mill

#: Games with dice, cards, secrets and questions within questions.
REAL = ("moonveil", "veil-runners")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(tmp_path / "data")) as found:
        yield found


def an_evening(store: SqliteStore, game: Game, waits: bool = True) -> tuple[Table, KeptTable]:
    """Dice, answers, talk, undo, an edit; the last wheel waits for an answer, if it should."""
    table, _ = begin(store, Boxed(game, "tests.table"), "mill", seed="mill")
    table.nonce = lambda: "n"
    for n in range(9):
        table.answer("mia", table.act("mia", "grind", {"sacks": 1 + n % 3}), "1", "yes" if n % 2 else "no")
        table.say("mia", f"Turn {n}.")
        if n == 4:
            table.undo("ola")
            table.edit("ola", "flour", 7)
    if waits:
        table.act("mia", "grind")
    table.say("ola", "Good night.")
    return table, store.kept("mill")


def bodies(kept: KeptTable) -> list[bytes]:
    return [record.body for record in kept.chain()]


def without_snapshots(table: Table) -> InMemory:
    """The records of a table alone: all of it has to be played again."""
    records = table.past.records(0, table.standing.entries - 1)
    return InMemory(msgspec.structs.replace(record, snapshot=None) for record in records)


def asked(table: Table) -> list[tuple[int, Question]]:
    """What waits, without what was told on the way there."""
    return [(running.number, question) for running, question in table.now.waiting()]


def left_off(table: Table) -> tuple[Any, ...]:
    """Where a table stands, whatever its rules would tell."""
    return table.state, asked(table), table.standing, [table.feed(seat) for seat in table.seats]


# what is told


@pytest.mark.parametrize("told", ["more", "other words", "nothing"])
def test_what_a_rule_tells_may_change(store: SqliteStore, told: str) -> None:
    """The same state, questions, feeds and dice to come; nothing is said, nothing written, however it is replayed."""
    table, kept = an_evening(store, mill())
    before, other = bodies(kept), mill(told=told)
    again, said = open_kept(other, kept)
    assert (left_off(again), said, bodies(kept)) == (left_off(table), "", before)
    anew, why = opened(other, without_snapshots(table), table.standing.entries, table.seed)
    assert (left_off(anew), why) == (left_off(table), "")
    for one in (again, anew):
        one.nonce = lambda: "next"
        one.answer("mia", one.now.running[0].number, "1", "no")
        one.act("mia", "grind")
        assert one.state.turns == table.state.turns + 1
    assert falls(again.journal[-1]) == falls(anew.journal[-1]) != ()


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


def with_rules(game: Game, how: Callable[[Callable[..., Rule[Any]]], Callable[..., Rule[Any]]]) -> Game:
    """A game whose every action is played another way."""

    def played(action: Action[Any]) -> Action[Any]:
        form, other = action.form, copy.copy(action)
        assert other.form is form, "its form would be made anew, from another rule"
        other.fn = how(action.fn)
        return other

    return msgspec.structs.replace(game, actions=tuple(map(played, game.actions)))


def strangers(game: Game) -> Table:
    """A table at which everything was tried, and something waits that has been answered in part."""
    stranger = Stranger(game, 12)
    while stranger.table.standing.entries < 40 or not any(r.answers for r in stranger.table.now.running):
        stranger.step()
    assert stranger.table.standing.throws > 5
    return stranger.table


@pytest.mark.parametrize("how", [talkative, silent])
@pytest.mark.parametrize("name", REAL)
def test_what_a_real_game_tells_may_change(name: str, how: Any) -> None:
    """Every action of it tells a line more at every step, or none at all: all of it replays, dice and questions."""
    table = strangers(shelf()[name].game)
    again, why = opened(with_rules(table.game, how), without_snapshots(table), table.standing.entries, table.seed)
    assert why == ""
    assert (left_off(again), again.journal) == (left_off(table), table.journal)


# what is asked


@pytest.mark.parametrize("asked", ["twice", "before", "never"])
def test_what_a_rule_asks_may_change_and_the_table_is_where_it_was(store: SqliteStore, asked: str) -> None:
    """The last snapshot carries on: nothing that was done is taken back, and it is played on under the new rule."""
    table, kept = an_evening(store, mill(), waits=False)
    before = bodies(kept)
    again, said = open_kept(mill(asked=asked), kept)
    assert (standing(again), said) == (standing(table), "")
    again.act("mia", "grind")
    assert bodies(kept)[: len(before)] == before
    places = [q.at for _, q in again.now.waiting()]
    assert places == {"twice": ["1"], "before": ["0"], "never": []}[asked]


def test_an_action_that_waits_goes_on_if_its_answers_still_fit(store: SqliteStore) -> None:
    """A question more after the one that is open."""
    _, kept = an_evening(store, mill())
    again, said = open_kept(mill(asked="twice"), kept)
    assert said == ""
    number = again.now.running[0].number
    again.answer("mia", number, "1", "no")
    again.answer("mia", number, "2", "no")
    assert again.now.running == ()


def test_an_action_whose_answers_no_longer_fit_is_given_up_and_said(store: SqliteStore) -> None:
    """To whoever opens the table and, once somebody plays on, to everybody: the state is as it was before it."""
    table, kept = an_evening(store, mill())
    before = bodies(kept)
    other = mill("2", asked="before")
    again, said = open_kept(other, kept)
    assert said == "Grind by Mia is given up. The table has changed: what it had been answered no longer fits."
    assert (again.state, again.now.running) == (table.state, ())
    assert bodies(kept) == before, "looking has changed what is kept"
    again.act("mia", "rest")
    carried = again.journal[len(before)]
    assert isinstance(carried, Carried)
    assert (carried.version, bodies(kept)[: len(before)]) == ("2", before)
    feed = [told.item.kind for told in again.feed("mia")]
    assert feed[-4:] == ["carried", "given up", "acted", "tell"]
    last, said = open_kept(other, kept)
    assert (standing(last), said) == (standing(again), "")


def test_whoever_mends_the_rules_before_playing_on_finds_all_as_it_was(store: SqliteStore) -> None:
    """Opening under rules that go wrong costs nothing."""
    table, kept = an_evening(store, mill())
    wrong, said = open_kept(mill(broken=True), kept)
    assert "ZeroDivisionError: the stones are cracked" in said
    assert wrong.now.running == ()
    again, said = open_kept(mill(), kept)
    assert (standing(again), said) == (standing(table), "")


def test_without_its_last_snapshots_a_table_goes_on_from_the_last_entry_that_plays(store: SqliteStore) -> None:
    """What comes later is in the journal and in the feed, and no longer in effect; that is said."""
    table, kept = an_evening(store, mill(), waits=False)
    table.act("mia", "rest")
    store.db.execute("DELETE FROM snapshots WHERE number > 20")
    before, feed = bodies(kept), table.feed("mia")
    again, said = open_kept(mill(asked="before"), kept)
    assert "Entry 21 of the journal does not hold" in said or "Entry 22 of the journal does not hold" in said
    assert said.endswith("all that was told can still be read.")
    to = tuple(again.standing.line)[-2][1]
    assert f"The table goes on from entry {to};" in said
    assert to >= 20
    assert again.state.turns < table.state.turns
    again.act("mia", "rest")
    assert bodies(kept)[: len(before)] == before
    assert [told.item for told in again.feed("mia")][: len(feed)] == [told.item for told in feed]
    last, said = open_kept(mill(asked="before"), kept)
    assert (standing(last), said) == (standing(again), "")


def test_going_back_to_what_no_longer_plays_is_refused(store: SqliteStore) -> None:
    """With the entry that is in the way; the table stays where it is."""
    table, kept = an_evening(store, mill(), waits=False)
    again, _ = open_kept(mill(asked="before"), kept)
    before = standing(again)
    with pytest.raises(Refused, match=r"Entry \d+ of the journal does not hold"):
        again.undo("ola", table.standing.line.last[1] - 3)
    assert standing(again) == before


def test_other_numbers_hold_from_now_on(store: SqliteStore) -> None:
    """What was ground stays ground; the next sacks give twice as much."""
    table, kept = an_evening(store, mill(), waits=False)
    again, said = open_kept(mill(each=2), kept)
    assert (again.state, said) == (table.state, "")
    again.answer("mia", again.act("mia", "grind"), "1", "no")
    (fall,) = falls(again.journal[-2])
    assert again.state.flour == table.state.flour + 2 * sum(fall.faces)


# what the state is made of


def test_a_state_with_something_new_in_it_goes_on(store: SqliteStore) -> None:
    """What has a usual value gets it, and nothing need be said."""
    table, kept = an_evening(store, mill())
    again, said = open_kept(mill(state=Stocked), kept)
    assert (again.state, said) == (Stocked(table.state.flour, table.state.turns, 3), "")
    again.answer("mia", again.now.running[0].number, "1", "no")
    assert open_kept(mill(state=Stocked), kept)[0].state == again.state


def test_a_state_made_otherwise_is_played_once_more(store: SqliteStore) -> None:
    """Where every entry still plays, from the opening on: and that is said."""
    table, kept = an_evening(store, mill(), waits=False)
    table.undo("ola", 3)
    game = mill(state=Weighed, setup=lambda _: Weighed(0.0, 0))
    again, said = open_kept(game, kept)
    assert said == ANEW
    assert again.state == Weighed(float(sum(falls(table.journal[1])[0].faces)), 1)
    again.act("mia", "rest")
    assert open_kept(game, kept)[1] == ""


def unreadable(store: SqliteStore) -> tuple[Table, Table, KeptTable, str]:
    """A table as it was and as it is under rules that understand nothing of it."""
    table, kept = an_evening(store, mill())
    again, said = open_kept(mill(state=Weighed), kept)
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
    assert at(again, "mia").feed() == table.feed("mia")
    assert (again.view("mia"), at(again, "mia").sheet, at(again, "mia").asks, again.legal("mia")) == ((), (), (), [])
    assert "read-only" in repr(again)


DEEDS: dict[str, Callable[[Table], object]] = {
    "act": lambda t: t.act("mia", "rest"),
    "act from the seat": lambda t: at(t, "mia").act("rest"),
    "draft": lambda t: at(t, "mia").draft("rest"),
    "odds": lambda t: at(t, "mia").odds("grind"),
    "see": lambda t: t.seen("mia"),
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
    "hand": lambda t: t.hand("mia", "mia", "ola"),
    "close": lambda t: t.close("ola"),
    "agree": lambda t: t.agree("mia", 1),
    "object": lambda t: t.object("mia", 1),
}


def test_nothing_can_be_done_at_a_table_that_can_only_be_read(store: SqliteStore) -> None:
    """Whatever is tried is refused with a sentence, and not a byte of it changes."""
    _, again, kept, _ = unreadable(store)
    before = bodies(kept), again.standing
    for name, deed in DEEDS.items():
        with pytest.raises(Refused) as refused:
            deed(again)
        assert str(refused.value).endswith("."), name
        assert (bodies(kept), again.standing) == before, name
    assert again.throw("mia") is None


def test_a_table_that_can_only_be_read_is_exported_whole(store: SqliteStore, tmp_path: Path) -> None:
    """Every byte of it; and whoever has the old rules goes on with it."""
    table, _, kept, _ = unreadable(store)
    write_file(tmp_path / "file", kept, with_seed=True)
    found = read_file(tmp_path / "file")
    assert ([record.body for record in found.records], found.fault) == (bodies(kept), "")
    again, why = opened(mill(), InMemory(found.records), len(found.records), found.seed)
    assert (standing(again), why) == (standing(table), "")


# versions


def test_a_new_version_is_said_and_noted(store: SqliteStore) -> None:
    """Once somebody plays on; from then on it is the table's."""
    table, kept = an_evening(store, mill())
    again, said = open_kept(mill("1.10"), kept)
    assert said == "The rules have a new version, 1.10: the table goes on under it."
    assert (again.state, again.now.waiting()) == (table.state, table.now.waiting())
    assert len(bodies(kept)) == table.standing.entries
    again.say("mia", "As ever.")
    assert again.standing.version == "1.10"
    assert open_kept(mill("1.10"), kept)[1] == ""
    _, said = open_kept(mill("1.9"), kept)
    assert said == "It was played under version 1.10 of the rules, which is newer than 1.9."


def test_a_table_of_a_newer_version_that_is_not_understood_is_only_read(store: SqliteStore) -> None:
    """However much of it the older rules would still play: whoever has the newer ones goes on with all of it."""
    newer = mill("2", state=Stocked)
    table, kept = an_evening(store, newer)
    again, said = open_kept(mill("1", state=Mill), kept)
    assert said.startswith("It was played under version 2 of the rules, which is newer than 1, and these cannot go on")
    assert again.read_only == said
    assert standing(open_kept(newer, kept)[0]) == standing(table)


def test_a_state_that_no_longer_fits_is_not_gone_back_from(store: SqliteStore) -> None:
    """A table that was carried from older rules to newer is not thrown back to its opening where those are gone."""
    _, kept = an_evening(store, mill("1"), waits=False)
    carried, _ = open_kept(mill("2", state=Stocked), kept)
    carried.act("mia", "rest")
    again, said = open_kept(mill("3", state=Mill), kept)
    assert again.read_only == said != ""


def test_a_closed_table_stays_as_it_was_under_any_rules(store: SqliteStore) -> None:
    """Nothing is carried where nothing goes on."""
    table, kept = an_evening(store, mill(), waits=False)
    table.close("ola")
    again, said = open_kept(mill("2", asked="before"), kept)
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
    left = strangers(shelf()[name].game)
    records = left.past.records(0, left.standing.entries - 1)
    kept = store.create(Head("", "left", name, name), left.seed, records)
    other = with_rules(left.game, asks_first)
    table, said = open_kept(other, kept)
    assert "is given up. The table has changed" in said
    assert (table.state, table.now.running) == (left.state, ())
    table.say(next(iter(table.seats)), "And on.")
    assert bodies(kept)[: len(records)] == [record.body for record in records]
    assert open_kept(other, kept)[1] == ""
