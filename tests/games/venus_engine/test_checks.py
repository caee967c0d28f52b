"""Checks: targets, the d20, calibers, bonus dice, stakes, calling off and winding back."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine.caliber import Caliber
from tablewright.games.venus_engine.checks import (
    BONUS_DIE,
    BONUS_MOST,
    CHECK_DIE,
    Check,
    bonus_dice,
    bonus_factors,
    check_dice,
)
from tablewright.games.venus_engine.difficulty import ABSOLUTE, CHECK_FACTORS, target_of
from tablewright.rules import Refused

from .checked import LEDGER, called
from .play import Play


def rolled(
    caliber: Caliber, score: int, target: int, d20: int, *bonus: int, free: int | None = None, **more: Any
) -> Any:
    """The result of a check with this d20 and these bonus dice, all of them rolled if possible."""
    n = len(bonus) if free is None else free
    run = check_dice("ida", caliber, target - score, n, **more)
    progress = live(run.begin(), {"0": [d20]})
    if not progress.done and bonus:
        progress = live(run.begin(), {"0": [d20], "1": str(len(bonus)), "2": list(bonus)})
    return progress


def passes(caliber: Caliber, need: int, dice: int = 0) -> Fraction:
    """The exact chance to pass, with bonus dice used if possible."""
    return (
        ExactCounter()
        .best(check_dice("ida", caliber, need, dice), lambda r: int(r[0]))
        .dist.chance(lambda r: r[0] == 1)
    )


@pytest.mark.example("check.binary", 0)
@pytest.mark.example("check.pass", 0)
def test_meeting_the_target_passes_and_there_is_nothing_between() -> None:
    """14 against 14 passes. A check passes, fails or never happened."""
    assert rolled("bronze", 3, 14, 11).result == (Check.PASS, 0)
    assert [c.name for c in Check] == ["CALLED_OFF", "FAIL", "PASS"]


@pytest.mark.example("check.dice", 0)
def test_a_check_uses_a_d20_and_at_most_four_d6() -> None:
    """Four bonus dice of six sides can be rolled, never five, however many factors there are."""
    first = live(check_dice("ida", "bronze", 12, 9).begin(), {}).questions[0]
    assert (first.dice, first.sides) == (1, 20) == (1, CHECK_DIE)
    asked = live(check_dice("ida", "bronze", 12, 9).begin(), {"0": [10]}).questions[0]
    assert max(int(o.key) for o in asked.options) == 4 == BONUS_MOST
    dice = live(check_dice("ida", "bronze", 12, 9).begin(), {"0": [10], "1": "4"}).questions[0]
    assert (dice.dice, dice.sides) == (4, 6) == (4, BONUS_DIE)


@pytest.mark.example("check.absolute", 0, 1, 2)
def test_absolute_difficulty_has_five_levels() -> None:
    """Tough is 15, 12 is not allowed, and the levels are those of the table, in steps of 5."""
    play = Play().change("ida", agenda="Climb")
    play.act("fc", "call_check", who="ida", ability="wits", absolute="tough", lets="does that stand?")
    assert target_of(play.s.call) == 15  # type: ignore[arg-type]
    with pytest.raises(Refused, match="difficulty cannot be '12'"):
        play.act("fc", "call_check", who="ida", ability="wits", absolute="12")
    rows = [(name.lower(), target) for name, target in LEDGER.tables["check.absolute"].rows]
    assert list(ABSOLUTE.items()) == rows
    assert len(ABSOLUTE) == 5
    assert {b - a for (_, a), (_, b) in pairwise(rows)} == {5}


@pytest.mark.exercises("check.absolute")
def test_peers_may_object_to_the_difficulty() -> None:
    """Dropped after a talk: no check stands called, and the FC calls anew."""
    play = Play().change("ida", agenda="Climb")
    say = {"bob": "objection", "After talking": "dropped"}
    assert play.act("fc", "call_check", who="ida", ability="wits", say=say)[-1] == "It does not stand."
    assert play.s.call is None


@pytest.mark.parametrize(
    ("absolute", "factors", "target"),
    [
        ("tough", 2, 17),
        ("simple", 0, 10),
        ("routine", 4, 9),
        ("absurd", 4, 29),
        ("routine", 0, 5),
    ],
)
@pytest.mark.example("check.relative", 0, 1)
@pytest.mark.example("check.relative.cap", 0)
@pytest.mark.example("check.target.range", 0, 1)
def test_each_factor_adds_one(absolute: str, factors: int, target: int) -> None:
    """Absolute difficulty and 1 for each relative factor."""
    play = Play().change("ida", agenda="Climb")
    named = ["wind", "rain", "a wound", "the warden"][:factors]
    play.act("fc", "call_check", who="ida", ability="wits", absolute=absolute, factors=named, lets="does that stand?")
    assert target_of(play.s.call) == target  # type: ignore[arg-type]


@pytest.mark.example("check.relative.cap", 1)
def test_five_factors_are_refused() -> None:
    """With the way out: begin again one level up. At absurd there is none."""
    play = Play().change("ida", agenda="Climb")
    five = ["a", "b", "c", "d", "e"]
    with pytest.raises(Refused, match=r"At most four factors count, not 5: begin again at tough \(15\)"):
        play.act("fc", "call_check", who="ida", ability="wits", absolute="simple", factors=five)
    with pytest.raises(Refused, match="absurd is the end"):
        play.act("fc", "call_check", who="ida", ability="wits", absolute="absurd", factors=five)
    with pytest.raises(Refused, match="Each factor counts once"):
        play.act("fc", "call_check", who="ida", ability="wits", factors=["wind", "Wind"])


@pytest.mark.example("check.relative.kinds", 0)
@pytest.mark.example("npc.reframe", 0)
def test_wounds_storm_and_the_opponents_helper_are_three_factors() -> None:
    """Each kind the text names is one factor, and so is a hindering character of the FC's."""
    play = Play().change("ida", agenda="Climb")
    named = ["wounds", "a storm", "Pim helps the Warden"]
    play.act("fc", "call_check", who="ida", ability="wits", absolute="simple", factors=named, lets="does that stand?")
    assert target_of(play.s.call) == 13  # type: ignore[arg-type]
    assert len(CHECK_FACTORS) == 4


