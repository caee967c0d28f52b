"""Seats and their characters: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.rules import Refused, Seat
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tests.games.seats import offered, offers, shown, told

DAN, EVE = Seat("dan", "crew", "Dan"), Seat("eve", SPECTATOR.name, "Eve")
OONA: dict[str, Any] = {
    "name": "Oona Vex",
    "background": "hauled ore",
    "skill": "reads a course",
    "flaw": "takes every dare",
}


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


@pytest.mark.exercises("character.parts", "personal.number")
def test_a_fourth_player_brings_a_character_of_their_own() -> None:
    """Dan's sheet asks for one. He writes Oona, who has three dice, and rolls for her."""
    table = opened()
    table.join(DAN)
    assert "join_crew" in {offer.action for offer in offers(table, "dan")}
    table.act("dan", "join_crew", OONA)
    assert (GAME.cast(table.state)["oona-vex"], table.state.crew[-1].dice) == ("dan", 3)
    assert "join_crew" not in {offer.action for offer in offers(table, "dan")}
    assert offered(table, "dan", "oona-vex") == {"personal_roll"}
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("dan", "personal_roll", {"who": "oona-vex"})


def test_a_character_let_go_is_taken_up_by_a_newcomer() -> None:
    """Ann lets Lars go and is left without a character. Dan takes him, and rolls for him."""
    table = opened(DAN)
    table.hand_over("ann", "lars", "")
    assert (GAME.cast(table.state)["lars"], offered(table, "ann", "lars")) == ("", set())
    table.hand_over("dan", "lars", "dan")
    assert offered(table, "dan", "lars") == {"personal_roll"}
    assert told(table, "bob")[-1] == "Lars of the Stars is played by Dan now."


def test_a_character_is_handed_over() -> None:
    """Ann gives Lars to Bob, who then has two. She cannot give Pike away."""
    table = opened()
    with pytest.raises(Refused, match="Pike is not Ann's to hand over"):
        table.hand_over("ann", "pike", "ann")
    table.hand_over("ann", "lars", "bob")
    assert {who for who, player in GAME.cast(table.state).items() if player == "bob"} == {"lars", "sable"}


def test_whoever_plays_a_character_lets_them_go_ashore() -> None:
    """Bob cannot make Lars leave the crew. Ann can, and the sheet no longer has him."""
    table = opened()
    with pytest.raises(Refused, match="Lars of the Stars is played by Ann"):
        table.act("bob", "leave_crew", {"who": "lars"})
    table.act("ann", "leave_crew", {"who": "lars"})
    assert "lars" not in GAME.cast(table.state)


def test_the_wayfinder_plays_the_character_of_whoever_left() -> None:
    """When Ann leaves, the wayfinder rolls for Lars and Bob cannot. Ann may come back."""
    table = opened()
    table.leave("ann")
    table.act("way", "rate", {"difficulty": "normal"})
    with pytest.raises(Refused, match="Lars of the Stars is played by somebody who has left"):
        table.act("bob", "personal_roll", {"who": "lars"})
    table.act("way", "personal_roll", {"who": "lars"})
    table.join(Seat("ann", "crew", "Ann"))
    assert GAME.cast(table.state)["lars"] == "ann"


@pytest.mark.exercises("players.number")
def test_fewer_or_more_players_than_usual_are_let_in() -> None:
    """The number is a hint: eight more join, all leave again, and none is refused."""
    table = opened()
    guests = [f"guest{n}" for n in range(1, 9)]
    for id in guests:
        table.join(Seat(id, "crew"))
    for id in (*guests, "ann", "bob", "cyd"):
        table.leave(id)
    assert set(table.seats) == {"way"}
    with pytest.raises(Refused, match="Way cannot leave: the game needs 1 for wayfinder"):
        table.leave("way")


def test_who_looks_on_sees_the_ship_and_does_nothing() -> None:
    """Eve reads the public sheets and not the wayfinder's papers. She gets no actions and no questions."""
    table = opened(EVE)
    table.act("way", "damage_ship")
    table.act("way", "damage_ship")
    assert "The Night Shift" in shown(table, "eve")
    assert "The job" in shown(table, "eve")
    assert "What happened to the survey boat" not in shown(table, "eve")
    assert table.prompts_for("ann")
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    with pytest.raises(Refused, match="Eve only looks on"):
        table.act("eve", "join_crew", OONA)
    with pytest.raises(Refused, match="Eve only looks on and cannot play Lars of the Stars"):
        table.hand_over("ann", "lars", "eve")


