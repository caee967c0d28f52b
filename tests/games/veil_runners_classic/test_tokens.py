"""The four tokens: how each is there, lost, spent and regained."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.engine.live.interpreter import run_rule
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.state import CREW_TOKENS, SHIP_TOKENS, Run, Token
from tablewright.games.veil_runners_classic.tokens import MISSING, PRESENT, SUPPLIES_COVER, TOKENS, has, missing_tokens
from tablewright.rules import Refused

from .table import LEDGER, act, ready, systems_of


@pytest.mark.example("tokens.binary", 0)
@pytest.mark.example("tokens.ship", 0)
@pytest.mark.example("tokens.crew", 0)
def test_four_tokens_start_present_and_are_there_or_missing() -> None:
    """Integrity and Engineering are the ship's, Supplies and Reserves the crew's. Each is yes or no."""
    assert SHIP_TOKENS == ("integrity", "engineering")
    assert CREW_TOKENS == ("supplies", "reserves")
    s = ready()
    assert [has(s, token) for token in TOKENS] == [True] * 4
    lost = act(s, "lose_token", token="engineering").s
    assert has(lost, "engineering") is False
    with pytest.raises(Refused, match="Choose from: Integrity, Supplies, Reserves"):
        act(lost, "lose_token", token="engineering")


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_are_lost_and_regained_with_words_of_their_own(token: Token) -> None:
    """The log says what it is like, citing the book's own picture of it."""
    gone = act(ready(), "lose_token", token=token, how="It burns.")
    assert missing_tokens(gone.s) == (token,)
    assert "It burns." in gone.text
    assert MISSING[token][0] in gone.cited
    assert MISSING[token][0] in LEDGER
    back = act(gone.s, "regain_token", token=token, how="A kind harbour.")
    assert missing_tokens(back.s) == ()
    assert PRESENT[token][0] in back.cited


@pytest.mark.exercises("supplies.covers")
def test_losing_supplies_says_what_they_covered() -> None:
    """Life support power, food and medicine."""
    gone = act(ready(), "lose_token", token="supplies")
    assert all(thing in gone.text for thing in SUPPLIES_COVER)
    assert len(SUPPLIES_COVER) == 3


@pytest.mark.example("engineering.success", 0)
def test_engineering_buys_a_success_instead_of_a_roll() -> None:
    """No die is thrown or leaves the system, and no shunt follows. Later rolls are desperate without the token."""
    s = ready((2, 2, 1), 6)
    bought = act(s, "overload", who="lars", on="engines")
    assert bought.result is Result.SUCCESS
    assert not bought.s.ship.engineering
    assert systems_of(bought.s) == (2, 2, 1)
    assert bought.s.aftermath is not None
    assert (bought.s.aftermath.hand, bought.s.aftermath.shunt) == (0, None)
    again = act(bought.s, "tell_consequence", what="It holds.").s
    with pytest.raises(Refused, match="costs the engineering token"):
        act(again, "overload", who="lars", on="engines")


@pytest.mark.example("engineering.drama", 0)
def test_engineering_pays_for_a_dramatic_feat() -> None:
    """The token is lost and the story told. Without it the feat is refused."""
    feat = act(ready(), "dramatic_feat", what="We start the derelict's reactor from ours.")
    assert not feat.s.ship.engineering
    assert "derelict's reactor" in feat.text
    with pytest.raises(Refused, match="costs the engineering token"):
        act(feat.s, "dramatic_feat", what="Again.")


@pytest.mark.example("reserves.has", 0)
def test_reserves_open_a_station() -> None:
    """The token allows docking, basic goods, food and the pub, and stays. Without it none of these is possible."""
    docked = act(ready(), "dock").s
    assert docked.place == "a station"
    for visit in ("basic goods", "food", "the pub"):
        assert act(docked, "go_ashore", visit=visit).s.reserves
    broke = act(docked, "lose_token", token="reserves").s
    with pytest.raises(Refused, match="without the reserves token no station"):
        act(broke, "go_ashore", visit="the pub")
    with pytest.raises(Refused, match="without the reserves token no station"):
        act(ready(reserves=False), "dock")
    with pytest.raises(Refused, match="dock at a station first"):
        act(ready(), "go_ashore", visit="food")
    with pytest.raises(Refused, match="docked already"):
        act(docked, "dock")


def test_whether_there_is_a_station_in_the_veil_is_for_the_wayfinder() -> None:
    """In the Veil the crew needs the wayfinder's consent for a berth, elsewhere not."""
    veil = ready(place="the Veil")
    for answer, place in (("no", "the Veil"), ("yes", "a station")):
        assert act(veil, "dock", answers=[answer]).s.place == place
    assert act(ready(), "dock").asked == ()


def test_a_roll_is_finished_before_the_ship_docks() -> None:
    """Dice in hand are returned first."""
    rolled = act(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1]]).s
    with pytest.raises(Refused, match="2 dice of the last roll must be returned first"):
        act(rolled, "dock")


@pytest.mark.example("reserves.use", 0)
def test_reserves_are_useful_in_port() -> None:
    """Barter, contacts, access, gear and bribes. An ordinary cost leaves the token, a major one takes it if agreed."""
    port = act(ready(), "dock").s
    for use in ("barter", "contacts", "access", "gear", "bribe"):
        used = act(port, "use_reserves", use=use, answers=["ordinary"])
        assert used.s.reserves
        assert "reserves.use" in used.cited
    assert not act(port, "use_reserves", use="gear", answers=["major", "yes"]).s.reserves
    assert act(port, "use_reserves", use="gear", answers=["major", "no"]).s.reserves
    with pytest.raises(Refused, match="nothing to offer"):
        act(ready(reserves=False), "use_reserves", use="bribe")


@pytest.mark.exercises("reserves.use")
def test_reserves_are_of_little_use_in_the_veil() -> None:
    """There the first answer is no deal, unless the wayfinder decides otherwise."""
    veil = act(ready(), "set_course", to="the Veil").s
    nobody = act(veil, "use_reserves", use="bribe", answers=["no deal"])
    assert "Nobody here is interested." in nobody.text
    assert "reserves.veil" in nobody.cited
    assert "reserves.veil" not in act(ready(), "use_reserves", use="bribe", answers=["no deal"]).cited
    assert "Somebody is paid" in act(veil, "use_reserves", use="bribe", answers=["ordinary"]).text
    with pytest.raises(Refused, match="in the Veil already"):
        act(veil, "set_course", to="the Veil")


PRICED: dict[str, tuple[Run, str, dict[str, Any], dict[str, Any]]] = {
    "reserves": (ready(), "use_reserves", {"use": "gear"}, {"0": "major"}),
    "a crash": (ready(integrity=False), "damage_ship", {}, {}),
    "a failed roll": (
        ready((2, 2, 1), 1, rulings={"overload": "after the roll"}),
        "module_roll",
        {"who": "lars", "module": "2"},
        {"0.0": [1, 1, 1]},
    ),
}


@pytest.mark.exercises("reserves.use", "engineering.avoid", "engineering.success")
@pytest.mark.parametrize("what", PRICED)
def test_to_give_a_token_up_costs_one_and_to_keep_it_nothing(what: str) -> None:
    """ "Spending nothing" thus means keeping it, for any purchase."""
    s, action, params, answers = PRICED[what]
    (question,) = run_rule(GAME.action(action)(s, **params), answers).questions
    assert [(option.label, option.cost) for option in question.options] == [("no", 0), ("yes", 1)]