@pytest.mark.example("check.relative.overflow", 0)
def test_more_than_four_factors_begin_again_one_level_up() -> None:
    """Simple with four becomes tough with none, then up to four afresh. No level is above absurd."""
    play = called(absolute="simple", factors=("a", "b", "c", "d"))
    play.act("fc", "raise_difficulty")
    assert target_of(play.s.call) == 15  # type: ignore[arg-type]
    play.act("fc", "raise_difficulty", factors=["a"])
    assert target_of(play.s.call) == 21  # type: ignore[arg-type]
    play.act("fc", "raise_difficulty")
    with pytest.raises(Refused, match="nothing above absurd"):
        play.act("fc", "raise_difficulty")


@pytest.mark.example("check.roll", 0)
@pytest.mark.example("check.pass", 1)
def test_d20_and_score_are_added() -> None:
    """11 and 3 are 14: enough for 14, short by 1 of 15."""
    assert rolled("bronze", 3, 14, 11).result == (Check.PASS, 0)
    assert "short by 1" in rolled("bronze", 3, 15, 11).lines[-1].text


@pytest.mark.example("check.pass", 2)
def test_the_chance_of_a_plain_check() -> None:
    """Target 15 with score 3: 12 or more of 20."""
    assert passes("bronze", 15 - 3) == Fraction(9, 20)


@pytest.mark.example("check.autopass.bronze", 0)
def test_bronze_never_passes_by_itself() -> None:
    """20 and 2 are short of 25 by 3. Bonus dice may be tried."""
    progress = rolled("bronze", 2, 25, 20)
    assert "short by 3" in progress.lines[-1].text
    assert progress.questions[0].question == "Bring in the bonus factors? It is short by 3."


