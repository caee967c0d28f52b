"""House rulings: each changes what it says it changes, and nothing under its default."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.state import Run, wrong_dice
from tablewright.games.veil_runners_classic.tokens import missing_tokens
from tablewright.rules import Refused

from .table import Played, act, crew_of, having, ready, systems_of

SUCCESS, PARTIAL, FAILURE = Result.SUCCESS, Result.PARTIAL_SUCCESS, Result.FAILURE


def at(rating: int | None = 1, dice: tuple[int, int, int] = (2, 2, 1), /, **rulings: Any) -> Run:
    return ready(dice, rating, rulings=rulings)


def lars(s: Run, *faces: int, answers: tuple[str, ...] = (), **params: Any) -> Played:
    """Lars's personal roll."""
    return act(s, "personal_roll", who="lars", thrown=[faces], answers=answers, **params)


def engines(s: Run, *faces: int, answers: tuple[str, ...] = (), **params: Any) -> Played:
    """Lars's roll with Engines."""
    return act(
        s, "systems_roll", who="lars", system="engines", thrown=[faces] if faces else [], answers=answers, **params
    )


def broken(s: Run) -> Run:
    return s.but(ship=s.ship.but(engineering=False))


def test_every_ruling_has_a_test() -> None:
    """A ruling without a test may as well not be there."""
    tested = {name.removeprefix("test_ruling_") for name in globals() if name.startswith("test_ruling_")}
    assert tested == {ruling.name for ruling in GAME.ruling_form.fields}


def test_ruling_agreement() -> None:
    """The wayfinder is asked about factors, or the player's word does."""
    assert lars(at(agreement="wayfinder"), 1, 1, 1, skill=True, answers=("amateur",)).asked
    assert not lars(at(agreement="player"), 1, 1, 1, skill=True).asked


def test_the_wayfinder_agrees_to_what_helpers_draw_on_too() -> None:
    """Asked in the roll, of those with factors alone: a skill that does not fit leaves the helper at target 6."""
    s = act(at(agreement="wayfinder"), "offer_help", who="sable", to="lars", skill=True).s
    s = act(s, "offer_help", who="pike", to="lars").s
    for answer, count in (("amateur", 1), ("none", 0)):
        rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [5], [1]], answers=[answer])
        assert len(rolled.asked) == 1
        assert rolled.asked[0].startswith("Sable Okonkwo, helping, draws on their skill (feels through the hull")
        assert f"{count} counted against 1." in rolled.text
    spoken = act(at(agreement="player"), "offer_help", who="sable", to="lars", skill=True).s
    assert act(spoken, "personal_roll", who="lars", thrown=[[1, 1, 1], [5]]).asked == ()


def test_ruling_flaw() -> None:
    """Story only, a higher rating up to 6, or a level less down to None and before grit."""
    assert "None (target 6)" not in lars(at(flaw="story"), 5, 1, 1, skill=True, flaw=True).text
    assert "1 counted against 1." in lars(at(flaw="story"), 5, 1, 1, skill=True, flaw=True).text
    assert "1 counted against 2." in lars(at(flaw="difficulty"), 5, 1, 1, skill=True, flaw=True).text
    assert "0 counted against 6." in lars(at(6, flaw="difficulty"), 1, 1, 1, flaw=True).text
    assert "0 counted against 7." in lars(at(7, flaw="difficulty"), 1, 1, 1, flaw=True).text
    assert "0 counted against 1." in lars(at(flaw="proficiency"), 5, 1, 1, skill=True, flaw=True).text
    assert "0 counted against 1." in lars(at(flaw="proficiency"), 5, 1, 1, flaw=True).text
    gritty = having(at(flaw="proficiency"), "lars", grit=1)
    assert "1 counted against 1." in lars(gritty, 5, 1, 1, skill=True, flaw=True, grit=1).text


@pytest.mark.exercises("character.flaw")
@pytest.mark.parametrize(("factors", "left"), [(0, "None"), (1, "None"), (2, "Amateur"), (3, "Skilled")])
def test_a_flaw_cancels_one_level(factors: int, left: str) -> None:
    """The flaw lowers any level of factors, where the house rules so."""
    thrown_off = lars(at(flaw="proficiency"), 1, 1, 1, other=("a", "b", "c")[:factors], flaw=True)
    assert f"The flaw leaves them {left} (" in thrown_off.text


