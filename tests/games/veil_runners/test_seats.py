"""Seats and their crew members: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

import pytest

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.state import member
from tablewright.rules import Refused, Seat
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tests.games.seats import offered, offers, shown, told

DAN, EVE = Seat("dan", "crew", "Dan"), Seat("eve", SPECTATOR.name, "Eve")


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


@pytest.mark.exercises("role.crew", "crew.sheet.vitality")
def test_a_fourth_player_brings_a_crew_member_of_their_own() -> None:
    """Dan's sheet asks for one. He brings Zed, whole, and rolls for him. A second one is refused."""
    table = opened()
    table.join(DAN)
    assert "bring_crew" in {offer.action for offer in offers(table, "dan")}
    table.act("dan", "bring_crew", {"name": "Zed"})
    assert (GAME.cast(table.state)["zed"], member(table.state, "zed").vitality) == ("dan", 3)
    assert "bring_crew" not in {offer.action for offer in offers(table, "dan")}
    assert "crew_roll" in offered(table, "dan", "zed")
    with pytest.raises(Refused, match="You play Zed already: each player has one crew member"):
        table.act("dan", "bring_crew", {"name": "Yan"})
    table.act("dan", "crew_roll", {"who": "zed"})


@pytest.mark.exercises("role.crew")
def test_a_member_nobody_plays_is_taken_by_whoever_has_none() -> None:
    """The wayfinder adds Dov for a newcomer: Dan takes him. Ann, who plays Ada, may not, nor may Ben get Ada."""
    table = opened(DAN)
    table.act("way", "add_crew", {"name": "Dov"})
    assert GAME.cast(table.state)["dov"] == ""
    with pytest.raises(Refused, match="who takes Dov has to let Ada go first"):
        table.hand_over("ann", "dov", "ann")
    with pytest.raises(Refused, match="who takes Ada has to let Bo go first"):
        table.hand_over("ann", "ada", "ben")
    table.hand_over("dan", "dov", "dan")
    assert told(table, "cat")[-1] == "Dov is played by Dan now."
    assert "crew_roll" in offered(table, "dan", "dov")


def test_a_member_is_handed_over() -> None:
    """Ann gives Ada to Dan and is left without a member. She cannot give Bo away."""
    table = opened(DAN)
    with pytest.raises(Refused, match="Bo is not ann's to hand over"):
        table.hand_over("ann", "bo", "dan")
    table.hand_over("ann", "ada", "dan")
    assert [panel.of for panel in SeatView(table, "dan").sheet if panel.of][:2] == ["ship", "ada"]
    assert "crew_roll" not in offered(table, "ann", "ada")
    assert "bring_crew" in {offer.action for offer in offers(table, "ann")}


@pytest.mark.exercises("down.all")
def test_whoever_plays_a_member_lets_them_go_for_good() -> None:
    """Ben cannot send Ada away. Ann can. If no one left stands, that ends the mission."""
    table = opened()
    with pytest.raises(Refused, match="Ada is played by ann"):
        table.act("ben", "leave_crew", {"who": "ada"})
    table.act("way", "set_scene", {"scene": "action"})
    for who in ("bo", "cyl"):
        table.edit("way", f"crew.{who}.vitality", 0)
    table.act("ann", "leave_crew", {"who": "ada"})
    assert list(GAME.cast(table.state)) == ["bo", "cyl"]
    assert table.state.ending == "everyone down"


def test_a_mission_goes_on_while_somebody_stands() -> None:
    """Cyl leaves, Ada and Bo fly on, and the table reads that they are few."""
    table = opened()
    table.act("way", "set_scene", {"scene": "action"})
    table.act("cat", "leave_crew", {"who": "cyl"})
    assert table.state.phase == "under way"
    assert "2 in the crew: the game is meant for 3 or more." in told(table, "ann")


def test_the_wayfinder_plays_the_member_of_whoever_left() -> None:
    """When Cat leaves, the wayfinder rolls for Cyl and Ann cannot. When Cat is back, Cyl is hers."""
    table = opened()
    table.leave("cat")
    with pytest.raises(Refused, match="Cyl is played by somebody who has left"):
        table.act("ann", "crew_roll", {"who": "cyl"})
    table.act("way", "crew_roll", {"who": "cyl"})
    table.join(Seat("cat", "crew"))
    assert "crew_roll" in offered(table, "cat", "cyl")