@pytest.mark.example("check.autopass.silver", 0, 1, 2)
def test_silver_passes_on_a_natural_20() -> None:
    """Against 29 too, one time in twenty. A 19 is short by 8, beyond help."""
    assert rolled("silver", 2, 29, 20).result == (Check.PASS, 0)
    assert passes("silver", 27) == Fraction(1, 20)
    late = rolled("silver", 2, 29, 19)
    assert late.result == (Check.FAIL, 0)
    assert "not even a 6" in late.lines[-1].text


@pytest.mark.example("check.autopass.gold", 0, 1)
@pytest.mark.parametrize("caliber", ["gold", "platinum"])
def test_gold_and_platinum_pass_on_19_and_20(caliber: Caliber) -> None:
    """Against any target, one time in ten."""
    assert [rolled(caliber, 1, 29, d20, free=0).result[0] for d20 in (18, 19, 20)] == [
        Check.FAIL,
        Check.PASS,
        Check.PASS,
    ]
    assert passes(caliber, 28) == Fraction(1, 10)


@pytest.mark.example("check.autofail", 0, 1)
def test_a_natural_1_fails_whatever_the_sum() -> None:
    """Gold with 6 would come to 7 against 5, and fails: one time in twenty."""
    assert rolled("gold", 6, 5, 1).result == (Check.FAIL, 0)
    assert 1 - passes("gold", -1) == Fraction(1, 20)


@pytest.mark.example("check.autofail.platinum", 0, 1)
def test_platinum_does_not_fail_by_itself() -> None:
    """7 meets 5. 2 against 10 is short by 8 and fails like any other sum."""
    assert rolled("platinum", 6, 5, 1).result == (Check.PASS, 0)
    assert rolled("platinum", 1, 10, 1).result == (Check.FAIL, 0)


@pytest.mark.example("check.autofail.no-bonus", 0, 1)
def test_bonus_dice_do_not_mend_a_natural_1() -> None:
    """Silver, short by 2 with two factors: it fails at once. Platinum may roll them."""
    assert rolled("silver", 2, 5, 1, free=2).result == (Check.FAIL, 0)
    assert rolled("platinum", 2, 5, 1, free=2).questions[0].question == "Bring in the bonus factors? It is short by 2."


@pytest.mark.exercises("check.autofail.no-bonus")
@pytest.mark.parametrize(("ruling", "asked"), [("fails", False), ("may be mended", True)])
def test_the_table_may_let_a_natural_1_be_mended(ruling: str, asked: bool) -> None:
    """The same roll, by the other ruling, waits for bonus dice."""
    play = Play(natural_one=ruling).call("check", "ida", "wits", absolute="routine")
    play.start("ann", "roll_check", who="ida", dice=[[1]])
    assert bool(play.asked()) is asked


@pytest.mark.example("check.bonus.when", 0)
def test_a_sum_that_suffices_brings_in_nothing() -> None:
    """The check is over, without a question about bonus dice."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    play.act("ann", "roll_check", who="ida", dice=[[8]])
    assert (play["ida"].lots, play.s.last.passed) == (10, True)  # type: ignore[union-attr]


@pytest.mark.example("check.bonus.kinds", 0)
@pytest.mark.example("npc.reframe", 1)
def test_each_separate_thing_is_a_factor() -> None:
    """Two different allies, one of them the FC's, and an attribute: three. The same ally twice is refused."""
    play = called()
    play.act("ann", "bring_factor", who="ida", kind="ally", what="bo", lets="count as a bonus factor?")
    play.act("fc", "bring_factor", who="ida", kind="ally", what="pim", lets="count as a bonus factor?")
    play.act("ann", "bring_factor", who="ida", kind="attribute", what="grapnel", lets="count as a bonus factor?")
    assert len(play.s.call.bonus) == 3  # type: ignore[union-attr]
    with pytest.raises(Refused, match="counts already"):
        play.act("ann", "bring_factor", who="ida", kind="ally", what="bo")
    with pytest.raises(Refused, match="what cannot be 'ida'"):
        play.act("ann", "bring_factor", who="ida", kind="ally", what="ida")