def test_ruling_most_helpers() -> None:
    """Any number, or as many as the house says."""
    s = act(at(most_helpers=1), "offer_help", who="sable", to="lars").s
    with pytest.raises(Refused, match="At most 1 may help"):
        act(s, "offer_help", who="pike", to="lars")
    act(act(at(), "offer_help", who="sable", to="lars").s, "offer_help", who="pike", to="lars")


def test_ruling_helper_modules() -> None:
    """Helpers draw on themselves alone, unless the house gives them the modules too."""
    with pytest.raises(Refused, match="own background and skill only"):
        act(at(), "offer_help", who="sable", to="lars", modules="1")
    assert "Amateur" in act(at(helper_modules=True), "offer_help", who="sable", to="lars", modules="1").text


@pytest.mark.parametrize("risk", ["all", "picked"])
def test_ruling_shared_risk(risk: str) -> None:
    """The consequence reaches everyone, or those the wayfinder picks."""
    s = act(at(shared_risk=risk), "offer_help", who="sable", to="lars").s
    rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [1]]).s
    if risk == "all":
        with pytest.raises(Refused, match="share the risk"):
            act(rolled, "tell_consequence", harm="personal die", on="sable")
    else:
        told = crew_of(act(rolled, "tell_consequence", harm="personal die", on="sable").s)
        assert (told["lars"].dice, told["sable"].dice) == (3, 2)


@pytest.mark.exercises("roll.help.risk")
@pytest.mark.parametrize(
    ("risk", "helped", "asked"), [("all", True, False), ("picked", True, True), ("picked", False, False)]
)
def test_whom_a_consequence_reaches_is_asked_where_some_can_be_picked(risk: str, helped: bool, asked: bool) -> None:
    """Not asked where all share it, nor in a roll without help."""
    s = act(at(shared_risk=risk), "offer_help", who="sable", to="lars").s if helped else at(shared_risk=risk)
    rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [1]] if helped else [[1, 1, 1]]).s
    whom = next(field for field in GAME.action("tell_consequence").fields if field.name == "on")
    assert whom.applies(rolled, {}) is asked


def test_ruling_failed_systems() -> None:
    """A failed systems roll damages the ship by itself only where the house says so, a partial success never."""
    assert engines(at(), 1, 1, 1, 1, 1).s.ship.integrity
    assert not engines(at(failed_systems="damage"), 1, 1, 1, 1, 1).s.ship.integrity
    assert engines(at(failed_systems="damage"), 6, 1, 1, 1, 1).s.ship.integrity


def test_a_ship_that_a_fault_destroyed_is_not_hit_again() -> None:
    """The house's own damage for a failed systems roll finds nothing left: one crash die is thrown, not two."""
    s = broken(at(1, (2, 1, 2), failed_systems="damage"))
    wrecks = tuple(m.but(destroyed=True) for m in s.ship.modules)
    s = s.but(ship=s.ship.but(integrity=False, modules=wrecks))
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[1, 1, 1, 1], [3]])
    assert rolled.s.ship.destroyed


def test_ruling_personal_in_systems() -> None:
    """2 Engines dice, with 3 personal ones or without."""
    assert "rolls 5 dice" in engines(at(), 1, 1, 1, 1, 1).text
    assert "rolls 2 dice" in engines(at(personal_in_systems=False), 1, 1).text


def test_ruling_personal_dice() -> None:
    """Everyone starts with as many as the house says, and recovers up to that."""
    s = at(personal_dice=5)
    assert {m.dice for m in s.crew} == {5}
    assert crew_of(act(having(s, "lars", dice=1), "recover", who="lars", dice=6).s)["lars"].dice == 5


def test_ruling_no_dice() -> None:
    """No dice count, or the lower of two."""
    assert lars_without(at()).result is FAILURE
    assert lars_without(at(no_dice="lower of two"), 6, 6).result is PARTIAL
    assert lars_without(at(no_dice="lower of two"), 6, 5).result is FAILURE


