"""Contested and concurrent actions, and what a set, a turn and a round leave."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest

from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veridia import GAME
from tablewright.games.veridia.concurrent import shared, why_not_shared
from tablewright.games.veridia.contests import Contest, cancelled, contest, fumbled, match_among
from tablewright.games.veridia.rolling import pool, works

from .people import act, chance, dist, fight, first_question, offered, person, refused, rows, ruled, table, through

F = Fraction


# contested actions


@pytest.mark.example("contest.roll", 0)
def test_both_sides_roll() -> None:
    """Seven dice attack, five dice parry."""
    attacker = person("ada", main="Great sword", strength=4, skills={"melee": 3})
    s = fight(attacker, person("bo", main="Club", skills={"parry": 2}))
    done = act(s, "attack", [[2] * 7, [3] * 5], ["parry"], who="ada", target="bo")
    assert [q.dice for q in done.asked if q.kind == "roll"] == [7, 5]


@pytest.mark.example("contest.cancel", 0, 1)
@pytest.mark.example("contest.lowest", 0, 1)
@pytest.mark.example("contest.match", 0, 1)
@pytest.mark.example("contest.difficulty", 0, 1)
@pytest.mark.parametrize(
    ("mine", "theirs", "difficulty", "margin", "match"),
    [
        ([9, 10, 11], [9, 10], 0, 1, (0, 0)),
        ([9, 10], [9, 9, 10, 11, 12], 0, -3, (0, 0)),
        ([9, 11, 11], [10], 0, 2, (2, 11)),
        ([9, 9, 12], [10, 10], 0, 1, (0, 0)),
        ([11, 11, 9], [12], 0, 2, (2, 11)),
        ([11, 11], [12], 0, 1, (0, 0)),
        ([10], [9], 1, -1, (0, 0)),
        ([9, 12], [10], 1, 0, (0, 0)),
    ],
)
def test_successes_cancel_from_the_lowest(
    mine: list[int], theirs: list[int], difficulty: int, margin: int, match: tuple[int, int]
) -> None:
    """Successes cancel in pairs, after difficulty. The match is read among those left."""
    found = through(lambda: contest(len(mine), len(theirs), difficulty).begin(), [mine, theirs]).state
    assert (found.margin, (found.size, found.face)) == (margin, match)


def best_match(dice: tuple[int, ...], skipped: int, most: int) -> tuple[int, int]:
    """By looking at every die: the largest set among what is left, and of two as large the higher."""
    left = sorted((face for face in dice if face >= 9), reverse=True)[skipped:][:most]
    sets = [(left.count(face), face) for face in set(left) if left.count(face) > 1]
    return max(sets, default=(0, 0))


@pytest.mark.exercises("contest.match")
@pytest.mark.parametrize("skipped", [0, 1, 2])
@pytest.mark.parametrize("most", [2, 3, 4, 5, 6])
def test_the_match_is_the_largest_among_what_is_left(skipped: int, most: int) -> None:
    """For any roll: a number of the highest successes, without those that difficulty has voided."""
    look = match_among(skipped, most)
    for dice in combinations_with_replacement((8, 9, 10, 11, 12), 6):
        assert look(dice, 12) == best_match(dice, skipped, most), dice


def outcome(found: Distribution[Contest]) -> tuple[Fraction, Fraction, Fraction]:
    return (
        found.chance(lambda c: c.margin > 0),
        found.chance(lambda c: c.margin == 0),
        found.chance(lambda c: c.margin < 0),
    )


@pytest.mark.example("contest.win", 0, 1, 2)
@pytest.mark.example("odds.contest", 0)
@pytest.mark.parametrize("row", rows("odds.contest"), ids=lambda row: f"{row['a']}-{row['b']}")
def test_the_chances_of_a_contest(row: dict[str, str]) -> None:
    """The exact chances to win, tie and lose, in both directions."""
    a, b = int(row["a"]), int(row["b"])
    expected = (F(row["p_a_wins"]), F(row["p_level"]), F(row["p_b_wins"]))
    assert outcome(dist(contest(a, b))) == expected
    assert outcome(dist(contest(b, a))) == expected[::-1]


@pytest.mark.example("contest.tie", 0, 1, 2)
def test_a_level_contest_has_no_winner() -> None:
    """A parried attack misses. Wrestling changes nothing."""
    s = fight(person("ada"), person("bo", main="Club"))
    assert act(s, "attack", [[9, 9, 2], [10, 10, 3]], ["parry"], who="ada", target="bo").said("Ada misses")
    peace = table(person("ada"), person("bo"))
    level = act(
        peace, "call_contest", [[9, 9, 2], [10, 10, 3]], who="ada", use="wrestle", other="bo", other_use="wrestle"
    )
    assert level.said("Nobody wins")
    assert level.state == peace
    assert outcome(dist(contest(6, 6)))[1] == F(42635, 177147)


@pytest.mark.example("contest.start", 0, 1)
@pytest.mark.parametrize("order", [("ada", "bo"), ("bo", "ada")])
def test_either_side_may_call_a_contest(order: tuple[str, str]) -> None:
    """The guard who looks, or the thief who sneaks."""
    uses = {"ada": "see through lies", "bo": "move unnoticed"}
    s = table(person("ada"), person("bo"))
    first, second = order
    dice = [[9, 9, 2], [9, 2, 2]]
    done = act(s, "call_contest", dice, who=first, use=uses[first], other=second, other_use=uses[second])
    assert done.said(f"{first.capitalize()} wins: 1 success.")


def test_house_rulings_change_contests() -> None:
    """Twice lost, tie to the starter, match as rolled, cancelling before difficulty."""
    assert cancelled(5, 2, ruled(contest_cancel="twice")) == 1
    assert cancelled(5, 2) == 3
    assert cancelled(2, 2, ruled(contest_tie="starter")) == 1
    assert cancelled(0, 0, ruled(contest_tie="starter")) == 0
    rolled = ruled(contest_match="rolled")
    assert through(lambda: contest(2, 1, rulings=rolled).begin(), [[11, 11], [12]]).state == Contest(1, 2, 11)
    late = ruled(contest_order="cancelling first")
    assert through(lambda: contest(1, 1, 1, rulings=late).begin(), [[10], [9]]).state.margin == 0
    assert through(lambda: contest(1, 1, 1).begin(), [[10], [9]]).state.margin == -1


@pytest.mark.exercises("roll.critical")
@pytest.mark.parametrize("protected", [0, 1, 2])
def test_a_critical_failure_is_ones_and_no_more_successes_than_difficulty_voids(protected: int) -> None:
    """For any roll: two ones, or the only die, equal to a count of every die."""
    for n in (1, 2, 3, 4):
        for dice in combinations_with_replacement((1, 2, 8, 9, 10, 12), n):
            ones, good = dice.count(1), sum(face >= 9 for face in dice)
            assert fumbled(protected)(dice, 12) is ((ones > 1 or n == ones == 1) and good <= protected), dice


def test_cancelled_successes_protect_from_a_critical_failure() -> None:
    """Two ones beside a cancelled nine are no fumble, without it they are.

    By default a voided nine does not protect.
    """
    assert not through(lambda: contest(3, 2, fumbles=True).begin(), [[1, 1, 9], [10, 11]]).state.fumbled
    assert through(lambda: contest(3, 2, fumbles=True).begin(), [[1, 1, 2], [10, 11]]).state.fumbled
    for read, failed in (("after difficulty", True), ("before difficulty", False)):
        voided = contest(3, 2, 1, rulings=ruled(critical_read=read), fumbles=True)
        assert through(voided.begin, [[1, 1, 9], [10, 11]]).state.fumbled == failed


@pytest.mark.exercises("contest.roll")
@pytest.mark.parametrize(("dice", "against", "margin"), [(0, 3, -1), (3, 0, 1), (0, 0, 0)])
def test_a_side_without_dice_throws_none(dice: int, against: int, margin: int) -> None:
    """The other side throws alone, and one success wins. Without any throw no side wins."""
    thrown = [[9, 2, 3]] if dice or against else []
    assert through(contest(dice, against).begin, thrown).state.margin == margin


# concurrent actions


@pytest.mark.example("concurrent.allowed", 1)
def test_the_game_master_may_say_that_it_cannot_be_done_at_once() -> None:
    """Persuading while punching: asked, refused, nothing is spent."""
    s = fight(person("ada"), person("bo"))
    args: dict[str, Any] = {"who": "ada", "actions": ["attack", "skill"], "dice": [1, 1], "target": "bo", "use": "lie"}
    done = act(s, "concurrent", (), ["no"], **args)
    assert done.said("cannot be done at the same moment")
    assert done.f("ada").main == ""
    assert act(s, "concurrent", (), ["yes"], **args).f("ada").main == "a concurrent set"


@pytest.mark.example("concurrent.no_repeat", 0, 1)
def test_no_action_twice_in_a_set() -> None:
    """Attack and attack is refused. Dodge and parry are different."""
    assert why_not_shared(("attack", "attack"), (1, 1), 4) is not None
    s = fight(person("ada", main="Sword"), person("bo"))
    twice: dict[str, Any] = {"who": "ada", "actions": ["dodge", "dodge"], "dice": [1, 1]}
    assert "twice" in refused(s, "concurrent", **twice)
    assert act(s, "concurrent", who="ada", actions=["dodge", "parry"], dice=[1, 1]).f("ada").kept


@pytest.mark.example("concurrent.smallest", 0, 1)
@pytest.mark.example("concurrent.minus", 0, 1, 2)
def test_the_smallest_pool_less_one_for_each_further_action() -> None:
    """7 and 5 share 4. Three actions from 5 share 3, and from 2 none."""
    assert shared([7, 5]) == 4
    assert shared([5, 6, 7]) == 3
    assert shared([2, 3, 4]) == 0
    archer = person("ada", main="Bow", strength=3, agility=3, skills={"marksmanship": 3, "athletics": 2})
    s = fight(archer, person("bo"))
    args: dict[str, Any] = {"who": "ada", "actions": ["attack", "run"], "target": "bo", "distance": 72}
    assert "3 dice to share" in refused(s, "concurrent", dice=[4, 0], **args)
    none = person("cy", reaction=1, agility=1, skills={"athletics": 1})
    nothing: dict[str, Any] = {"who": "cy", "actions": ["dodge", "run", "attack"], "target": "ada"}
    assert "no dice to share" in refused(fight(none, person("ada")), "concurrent", dice=[1, 0, 0], **nothing)
    assert act(fight(none, person("ada")), "concurrent", dice=[0, 0, 0], **nothing).f("cy").kept


@pytest.mark.example("concurrent.split", 0, 1)
@pytest.mark.example("concurrent.declare", 0)
def test_the_dice_are_shared_as_declared() -> None:
    """Sword (4+3) while running (3+2): four dice to share. Three for the attack and one kept stay so."""
    ada = person("ada", main="Great sword", strength=4, agility=3, skills={"melee": 3, "athletics": 2})
    s = fight(ada, person("bo"))
    args: dict[str, Any] = {"who": "ada", "actions": ["attack", "run"], "target": "bo"}
    assert "4 dice to share, not 5" in refused(s, "concurrent", dice=[4, 1], **args)
    s = act(s, "concurrent", dice=[3, 1], **args).state
    assert first_question(s, "run", who="ada").dice == 1
    assert chance(3, works) == F(19, 27)
    struck = act(s, "attack", [[9, 2, 3]], ["nothing"], who="ada", target="bo")
    assert struck.said("hits with 1 success")
    assert first_question(struck.state, "run", who="ada").dice == 1


@pytest.mark.exercises("concurrent.split")
@pytest.mark.parametrize(
    ("dice", "legal"),
    [((2, 2), True), ((4, 0), True), ((0, 4), True), ((1, 1), True), ((0, 0), True), ((3, 2), False), ((5, -1), False)],
)
def test_no_more_dice_are_shared_than_there_are(dice: tuple[int, int], legal: bool) -> None:
    """Of four dice an action may get all or none, and some may stay unused. Negative numbers are refused."""
    assert (why_not_shared(("attack", "run"), dice, 4) is None) is legal


def asked_for(*actions: str) -> set[str]:
    """The fields of the set's form besides who, actions and dice."""
    s = fight(person("ada"), person("bo", side="foes"))
    fields = [f.name for f in GAME.action("concurrent").fields if f.applies(s, {"who": "ada", "actions": actions})]
    return set(fields) - {"who", "actions", "dice"}