@pytest.mark.example("check.bonus.kinds", 1)
def test_an_ally_who_helps_with_a_check_marks_no_exp() -> None:
    """Bo helps, the die is rolled, and his job does not change."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="ally", what="bo", lets="count as a bonus factor?")
    before = play["bo"].jobs
    play.act("ann", "roll_check", who="ida", dice=[[7], [1]], say={"Bring in": "1"})
    assert play["bo"].jobs == before


@pytest.mark.example("check.bonus.cap", 0)
def test_a_fifth_factor_is_left_out() -> None:
    """Two attributes, two Lots, and no room for an ally."""
    play = called()
    for kind, what in (("attribute", "grapnel"), ("attribute", "patience"), ("lot", ""), ("lot", "")):
        play.act("ann", "bring_factor", who="ida", kind=kind, what=what, lets="count as a bonus factor?")
    with pytest.raises(Refused, match="say which one is left out"):
        play.act("ann", "bring_factor", who="ida", kind="ally", what="bo")


@pytest.mark.example("check.bonus.approval", 0)
def test_peers_confirm_each_factor() -> None:
    """Two bonus dice after one of three factors was rejected."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="attribute", what="grapnel", lets="count as a bonus factor?")
    play.act("ann", "bring_factor", who="ida", kind="surroundings", what="A ledge", lets="count as a bonus factor?")
    play.act(
        "ann",
        "bring_factor",
        who="ida",
        kind="lot",
        say={"cat": "objection", "After talking": "dropped"},
        lets="count as a bonus factor?",
    )
    play.start("ann", "roll_check", who="ida", dice=[[4]])
    assert play.options("Bring in") == ["0", "2", "-1"]


@pytest.mark.exercises("check.bonus.approval")
@pytest.mark.parametrize(("ruling", "asked"), [("approved", 3), ("free", 0)])
def test_whether_a_lot_is_put_to_the_peers_is_a_ruling(ruling: str, asked: int) -> None:
    """Three Peers are asked, or none."""
    play = Play(lots_in_checks=ruling).call("check", "ida", "wits")
    play.start("ann", "bring_factor", who="ida", kind="lot")
    assert len(play.asked()) == asked


@pytest.mark.example("check.bonus.lot", 0)
def test_a_lot_is_a_bonus_die() -> None:
    """Three Lots: three dice, and three Lots fewer once they are rolled."""
    play = called(absolute="simple")
    for _ in range(3):
        play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    assert play["ida"].lots == 10
    play.act("ann", "roll_check", who="ida", dice=[[4], [1, 2, 4]], say={"Bring in": "3"})
    assert (play["ida"].lots, play.s.last.passed) == (7, True)  # type: ignore[union-attr]


@pytest.mark.exercises("check.bonus.lot")
def test_the_price_of_bonus_dice_is_said_with_them() -> None:
    """The free factor costs none, each of two Lots costs one."""
    ask = bonus_factors("ida", 3, 1, 2)
    assert list(map(ask.label, ask.options)) == [
        "let it fail",
        "roll 1 bonus die",
        "roll 2 bonus dice, for 1 Lot",
        "roll 3 bonus dice, for 2 Lots",
        "call the check off",
    ]


@pytest.mark.exercises("check.bonus.lot")
def test_nobody_brings_in_more_lots_than_they_hold() -> None:
    """With one Lot, the second is refused."""
    play = called().change("ida", lots=1)
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    with pytest.raises(Refused, match="no further Lot"):
        play.act("ann", "bring_factor", who="ida", kind="lot")


@pytest.mark.example("check.bonus.roll", 0, 1)
@pytest.mark.parametrize(("bonus", "end"), [((2, 5, 5), Check.PASS), ((3, 3, 1, 2), Check.FAIL)])
def test_only_the_best_bonus_die_counts(bonus: tuple[int, ...], end: Check) -> None:
    """Short by 4: a 5 is enough, four small dice are not."""
    assert rolled("bronze", 1, 15, 10, *bonus).result == (end, 0)


