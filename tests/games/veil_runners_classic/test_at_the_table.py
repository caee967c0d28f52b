"""At a real table: who may act for whom, who answers what, and what a journal keeps."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.rules import Refused, Seat
from tablewright.table import SeatView, Table


def opened(**rulings: str) -> Table:
    return Table.open(GAME, rulings=rulings, seed="a table")


def ask(table: Table) -> tuple[int, str]:
    """The entry that waits and the place it waits at."""
    running, question = table.play_state.waiting()[0]
    return running.number, question.at


def test_players_act_for_their_own_characters() -> None:
    """Bob cannot roll for Lars, nor offer or take back Lars's help. The wayfinder may do all of it."""
    table = opened()
    for action, params in (
        ("personal_roll", {"who": "lars"}),
        ("offer_help", {"who": "lars", "to": "pike"}),
        ("overload", {"who": "lars", "on": "engines"}),
    ):
        with pytest.raises(Refused, match="Lars of the Stars is played by Ann"):
            table.act("bob", action, params)
    table.act("ann", "offer_help", {"who": "lars", "to": "pike"})
    with pytest.raises(Refused, match="Lars of the Stars is played by Ann"):
        table.act("bob", "withdraw_help", {"who": "lars"})
    table.act("way", "withdraw_help", {"who": "lars"})


def test_only_the_wayfinder_rates_agrees_and_tells() -> None:
    """The crew can neither take these actions nor answer these questions."""
    table = opened()
    wayfinders = {
        "rate": {"difficulty": "normal"},
        "lose_token": {"token": "supplies"},
        "end_downtime": {},
        "end_day": {},
    }
    for action, params in wayfinders.items():
        with pytest.raises(Refused, match="is for the wayfinder"):
            table.act("ann", action, params)
    table.act("ann", "personal_roll", {"who": "lars", "skill": "yes"})
    for answer in ("1", "amateur"):
        with pytest.raises(Refused, match="is for wayfinder to answer, not for Ann"):
            table.answer("ann", *ask(table), answer)
        table.answer("way", *ask(table), answer)
    assert table.play_state.pending == ()


def test_anyone_of_the_crew_decides_for_the_ship() -> None:
    """Any member of the crew may answer whether engineering is given up."""
    table = opened()
    table.act("way", "damage_ship")
    table.act("way", "damage_ship")
    table.answer("cyd", *ask(table), "yes")
    assert not table.state.ship.engineering


def test_nothing_slips_in_while_a_roll_waits() -> None:
    """Neither help nor another rating nor grit can change a roll that has begun. A pool can be thrown beside it."""
    table = opened()
    table.act("ann", "personal_roll", {"who": "lars"})
    for seat, action, params in (
        ("bob", "offer_help", {"who": "sable", "to": "lars"}),
        ("way", "rate", {"difficulty": "risky"}),
        ("way", "set_grit", {"who": "lars", "tokens": 3}),
    ):
        with pytest.raises(Refused, match="must wait: the table waits for wayfinder"):
            table.act(seat, action, params)
    table.act("bob", "pool_roll", {"dice": 2})
    assert [running.action for running in table.play_state.pending] == ["personal_roll"]


@pytest.mark.exercises("remap.emergency", "engineering.lost")
def test_an_emergency_shunt_is_possible_while_the_difficulty_is_asked() -> None:
    """While the wayfinder thinks, the crew moves all five dice to Engines, and eight dice are thrown.

    The roll is desperate, because engineering was gone when the dice fell.
    """
    table = opened()
    table.fair_dice = False
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    table.act("ann", "emergency_shunt", {"telemetry": 0, "engines": 5, "shields": 0})
    table.answer("way", *ask(table), "1")
    table.roll("bob", *ask(table), [6, 6, 1, 1, 1, 1, 1, 1])
    told = [line.text for line in table.play_state.finished[0].lines]
    assert "A desperate roll, success: standard shunt." in told
    assert (table.state.ship.engineering, table.state.aftermath.hand) == (False, 5)