def lars_without(s: Run, *faces: int) -> Played:
    return act(having(s, "lars", dice=0), "personal_roll", who="lars", thrown=[faces] if faces else [])


def test_ruling_grit_at_start() -> None:
    """None, or what the house gives."""
    assert {m.grit for m in at().crew} == {0}
    assert {m.grit for m in at(grit_at_start=2).crew} == {2}


def test_ruling_most_in_system() -> None:
    """No limit but five, or the house's own: in remaps, shunts and returns alike."""
    s = at(most_in_system=3)
    for action in ("remap", "emergency_shunt"):
        with pytest.raises(Refused, match="Shields would hold 4: at most 3 dice"):
            act(s, action, telemetry=1, engines=0, shields=4)
    told = act(engines(at(1, (1, 1, 3), most_in_system=3), 6, 6, 1, 1).s, "tell_consequence").s
    with pytest.raises(Refused, match="Shields would hold 4"):
        act(told, "return_dice", shields=1)
    assert systems_of(act(at(), "remap", telemetry=0, engines=0, shields=5).s) == (0, 0, 5)
    assert wrong_dice(at(1, (1, 1, 3), most_in_system=3)) is None
    assert wrong_dice(at(1, (1, 0, 4), most_in_system=3)) == "a system holds more than 3 dice."


def test_ruling_emergency_dice() -> None:
    """With 2 dice in hand the 3 in systems are shunted, or by a ruling all 5, with none left to return."""
    rolled = engines(at(), 6, 6, 1, 1, 1).s
    assert systems_of(act(rolled, "emergency_shunt", telemetry=0, engines=0, shields=3).s) == (0, 0, 3)
    rolled = engines(at(emergency_dice="in hand too"), 6, 6, 1, 1, 1).s
    with pytest.raises(Refused, match="share out exactly 5 dice"):
        act(rolled, "emergency_shunt", telemetry=0, engines=0, shields=3)
    shunted = act(rolled, "emergency_shunt", telemetry=0, engines=1, shields=4).s
    assert systems_of(shunted) == (0, 1, 4)
    assert shunted.aftermath is not None
    assert (shunted.aftermath.hand, shunted.aftermath.told) == (0, False)
    assert act(shunted, "tell_consequence").s.aftermath is None
    calm = act(at(emergency_dice="in hand too"), "emergency_shunt", telemetry=5, engines=0, shields=0).s
    assert systems_of(calm) == (5, 0, 0)


def test_ruling_desperate() -> None:
    """The loss of engineering makes a roll desperate. By a ruling the wayfinder's word does too."""
    with pytest.raises(Refused, match="Only the loss of engineering"):
        act(at(), "rate", difficulty="normal", desperate=True)
    s = act(at(desperate="called too"), "rate", difficulty="normal", desperate=True).s
    rolled = engines(s, 1, 1, 1, 1, 1)
    assert "system fault" in rolled.text
    assert systems_of(rolled.s) == (2, 1, 1)
    assert not rolled.s.desperate
    assert not act(s, "overload", who="lars", on="engines").s.desperate


def test_ruling_lost_dice() -> None:
    """Docking brings lost dice back only where the house says so."""
    assert systems_of(act(at(None, (1, 2, 0)), "dock").s) == (1, 2, 0)
    assert systems_of(act(at(None, (1, 2, 0), lost_dice="station"), "dock").s) == (2, 2, 1)


def test_ruling_last_die() -> None:
    """The only die of a faulty system is lost as well, or kept. The ship takes damage either way."""
    for ruling, left in (("lost", 0), ("kept", 1)):
        rolled = engines(broken(at(1, (2, 1, 2), last_die=ruling)), 1, 1, 1, 1).s
        assert rolled.ship.dice.engines == left
        assert not rolled.ship.integrity


def test_ruling_only_die() -> None:
    """The only system die, with personal dice beside it, damages the ship.

    If the house counts all dice, it does not.
    """
    assert not engines(broken(at(1, (2, 1, 2))), 1, 1, 1, 1).s.ship.integrity
    spared = engines(broken(at(1, (2, 1, 2), only_die="all dice")), 1, 1, 1, 1).s
    assert spared.ship.integrity
    assert spared.ship.dice.engines == 0
    alone = having(broken(at(1, (2, 1, 2), only_die="all dice")), "lars", dice=0)
    assert not engines(alone, 1).s.ship.integrity


