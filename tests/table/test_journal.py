"""Journals: sealed records that lead to the same table again, wherever it stands, and never to a wrong one."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from tablewright.kernel import Refused
from tablewright.table import BrokenJournal, Table
from tablewright.table.door import Door
from tablewright.table.journal import (
    Acted,
    Answered,
    AnyEntry,
    Closed,
    Edited,
    Fell,
    Handed,
    Opened,
    Redone,
    Rolled,
    Said,
    Undone,
    Withdrawn,
    falls,
)
from tablewright.table.opening import opened
from tablewright.table.past import InMemory
from tablewright.table.record import Body, Record, sealed
from tablewright.template import GAME
from tests.contract.test_defender import at_the_interrupt

from .hut import HUT


def read_back(table: Table) -> Table:
    """The table as its records alone make it."""
    records = table.past.records(0, table.standing.entries - 1)
    again, why = opened(table.game, InMemory(records), len(records), table.seed)
    assert why == ""
    return again


def written(table: Table, entry: AnyEntry) -> InMemory:
    """The past of a table with one more record, legal or not."""
    records = table.past.records(0, table.standing.entries - 1)
    body = Body(table.standing.told, entry)
    return InMemory([*records, sealed(len(records), body, table.standing.hash)])


def digging() -> Table:
    table = Table.open(HUT, seed="s")
    table.act("ann", "dig")
    return table


def test_a_pending_question_survives() -> None:
    """Bo is asked the same after a restart, and his answer leads to the same end."""
    table = at_the_interrupt()
    again = read_back(table)
    assert again.now.waiting() == table.now.waiting()
    ((running, question),) = again.questions("ben")
    for t in (table, again):
        t.answer("ben", running.number, question.at, "no")
    assert again.state == table.state


WRONG: list[tuple[AnyEntry, str]] = [
    (Answered("ann", 1, "0", "deeper"), "Answer one of: no, yes."),
    (Answered("ann", 2, "0", "yes"), "no longer waits"),
    (Answered("eve", 1, "0", "yes"), "There is no seat called 'eve'"),
    (Answered("", 1, "0", "yes"), "There is no seat called ''"),
    (Rolled(1, "0", (3,), 6, hand="ann"), "Dig deeper?: answer one of"),
    (Rolled(1, "0", (3,), 6), "There is no seat called ''"),
    (Rolled(1, "0", (3,), 6, hand="eve"), "There is no seat called 'eve'"),
    (Acted("ann", "fly"), "There is no action in Hut called 'fly'"),
    (Acted("ann", "deal"), "Deal must wait"),
    (Withdrawn("eve", 1), "There is no seat called 'eve'"),
    (Edited("ann", "coins", 1), "Only the game master"),
    (Handed("hob", "ada", "ann"), "Hut has no characters to hand over"),
    (Fell("eve"), "There is no seat called 'eve'"),
    (Undone("hob", 5), "Entry 5 is not one to go back to"),
    (Redone("hob", 5), "Entry 5 cannot be redone"),
    (Closed("another seed"), "not the seed the table committed to"),
    (Opened("hut", "1", {}, ""), "A journal is opened once"),
    (Said("ann", ""), "Say something"),
    (Said("ann", "hm", ("eve",)), "There is no seat called 'eve'"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_a_wrong_entry_is_refused_and_everything_before_it_is_kept(wrong: AnyEntry, sentence: str) -> None:
    """Through the one door nothing illegal comes, whoever wrote it; the table goes on from where it was."""
    table: Door = digging()
    with pytest.raises(Refused) as refused:
        table.do(wrong)
    assert sentence in str(refused.value)
    assert table.standing.entries == 2
    table.do(Answered("ann", 1, "0", "yes"))
    assert table.state.coins == 2


@pytest.mark.parametrize(("wrong", "sentence"), WRONG[:12])
def test_a_wrong_entry_in_a_journal_is_named_and_nothing_before_it_is_lost(wrong: AnyEntry, sentence: str) -> None:
    """The table does not open as if it were right; its feed can be read, and why is said."""
    past = written(digging(), wrong)
    again, why = opened(HUT, past, 3, "s")
    assert why.startswith("Entry 2 of the journal does not hold: ")
    assert "There is no seat" in sentence or sentence in why
    assert again.read_only
    assert [item.kind for item in again.told()] == ["opened", "acted"]


@pytest.mark.parametrize("wrong", [Undone("hob", 5), Redone("hob", 5), Undone("hob", -1)])
def test_a_journal_that_turns_to_nowhere_is_refused(wrong: AnyEntry) -> None:
    """There is no moment after an entry that never was."""
    with pytest.raises(BrokenJournal, match=r"Entry 2 .* no entry -?\d+ to go to"):
        opened(HUT, written(digging(), wrong), 3, "s")


def test_a_wrong_die_is_refused_where_it_lies() -> None:
    """A seven on a six-sided die, in a journal."""
    table = Table.open(HUT, seed="s")
    number = table.act("ann", "whisper")
    table.answer("ann", number, "0", "yes")
    entry = table.journal[2]
    (fall,) = falls(entry)
    wrong = msgspec.structs.replace(entry, dice=(msgspec.structs.replace(fall, faces=(7,)),))
    past = InMemory([*table.past.records(0, 1), sealed(2, Body(2, wrong), table.past.records(1, 1)[0].hash)])
    _, why = opened(HUT, past, 3, "s")
    assert "Entry 2" in why
    assert "each a number from 1 to 6" in why


def test_a_journal_begins_with_its_opening() -> None:
    """One cut at the front is none."""
    with pytest.raises(BrokenJournal, match=r"Entry 0 .* begins with an opening"):
        opened(HUT, InMemory([sealed(0, Body(0, Said("ann", "hello")), "")]), 1, "")


def test_a_journal_of_another_game_is_refused() -> None:
    """With both names."""
    with pytest.raises(Refused, match="This journal is of hut, not of template"):
        opened(GAME, digging().past, 2, "s")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"told_from":0}',
        b'{"told_from":0,"entry":{"entry":"danced"}}',
        b'{"told_from":0,"entry":{"entry":"said","seat":"ann"}}',
        b'{"told_from":0,"entry":{"entry":"closed","seed":"s","x":1}}',
        b'{"told_from":0,"entry":{"entry":"said","seat":"ann","text":"\xff"}}',
        b'{"told_from":0,"entry":{"entry":"edited","seat":"a","path":"b","value":' + b"[" * 9999 + b"]" * 9999 + b"}}",
    ],
)
def test_a_body_that_is_no_entry_is_refused_with_its_number(body: bytes) -> None:
    """Not JSON, no known entry, a field missing, a field too many, no text, no end to it."""
    with pytest.raises(BrokenJournal, match="Entry 7 of the journal does not hold"):
        Record(7, body, "", 0).read()


def test_a_record_is_one_line() -> None:
    """Whatever people write."""
    text = "one\ntwo\u2028three\r\x85"
    record = sealed(0, Body(0, Said("ann", text)), "")
    assert b"\n" not in record.body
    assert record.read().entry == Said("ann", text)


def test_each_record_is_sealed_with_all_before_it() -> None:
    """Its hash is SHA-256 of the hash before it and its own bytes; a snapshot's hash is in it."""
    table = digging()
    first, second = table.past.records(0, 1)
    assert first.hash == hashlib.sha256(first.body).hexdigest()
    assert second.hash == hashlib.sha256(first.hash.encode() + second.body).hexdigest()
    assert first.snapshot is not None
    assert first.read().snapshot == hashlib.sha256(first.snapshot).hexdigest()


def test_what_an_entry_made_fall_is_part_of_it() -> None:
    """An action and its dice are one entry: neither is ever there without the other."""
    table = Table.open(HUT, seed="s")
    number = table.act("ann", "deal", nonce="n")
    entry = table.journal[number]
    assert isinstance(entry, Acted)
    assert [(fall.throw, fall.of, fall.drawn) for fall in entry.dice] == [(1, number, True)]