@pytest.mark.exercises("intro.table-size")
def test_fewer_or_more_players_than_meant_are_let_in() -> None:
    """The size is a hint: seven more join, everyone may leave, and only the wayfinder is refused."""
    table = opened()
    guests = [f"guest{n}" for n in range(1, 8)]
    for id in guests:
        table.join(Seat(id, "crew"))
    for id in (*guests, "ann", "ben", "cat"):
        table.leave(id)
    with pytest.raises(Refused, match="way cannot leave: the game needs 1 for wayfinder"):
        table.leave("way")


def test_who_looks_on_sees_the_ship_and_does_nothing() -> None:
    """Eve reads ship and crew and no hidden clock. She gets no actions and no questions."""
    table = opened(EVE)
    table.act("way", "start_clock", {"title": "Something breathes", "kind": "death", "hidden": True})
    table.act("ann", "ship_roll", {"core": "NAV"})
    assert "Patient Heron" in shown(table, "eve")
    assert "Ada" in shown(table, "eve")
    assert "Something breathes" not in shown(table, "eve")
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    with pytest.raises(Refused, match="Eve only looks on"):
        table.act("eve", "bring_crew", {"name": "Zed"})
    with pytest.raises(Refused, match="Eve only looks on and cannot play Ada"):
        table.hand_over("ann", "ada", "eve")


@pytest.mark.exercises("core.dice", "module.slots", "ship.tokens.start")
def test_an_empty_table_is_set_up_to_the_first_roll() -> None:
    """An unnamed, empty ship is named and fitted, three members join, and they fly."""
    table = Table.open(GAME, seats=(*GAME.seats[:3], DAN), seed="empty", empty=True)
    s = table.state
    assert (s.crew, s.kit.notes, s.kit.decks, {m.kind for m in s.ship.modules}) == ((), (), (), {"empty"})
    assert [limit.broken(s) for limit in GAME.limits if limit.broken(s)] == []
    table.act("ann", "make_ship", {"name": "Slow Comet", "cpu": 2, "hul": 1, "nav": 1})
    table.act("ben", "fit_module", {"slot": "1", "name": "CLOAK", "kind": "additional", "uses": 2})
    for seat, name in (("ann", "Ada"), ("ben", "Bo"), ("dan", "Zed")):
        table.act(seat, "bring_crew", {"name": name})
    assert "Slow Comet" in shown(table, "dan")
    assert "#1 CLOAK" in shown(table, "dan")
    table.act("way", "set_scene", {"scene": "action"})
    table.act("dan", "crew_roll", {"who": "zed"})
    assert any(item.kind == "roll" for item in table.log("ann"))


@pytest.mark.exercises("role.crew", "module.slots", "core.dice")
def test_paths_lead_to_a_ship_and_a_crew() -> None:
    """All seats fit the ship out. A player signs a member on, or takes a ready-made one with their tools."""
    table = Table.open(GAME, seats=(Seat("way", "wayfinder"), DAN), seed="seats", empty=True)
    assert [guide.name for guide in SeatView(table, "way").guides] == ["ship"]
    assert [guide.name for guide in SeatView(table, "dan").guides] == ["creation", "ship"]
    table.act("dan", "fit_module", {"slot": "2", "module": "AFTERBURNERS"})
    steps = SeatView(table, "dan").guide("ship").steps
    assert [(step.stage, step.chosen, step.left) for step in steps] == [
        ("now", "", ""),
        ("open", "AFTERBURNERS", "3 to fit"),
    ]
    ada = SeatView(table, "dan").guide("creation").ready[0]
    table.act("dan", ada.action, ada.params)
    assert (table.state.crew[0].name, table.state.crew[0].player) == ("Ada", "dan")
    assert [guide.name for guide in SeatView(table, "dan").guides] == ["ship"]


@pytest.mark.exercises("adv.crew", "adv.ship")
def test_paths_lead_through_what_comes_after_a_mission() -> None:
    """Each advances once. The wayfinder sees who is still to, and goes on to the next mission."""
    table = opened()
    assert SeatView(table, "way").guides == ()
    table.act("way", "set_scene", {"scene": "action"})
    table.act("way", "end_mission", {"result": "success"})
    table.act("ann", "mission_prep", {"who": "ada", "entry": "Care Token"})
    growth = SeatView(table, "ann").guide("growth", "ada")
    assert [(step.stage, step.chosen) for step in growth.steps] == [("done", "Care Token"), ("done", ""), ("now", "")]
    session = SeatView(table, "way").guide("session")
    assert [(step.stage, step.left) for step in session.steps[1:]] == [("now", "2 to go"), ("open", ""), ("open", "")]
    table.act("way", "begin_mission")
    assert SeatView(table, "way").guides == ()
