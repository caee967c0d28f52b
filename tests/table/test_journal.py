"""Journals: JSON lines that lead to the same table again, wherever it stands, and never to a wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablewright.check.random_play import Stranger
from tablewright.kernel import Refused
from tablewright.table import BrokenJournal, Table, from_line, to_lines
from tablewright.table.journal import Acted, Answered, AnyEntry, Closed, Edited, Opened, Redone, Rolled, Said, Undone
from tablewright.template import GAME
from tests.contract.test_defender import TOY, at_the_interrupt

from .hut import HUT

some_plays = settings(max_examples=60, deadline=None)


def played(seed: int, steps: int) -> Table:
    """A table after a stranger's random play: actions, answers, notes, decks, undo and redo."""
    stranger = Stranger(GAME, seed)
    for _ in range(steps):
        stranger.step()
    return stranger.table


def read_back(table: Table) -> Table:
    lines = to_lines(table.journal).splitlines()
    return Table.replay(table.game, [from_line(line, i) for i, line in enumerate(lines)], table.seed)


def standing(table: Table) -> tuple[Any, ...]:
    """Where a table stands, for everybody."""
    return (
        table.state,
        table.now.waiting(),
        table.line,
        table.future,
        table.seats,
        [table.log(seat) for seat in table.seats],
    )


@some_plays
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_a_journal_read_back_is_the_same_table(seed: int, steps: int) -> None:
    """State, pending questions, what can be redone and everybody's log, after any play and through JSON."""
    table = played(seed, steps)
    assert standing(read_back(table)) == standing(table)


@some_plays
@given(st.integers(0, 10**6), st.integers(5, 60), st.data())
def test_every_beginning_of_a_journal_is_a_journal(seed: int, steps: int, data: st.DataObject) -> None:
    """Cut anywhere, it replays; and playing the rest of its entries leads where the whole leads."""
    table = played(seed, steps)
    cut = data.draw(st.integers(1, len(table.journal)))
    again = Table.replay(GAME, table.journal[:cut], table.seed)
    for entry in table.journal[cut:]:
        again._append(entry)
    assert standing(again) == standing(table)


@some_plays
@given(st.integers(0, 10**6), st.integers(10, 60), st.data())
def test_undo_then_redo_changes_nothing(seed: int, steps: int, data: st.DataObject) -> None:
    """From wherever people were asked or free to act: back there and forth again is where it was."""
    table = played(seed, steps)
    rests = [n for n in table.line[:-1] if all(q.kind == "choose" for _, q in table.moments[n].waiting())]
    assume(rests)
    before, last, future = standing(table)[:3], table.line[-1], list(table.future)
    table.undo("guide", data.draw(st.sampled_from(rests)))
    table.redo("guide", last)
    assert standing(table)[:3] == before
    assert table.future == future


@some_plays
@given(st.integers(0, 10**6), st.integers(10, 60))
def test_undo_to_an_entry_is_the_table_as_it_was_after_it(seed: int, steps: int) -> None:
    """For every entry in effect: the same state and questions as when the journal ended there."""
    table = played(seed, steps)
    for to in table.line:
        then = Table.replay(GAME, table.journal[: to + 1], table.seed)
        assert (table.moments[to].state, table.moments[to].waiting()) == (then.state, then.now.waiting())


def test_a_pending_question_survives() -> None:
    """Bo is asked the same after a restart, and his answer leads to the same end."""
    table = at_the_interrupt()
    again = read_back(table)
    assert again.now.waiting() == table.now.waiting()
    ((running, question),) = again.questions("ben")
    for t in (table, again):
        t.answer("ben", running.number, question.at, "no")
    assert again.state == table.state


def opened() -> Opened:
    return Table.open(HUT, seed="s").opened


WRONG: list[tuple[AnyEntry, str]] = [
    (Answered("ann", 1, "0", "deeper"), "Answer one of: no, yes."),
    (Answered("ann", 2, "0", "yes"), "no longer waits"),
    (Answered("eve", 1, "0", "yes"), "There is no seat called 'eve'"),
    (Answered("", 1, "0", "yes"), "There is no seat called ''"),
    (Rolled(1, "0", (3,), 6), "Dig deeper?: answer one of"),
    (Acted("ann", "fly"), "There is no action in Hut called 'fly'"),
    (Acted("ann", "deal"), "Deal must wait"),
    (Edited("ann", "coins", 1), "Only the game master"),
    (Undone("hob", 5), "Entry 5 is not one to go back to"),
    (Redone("hob", 5), "Entry 5 cannot be redone"),
    (Closed("another seed"), "not the seed the table committed to"),
    (opened(), "A journal is opened once"),
    (Said("ann", ""), "Say something"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_a_wrong_entry_is_refused_there_and_everything_before_it_is_kept(wrong: AnyEntry, sentence: str) -> None:
    """The table as it was before that entry comes with the refusal, and goes on."""
    with pytest.raises(BrokenJournal) as broken:
        Table.replay(HUT, [opened(), Acted("ann", "dig"), wrong, Said("ann", "lost")], "s")
    assert broken.value.number == 2
    assert sentence in str(broken.value)
    kept = broken.value.kept
    assert kept.journal == [opened(), Acted("ann", "dig")]
    kept.answer("ann", 1, "0", "yes")
    assert kept.state.coins == 2


def test_a_wrong_die_is_refused_where_it_lies() -> None:
    """A seven on a six-sided die, in a journal."""
    table = at_the_interrupt()
    entries = [Rolled(e.of, e.at, (1, 2, 7), 6, hand=e.hand) if isinstance(e, Rolled) else e for e in table.journal]
    with pytest.raises(BrokenJournal, match=r"Entry 2 .* each a number from 1 to 6"):
        Table.replay(TOY, entries)


def test_a_journal_begins_with_its_opening() -> None:
    """An empty one, or one cut at the front, is none."""
    for entries in ([], [Said("ann", "hello")]):
        with pytest.raises(BrokenJournal, match=r"Entry 0 .* begins with an opening"):
            Table.replay(HUT, entries)


def test_a_journal_of_another_game_is_refused() -> None:
    """With both names."""
    with pytest.raises(Refused, match="This journal is of hut, not of template"):
        Table.replay(GAME, [opened()])


@pytest.mark.parametrize(
    "line",
    ["", "{", "[]", '{"entry": "danced"}', '{"entry": "said", "seat": "ann"}', '{"entry":"closed","seed":"s","x":1}'],
)
def test_a_line_that_is_no_entry_is_refused_with_its_number(line: str) -> None:
    """Not JSON, no known entry, a field missing, a field too many."""
    with pytest.raises(BrokenJournal, match="Entry 7 of the journal does not hold"):
        from_line(line, 7)


def test_an_entry_is_one_line() -> None:
    """Whatever people write."""
    text = "one\ntwo\u2028three\r\x85"
    lines = to_lines([Said("ann", text)])
    assert lines.count("\n") == 1
    assert from_line(lines.rstrip("\n"), 0) == Said("ann", text)
