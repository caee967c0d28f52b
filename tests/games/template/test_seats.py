"""Seats and their walkers: joining, leaving, handing over, looking on, an empty table."""

from __future__ import annotations

import pytest

from tablewright.rules import Refused, Seat, UnknownName
from tablewright.rules.seat import SPECTATOR
from tablewright.table import SeatView, Table
from tablewright.template import GAME
from tests.games.seats import offered, offers, shown, told

CID, EVE = Seat("cid", "walker", "Cid"), Seat("eve", SPECTATOR.name, "Eve")


def opened(*more: Seat) -> Table:
    return Table.open(GAME, seats=(*GAME.seats, *more), seed="seats")


@pytest.mark.exercises("walker.join", "nerve.start")
def test_a_newcomer_brings_a_walker_of_their_own() -> None:
    """Cid sits down, comes along, has two nerve and takes a step."""
    table = opened()
    table.join(CID)
    table.act("cid", "come_along", {"name": "Dot"})
    assert (table.state.walkers[-1].name, table.state.walkers[-1].nerve) == ("Dot", 2)
    assert GAME.cast(table.state)["dot"] == "cid"
    assert offered(table, "cid", "dot") == {"take_step"}
    table.act("cid", "take_step", {"who": "dot"})


@pytest.mark.exercises("walker.join")
def test_a_lantern_lights_the_way_for_four() -> None:
    """The fourth walker still comes along. The fifth is refused with a sentence."""
    table = opened(CID)
    table.act("cid", "come_along", {"name": "Dot"})
    table.act("cid", "come_along", {"name": "Emil"})
    with pytest.raises(Refused, match="lights the way for 4: somebody would have to turn back"):
        table.act("cid", "come_along", {"name": "Fay"})
    table.join(Seat("dan", "walker"))
    with pytest.raises(Refused, match="There are 4 seats for walker, and all are taken"):
        table.join(Seat("fay", "walker"))


@pytest.mark.exercises("walker.back")
def test_whoever_plays_a_walker_may_turn_back() -> None:
    """Ann cannot send Bo home. Bob can."""
    table = opened()
    with pytest.raises(Refused, match="Bo is played by bob"):
        table.act("ann", "turn_back", {"who": "bo"})
    table.act("bob", "turn_back", {"who": "bo"})
    assert list(GAME.cast(table.state)) == ["ada"]


def test_a_walker_is_handed_over_let_go_and_taken_up() -> None:
    """Ann gives Ada to Bob, Bob lets her go, Cid takes her. Taking another's walker is refused."""
    table = opened(CID)
    with pytest.raises(Refused, match="Ada is not Cid's to hand over"):
        table.hand_over("cid", "ada", "cid")
    table.hand_over("ann", "ada", "bob")
    assert (offered(table, "bob", "ada"), offered(table, "ann", "ada")) == ({"take_step"}, set())
    table.hand_over("bob", "ada", "")
    assert offered(table, "guide", "ada") == {"take_step"}
    table.hand_over("cid", "ada", "cid")
    assert told(table, "ann")[-1] == "Ada is played by Cid now."


def test_the_guide_plays_the_walker_of_whoever_left() -> None:
    """When Bob leaves, the guide takes Bo's step and Ann cannot. When Bob is back, Bo is his."""
    table = opened()
    table.leave("bob")
    with pytest.raises(Refused, match="Bo is played by somebody who has left"):
        table.act("ann", "take_step", {"who": "bo"})
    table.act("guide", "turn_back", {"who": "bo"})
    table.undo("guide")
    table.join(Seat("bob", "walker", "Bob"))
    table.act("bob", "take_step", {"who": "bo"})


def test_who_looks_on_sees_what_everyone_sees_and_does_nothing() -> None:
    """Eve sees the road but no secret. She gets no offers, actions, questions or walkers."""
    table = opened(EVE)
    table.act("guide", "start_clock", {"title": "Footsteps", "hidden": True})
    table.act("ann", "take_step", {"who": "ada"})
    assert "Gone: 0 of 4" in shown(table, "eve")
    assert "Footsteps" not in shown(table, "eve")
    assert (offers(table, "eve"), SeatView(table, "eve").legal_actions, table.prompts_for("eve")) == ([], (), [])
    with pytest.raises(Refused, match="Eve only looks on"):
        table.act("eve", "come_along", {"name": "Eve"})
    with pytest.raises(Refused, match="Eve only looks on and cannot play Ada"):
        table.hand_over("ann", "ada", "eve")


@pytest.mark.exercises("light.most", "walker.join")
def test_an_empty_table_is_filled_by_those_who_come_along() -> None:
    """A full lantern and no walkers. Two players name a walker each, and one takes the first step."""
    table = Table.open(GAME, seats=(GAME.seats[0], GAME.seats[1], CID), seed="empty", empty=True)
    assert (table.state.walkers, table.state.light, table.state.kit.notes) == ((), 6, ())
    assert "take_step" not in {action.name for action in SeatView(table, "ann").legal_actions}
    table.act("ann", "come_along", {"name": "Ada"})
    table.act("cid", "come_along", {"name": "Bo"})
    table.act("cid", "take_step", {"who": "bo"})
    assert any(item.kind == "roll" for item in table.log("ann"))


def test_no_seat_and_no_character_share_a_name() -> None:
    """Each would be told what is the other's: a newcomer called ada and a walker called like a seat are refused."""
    with pytest.raises(Refused, match="Bo and a seat would both be called 'bo'"):
        opened(Seat("bo", "walker"))
    table = opened(EVE)
    with pytest.raises(Refused, match="Ada and a seat would both be called 'ada': choose another name"):
        table.join(Seat("ada", "walker"))
    with pytest.raises(Refused, match="Eve and a seat would both be called 'eve'"):
        table.act("ann", "come_along", {"name": "Eve"})
    with pytest.raises(UnknownName, match="character"):
        table.hand_over("guide", "eve", "ann")
    assert set(table.seats) == {"guide", "ann", "bob", "eve"}


def test_seats_and_hands_replay() -> None:
    """Joining, leaving, handing over and what is done in between lead to the same state again."""
    table = opened()
    table.join(CID)
    table.hand_over("ann", "ada", "cid")
    table.act("cid", "take_step", {"who": "ada"})
    table.leave("bob")
    again = table.reducer.replay_all(table.metadata.length - 1, table.metadata.timeline)
    assert again.state == table.state
