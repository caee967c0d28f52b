"""Journals: sealed records that lead to the same table again, wherever it stands, and never to a wrong one."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from tablewright.rules import Refused
from tablewright.table import CorruptJournal, Table
from tablewright.table.core.aggregate import TableAggregate
from tablewright.table.lifecycle.open import rebuild_table
from tablewright.table.log.events import (
    ActionTaken,
    ActionWithdrawn,
    AnyEvent,
    CharacterHandedOver,
    DiceEntered,
    DiceThrown,
    MessageSent,
    PromptAnswered,
    Redone,
    SessionClosed,
    TableOpened,
    Undone,
    ValueEdited,
    dice_results,
)
from tablewright.table.log.record import Record, RecordBody, seal_record
from tablewright.table.log.record_log import InMemoryLog
from tablewright.template import GAME
from tests.engine.contract.test_defender import at_the_interrupt
from tests.example_games.hut import HUT


def read_back(table: Table) -> Table:
    """The table as its records alone make it."""
    records = table.record_log.records(0, table.metadata.length - 1)
    again, why = rebuild_table(table.game, InMemoryLog(records), len(records), table.seed)
    assert why == ""
    return again


def written(table: Table, entry: AnyEvent) -> InMemoryLog:
    """The past of a table with one more record, legal or not."""
    records = table.record_log.records(0, table.metadata.length - 1)
    body = RecordBody(table.metadata.feed_length, entry)
    return InMemoryLog([*records, seal_record(len(records), body, table.metadata.hash)])


def digging() -> Table:
    table = Table.open(HUT, seed="s")
    table.act("ann", "dig")
    return table


def test_a_pending_question_survives() -> None:
    """Bo is asked the same after a restart, and his answer leads to the same end."""
    table = at_the_interrupt()
    again = read_back(table)
    assert again.play_state.waiting() == table.play_state.waiting()
    ((running, question),) = again.prompts_for("ben")
    for t in (table, again):
        t.answer("ben", running.number, question.at, "no")
    assert again.state == table.state


WRONG: list[tuple[AnyEvent, str]] = [
    (PromptAnswered("ann", 1, "0", "deeper"), "Answer one of: no, yes."),
    (PromptAnswered("ann", 2, "0", "yes"), "no longer waits"),
    (PromptAnswered("eve", 1, "0", "yes"), "There is no seat called 'eve'"),
    (PromptAnswered("", 1, "0", "yes"), "There is no seat called ''"),
    (DiceEntered(1, "0", (3,), 6, hand="ann"), "Dig deeper?: answer one of"),
    (DiceEntered(1, "0", (3,), 6), "There is no seat called ''"),
    (DiceEntered(1, "0", (3,), 6, hand="eve"), "There is no seat called 'eve'"),
    (ActionTaken("ann", "fly"), "There is no action in Hut called 'fly'"),
    (ActionTaken("ann", "deal"), "Deal must wait"),
    (ActionWithdrawn("eve", 1), "There is no seat called 'eve'"),
    (ValueEdited("ann", "coins", 1), "Only the game master"),
    (CharacterHandedOver("hob", "ada", "ann"), "Hut has no characters to hand over"),
    (DiceThrown("eve"), "There is no seat called 'eve'"),
    (Undone("hob", 5), "Entry 5 is not one to go back to"),
    (Redone("hob", 5), "Entry 5 cannot be redone"),
    (SessionClosed("another seed"), "not the seed the table committed to"),
    (TableOpened("hut", "1", {}, ""), "A journal is opened once"),
    (MessageSent("ann", ""), "Say something"),
    (MessageSent("ann", "hm", ("eve",)), "There is no seat called 'eve'"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_a_wrong_entry_is_refused_and_everything_before_it_is_kept(wrong: AnyEvent, sentence: str) -> None:
    """Through the one door nothing illegal comes, whoever wrote it; the table goes on from where it was."""
    table: TableAggregate = digging()
    with pytest.raises(Refused) as refused:
        table.apply(wrong)
    assert sentence in str(refused.value)
    assert table.metadata.length == 2
    table.apply(PromptAnswered("ann", 1, "0", "yes"))
    assert table.state.coins == 2


@pytest.mark.parametrize(("wrong", "sentence"), WRONG[:12])
def test_a_wrong_entry_in_a_journal_is_named_and_nothing_before_it_is_lost(wrong: AnyEvent, sentence: str) -> None:
    """The table does not open as if it were right; its feed can be read, and why is said."""
    past = written(digging(), wrong)
    again, why = rebuild_table(HUT, past, 3, "s")
    assert why.startswith("Entry 2 of the journal does not hold: ")
    assert "There is no seat" in sentence or sentence in why
    assert again.read_only
    assert [item.kind for item in again.feed_items()] == ["opened", "acted"]


@pytest.mark.parametrize("wrong", [Undone("hob", 5), Redone("hob", 5), Undone("hob", -1)])
def test_a_journal_that_turns_to_nowhere_is_refused(wrong: AnyEvent) -> None:
    """There is no moment after an entry that never was."""
    with pytest.raises(CorruptJournal, match=r"Entry 2 .* no entry -?\d+ to go to"):
        rebuild_table(HUT, written(digging(), wrong), 3, "s")


def test_a_wrong_die_is_refused_where_it_lies() -> None:
    """A seven on a six-sided die, in a journal."""
    table = Table.open(HUT, seed="s")
    number = table.act("ann", "whisper")
    table.answer("ann", number, "0", "yes")
    entry = table.journal[2]
    (fall,) = dice_results(entry)
    wrong = msgspec.structs.replace(entry, dice=(msgspec.structs.replace(fall, faces=(7,)),))
    past = InMemoryLog(
        [*table.record_log.records(0, 1), seal_record(2, RecordBody(2, wrong), table.record_log.records(1, 1)[0].hash)]
    )
    _, why = rebuild_table(HUT, past, 3, "s")
    assert "Entry 2" in why
    assert "each a number from 1 to 6" in why


def test_a_journal_begins_with_its_opening() -> None:
    """One cut at the front is none."""
    with pytest.raises(CorruptJournal, match=r"Entry 0 .* begins with an opening"):
        rebuild_table(HUT, InMemoryLog([seal_record(0, RecordBody(0, MessageSent("ann", "hello")), "")]), 1, "")


def test_a_journal_of_another_game_is_refused() -> None:
    """With both names."""
    with pytest.raises(Refused, match="This journal is of hut, not of template"):
        rebuild_table(GAME, digging().record_log, 2, "s")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"told_from":0}',
        b'{"told_from":0,"event":{"event":"danced"}}',
        b'{"told_from":0,"event":{"event":"said","seat":"ann"}}',
        b'{"told_from":0,"event":{"event":"closed","seed":"s","x":1}}',
        b'{"told_from":0,"event":{"event":"said","seat":"ann","text":"\xff"}}',
        b'{"told_from":0,"event":{"event":"edited","seat":"a","path":"b","value":' + b"[" * 9999 + b"]" * 9999 + b"}}",
    ],
)
def test_a_body_that_is_no_entry_is_refused_with_its_number(body: bytes) -> None:
    """Not JSON, no known entry, a field missing, a field too many, no text, no end to it."""
    with pytest.raises(CorruptJournal, match="Entry 7 of the journal does not hold"):
        Record(7, body, "", 0).read()


def test_a_record_is_one_line() -> None:
    """Whatever people write."""
    text = "one\ntwo\u2028three\r\x85"
    record = seal_record(0, RecordBody(0, MessageSent("ann", text)), "")
    assert b"\n" not in record.body
    assert record.read().event == MessageSent("ann", text)


def test_each_record_is_sealed_with_all_before_it() -> None:
    """Its hash is SHA-256 of the hash before it and its own bytes; a snapshot's hash is in it."""
    table = digging()
    first, second = table.record_log.records(0, 1)
    assert first.hash == hashlib.sha256(first.body).hexdigest()
    assert second.hash == hashlib.sha256(first.hash.encode() + second.body).hexdigest()
    assert first.snapshot is not None
    assert first.read().snapshot == hashlib.sha256(first.snapshot).hexdigest()


def test_what_an_entry_made_fall_is_part_of_it() -> None:
    """An action and its dice are one entry: neither is ever there without the other."""
    table = Table.open(HUT, seed="s")
    number = table.act("ann", "deal", nonce="n")
    entry = table.journal[number]
    assert isinstance(entry, ActionTaken)
    assert [(fall.throw, fall.action_id, fall.drawn) for fall in entry.dice] == [(1, number, True)]