@pytest.mark.exercises("systems.dice", "modules.number", "tokens.binary")
def test_an_empty_table_is_set_up_to_the_first_roll() -> None:
    """No crew and no papers: a ship is named and mapped, a module fitted, two characters written, and one rolls."""
    table = Table.open(GAME, seats=(GAME.seats[0], GAME.seats[1], DAN), seed="empty", empty=True)
    s = table.state
    assert (s.crew, s.kit.notes, s.kit.charts, s.ship.dice.total) == ((), (), (), 5)
    with pytest.raises(Refused, match=r"share out exactly 5 dice"):
        table.act("ann", "make_ship", {"name": "Long Way Home", "telemetry": 3, "engines": 3, "shields": 3})
    table.act("ann", "make_ship", {"name": "Long Way Home", "telemetry": 1, "engines": 3, "shields": 1})
    table.act("way", "fit_module", {"number": "1", "name": "cargo winch"})
    table.act("dan", "join_crew", OONA)
    table.act("ann", "join_crew", {**OONA, "name": "Lars"})
    assert "The Long Way Home" in shown(table, "ann")
    assert "1 cargo winch" in shown(table, "ann")
    table.act("way", "end_downtime")
    with pytest.raises(Refused, match="the dice are locked"):
        table.act("ann", "make_ship", {"name": "Another"})
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("dan", "systems_roll", {"who": "oona-vex", "system": "engines"})
    assert any(item.kind == "outcome" for item in table.log("dan"))


def test_an_empty_table_follows_the_house_too() -> None:
    """If a new game starts with the ship's tokens only, so does an empty one."""
    rulings = {"tokens_at_start": "ship only"}
    s = Table.open(GAME, seats=GAME.seats, rulings=rulings, seed="empty", empty=True).state
    assert (s.ship.integrity, s.ship.engineering, s.supplies, s.reserves) == (True, True, False, False)


@pytest.mark.exercises("character.parts", "character.example", "modules.number")
def test_paths_lead_to_a_ship_and_somebody_aboard() -> None:
    """The wayfinder fits the ship out. A player writes a character, or takes Lars as in the book."""
    table = Table.open(GAME, seats=(Seat("way", "wayfinder"), DAN), seed="seats", empty=True)
    table.act("way", "make_ship", {"name": "Long Way Home"})
    table.act("way", "fit_module", {"number": "1", "name": "Winch"})
    ship = SeatView(table, "way").guide("ship")
    assert [(step.stage, step.left) for step in ship.steps] == [("done", ""), ("now", "3 to describe")]
    assert [step.chosen for step in ship.steps][1] == "Winch"
    lars = SeatView(table, "dan").guide("creation").ready[0]
    assert SeatView(table, "dan").draft(lars.action, lars.params).ready
    table.act("dan", lars.action, lars.params)
    (aboard,) = table.state.crew
    assert (aboard.name, aboard.player) == ("Lars of the Stars", "dan")
    assert SeatView(table, "dan").guides == ()


@pytest.mark.exercises("adventure.end", "tokens.regain", "supplies.lost")
def test_paths_lead_from_port_to_port_and_from_adventure_to_adventure() -> None:
    """Missing things are restored at a station only. An adventure ends before the next begins."""
    table = opened()
    assert [guide.name for guide in SeatView(table, "way").guides] == ["session"]
    table.edit("way", "supplies", False)
    table.edit("way", "crew.lars.dice", 1)
    assert [guide.name for guide in SeatView(table, "way").guides] == ["session"]
    table.edit("way", "place", "a station")
    assert [step.stage for step in SeatView(table, "way").guide("growth").steps] == ["now", "done", "open"]
    table.act("way", "end_adventure", {"how": "Home."})
    guide = SeatView(table, "way").guide("session")
    assert [(step.stage, step.chosen) for step in guide.steps] == [("done", "Home."), ("now", "")]
