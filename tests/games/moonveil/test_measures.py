"""Measures: the numbers the odds weigh, and which direction is good."""

from __future__ import annotations

from typing import Any

from tablewright.games.moonveil import GAME
from tablewright.games.moonveil.people import Pips
from tablewright.games.moonveil.scenarios import alive

from .table import fight, foe, item, seeker


def measured(*people: Any) -> dict[str, Any]:
    return {one.key: one for one in GAME.measures(fight(*people))}


def test_nobody_has_less_than_no_hit_points() -> None:
    """However hard the last blow."""
    assert measured(seeker(hp=-3))["hero.hp"].value == 0
    assert measured(seeker(hp=0))["hero.hp"].value == 0
    assert measured(seeker(hp=4))["hero.hp"].value == 4


def test_what_is_good_and_what_is_bad() -> None:
    """More life, means and things are better. Fewer deaths, less sleep, Guilt and weight are better."""
    found = measured(seeker("hero", "bomb", "bomb", coin=3, guilt=2, marked=Pips(1, 0, 0, 2)), foe())
    bad = {id for id, one in found.items() if one.good < 0}
    assert bad == {"hero.dead", "hero.asleep", "hero.guilt", "hero.heavy", "foe.down", "foe.asleep"}
    assert {"hero.hp", "hero.pocket", "hero.coin", "hero.strength"} <= {id for id, one in found.items() if one.good > 0}
    assert found["moons"].good == 0


def test_what_is_so_or_not_so_is_no_number() -> None:
    """Dead, asleep, fallen, Encumbered: the odds say how likely it is, and not how much of it."""
    found = measured(seeker(), foe())
    assert {id for id, one in found.items() if one.yes} == {
        "hero.dead",
        "hero.asleep",
        "hero.heavy",
        "foe.down",
        "foe.asleep",
    }


def test_what_is_dearer_outweighs_the_rest() -> None:
    """A life before a fall, wounds before pips, a pip before gear, gear before a turn's Action and Move, then Coin."""
    found = measured(seeker(), foe())
    falling = ("hero.dead", "foe.down", "hero.heavy", "hero.guilt", "hero.hp", "foe.hp", "hero.strength", "hero.gear")
    worth = [found[key].worth for key in (*falling, "hero.action", "hero.move", "hero.coin", "hero.pocket")]
    assert worth == sorted(set(worth), reverse=True)


def test_what_a_seeker_has_is_counted() -> None:
    """Unmarked pips, bombs, Coin and Guilt."""
    found = measured(seeker("hero", "bomb", "bomb", coin=3, guilt=2, marked=Pips(1, 0, 0, 2)))
    values = {id.removeprefix("hero."): one.value for id, one in found.items()}
    assert (values["strength"], values["dexterity"], values["willpower"]) == (1, 2, 0)
    assert (values["bombs"], values["coin"], values["guilt"], values["gear"]) == (2, 3, 2, 0)


def test_too_much_on_ones_back_is_seen() -> None:
    """From the slot beyond the capacity on."""
    light = seeker(items=tuple(item("dungeon gear", f"g{n}") for n in range(2)))
    heavy = seeker(items=tuple(item("dungeon gear", f"g{n}") for n in range(30)))
    assert not measured(light)["hero.heavy"].value
    assert measured(heavy)["hero.heavy"].value


def test_a_day_is_worth_the_share_who_see_its_end() -> None:
    """None, half and all of them."""
    dead = seeker("other", hp=0)
    assert alive(fight(seeker(), dead)) == 0.5
    assert alive(fight(seeker())) == 1
    assert alive(fight(dead)) == 0
