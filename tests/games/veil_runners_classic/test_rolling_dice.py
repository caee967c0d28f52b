"""Rolling dice: difficulty, proficiency, help, pools, counting and comparing, and the exact chances of it all."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.rolling_dice import (
    RATINGS,
    TARGETS,
    Proficiency,
    Result,
    compare,
    count_dice,
    difficulty_of,
)
from tablewright.rules import Refused, Seat
from tablewright.table.transcript.plain_text import panels_to_text

from .table import LEDGER, act, crew_of, having, ready, systems_of

SUCCESS, PARTIAL, FAILURE = Result.SUCCESS, Result.PARTIAL_SUCCESS, Result.FAILURE
FACTORS = ("the sun behind us", "a chart of this reach", "their fear")


def counted(target: int, *dice: int) -> int:
    """The count of these dice, without helpers."""
    count: int = run_rule(count_dice("lars", len(dice), target).begin(), {"0.0": list(dice)}).result
    return count


def target_of(**params: Any) -> str:
    """The level and target with which Lars rolls, as the log tells it."""
    s = having(ready((2, 2, 1), 1), "lars", grit=3)
    told = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]], **params).text
    found = re.search(r"(\w+) \(target (\d)\)", told)
    assert found is not None
    return f"{found[1]}, target {found[2]}"


@pytest.mark.example("roll.steps", 0)
@pytest.mark.example("roll.success", 0)
def test_a_roll_goes_through_its_five_steps() -> None:
    """Difficulty, proficiency, help, dice and comparison, in this order: 4 and 6 of 4, 6, 2 are a Success at Normal."""
    s = ready(rulings={"agreement": "wayfinder"})
    s = act(s, "offer_help", who="pike", to="lars").s
    played = act(
        s,
        "personal_roll",
        who="lars",
        background=True,
        skill=True,
        thrown=[[4, 6, 2], [1]],
        answers=["1", "skilled"],
    )
    steps = [line.cites or line.by for line in played.lines]
    assert steps == ["roll.difficulty", "roll.proficiency", "roll.steps", "lars", "pike", "roll.count", "roll.success"]
    assert "2 counted against 1." in played.text
    assert played.result is SUCCESS


@pytest.mark.example("roll.difficulty", 0)
@pytest.mark.exercises("roll.difficulty")
def test_the_wayfinder_rates_the_action() -> None:
    """Risky is a rating of 2, said beforehand or when the roll asks for it."""
    rated = act(ready(), "rate", difficulty="risky").s
    assert rated.rating == 2
    assert "against 2" in act(rated, "personal_roll", who="lars", thrown=[[1, 1, 1]]).text
    asked = act(ready(), "personal_roll", who="lars", thrown=[[1, 1, 1]], answers=["2"])
    assert asked.asked == ("How hard is it for Lars of the Stars?",)
    assert "against 2" in asked.text
    assert "rate" not in {a.name for a in GAME.actions if "crew" in a.by}


def test_a_rating_holds_for_one_action() -> None:
    """A roll uses it up, and so does an overload. The next roll is rated anew."""
    s = ready((2, 2, 1), 2)
    assert act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]]).s.rating is None
    assert act(s, "overload", who="lars", on="engines").s.rating is None


@pytest.mark.example("roll.difficulty.normal", 0)
@pytest.mark.example("roll.difficulty.risky", 0)
@pytest.mark.example("roll.difficulty.reckless", 0)
@pytest.mark.example("roll.difficulty.impossible", 0)
@pytest.mark.example("roll.difficulty.table", 0)
def test_each_difficulty_has_its_ratings() -> None:
    """Names and numbers are the ledger's table. Impossible has three numbers, and no other fits it."""
    table = {row["name"].lower(): tuple(row["rating"]) for row in LEDGER.tables["difficulty"].records()}
    assert table == RATINGS
    for name, ratings in table.items():
        for number in ratings:
            assert act(ready(), "rate", difficulty=name, number=number).s.rating == number
            assert difficulty_of(number) == name
    with pytest.raises(Refused, match="Impossible is rated 4, 5 or 6, not 3"):
        act(ready(), "rate", difficulty="impossible", number=3)
    with pytest.raises(Refused, match="Risky is rated 2, not 3"):
        act(ready(), "rate", difficulty="risky", number=3)


@pytest.mark.parametrize(("rating", "words"), [(0, "Normal (0)"), (7, "Impossible (7)")])
def test_a_rating_set_by_hand_beyond_the_table_is_called_what_is_nearest(rating: int, words: str) -> None:
    """Below Normal it is Normal all the more, and above Impossible it stays that."""
    assert f"Next action: {words}" in panels_to_text(GAME.view(ready((2, 2, 1), rating), Seat("way", "wayfinder")))


