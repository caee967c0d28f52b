"""Characters, grit, days and supplies, and how adventures end and begin."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners_classic.crew import PARTS
from tablewright.games.veil_runners_classic.state import over, wrong_counters
from tablewright.rules import Refused

from .table import LEDGER, act, crew_of, having, ready, systems_of

NEW: dict[str, Any] = {
    "name": "Oona Vex",
    "background": "hauled ore",
    "skill": "reads a course",
    "flaw": "takes every dare",
}


@pytest.mark.example("character.parts", 0)
def test_a_character_is_written_in_four_parts() -> None:
    """Name, background, skill and flaw are all required. Their writer is the player."""
    assert PARTS == ("name", "background", "skill", "flaw")
    joined = crew_of(act(ready(), "join_crew", **NEW).s)["oona-vex"]
    assert {part: getattr(joined, part) for part in PARTS} == NEW
    assert joined.player == "ann"
    for part in PARTS:
        with pytest.raises(Refused, match=f"write the {part}"):
            act(ready(), "join_crew", **{**NEW, part: " "})


def test_a_character_named_like_a_seat_or_a_role_is_not_mistaken_for_it() -> None:
    """Ids decide who answers a question, so no character gets the id of a player or a role."""
    for name, id in (("Bob", "bob-2"), ("Crew", "crew-2"), ("Ann", "ann-2"), ("Lars", "lars-2")):
        assert act(ready(), "join_crew", **{**NEW, "name": name}).s.crew[-1].id == id


def test_a_ship_has_bunks_for_twelve() -> None:
    """The twelfth still joins. The thirteenth is refused."""
    s = ready()
    for n in range(4, 13):
        s = act(s, "join_crew", **{**NEW, "name": f"Number {n}"}).s
    assert len(s.crew) == 12
    with pytest.raises(Refused, match="bunks for 12"):
        act(s, "join_crew", **NEW)


@pytest.mark.example("character.example", 0)
def test_the_sample_character_is_aboard() -> None:
    """Lars of the Stars, part by part as in the ledger's table."""
    lars = crew_of(ready())["lars"]
    for row in LEDGER.tables["character.example"].records():
        assert getattr(lars, row["part"]) == row["content"]


@pytest.mark.example("personal.number", 0)
@pytest.mark.exercises("grit")
def test_everyone_starts_with_three_personal_dice_and_no_grit() -> None:
    """The ready-made crew and newcomers alike. Grit is then set by hand."""
    s = act(ready(), "join_crew", **NEW).s
    assert {(m.dice, m.grit) for m in s.crew} == {(3, 0)}
    assert crew_of(act(s, "set_grit", who="oona-vex", tokens=4).s)["oona-vex"].grit == 4


@pytest.mark.example("supplies.dice", 0, 1)
@pytest.mark.parametrize(("days", "left"), [(2, 1), (4, 0)])
def test_each_day_without_supplies_costs_a_personal_die(days: int, left: int) -> None:
    """3 dice and 2 days leave 1. After 4 days there are none, never fewer."""
    s = ready(supplies=False)
    for _ in range(days):
        s = act(s, "end_day").s
    assert [m.dice for m in s.crew] == [left] * 3
    assert s.day == 1 + days
    assert wrong_counters(s) is None


def test_days_with_supplies_cost_nothing() -> None:
    """The end of a day changes no dice."""
    s = act(ready(), "end_day").s
    assert [m.dice for m in s.crew] == [3, 3, 3]


@pytest.mark.exercises("supplies.dice")
def test_without_personal_dice_only_system_dice_are_left() -> None:
    """A character without personal dice still rolls the system's dice."""
    s = having(ready((2, 2, 1), 1), "lars", dice=0)
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[6, 1]])
    assert "rolls 2 dice, 2 from Engines" in rolled.text