@pytest.mark.exercises("remap.emergency", "remap.emergency.cost")
def test_dice_that_have_fallen_stay_what_they_were() -> None:
    """A failed roll of Engines' two dice waits for an answer about damage.

    The other three dice can be moved, and the roll is still a normal one. Those in hand cannot.
    """
    table = opened(failed_systems="damage")
    table.fair_dice = False
    table.act("way", "lose_token", {"token": "integrity"})
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    table.roll("bob", *ask(table), [1, 1, 1, 1, 1])
    assert table.play_state.waiting()[0][1].question == "Give up engineering to avoid a system crash?"
    with pytest.raises(Refused, match="has those dice in hand: answer that first, or move other dice"):
        table.act("ann", "emergency_shunt", {"telemetry": 5, "engines": 0, "shields": 0})
    table.act("ann", "emergency_shunt", {"telemetry": 0, "engines": 2, "shields": 3})
    table.roll("ann", *ask(table), [5])
    told = [line.text for line in table.play_state.finished[-1].lines]
    assert "A normal roll, failure: stabilise." in told
    dice = table.state.ship.dice
    assert (dice.telemetry, dice.engines, dice.shields, table.state.ship.engineering) == (0, 2, 3, False)


@pytest.mark.exercises("remap.emergency")
def test_the_token_that_is_asked_for_is_not_spent_twice() -> None:
    """If the house overloads after the roll, the crew answers that before it shunts."""
    table = opened(overload="after the roll", agreement="player")
    table.fair_dice = False
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    table.roll("bob", *ask(table), [1, 1, 1, 1, 1])
    with pytest.raises(Refused, match="What waits needs the engineering token"):
        table.act("ann", "emergency_shunt", {"telemetry": 0, "engines": 2, "shields": 3})
    assert table.state.ship.engineering


def test_a_table_in_the_middle_of_a_roll_replays() -> None:
    """Dice in hand and an untold consequence are in the journal."""
    table = opened()
    table.fair_dice = False
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    table.roll("bob", *ask(table), [6, 6, 1, 1, 1])
    again = table.reducer.replay_all(table.metadata.length - 1, table.metadata.timeline)
    assert again.state == table.state
    assert again.state.aftermath.hand == 2


def test_a_rating_set_by_hand_beyond_the_table_is_still_played() -> None:
    """The wayfinder may override anything: 9 is Impossible all the more."""
    table = opened()
    table.edit("way", "rating", 9)
    table.act("ann", "personal_roll", {"who": "lars"})
    assert any("Impossible (9)" in line.text for line in table.log("ann"))


def test_characters_change_hands() -> None:
    """Bob cannot take Lars from Ann. Ann hands him over, and the wayfinder gives any character to any player."""
    table = opened()
    with pytest.raises(Refused, match="Lars of the Stars is not Bob's to hand over"):
        table.hand_over("bob", "lars", "bob")
    table.hand_over("ann", "lars", "bob")
    assert table.state.crew[0].player == "bob"
    table.join(Seat("dan", "crew"))
    table.hand_over("way", "lars", "dan")
    assert table.state.crew[0].player == "dan"
    table.edit("way", "crew.lars.player", "")
    table.hand_over("cyd", "lars", "cyd")
    assert table.state.crew[0].player == "cyd"


def test_only_what_can_be_withdrawn_or_regained_is_offered() -> None:
    """Withdrawing needs an offer, regaining a missing token, losing a token that is there."""
    table = opened()
    assert not {"withdraw_help", "regain_token"} & {action.name for action in SeatView(table, "way").legal_actions}
    table.act("ann", "offer_help", {"who": "lars", "to": "pike"})
    for token in ("integrity", "engineering", "supplies", "reserves"):
        table.act("way", "lose_token", {"token": token})
    names = {action.name for action in SeatView(table, "way").legal_actions}
    assert {"withdraw_help", "regain_token"} <= names
    assert "lose_token" not in names
