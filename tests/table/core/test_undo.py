"""Undo, redo, and the end of a session."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.rules import Refused, Seat, UnknownName
from tablewright.table import SeatView, Table
from tablewright.table.log.events import MessageSent, Redone, Undone, dice_results
from tests.example_games.hut import HUT, ask, everything, hut

# undo and redo


def three_edits() -> Table:
    table = hut()
    for coins in (1, 2, 3):
        table.edit("hob", "coins", coins)
    return table


@pytest.mark.parametrize("to", [0, 1, 2, 3])
def test_the_table_goes_back_to_any_entry(to: int) -> None:
    """The state is what it was then; undo is an entry of its own, and none is removed."""
    table = three_edits()
    number = table.undo("hob", to)
    assert table.state.coins == to
    assert table.journal[number] == Undone("hob", to)
    assert len(table.journal) == 5


def test_redo_goes_forward_step_by_step_or_all_the_way() -> None:
    """As an entry of its own too."""
    table = three_edits()
    table.undo("hob", 0)
    number = table.redo("hob", 1)
    assert table.state.coins == 1
    assert table.journal[number] == Redone("hob", 1)
    table.redo("hob")
    assert table.state.coins == 3
    assert not table.metadata.redo_timeline


def test_only_what_was_undone_can_be_redone() -> None:
    """Anything else is refused with what could be."""
    table = three_edits()
    table.undo("hob", 1)
    with pytest.raises(Refused, match=r"Entry 1 cannot be redone. There is: 2, 3."):
        table.redo("hob", 1)
    with pytest.raises(Refused, match=r"Entry 3 is not one to go back to. There is: 0, 1."):
        table.undo("hob", 3)


def test_undoing_twice_redoes_both() -> None:
    """What was undone first is still there."""
    table = three_edits()
    table.undo("hob", 2)
    table.undo("hob", 1)
    table.redo("hob", 3)
    assert table.state.coins == 3


def test_a_new_action_clears_what_could_be_redone() -> None:
    """The table went another way."""
    table = three_edits()
    table.undo("hob", 1)
    table.act("ann", "deal")
    with pytest.raises(Refused, match="There is nothing to redo"):
        table.redo("hob")


def test_chat_stays_whatever_is_undone() -> None:
    """It is neither undone nor does it clear what can be redone."""
    table = three_edits()
    table.undo("hob", 1)
    table.say("ann", "Oh!")
    table.redo("hob")
    assert table.state.coins == 3
    assert MessageSent("ann", "Oh!") in table.journal


def test_undo_without_an_entry_takes_back_the_last_action_with_all_its_dice_and_answers() -> None:
    """One step for people, however many entries it was."""
    table = hut()
    table.act("ann", "dig")
    table.answer("ann", *ask(table, "ann"), "yes")
    table.undo("hob")
    assert table.state.coins == 0
    assert table.play_state.pending == ()
    table.redo("hob")
    assert table.state.coins == 2


def test_undo_brings_an_open_question_back() -> None:
    """Between action and answer the table waits again."""
    table = hut()
    number = table.act("ann", "dig")
    table.answer("ann", number, "0", "yes")
    table.undo("hob", number)
    assert ask(table, "ann") == (number, "0")
    table.answer("ann", number, "0", "no")
    assert table.state.coins == 1


def test_an_action_taken_again_after_undo_throws_new_dice() -> None:
    """Throws are numbered on, whatever is taken back: the old dice cannot be had again."""
    table = hut()
    for _ in range(2):
        table.act("ann", "deal", nonce="same")
        table.undo("hob", 0)
    first, second = (fall for entry in table.journal for fall in dice_results(entry))
    assert (first.throw, second.throw) == (1, 2)
    assert first.faces != second.faces


def test_players_take_back_what_is_their_own_and_no_dice() -> None:
    """What others did, and what the dice said, is the master's to undo."""
    table = hut()
    number = table.act("ann", "dig")
    table.answer("ann", number, "0", "yes")
    with pytest.raises(Refused, match="Only the game master can undo"):
        table.undo("ben", 0)
    table.undo("ann", 0)
    assert table.state.coins == 0
    table.act("ann", "deal")
    with pytest.raises(Refused, match="Only the game master can undo dice"):
        table.undo("ann")


def test_a_seat_is_told_what_it_may_take_back() -> None:
    """The master anything; a player what is their own at the end of it, without dice; who looks on, nothing."""

    def undoes() -> dict[str, int]:
        return {seat: SeatView(table, seat).undo_from for seat in ("hob", "ann", "ben", "eve")}

    table = hut()
    table.join(Seat("eve", "spectator"))
    assert undoes() == {"hob": 0, "ann": -1, "ben": -1, "eve": -1}
    first = table.act("ann", "dig")
    table.answer("ann", first, "0", "yes")
    second = table.act("ann", "dig")
    table.answer("ann", second, "0", "yes")
    table.say("ben", "Deeper!")
    assert undoes() == {"hob": 0, "ann": first, "ben": -1, "eve": -1}
    table.undo("ann", second - 1)
    assert undoes()["ann"] == first
    table.act("ben", "deal")
    assert undoes() == {"hob": 0, "ann": -1, "ben": -1, "eve": -1}


def test_players_do_again_what_is_their_own_and_nothing_else() -> None:
    """What the master took back stays taken back until the master says otherwise."""
    table = three_edits()
    table.undo("hob", 0)
    with pytest.raises(Refused, match="Only the game master can redo"):
        table.redo("ann")
    assert table.state.coins == 0


def test_undone_lines_leave_the_log() -> None:
    """It tells what is in effect."""
    table = three_edits()
    table.undo("hob", 1)
    assert [line.text for line in table.log("hob")] == ["hob sets coins to 1 by hand."]


# closed


@pytest.mark.parametrize(
    "attempt",
    [
        lambda t: t.act("ann", "deal"),
        lambda t: t.say("ann", "Good night."),
        lambda t: t.undo("hob", 0),
        lambda t: t.join(Seat("eve", "crowd")),
        lambda t: t.close("hob"),
    ],
)
def test_a_closed_session_takes_nothing_more(attempt: Any) -> None:
    """Its seed is out: no die could be fair any more."""
    table = hut()
    table.close("hob")
    before = everything(table)
    with pytest.raises(Refused, match="This session is closed"):
        attempt(table)
    assert everything(table) == before


def test_only_the_master_closes() -> None:
    """The seed is not shown because a player says so."""
    with pytest.raises(Refused, match="Only the game master can close"):
        hut().close("ann")


def test_a_table_closed_while_dice_are_waited_for_throws_none() -> None:
    """A throw after the seed is shown would be worth nothing."""
    table = hut(fair_dice=False)
    table.act("ann", "deal")
    table.close("hob")
    table.fair_dice = True
    assert table.throw("hob") is None
    assert table.closed
    assert len(table.play_state.waiting()) == 1


def test_a_wrong_house_ruling_opens_no_table() -> None:
    """It is refused before anybody sits down."""
    with pytest.raises(UnknownName, match="no house ruling in Hut called 'luck'"):
        Table.open(HUT, rulings={"luck": "good"})