@pytest.mark.exercises("concurrent.declare")
def test_a_set_asks_for_a_target_where_it_has_one() -> None:
    """An attack or a grapple needs a target and a distance, a dodge and a run do not."""
    for doing in ("attack", "grapple"):
        assert {"target", "distance"} <= asked_for(doing, "run")
    assert not asked_for("dodge", "run")


def test_a_pool_is_counted_once_however_it_is_shared() -> None:
    """A zero share fails without a roll."""
    assert dist(pool(0)).chance(works) == 0


# what a set, a turn and a round leave


@pytest.mark.exercises("concurrent.split", "concurrent.declare")
def test_a_skill_in_a_set_is_rolled_with_the_dice_set_aside() -> None:
    """Three dice to share of a pool of four: the skill has the one it was given, not its own pool."""
    s = fight(person("ada", main="Sword", skills={"deception": 1}), person("bo"))
    params = {"who": "ada", "actions": ["attack", "skill"], "dice": [1, 1], "target": "bo", "use": "lie"}
    s = act(s, "concurrent", (), ["yes"], **params).state
    done = act(s, "use_skill", [[9]], who="ada", use="lie")
    assert done.said("1 die (of a concurrent set)")


@pytest.mark.exercises("concurrent.declare")
def test_an_attack_of_a_set_is_for_whom_it_was_declared_against() -> None:
    """The dice were counted against one target, so another is refused while that one can fight."""
    s = fight(person("ada"), person("bo"), person("cy"))
    s = act(s, "concurrent", who="ada", actions=["attack", "dodge"], dice=[1, 1], target="bo").state
    assert "declared against Bo" in refused(s, "attack", who="ada", target="cy")
    fallen = act(s, "cause_damage", who="bo", damage=11).state
    assert first_question(fallen, "attack", who="ada", target="cy").by == ("cy",)


