"""Quick actions of each moment: an empty table, a mission, danger, rest, growth. At most eight, in order."""

from __future__ import annotations

from tablewright.games.veil_runners import GAME
from tablewright.games.veil_runners.state import Mission, with_member
from tablewright.games.veil_runners.state import member as who
from tablewright.rules import Seat
from tablewright.table import Table
from tablewright.table.seat.seat_view import MAX_SUGGESTIONS, SeatView

from .table import crew, mission, module, ship


def called_for(s: Mission, seat: str) -> list[str]:
    """The actions a moment calls for, the impossible left out, as a seat is offered them."""
    table = Table.open(GAME, seed="foremost")
    table.play_state = type(table.play_state)(s)
    return [offer.action for offer in SeatView(table, seat).suggestions]


def test_an_empty_table_calls_for_a_ship_and_a_crew() -> None:
    """For the wayfinder and for a player without a member. No damage, and no end before a mission began."""
    seats = (Seat("way", "wayfinder"), Seat("ann", "crew"))
    table = Table.open(GAME, seats=seats, seed="empty", empty=True)
    way = [offer.action for offer in SeatView(table, "way").suggestions]
    assert way[:4] == ["take_ship", "make_ship", "fit_module", "add_crew"]
    assert not {"hit_ship", "hit_crew", "end_mission"} & set(way)
    ann = [offer.action for offer in SeatView(table, "ann").suggestions]
    assert ann[:4] == ["bring_crew", "take_ship", "make_ship", "fit_module"]


def test_a_ship_with_modules_is_not_built_again() -> None:
    """The ready-made table calls for tools and rolls. An empty slot calls for a module."""
    fresh = GAME.setup(mission().rulings)
    assert called_for(fresh, "ann") == ["choose_tool", "shunt", "crew_roll", "ship_roll"]
    gap = module(fresh, "2", kind="empty", name="EMPTY SLOT")
    offers = list(GAME.suggestions(gap, GAME.viewer(gap, GAME.seats[1])))
    assert (offers[0].action, offers[0].params) == ("fit_module", {"slot": "2"})


def test_danger_calls_for_rolls_and_what_is_at_hand() -> None:
    """Rolls of oneself, the ship and the group, a shunt by Engineering, a module to use. No healing."""
    assert called_for(mission(), "ann") == ["crew_roll", "ship_roll", "group_roll", "shunt_at_once", "use_module"]
    rolled = ship(mission(), focus=1).but(rolled="roll")
    assert "shunt" in called_for(rolled, "ann")
    down = crew(mission(), vitality=0)
    first = next(iter(GAME.suggestions(down, GAME.viewer(down, GAME.seats[1]))))
    assert first.params == {"who": "ada", "talking": True}


def test_rest_calls_for_healing_first() -> None:
    """Offered if a crew mate is hurt and one has a token. A member Down and Out calls for Life Support too."""
    s = crew(crew(mission(), "bo", vitality=1), focus=1).but(scene="safe")
    assert called_for(s, "ann")[0] == "heal"
    assert "heal" not in called_for(crew(s, focus=0), "ann")
    assert "heal" not in called_for(crew(s, "bo", vitality=3), "ann")
    assert "spend_life_support" not in called_for(s, "ann")
    assert called_for(crew(s, "bo", vitality=0), "ann")[1] == "spend_life_support"


def test_growth_calls_for_an_advance_once_and_for_a_field() -> None:
    """Upgrade or prep once, then a missing field of an Expert. A success upgrades the ship.

    The wayfinder advances members without a player.
    """
    over = mission().but(phase="after", ending="success", ship_upgrades=1)
    assert called_for(over, "ann") == ["upgrade", "mission_prep", "upgrade_ship", "choose_tool"]
    grown = crew(over, advanced=True, qualities=("Expert",))
    assert called_for(grown, "ann") == ["name_field", "upgrade_ship", "choose_tool"]
    assert called_for(crew(grown, expertise="biology").but(ship_upgrades=0), "ann") == ["choose_tool"]
    assert called_for(over, "way") == ["upgrade_ship", "begin_mission"]
    alone = crew(over, player="")
    assert called_for(alone, "way") == ["upgrade", "mission_prep", "upgrade_ship", "begin_mission"]


def test_the_wayfinder_is_called_for_what_the_table_waits_for() -> None:
    """A card that is owed comes first. Time passes where a clock follows it. Never more than eight."""
    table = Table.open(GAME, seed="owed")
    table.act("way", "set_scene", {"scene": "action"})
    assert [o.action for o in SeatView(table, "way").suggestions][:3] == ["present", "call_position", "start_clock"]
    table.act("way", "start_clock", {"title": "Air", "kind": "death"})
    cards = {"first": "A", "second": "B", "third": "C", "fourth": "D"}
    table.act("way", "start_shared_deck", {"title": "The wreck", **cards})
    table.act("ann", "add_wish", {"deck": "the-wreck", "title": "Fuel"})
    called = [o.action for o in SeatView(table, "way").suggestions]
    assert called[:5] == ["answer_wish", "present", "call_position", "pass_time", "advance_clock"]
    assert len(called) <= MAX_SUGGESTIONS


def test_nobody_without_a_living_member_is_offered_rolls_of_theirs() -> None:
    """Ada is dead: Ann brings a new member."""
    s = with_member(mission(), who(mission(), "ada").but(dead=True))
    assert called_for(s, "ann")[:2] == ["bring_crew", "ship_roll"]