def test_ruling_empty_system() -> None:
    """A fault with nothing in the system does nothing, or damages the ship."""
    assert engines(broken(at(1, (2, 0, 2))), 1, 1, 1).s.ship.integrity
    assert not engines(broken(at(1, (2, 0, 2), empty_system="damage")), 1, 1, 1).s.ship.integrity


def test_ruling_wrecked_modules() -> None:
    """A destroyed module helps no one, unless the house keeps it useful."""

    def wrecked(s: Run) -> Run:
        return s.but(ship=s.ship.but(modules=tuple(m.but(destroyed=True) for m in s.ship.modules)))

    with pytest.raises(Refused):
        lars(wrecked(at()), 1, 1, 1, modules="1")
    assert "Amateur" in lars(wrecked(at(wrecked_modules="help")), 1, 1, 1, modules="1").text


def test_ruling_damage_order() -> None:
    """Integrity goes first, or the crew may give engineering up to keep it."""
    assert act(at(), "damage_ship").asked == ()
    s = at(damage_order="crew picks")
    kept = act(s, "damage_ship", answers=["yes"])
    assert missing_tokens(kept.s) == ("engineering",)
    assert "integrity is kept" in kept.text
    assert act(broken(s), "damage_ship").asked == ()
    assert missing_tokens(act(s, "damage_ship", answers=["no"]).s) == ("integrity",)


def test_ruling_tokens_at_start() -> None:
    """All four, or only the ship's two."""
    assert missing_tokens(at()) == ()
    assert missing_tokens(at(tokens_at_start="ship only")) == ("supplies", "reserves")


def test_ruling_tokens_return() -> None:
    """A station restores what is missing only where the house says so."""
    hurt = {"integrity": False, "supplies": False}
    assert len(missing_tokens(act(ready(**hurt), "dock").s)) == 2
    assert missing_tokens(act(ready(rulings={"tokens_return": "station"}, **hurt), "dock").s) == ()
    broke = ready(rulings={"tokens_return": "station", "without_reserves": "open"}, reserves=False, **hurt)
    assert missing_tokens(act(broke, "dock").s) == ("reserves",)


def test_ruling_without_engineering() -> None:
    """Systems rolls are desperate without the token, or not possible at all. Other rolls always are possible."""
    assert "desperate" in engines(broken(at()), 1, 1, 1, 1, 1).text
    dead = broken(at(without_engineering="no systems"))
    with pytest.raises(Refused, match="no system answers"):
        engines(dead)
    lars(dead, 1, 1, 1)
    for ruling, words in (("desperate", "every systems roll is desperate"), ("no systems", "no system answers")):
        assert words in act(at(without_engineering=ruling), "lose_token", token="engineering").text


def test_ruling_overload() -> None:
    """Instead of rolling, or after the roll is seen. Then the best odds count on it and the plain ones do not."""
    with pytest.raises(Refused, match="roll first"):
        act(at(overload="after the roll"), "overload", who="lars", on="engines")
    s = at(overload="after the roll")
    turned = engines(s, 1, 1, 1, 1, 1, answers=("yes",))
    assert turned.result is SUCCESS
    assert not turned.s.ship.engineering
    assert "A normal roll, success: reactive shunt." in turned.text
    assert engines(s, 1, 1, 1, 1, 1, answers=("no",)).result is FAILURE
    assert engines(s, 6, 6, 1, 1, 1).asked == ()
    assert lars(s, 1, 1, 1).asked == ()
    assert act(s, "module_roll", who="lars", module="1", thrown=[[1, 1, 1]], answers=["no"]).asked
    seen = action_odds_of(GAME, s, "systems_roll", {"who": "lars", "system": "engines"})
    assert seen.best[SUCCESS] == 1
    assert 0 < seen.plain[SUCCESS] < 1
    assert seen.spent == 1 - seen.plain[SUCCESS]