@pytest.mark.exercises("exchange.maneuver", "exchange.others_later")
def test_a_grapple_kept_in_a_set_answers_an_attack() -> None:
    """The answer is an exchange, with the dice set aside less one."""
    s = fight(person("bo"), person("ada"))
    s = act(s, "concurrent", who="ada", actions=["grapple", "dodge"], dice=[2, 0], target="bo").state
    assert offered(s, "attack", who="bo", target="ada") == ("nothing", "exchange by a grapple")
    done = act(s, "attack", [[2, 3], [3]], ["exchange by a grapple"], who="bo", target="ada")
    assert [k.action for k in done.f("ada").kept] == ["dodge"]


@pytest.mark.exercises("attack.answer", "surprise.round")
def test_nobody_promises_an_attack_for_a_turn_that_is_over() -> None:
    """In the round of an ambush who noticed may defend or exchange, but has no turn to strike back in."""
    s = act(table(person("ada"), person("bo")), "ambush", [[9, 2, 3]], attackers=["ada"], victims=["bo"]).state
    ways = offered(s, "attack", who="ada", target="bo")
    assert "exchange" in ways
    assert "dodge" in ways
    assert "strike back" not in ways


@pytest.mark.exercises("surprise.when")
def test_an_ambush_can_be_a_contest_with_whoever_hides_best() -> None:
    """A single success is not enough against one of theirs."""
    s = table(person("ada"), person("cy", skills={"stealth": 2}), person("bo"))
    params = {"attackers": ["ada", "cy"], "victims": ["bo"], "hiding": True}
    done = act(s, "ambush", [[9, 2, 3], [9, 2, 3, 4, 5]], **params)
    assert done.f("bo").surprised
    assert done.said("It is Ada's turn.")
    assert not act(s, "ambush", [[9, 10, 3], [9, 2, 3, 4, 5]], **params).f("bo").surprised