@pytest.mark.example("roll.proficiency", 0, 1, 2)
@pytest.mark.example("modules.proficiency", 0)
@pytest.mark.example("grit", 0)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ({}, "None, target 6"),
        ({"skill": True}, "Amateur, target 5"),
        ({"background": True, "skill": True, "modules": "1", "other": "the sun behind us"}, "Expert, target 3"),
        ({"modules": "1"}, "Amateur, target 5"),
        ({"grit": 1}, "Amateur, target 5"),
        ({"background": True, "grit": 1}, "Skilled, target 4"),
        ({"modules": "1,2"}, "Skilled, target 4"),
        ({"modules": "1,1"}, "Amateur, target 5"),
        ({"other": "the sun behind us, the sun behind us"}, "Amateur, target 5"),
    ],
)
def test_each_factor_is_a_level_up_to_expert(claim: dict[str, Any], expected: str) -> None:
    """Background, skill, grit, modules and any other fitting factor give one level each, the same twice gives one."""
    assert target_of(**claim) == expected


def test_only_grit_that_helps_is_paid() -> None:
    """With two factors one grit makes an Expert, and the second is kept. More than one has cannot be spent."""
    s = having(ready((2, 2, 1), 1), "lars", grit=2)
    after = act(s, "personal_roll", who="lars", background=True, skill=True, grit=2, thrown=[[1, 1, 1]]).s
    assert crew_of(after)["lars"].grit == 1
    with pytest.raises(Refused, match="has 2 grit and cannot spend 3"):
        act(s, "personal_roll", who="lars", grit=3)


def test_the_wayfinder_agrees_to_factors() -> None:
    """Claimed factors are a proposal, and the wayfinder may lower the level."""
    s = ready((2, 2, 1), 1, rulings={"agreement": "wayfinder"})
    played = act(s, "personal_roll", who="lars", background=True, skill=True, thrown=[[4, 4, 5]], answers=["amateur"])
    assert "their background (donut shop worker" in played.asked[0]
    assert "and their skill (people trust and respect him)." in played.asked[0]
    assert "1 counted against 1." in played.text


@pytest.mark.example("roll.target.none", 0, 1)
@pytest.mark.example("roll.target.amateur", 0)
@pytest.mark.example("roll.target.skilled", 0)
@pytest.mark.example("roll.target.expert", 0, 1)
@pytest.mark.parametrize(
    ("level", "die", "counts"),
    [
        (Proficiency.NONE, 5, 0),
        (Proficiency.NONE, 6, 1),
        (Proficiency.AMATEUR, 5, 1),
        (Proficiency.SKILLED, 4, 1),
        (Proficiency.EXPERT, 3, 1),
        (Proficiency.EXPERT, 2, 0),
    ],
)
def test_a_die_counts_from_the_target_on(level: Proficiency, die: int, counts: int) -> None:
    """The target itself is enough."""
    assert counted(TARGETS[level], die) == counts


@pytest.mark.example("roll.target.table", 0)
def test_chances_of_a_single_die() -> None:
    """1/6, 1/3, 1/2 and 2/3, for the targets of the ledger's table."""
    for row in LEDGER.tables["proficiency"].records():
        target = TARGETS[Proficiency[row["name"].upper()]]
        assert target == row["target"]
        assert ExactCounter().dist(count_dice("lars", 1, target))[1] == Fraction(row["chance"])


@pytest.mark.example("roll.help", 0)
@pytest.mark.example("roll.help.die", 0, 1)
@pytest.mark.example("roll.help.proficiency", 0)
def test_helpers_add_a_die_of_their_own() -> None:
    """Two helpers, two more dice: a 5 counts for the one with a fitting skill (target 5), not for the other."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars", skill=True).s
    s = act(s, "offer_help", who="pike", to="lars").s
    played = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [5], [5]])
    assert [line.by for line in played.lines if line.kind == "roll"] == ["lars", "sable", "pike"]
    assert "1 counted against 1." in played.text
    assert played.result is PARTIAL
    assert played.s.offers == ()


def test_help_is_offered_once_each_and_by_others() -> None:
    """A second offer replaces the first. Helping oneself is refused, and help for one does not help another."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    s = act(s, "offer_help", who="sable", to="pike", background=True).s
    assert [(offer.id, offer.to, offer.level) for offer in s.offers] == [("sable", "pike", Proficiency.AMATEUR)]
    act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]])
    with pytest.raises(Refused, match="Nobody helps themselves"):
        next(GAME.action("offer_help")(s, "lars", "lars"))
    with pytest.raises(Refused, match="Choose from: Sable Okonkwo, Pike"):
        act(s, "offer_help", who="lars", to="lars")
    assert act(s, "withdraw_help", who="sable").s.offers == ()