def test_ruling_at_zero() -> None:
    """A character without personal dice rolls on, or is down and out: no rolls, no help, no overload."""
    engines(having(at(), "lars", dice=0), 1, 1)
    out = having(at(at_zero="down and out"), "lars", dice=0)
    barred: tuple[tuple[str, dict[str, Any]], ...] = (
        ("systems_roll", {"system": "engines"}),
        ("personal_roll", {}),
        ("overload", {"on": "engines"}),
        ("offer_help", {"to": "pike"}),
    )
    for name, params in barred:
        with pytest.raises(Refused, match="down and out"):
            act(out, name, who="lars", **params)


@pytest.mark.parametrize("dice", [0, -1])
def test_whoever_has_less_than_a_die_is_out(dice: int) -> None:
    """A number set by hand below zero counts as none."""
    with pytest.raises(Refused, match="down and out"):
        lars(having(at(at_zero="down and out"), "lars", dice=dice), 1)


def test_whoever_drops_out_helps_nobody_any_more() -> None:
    """An offer made before the last personal die was lost adds no die where the house counts people out."""
    for ruling, thrown in (("rolls on", [[1, 1, 1], [1]]), ("down and out", [[1, 1, 1]])):
        s = act(having(at(at_zero=ruling), "sable", dice=1), "offer_help", who="sable", to="lars").s
        starved = act(s.but(supplies=False), "end_day")
        assert ("Sable Okonkwo is down and out." in starved.text) == (ruling == "down and out")
        act(having(starved.s, "lars", dice=3), "personal_roll", who="lars", thrown=thrown)


def test_ruling_personal_dice_return() -> None:
    """A day with supplies brings one die back where the house says so, never above what one starts with."""
    assert crew_of(act(having(at(), "lars", dice=1), "end_day").s)["lars"].dice == 1
    rested = act(having(at(personal_dice_return="day with supplies"), "lars", dice=1), "end_day")
    plenty = act(having(at(personal_dice_return="day with supplies"), "lars", dice=9), "end_day")
    assert crew_of(plenty.s)["lars"].dice == 9
    assert [m.dice for m in rested.s.crew] == [2, 3, 3]
    assert "Lars of the Stars recovers: 2 personal dice." in rested.text
    assert "Pike" not in rested.text


def test_ruling_reserves_spent() -> None:
    """Major costs take the token, or every use does, or none."""
    for ruling, ordinary, major in (("major costs", True, False), ("every use", False, False), ("never", True, True)):
        s = at(reserves_spent=ruling)
        asked = ["yes"] if not ordinary else []
        assert act(s, "use_reserves", use="gear", answers=["ordinary", *asked]).s.reserves is ordinary
        asked = ["yes"] if not major else []
        assert act(s, "use_reserves", use="gear", answers=["major", *asked]).s.reserves is major


def test_ruling_without_reserves() -> None:
    """Stations are closed to a crew without reserves, or open all the same."""
    with pytest.raises(Refused, match="no station takes the crew in"):
        act(ready(reserves=False), "dock")
    docked = act(ready(reserves=False, rulings={"without_reserves": "open"}), "dock").s
    act(docked, "go_ashore", visit="the pub")
    for ruling, words in (("closed", "stations keep their doors shut"), ("open", "stations let the crew in")):
        assert words in act(at(without_reserves=ruling), "lose_token", token="reserves").text


def test_ruling_refit() -> None:
    """At a station only, or anywhere."""
    for refit in ("station", "anywhere"):
        s = at(refit=refit)
        modules = tuple(m.but(destroyed=m.id == "3") for m in s.ship.modules)
        s = s.but(ship=s.ship.but(modules=modules))
        if refit == "station":
            with pytest.raises(Refused, match="at a station"):
                act(s, "refit_module", module="3")
        else:
            assert not any(m.destroyed for m in act(s, "refit_module", module="3").s.ship.modules)


def test_ruling_docking() -> None:
    """A berth begins downtime, or changes no time."""
    pressed = {"downtime": False}
    assert act(at(docking="downtime").but(**pressed), "dock").s.downtime
    assert not act(at(docking="as it is").but(**pressed), "dock").s.downtime
    assert "remap.downtime.when" not in act(at(), "dock").cited