@pytest.mark.exercises("roll.critical")
def test_a_critical_failure_shows_in_an_exchange_and_a_contest() -> None:
    """Two ones and no success are announced for their roller."""
    s = fight(person("ada"), person("bo"))
    done = act(s, "attack", [[1, 1], [9, 2]], ["exchange"], who="ada", target="bo")
    assert done.said("Ada fails critically.")
    called = act(
        table(person("ada"), person("bo")),
        "call_contest",
        [[9, 2, 3], [1, 1, 3]],
        who="ada",
        use="lie",
        other="bo",
        other_use="see through lies",
    )
    assert called.said("Bo fails critically")


def test_a_mount_carries_farther_and_drops_its_rider_when_it_falls() -> None:
    """The table sets the meters of a mount. A mount that is down carries no rider."""
    s = fight(person("ada").but(mount="bo"), person("cy"), rulings=ruled(mounted_meters=20))
    s = s.but(characters=(*s.characters, person("bo")))
    assert "20 m more" in refused(s, "move", who="ada", meters=21)
    s = act(s, "move", who="ada", meters=20).state
    fallen = act(s, "cause_damage", who="bo", damage=12)
    assert fallen.c("ada").mount == ""
    assert act(s, "set_condition", who="ada", condition="prone").c("ada").mount == ""
    assert act(s, "set_condition", who="ada", condition="bound").c("ada").mount == "bo"
    assert "0 m more" in refused(fallen.state, "move", who="ada", meters=1)


@pytest.mark.exercises("grapple.defend")
def test_a_grapple_is_blocked_bare_handed_if_the_table_agrees() -> None:
    """Possible by a house ruling. Otherwise only a dodge avoids it."""
    people = (person("ada"), person("bo"))
    assert "block bare-handed" not in offered(fight(*people), "grapple", who="ada", target="bo")
    agreed = fight(*people, rulings=ruled(grapple_block=True))
    assert "block bare-handed" in offered(agreed, "grapple", who="ada", target="bo")