@pytest.mark.example("roll.help.no-grit", 0)
def test_helpers_spend_no_grit() -> None:
    """A helper with 2 grit still has 2 after the roll, and their form has no field for it."""
    s = having(having(ready((2, 2, 1), 1), "sable", grit=2), "lars", grit=2)
    s = act(s, "offer_help", who="sable", to="lars").s
    after = act(s, "personal_roll", who="lars", grit=2, thrown=[[4, 1, 1], [5]])
    assert crew_of(after.s)["sable"].grit == 2
    assert crew_of(after.s)["lars"].grit == 0
    assert "grit" not in {field.name for field in GAME.action("offer_help").fields}


@pytest.mark.example("roll.help.risk", 0)
def test_a_consequence_reaches_helpers_too() -> None:
    """A failure with one helper costs these two, and no one else, a personal die."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    failed = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [1]])
    assert failed.result is FAILURE
    told = act(failed.s, "tell_consequence", what="Fire.", harm="personal die")
    assert {who: m.dice for who, m in crew_of(told.s).items()} == {"lars": 2, "sable": 2, "pike": 3}
    assert "It reaches Lars of the Stars and Sable Okonkwo." in told.text
    with pytest.raises(Refused, match="Helpers share the risk"):
        act(failed.s, "tell_consequence", harm="personal die", on="lars")
    with pytest.raises(Refused, match="only reach those in the roll"):
        next(GAME.action("tell_consequence")(failed.s, harm=("personal die",), on=("pike",)))
    with pytest.raises(Refused, match="Choose from: lars, sable"):
        act(failed.s, "tell_consequence", harm="personal die", on="pike")


def test_what_comes_of_a_success_is_not_a_shared_risk() -> None:
    """Helpers share what is bad: good news of a success names no one, a harm reaches both."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    won = act(s, "personal_roll", who="lars", thrown=[[6, 6, 1], [1]]).s
    assert "It reaches" not in act(won, "tell_consequence", what="The hatch opens.").text
    assert "It reaches Lars" in act(won, "tell_consequence", what="The hatch opens.", harm="personal die").text
    lost = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1], [1]]).s
    assert "It reaches Lars" in act(lost, "tell_consequence", what="The hatch is jammed.").text


@pytest.mark.example("roll.pool.system", 0)
@pytest.mark.example("roll.pool.personal", 0, 1)
def test_a_pool_is_the_system_and_the_personal_dice() -> None:
    """Engines 3 and 3 personal dice are 6, and Engines are empty meanwhile. Without a system there are 3."""
    s = ready((1, 3, 1), 1)
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1, 1]])
    assert systems_of(rolled.s) == (1, 0, 1)
    assert rolled.s.aftermath is not None
    assert rolled.s.aftermath.hand == 3
    alone = act(s, "personal_roll", who="lars", thrown=[[6, 6, 1]])
    assert systems_of(alone.s) == (1, 3, 1)


@pytest.mark.example("roll.count", 0)
def test_dice_at_the_target_or_above_count() -> None:
    """4 and 6 of 4, 3, 6, 1."""
    assert counted(4, 4, 3, 6, 1) == 2


@pytest.mark.example("roll.partial", 0)
@pytest.mark.example("roll.failure", 0, 1)
def test_the_count_is_compared_with_the_rating() -> None:
    """Above is a Success, equal a Partial success, below a Failure. A count of 0 fails at every rating."""
    assert compare(2, 2) is PARTIAL
    assert compare(1, 2) is FAILURE
    assert {compare(0, rating) for ratings in RATINGS.values() for rating in ratings} == {FAILURE}
    played = act(ready((2, 2, 1), 2), "personal_roll", who="lars", thrown=[[6, 6, 1]])
    assert played.result is PARTIAL
    assert act(ready((2, 2, 1), 2), "personal_roll", who="lars", thrown=[[6, 1, 1]]).result is FAILURE


@pytest.mark.example("roll.consequence", 0)
def test_a_normal_success_is_heard_before_dice_are_placed() -> None:
    """Until the wayfinder has told the consequence, the crew can neither return dice nor roll."""
    rolled = act(ready((1, 3, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1, 1]]).s
    with pytest.raises(Refused, match="the wayfinder first tells the consequence"):
        act(rolled, "return_dice", engines=3)
    told = act(rolled, "tell_consequence", what="They fire.").s
    assert systems_of(act(told, "return_dice", shields=3).s) == (1, 0, 4)


def test_a_roll_waits_for_the_consequence_of_the_last_one() -> None:
    """A roll over an untold consequence is refused. Rating the next action closes the last roll."""
    rolled = act(ready((2, 2, 1), 1), "personal_roll", who="lars", thrown=[[1, 1, 1]]).s
    with pytest.raises(Refused, match="yet to tell what comes of the last roll"):
        act(rolled, "personal_roll", who="pike")
    assert act(rolled, "rate", difficulty="normal").s.aftermath is None
    in_hand = act(ready((1, 3, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 6, 1, 1, 1, 1]]).s
    with pytest.raises(Refused, match="3 dice of the last roll must be returned first"):
        act(in_hand, "rate", difficulty="normal")