@pytest.mark.example("check.bonus.roll", 2, 3, 4)
@pytest.mark.parametrize(
    ("short", "chances"),
    [(4, ["1/2", "3/4", "7/8", "15/16"]), (6, ["1/6", "11/36", "91/216", "671/1296"]), (1, ["1"])],
)
def test_the_chances_of_bonus_dice(short: int, chances: list[str]) -> None:
    """Given how short the d20 fell, by the number of dice."""
    for dice, expected in enumerate(chances, 1):
        best = ExactCounter().best(bonus_dice("ida", short, dice, 0), lambda r: int(r[0]))
        assert best.dist[Check.PASS, 0] == Fraction(expected)


@pytest.mark.example("check.bonus.skip", 0, 1)
def test_bonus_dice_are_skipped_where_they_cannot_help() -> None:
    """Short by 6 they may be rolled. Short by 7 the check is over without costs."""
    assert rolled("bronze", 1, 17, 10, free=2).questions
    play = called(absolute="tough")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    play.act("ann", "roll_check", who="ida", dice=[[6]])
    assert (play["ida"].lots, play.s.last.passed) == (10, False)  # type: ignore[union-attr]


@pytest.mark.example("check.fail", 0)
def test_a_total_that_still_misses_fails() -> None:
    """20 needed, 15 rolled, best bonus die 4: 19 fails."""
    assert rolled("bronze", 3, 20, 12, 4, 1).result == (Check.FAIL, 0)


@pytest.mark.example("check.stakes", 0)
def test_the_roll_waits_until_failure_is_plain() -> None:
    """Not told and not obvious: it waits. Told, or obvious, it does not."""
    play = called(stakes="")
    with pytest.raises(Refused, match="The roll waits"):
        play.act("ann", "roll_check", who="ida")
    play.act("fc", "state_stakes", stakes="The rope snaps.")
    assert play.act("ann", "roll_check", who="ida", dice=[[1]])[-1] == "Ida Quill fails: The rope snaps."
    called(stakes="", obvious=True).act("ann", "roll_check", who="ida", dice=[[20]])


@pytest.mark.example("check.cancel", 0)
def test_a_check_that_is_called_off_never_happened() -> None:
    """Before the dice by an action, after them instead of bonus dice: no result, nothing spent."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    with pytest.raises(Refused, match="Only whoever rolls, or the FC"):
        play.act("bob", "call_off")
    play.act("ann", "call_off")
    assert (play.s.call, play.s.last, play["ida"].lots) == (None, None, 10)
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    play.act("ann", "roll_check", who="ida", dice=[[4]], say={"Bring in": "-1"})
    assert (play.s.call, play.s.last, play["ida"].lots) == (None, None, 10)


@pytest.mark.example("check.rewind", 0)
def test_a_failed_check_can_become_a_task() -> None:
    """The result is struck, its Lots come back, and a task of the same ability begins."""
    play = called(absolute="simple")
    play.act("ann", "bring_factor", who="ida", kind="lot", lets="count as a bonus factor?")
    play.act("ann", "roll_check", who="ida", dice=[[4], [1]], say={"Bring in": "1"})
    assert (play["ida"].lots, play.s.last.passed) == (9, False)  # type: ignore[union-attr]
    with pytest.raises(Refused, match="Wind a check back is for the facilitator"):
        play.act("ann", "rewind_check")
    said = play.act("fc", "rewind_check", factors=["wind"], stakes="Everybody hears.")
    assert said[0] == "The check is struck; what was spent comes back: 1 Lot."
    assert (play.s.last, play["ida"].lots) == (None, 10)
    assert play.s.call is not None
    assert (play.s.call.kind, play.s.call.ability, play.s.call.factors) == ("task", "wits", ("wind",))