def test_treatment_waits_for_supplies_or_a_safe_port() -> None:
    """Personal dice return when the wayfinder says so, up to what one starts with, and not without supplies at sea."""
    hurt = having(ready(), "lars", dice=1)
    assert crew_of(act(hurt, "recover", who="lars", dice=5).s)["lars"].dice == 3
    with pytest.raises(Refused, match="before a safe port"):
        act(hurt.but(supplies=False), "recover", who="lars")
    assert crew_of(act(hurt.but(supplies=False, place="a station"), "recover", who="lars").s)["lars"].dice == 2
    with pytest.raises(Refused, match="lacks no personal dice: 3 are all"):
        act(ready(), "recover", who="lars")


@pytest.mark.example("crew.change", 1)
def test_whoever_is_in_an_unfinished_roll_cannot_leave() -> None:
    """The consequence comes first. Then they leave, and their offers with them."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    assert act(s, "leave_crew", who="sable").s.offers == ()
    assert act(s, "leave_crew", who="lars").s.offers == ()
    rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [1]]).s
    with pytest.raises(Refused, match="tell its consequence first"):
        act(rolled, "leave_crew", who="sable")


@pytest.mark.exercises("shunt.fault")
@pytest.mark.example("adventure.next", 0)
def test_lost_dice_come_back_with_the_next_adventure() -> None:
    """Once the adventure is over, all five dice are back. Tokens and modules stay as they were."""
    wrecked = tuple(m.but(destroyed=m.id == "2") for m in ready().ship.modules)
    s = ready((1, 2, 0), engineering=False, downtime=False, modules=wrecked)
    with pytest.raises(Refused, match="not over: end it first"):
        act(s, "next_adventure")
    ended = act(s, "end_adventure", how="Home at last.").s
    assert over(ended) == "Home at last."
    assert systems_of(ended) == (1, 2, 0)
    fresh = act(ended, "next_adventure").s
    assert systems_of(fresh) == (2, 2, 1)
    assert over(fresh) is None
    assert fresh.downtime
    assert not fresh.ship.engineering
    assert [m.id for m in fresh.ship.modules if m.destroyed] == ["2"]


@pytest.mark.example("adventure.next", 1)
def test_a_crew_without_a_ship_gets_another() -> None:
    """After a destroyed ship the next adventure begins with a new one, and with dice that were in hand."""
    s = ready((2, 2, 1), 1, integrity=False)
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    wrecked = rolled.but(ship=rolled.ship.but(destroyed=True))
    fresh = act(wrecked, "next_adventure", ship=" Second  Wind ").s
    assert fresh.ship.name == "Second Wind"
    assert act(wrecked, "next_adventure", ship=" ").s.ship.name == "Day Shift"
    assert act(act(ready(), "end_adventure").s, "next_adventure", ship="Second Wind").s.ship.name == "Night Shift"
    assert fresh.ship.integrity
    assert fresh.ship.dice.total == 5
    assert fresh.aftermath is None


@pytest.mark.example("crew.change", 0)
def test_a_character_is_renamed_or_rewritten() -> None:
    """Empty fields keep their text, and no text at all is refused. The id stays, so rolls and help go on."""
    s = act(ready(), "rewrite", who="pike", name=" Captain  Pike ").s
    assert (crew_of(s)["pike"].name, crew_of(s)["pike"].flaw) == ("Captain Pike", "freezes when shouted at")
    played = act(s, "rewrite", who="pike", flaw="hums in his sleep", skill="cooks")
    assert crew_of(played.s)["pike"].flaw == "hums in his sleep"
    assert "The skill of Captain Pike is now: cooks." in played.text
    assert "Captain Pike is called Ann from now on." in act(s, "rewrite", who="pike", name="Ann").text
    assert act(s, "rewrite", who="pike", name="Captain Pike").text == ""
    with pytest.raises(Refused, match="Say what changes"):
        act(s, "rewrite", who="pike", name="  ")


@pytest.mark.example("adventure.end", 0)
def test_an_adventure_is_over_when_the_wayfinder_says_so() -> None:
    """After the end rolls are refused, and so is a second end."""
    ended = act(ready(), "end_adventure").s
    assert over(ended) == "The adventure has come to its end."
    with pytest.raises(Refused, match="has come to its end"):
        act(ended, "personal_roll", who="lars")
    with pytest.raises(Refused, match="has come to its end"):
        act(ended, "end_adventure")
