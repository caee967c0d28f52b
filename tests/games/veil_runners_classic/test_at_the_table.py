"""At a real table: who may act for whom, who answers what, and what a journal keeps."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.kernel import Refused, Seat
from tablewright.table import Table


def opened(**rulings: str) -> Table:
    return Table.open(GAME, rulings=rulings, seed="a table")


def ask(table: Table) -> tuple[int, str]:
    """The entry that waits and the place it waits at."""
    running, question = table.now.waiting()[0]
    return running.number, question.at


def test_players_act_for_their_own_characters() -> None:
    """Bob neither rolls for Lars nor offers or takes back Lars's help; the wayfinder may do all of it."""
    table = opened()
    for action, params in (
        ("personal_roll", {"who": "lars"}),
        ("offer_help", {"who": "lars", "to": "pike"}),
        ("overload", {"who": "lars", "on": "engines"}),
    ):
        with pytest.raises(Refused, match="lars is played by ann"):
            table.act("bob", action, params)
    table.act("ann", "offer_help", {"who": "lars", "to": "pike"})
    with pytest.raises(Refused, match="lars is played by ann"):
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
        with pytest.raises(Refused, match="is for wayfinder"):
            table.act("ann", action, params)
    table.act("ann", "personal_roll", {"who": "lars", "skill": "yes"})
    for answer in ("1", "amateur"):
        with pytest.raises(Refused, match="is for wayfinder to answer, not for Ann"):
            table.answer("ann", *ask(table), answer)
        table.answer("way", *ask(table), answer)
    assert table.now.running == ()


def test_anyone_of_the_crew_decides_for_the_ship() -> None:
    """Whether engineering is given up is for the crew: any of them may answer."""
    table = opened()
    table.act("way", "damage_ship")
    table.act("way", "damage_ship")
    table.answer("cyd", *ask(table), "yes")
    assert not table.state.ship.engineering


def test_nothing_slips_in_while_a_roll_waits() -> None:
    """Neither help nor a shunt nor another rating can change a roll that has begun; a pool can be thrown beside it."""
    table = opened()
    table.act("ann", "personal_roll", {"who": "lars"})
    for seat, action, params in (
        ("bob", "offer_help", {"who": "sable", "to": "lars"}),
        ("bob", "emergency_shunt", {"telemetry": 5, "engines": 0, "shields": 0}),
        ("way", "rate", {"difficulty": "risky"}),
        ("way", "set_grit", {"who": "lars", "tokens": 3}),
    ):
        with pytest.raises(Refused, match="must wait: the table waits for wayfinder"):
            table.act(seat, action, params)
    table.act("bob", "pool_roll", {"dice": 2})
    assert [running.action for running in table.now.running] == ["personal_roll"]


def test_a_table_in_the_middle_of_a_roll_replays() -> None:
    """Dice in hand and an untold consequence are in the journal."""
    table = opened()
    table.fair_dice = False
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    table.roll("bob", *ask(table), [6, 6, 1, 1, 1])
    again = table.course.from_the_start(table.standing.entries - 1, table.standing.line)
    assert again.state == table.state
    assert again.state.aftermath.hand == 2


def test_a_rating_set_by_hand_beyond_the_table_is_still_played() -> None:
    """The wayfinder may override anything: 9 is Impossible all the more."""
    table = opened()
    table.edit("way", "rating", 9)
    table.act("ann", "personal_roll", {"who": "lars"})
    assert any("Impossible (9)" in line.text for line in table.log("ann"))


def test_characters_change_hands() -> None:
    """Bob cannot take Lars from Ann; Ann hands him over, and the wayfinder gives anybody to anybody."""
    table = opened()
    with pytest.raises(Refused, match="Lars of the Stars is not Bob's to hand over"):
        table.hand("bob", "lars", "bob")
    table.hand("ann", "lars", "bob")
    assert table.state.crew[0].player == "bob"
    table.join(Seat("dan", "crew"))
    table.hand("way", "lars", "dan")
    assert table.state.crew[0].player == "dan"
    table.edit("way", "crew.lars.player", "")
    table.hand("cyd", "lars", "cyd")
    assert table.state.crew[0].player == "cyd"


def test_only_what_can_be_withdrawn_or_regained_is_offered() -> None:
    """No offer, no withdrawing; no token missing, none to come back; all missing, none to lose."""
    table = opened()
    assert not {"withdraw_help", "regain_token"} & {action.name for action in table.legal("way")}
    table.act("ann", "offer_help", {"who": "lars", "to": "pike"})
    for token in ("integrity", "engineering", "supplies", "reserves"):
        table.act("way", "lose_token", {"token": token})
    names = {action.name for action in table.legal("way")}
    assert {"withdraw_help", "regain_token"} <= names
    assert "lose_token" not in names
