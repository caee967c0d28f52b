"""Modules, and the three layers of damage."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.modules import NUMBERS
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.state import over
from tablewright.games.veil_runners_classic.taking_damage import CRASH, system_crash
from tablewright.rules import Refused

from .table import LEDGER, act, destroyed, having, ready, systems_of

BARE = {"integrity": False, "engineering": False}


@pytest.mark.example("damage.integrity", 0)
@pytest.mark.example("integrity.first", 0)
def test_the_first_damage_costs_integrity_alone() -> None:
    """With both tokens: integrity is lost, engineering kept, nothing asked and no die thrown."""
    hit = act(ready(), "damage_ship", how="A shard.")
    assert not hit.s.ship.integrity
    assert hit.s.ship.engineering
    assert hit.asked == ()
    assert destroyed(hit.s) == []


@pytest.mark.example("damage.engineering", 0, 1)
@pytest.mark.example("engineering.avoid", 0)
def test_engineering_may_be_given_up_to_avoid_the_crash() -> None:
    """Spent: no crash, and systems rolls are desperate from now on. Declined: a crash, and the token stays."""
    s = ready((2, 2, 1), 1, integrity=False)
    spent = act(s, "damage_ship", answers=["yes"])
    assert not spent.s.ship.engineering
    assert "damage.crash" not in spent.cited
    rolled = act(spent.s, "systems_roll", who="lars", system="engines", thrown=[[1, 1, 1, 1, 1]])
    assert "A desperate roll" in rolled.text
    declined = act(s, "damage_ship", answers=["no"], thrown=[[2]])
    assert declined.s.ship.engineering
    assert "damage.crash" in declined.cited
    assert destroyed(declined.s) == ["2"]


@pytest.mark.example("damage.crash", 0)
def test_without_tokens_a_crash_follows() -> None:
    """A single die is thrown, without a question."""
    hit = act(ready(**BARE), "damage_ship", thrown=[[5]])
    assert hit.asked == ()
    assert [line.faces for line in hit.lines if line.kind == "roll"] == [(5,)]


@pytest.mark.example("damage.crash.module", 0)
@pytest.mark.example("modules.number", 0)
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_the_crash_die_destroys_the_module_of_its_number(die: int) -> None:
    """3 destroys module 3, 4 destroys module 4. The systems keep their dice."""
    hit = act(ready((2, 2, 1), **BARE), "damage_ship", thrown=[[die]]).s
    assert destroyed(hit) == [str(die)]
    assert systems_of(hit) == (2, 2, 1)
    assert over(hit) is None
    assert [module.id for module in hit.ship.modules] == list(NUMBERS)


@pytest.mark.example("damage.crash.ship", 0)
def test_the_same_module_again_destroys_the_ship() -> None:
    """3 and 3 again: the ship is gone and the adventure over."""
    once = act(ready(**BARE), "damage_ship", thrown=[[3]]).s
    twice = act(once, "damage_ship", thrown=[[3]]).s
    assert twice.ship.destroyed
    assert over(twice) == "the Night Shift is destroyed."
    with pytest.raises(Refused, match="is destroyed"):
        act(twice, "damage_ship")
    powered = twice.but(ship=twice.ship.but(engineering=True))
    with pytest.raises(Refused, match="is destroyed"):
        act(powered, "emergency_shunt", telemetry=5, engines=0, shields=0)
    with pytest.raises(Refused, match="is destroyed"):
        act(powered, "dramatic_feat", what="We ram it.")


@pytest.mark.example("damage.crash.safe", 0, 1)
@pytest.mark.example("damage.table", 0)
def test_five_and_six_do_nothing() -> None:
    """Neither changes the ship, a chance of 1/3. The crash die is the ledger's table."""
    s = ready(**BARE)
    for die in (5, 6):
        assert act(s, "damage_ship", thrown=[[die]]).s == s
    assert ExactCounter().dist(system_crash(s))[s] == Fraction(1, 3)
    for row in LEDGER.tables["crash"].records():
        number = CRASH[row["die"]]
        assert row["effect"].startswith(f"module {number} destroyed" if number else "nothing")


@pytest.mark.example("modules.roll", 0)
@pytest.mark.exercises("modules.roll")
def test_a_module_roll_uses_personal_dice_alone() -> None:
    """3 dice, no shunt, never desperate. Engineering buys its success instead."""
    s = ready((2, 2, 1), 1, engineering=False)
    rolled = act(s, "module_roll", who="lars", module="2", thrown=[[1, 1, 1]])
    assert rolled.result is Result.FAILURE
    assert "desperate" not in rolled.text
    assert rolled.s.aftermath is not None
    assert rolled.s.aftermath.shunt is None
    bought = act(ready(), "overload", who="lars", on="2")
    assert bought.result is Result.SUCCESS
    assert not bought.s.ship.engineering


@pytest.mark.exercises("modules.proficiency")
def test_a_destroyed_module_neither_helps_nor_rolls() -> None:
    """The form does not offer it and the rule refuses it, naming what still works."""
    s = act(ready((2, 2, 1), 1, **BARE), "damage_ship", thrown=[[3]]).s
    with pytest.raises(Refused, match=r"sick bay is destroyed.*Still working: 1 long ear, 2 cargo winch, 4 decoy"):
        act(s, "personal_roll", who="lars", modules="3")
    for roll in (GAME.action("personal_roll")(s, "lars", modules=("3",)), GAME.action("module_roll")(s, "lars", "3")):
        with pytest.raises(Refused, match=r"sick bay is destroyed.*Still working: 1 long ear, 2 cargo winch, 4 decoy"):
            next(roll)


@pytest.mark.example("modules.repair", 0)
def test_a_wreck_is_refitted_at_a_station() -> None:
    """Module 3 works again once the ship is docked, not before, and only what is destroyed is refitted."""
    wreck = act(ready(**BARE), "damage_ship", thrown=[[3]]).s
    with pytest.raises(Refused, match="dock first"):
        act(wreck, "refit_module", module="3")
    docked = wreck.but(place="a station")
    with pytest.raises(Refused, match="Choose from: sick bay"):
        act(docked, "refit_module", module="2")
    mended = act(docked, "refit_module", module="3").s
    assert destroyed(mended) == []
    assert mended.ship.modules[2].name == wreck.ship.modules[2].name
    with pytest.raises(Refused, match="no module is destroyed"):
        act(mended, "refit_module", module="3")


def test_a_new_module_takes_the_place_of_a_wreck() -> None:
    """The wayfinder fits a module with a new name, in working order."""
    wreck = act(ready(**BARE), "damage_ship", thrown=[[3]]).s
    fitted = act(wreck, "fit_module", number="3", name="  Greenhouse ", text="Tomatoes.").s
    assert destroyed(fitted) == []
    assert fitted.ship.modules[2].name == "Greenhouse"
    with pytest.raises(Refused, match="needs a name"):
        act(wreck, "fit_module", number="3", name=" ")


def test_damage_stops_when_nobody_is_left_to_hit() -> None:
    """A consequence that destroys the ship ends the game, with the roll done."""
    wreck = tuple(module.but(destroyed=True) for module in ready().ship.modules)
    s = having(ready((0, 0, 0), 1, modules=wreck, **BARE), "lars", dice=1)
    rolled = act(s, "personal_roll", who="lars", thrown=[[1]]).s
    ended = act(rolled, "tell_consequence", harm="damage", thrown=[[1]]).s
    assert ended.ship.destroyed
    assert ended.aftermath is None