@pytest.mark.example("players.number", 0)
def test_three_to_six_players_are_usual_and_others_are_only_warned() -> None:
    """The sheet is silent for three. With two or seven it has a warning, and play goes on."""
    way = Seat("way", "wayfinder")
    warning = "3 to 6 players are usual"
    s = ready((2, 2, 1), 1)
    assert warning not in panels_to_text(GAME.view(s, way))
    two = act(s, "leave_crew", who="pike")
    assert warning in two.text
    assert warning in panels_to_text(GAME.view(two.s, way))
    act(two.s, "personal_roll", who="lars", thrown=[[1, 1, 1]])
    for n in range(4, 8):
        joined = act(s, "join_crew", name=f"Number {n}", background="b", skill="s", flaw="f")
        s = joined.s
        assert (warning in joined.text) == (n > 6)


@pytest.mark.example("roll.zero", 0)
def test_a_roll_without_dice_fails_unless_helpers_reach_the_rating() -> None:
    """Without dice the count is 0. A helper's 6 makes a Partial success at Normal."""
    s = having(ready((2, 0, 1), 1), "lars", dice=0)
    played = act(s, "systems_roll", who="lars", system="engines")
    assert played.result is FAILURE
    helped = act(
        act(s, "offer_help", who="pike", to="lars").s, "systems_roll", who="lars", system="engines", thrown=[[6]]
    )
    assert helped.result is PARTIAL


def chances(params: dict[str, Any], s: Any) -> dict[Result, Fraction]:
    found = action_odds_of(GAME, s, "personal_roll", {"who": "lars", **params}).plain
    return {result: found[result] for result in Result}


def expected(text: str) -> dict[Result, Fraction]:
    """success 1/4, partial 1/2, failure 1/4"""
    word = dict(part.split() for part in text.split(", "))
    return {
        SUCCESS: Fraction(word["success"]),
        PARTIAL: Fraction(word["partial"]),
        FAILURE: Fraction(word["failure"]),
    }


@pytest.mark.example("roll.prob", *range(28))
@pytest.mark.parametrize("example", LEDGER["roll.prob"].examples, ids=lambda example: example.given)
def test_the_odds_of_a_roll_are_the_ledgers(example: Any) -> None:
    """The odds shown before a roll, for each example's dice, target and rating."""
    dice, target, rating = (int(n) for n in re.findall(r"\d+", example.given))
    s = having(ready((2, 2, 1), rating), "lars", dice=dice)
    assert chances({"other": FACTORS[: 6 - target]}, s) == expected(example.expect)


def test_any_pool_can_be_thrown_for_its_odds() -> None:
    """Dice, target, rating and helpers are free. The result is announced, and nothing changes."""
    found = action_odds_of(GAME, ready(), "pool_roll", {"dice": 3, "target": 4, "rating": 2, "helpers": "6"}).plain
    assert found[SUCCESS] == Fraction(3, 16)
    thrown = act(ready(), "pool_roll", dice=2, target=4, rating=2, helpers="6,3", thrown=[[4, 3], [6], [3]])
    assert thrown.result is SUCCESS
    assert "3 counted against 2." in thrown.text
    assert thrown.s == ready()


def test_the_whole_table_of_chances_follows_from_counting_and_comparing() -> None:
    """0 to 8 dice, every target and rating: 216 rows of three exact fractions."""
    rows = LEDGER.tables["prob"].records()
    assert len(rows) == 9 * 4 * 6
    exact = ExactCounter()
    for row in rows:
        counts = exact.dist(count_dice("lars", row["dice"], row["target"]))
        for result, column in ((SUCCESS, "success"), (PARTIAL, "partial"), (FAILURE, "failure")):
            found = sum((p for count, p in counts.items() if compare(count, row["rating"]) is result), Fraction(0))
            assert str(found) == row[column], row


@pytest.mark.example("roll.prob.help", 0, 1)
@pytest.mark.parametrize("example", LEDGER["roll.prob.help"].examples, ids=lambda example: example.given)
def test_a_helpers_die_is_in_the_odds(example: Any) -> None:
    """The odds with help that was offered before the roll."""
    numbers = [int(n) for n in re.findall(r"\d+", example.given)]
    dice, target, rating, helper = numbers
    s = having(ready((2, 2, 1), rating), "lars", dice=dice)
    s = act(s, "offer_help", who="pike", to="lars", skill=helper == 5).s
    assert chances({"other": FACTORS[: 6 - target]}, s) == expected(example.expect)
