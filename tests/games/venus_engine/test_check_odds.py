"""The odds of checks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import AUTO_FAIL, AUTO_PASS, CALIBERS, above
from tablewright.games.venus_engine.checks import (
    Check,
    check_dice,
)
from tablewright.games.venus_engine.state import Factor
from tablewright.rules import Refused

from .checked import LEDGER, called
from .play import Play, seat


@pytest.mark.exercises("check.rewind")
def test_only_a_failed_check_is_wound_back() -> None:
    """Not one that passed."""
    play = called(absolute="routine")
    play.act("ann", "roll_check", who="ida", dice=[[15]])
    with pytest.raises(Refused, match="only a failed check"):
        play.act("fc", "rewind_check")


@pytest.mark.exercises("check.bonus.lot", "check.bonus.cap")
@pytest.mark.parametrize(("best", "end"), [(2, Check.PASS), (1, Check.FAIL)])
def test_factors_that_cost_nothing_bring_nothing_back(best: int, end: Check) -> None:
    """Nine are there and four count, whether they help or not: no Lot is paid, and none returned."""
    said = {"0": [10], "1": "4", "2": [best, 1, 1, 1]}
    assert live(check_dice("ida", "bronze", 12, 9).begin(), said).result == (end, 0)


@pytest.mark.exercises("check.bonus.lot")
@pytest.mark.parametrize(("lots", "more"), [(3, True), (2, False), (1, False)])
def test_no_more_lots_are_brought_in_than_are_held(lots: int, more: bool) -> None:
    """Two are in: a third needs a third Lot, also where one has gone since, and form and rule agree on it."""
    two = tuple(Factor(f"lot-{n}", "lot", "a Lot") for n in range(2))
    play = called(bonus=two).change("ida", lots=lots)
    (kind,) = [field for field in GAME.action("bring_factor").fields if field.name == "kind"]
    (lot,) = [pick for pick in kind.picks(play.s, {"who": "ida"}) or () if pick.value == "lot"]
    assert lot.why_not == ("" if more else "Ida Quill has no further Lot to spend.")
    rule = GAME.action("bring_factor")(play.s, "ida", "lot")
    if not more:
        with pytest.raises(Refused, match="no further Lot"):
            next(rule)


TABLE = LEDGER.tables["check.odds"].records()


@pytest.mark.example("check.odds", 0, 1, 2, 3, 4)
def test_every_published_chance_is_what_the_rules_give() -> None:
    """All four calibers, needs of 1 to 29, 0 to 4 bonus dice: 580 exact fractions."""
    exact = ExactCounter()

    def worth(result: tuple[Check, int]) -> int:
        return int(result[0])

    wrong = []
    for row in TABLE:
        for dice in range(5):
            call = check_dice("ida", row["caliber"].lower(), row["need"], dice)
            found = exact.best(call, worth).dist[Check.PASS, 0]
            if found != Fraction(row[f"bonus_{dice}"]):
                wrong.append((row["caliber"], row["need"], dice, found))
    assert not wrong
    assert len(TABLE) == 116


@pytest.mark.exercises("check.autopass.bronze", "check.autofail")
def test_the_automatic_results_are_those_of_the_table() -> None:
    """0 in the ledger means none."""
    for row in LEDGER.tables["check.autos"].records():
        caliber = row["caliber"].lower()
        assert AUTO_PASS[caliber] == (row["auto_pass_from"] or 21)
        assert AUTO_FAIL[caliber] == row["auto_fail_on"]


@pytest.mark.example("caliber.order", 0)
def test_calibers_are_ordered() -> None:
    """Gold is above silver. No caliber is above itself."""
    assert above("gold", "silver")
    assert not above("silver", "gold")
    assert [sum(above(a, b) for b in CALIBERS) for a in CALIBERS] == [0, 1, 2, 3]


@pytest.mark.exercises("check.odds")
def test_the_odds_of_the_action_know_the_factors_that_stand() -> None:
    """Wits 2 against 10 needs 8: plain 13/20, with two factors 629/720 as in the table."""
    play = called(absolute="simple")
    for what in ("grapnel", "patience"):
        play.act("ann", "bring_factor", who="ida", kind="attribute", what=what, lets="count as a bonus factor?")
    found = action_odds_of(GAME, play.s, "roll_check", {"who": "ida"}, seat=seat("ann"))
    assert found.plain[Check.PASS] == Fraction(13, 20)
    assert found.best[Check.PASS] == Fraction(629, 720)


@pytest.mark.example("kiss.task-only", 0)
@pytest.mark.example("ego.task-only", 0)
def test_neither_kisses_nor_ego_belong_to_checks() -> None:
    """A check's d20 cannot be KISSed, and Ego is no bonus factor."""
    play = called().change("ida", ego=True)
    with pytest.raises(Refused, match="no task has been called for"):
        play.act("ann", "point_to", who="ida", attribute="grapnel")
    with pytest.raises(Refused, match="no task has been called for"):
        play.act("ann", "stunt", who="ida", how="A leap.")
    with pytest.raises(Refused, match="kind cannot be 'ego'"):
        play.act("ann", "bring_factor", who="ida", kind="ego")


@pytest.mark.example("npc.check-rare", 0)
def test_a_character_of_the_fcs_may_check() -> None:
    """By the ordinary rules: the Warden's Resolve, gold 4, passes on a natural 19."""
    play = Play()
    play.act(
        "fc", "call_check", who="warden", ability="resolve", absolute="absurd", obvious=True, lets="does that stand?"
    )
    play.act("fc", "roll_check", who="warden", dice=[[19]])
    assert play.s.last is not None
    assert play.s.last.passed
    with pytest.raises(Refused, match="called for"):
        play.act("fc", "roll_check", who="warden")


@pytest.mark.example("npc.fight", 0)
@pytest.mark.parametrize(("doing", "ability"), [("dodging or parrying", "swiftness"), ("striking", "finesse")])
def test_in_a_fight_players_roll_both_ways(doing: str, ability: str) -> None:
    """The Warden strikes, so Ida checks Swiftness. She strikes, so she checks Finesse. He rolls nothing."""
    play = Play()
    said = play.act("fc", "call_fight", who="ida", npc="warden", doing=doing, lets="does that stand?")
    assert f"{doing} at Warden Oss".replace("parrying at", "parrying") in said[0]
    assert play.s.call is not None
    assert (play.s.call.who, play.s.call.ability, play.s.call.kind) == ("ida", ability, "check")
    play.start("ann", "roll_check", who="ida", dice=[[20]])
    assert not play.asked()
