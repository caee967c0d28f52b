"""Rolling the dice: pools, successes, matches, critical failure, advantages, difficulty, automatic successes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.games.veridia import GAME
from tablewright.games.veridia.master import group_hint
from tablewright.games.veridia.rolling import (
    SIDES,
    Result,
    automatic,
    in_words,
    match_worth,
    pool,
    tally,
    works,
)

from .people import act, chance, dice_of, dist, fight, person, read, refused, rows, ruled, table, through

F = Fraction


def any_success(result: Result) -> bool:
    return result.successes > 0


def any_match(result: Result) -> bool:
    return result.size > 1


def critical(result: Result) -> bool:
    return result.critical


# the table


@pytest.mark.example("table.group", 0, 1)
def test_the_size_of_the_group_is_a_hint() -> None:
    """Two players are outside the suggested size and play all the same. Five are inside."""
    assert "3 to 5" in group_hint(2)
    assert group_hint(5) == ""


@pytest.mark.example("table.gm.final", 0)
@pytest.mark.exercises("table.dispute")
def test_without_agreement_the_game_master_decides() -> None:
    """All players are asked first. After one no the master decides, above the roll."""
    s = table(person("ada", player="ann"), person("bo", player="bob"))
    done = act(s, "settle_dispute", (), ["yes", "no", "yes"], matter="The jump?", answer="It succeeds.")
    assert [q.by for q in done.asked] == [("ann",), ("bob",), ("gm",)]
    assert done.said("The game master decides: so it is.")
    agreed = act(s, "settle_dispute", (), ["yes", "yes"], matter="The jump?", answer="It succeeds.")
    assert agreed.said("Everybody can accept it.")


# successes


@pytest.mark.example("roll.die", 0)
def test_every_face_of_a_d12_is_as_likely() -> None:
    """A single die that counts its face: one in twelve each."""
    assert SIDES == 12
    assert chance(1, critical) == F(1, 12)


@pytest.mark.example("roll.pool", 0)
def test_a_pool_of_five_throws_five_dice() -> None:
    """The number of dice thrown equals the pool."""
    s = table(person(intuition=3, skills={"law": 2}))
    assert dice_of(s, "use_skill", who="ada", use="know a regulation") == 5


@pytest.mark.example("roll.success", 0, 1, 2, 3, 4)
def test_nine_and_more_is_a_success() -> None:
    """8 is none, 9 is one. The chances follow from one third."""
    assert read([8]).successes == 0
    assert read([9]).successes == 1
    assert chance(1, any_success) == F(1, 3)
    assert chance(5, any_success) == F(211, 243)
    assert chance(5, lambda r: r.successes == 2) == F(80, 243)


@pytest.mark.example("roll.match.define", 0, 1, 2, 3)
def test_equal_successes_are_a_match() -> None:
    """Three nines and a twelve are a triple match of nine."""
    assert read([1, 9, 9, 9, 12])[:3] == (4, 3, 9)
    assert chance(2, any_match) == F(1, 36)
    assert chance(5, any_match) == F(881, 3888)
    assert chance(5, lambda r: r.size >= 3) == F(211, 10368)


@pytest.mark.example("roll.match.success_only", 0, 1)
@pytest.mark.parametrize("dice", [(5, 5, 1, 2, 3), (8, 8, 8)])
def test_failures_never_match(dice: tuple[int, ...]) -> None:
    """Equal dice below nine are nothing."""
    assert read(dice) == Result(0)


@pytest.mark.example("roll.match.one", 0)
@pytest.mark.example("roll.match.pick", 0, 1, 2)
@pytest.mark.parametrize(
    ("dice", "successes", "size", "face"),
    [
        ((9, 9, 11, 11), 4, 2, 11),
        ((9, 9, 9, 12, 12), 5, 3, 9),
        ((9, 9, 12, 12), 4, 2, 12),
        ((10, 10, 10, 11, 11, 11), 6, 3, 11),
    ],
)
def test_one_match_is_read(dice: tuple[int, ...], successes: int, size: int, face: int) -> None:
    """The larger group, then the higher number. All of them stay successes."""
    assert read(dice) == Result(successes, size, face)


@pytest.mark.example("roll.match.size", 0, 1, 2, 3)
def test_a_match_is_worth_its_dice_less_one() -> None:
    """None 0, double 1, triple 2, quadruple 3."""
    assert [match_worth(read(dice).size) for dice in ([9], [9, 9], [9, 9, 9], [9] * 4)] == [0, 1, 2, 3]


@pytest.mark.example("roll.match.side_effect", 0)
@pytest.mark.exercises("roll.match.meaning")
def test_a_match_without_a_rule_is_pointed_out() -> None:
    """A swim with two twelves: the log says so, and the master may add something or nothing."""
    s = table(person(skills={"athletics": 1}))
    done = act(s, "use_skill", [[12, 12, 3, 4]], who="ada", use="swim")
    assert done.said("double match of 12")
    assert "roll.match.side_effect" in done.cites
    assert done.state == s
    assert act(s, "side_effect", who="ada", what="The current helps.").said("The current helps.")


# critical failure


@pytest.mark.example("roll.critical", 0, 1, 2, 3, 4, 5)
def test_two_ones_and_no_success_are_a_critical_failure() -> None:
    """With the exact chances for two to five dice."""
    assert read([1, 2, 1, 4, 1]).critical
    assert read([5, 5, 1, 2, 3]) == Result(0)
    chances = [chance(n, critical) for n in (2, 3, 4, 5)]
    assert chances == [F(1, 144), F(11, 864), F(323, 20736), F(989, 62208)]


@pytest.mark.example("roll.critical.blocked", 0)
def test_one_success_rules_it_out() -> None:
    """Two ones beside a nine are one success and nothing worse."""
    assert read([1, 4, 2, 1, 9]) == Result(1)


@pytest.mark.example("roll.critical.single", 0, 1, 2)
def test_a_lone_one_is_critical() -> None:
    """With one die a 1 is enough. A 2 is a plain failure."""
    assert read([1]).critical
    assert not read([2]).critical
    assert chance(1, critical) == F(1, 12)


def test_a_pool_cut_to_one_die_is_a_lone_die() -> None:
    """The dice thrown count, not the printed pool."""
    s = table(person(intuition=2, skills={"law": 1}))
    done = act(s, "use_skill", [[1]], who="ada", use="know a regulation", advantage=-2)
    assert done.said("fails critically")


@pytest.mark.example("roll.critical.difficulty", 0, 1, 2)
def test_voided_successes_do_not_protect() -> None:
    """Critical failure is read after difficulty."""
    assert read([1, 1, 10], 1).critical
    assert chance(5, critical, 1) == F(217, 5184)
    assert chance(5, critical, 2) == F(871, 15552)


def test_by_another_ruling_they_do() -> None:
    """Read before difficulty, a voided success still protects."""
    early = ruled(critical_read="before difficulty")
    assert not through(lambda: pool(3, 1, rulings=early).begin(), [[1, 1, 10]]).state.critical
    assert dist(pool(5, 1, rulings=early)).chance(critical) == chance(5, critical)


@pytest.mark.example("roll.critical.effect", 0)
def test_the_game_master_may_let_the_weapon_break() -> None:
    """After a critical attack the master breaks it, or does not."""
    s = fight(person("ada", main="Sword"), person("bo"))
    done = act(s, "attack", [[1, 1, 2]], ["nothing"], who="ada", target="bo")
    assert done.said("fails critically")
    assert not done.c("ada").items[0].broken
    assert act(done.state, "break_item", who="ada", item="sword").c("ada").items[0].broken


@pytest.mark.example("roll.samples", 0, 1)
@pytest.mark.parametrize("row", rows("roll.samples"))
def test_the_worked_readings(row: dict[str, object]) -> None:
    """The five rolls of the book."""
    expected = (row["successes"], row["match_size"], row["match_number"], row["critical"])
    assert read(row["dice"]) == expected  # type: ignore[arg-type]  # a row of dice


@pytest.mark.example("odds.pool", 0, 1, 2)
@pytest.mark.parametrize("row", rows("odds.pool"), ids=lambda row: f"{row['pool']}d+{row['difficulty']}")
def test_the_chances_of_a_pool(row: dict[str, object]) -> None:
    """Success, match, triple, critical failure and mean, exactly."""
    found = dist(pool(int(str(row["pool"])), int(str(row["difficulty"]))))
    columns = {
        "p_any_success": found.chance(any_success),
        "p_match": found.chance(any_match),
        "p_triple_or_more": found.chance(lambda r: r.size >= 3),
        "p_critical": found.chance(critical),
        "mean_successes": found.mean(lambda r: r.successes),
    }
    assert columns == {name: F(str(row[name])) for name in columns}


@pytest.mark.example("odds.successes", 0, 1)
@pytest.mark.parametrize("row", rows("odds.successes"), ids=lambda row: str(row["pool"]))
def test_the_chances_of_exactly_so_many_successes(row: dict[str, object]) -> None:
    """Binomial with one third."""
    found = dist(pool(int(str(row["pool"]))))
    expected = [F(p) for p in row["p_exactly"]]  # type: ignore[attr-defined]  # a row of fractions
    assert [found.chance(lambda r, k=k: r.successes == k) for k in range(len(expected))] == expected  # type: ignore[misc]


@pytest.mark.parametrize("difficulty", [0, 1, 2])
def test_small_pools_are_what_counting_every_roll_gives(difficulty: int) -> None:
    """The fold against every roll of three dice, one by one."""
    counted: dict[Result, int] = {}
    for dice in product(range(1, 13), repeat=3):
        result = slow(dice, difficulty)
        counted[result] = counted.get(result, 0) + 1
    assert dict(dist(pool(3, difficulty)).items()) == {r: F(n, 12**3) for r, n in counted.items()}


def slow(dice: tuple[int, ...], difficulty: int) -> Result:
    """The book's paragraph, word by word."""
    left = sorted(d for d in dice if d >= 9)[difficulty:]
    size, face = max(((left.count(d), d) for d in left), default=(0, 0))
    ones = dice.count(1)
    return Result(len(left), *((size, face) if size > 1 else (0, 0)), not left and (ones > 1 or len(dice) == ones == 1))


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.integers(0, 5))
def test_any_dice_are_read_as_the_book_says(dice: list[int], difficulty: int) -> None:
    """The fold and the plain words agree on every roll."""
    assert read(dice, difficulty) == slow(tuple(dice), difficulty)


# advantages and disadvantages


@pytest.mark.example("pool.advantage", 0, 1)
@pytest.mark.example("pool.disadvantage", 0)
@pytest.mark.example("pool.zero", 0)
def test_advantages_add_dice_and_disadvantages_take_them() -> None:
    """Five and two are seven, five less two are three. Three less three are not rolled."""
    s = table(person(intuition=3, skills={"law": 2}))
    args: dict[str, Any] = {"who": "ada", "use": "know a regulation"}
    assert dice_of(s, "use_skill", advantage=2, **args) == 7
    assert dice_of(s, "use_skill", advantage=-2, **args) == 3
    assert (chance(5, any_success), chance(7, any_success)) == (F(211, 243), F(2059, 2187))
    poor = table(person(intuition=2, skills={"law": 1}))
    failed = act(poor, "use_skill", advantage=-3, **args)
    assert failed.said("Nothing is rolled")
    assert not failed.said("critically")


@pytest.mark.example("pool.stack", 0)
def test_everything_is_added_before_zero_is_looked_at() -> None:
    """3 + 2 + 2 - 1 - 2 is 4, and 4 + 2 - 5 is 1."""
    hurt = person(intuition=3, skills={"law": 2}).but(health=7)
    assert dice_of(table(hurt), "use_skill", who="ada", use="know a regulation", advantage=1) == 4
    assert tally([(4, "pool"), (2, "help"), (-5, "mud")]).dice == 1


@pytest.mark.example("pool.who", 0)
def test_the_table_says_what_mud_costs() -> None:
    """Any number of dice can be given or taken with an attack."""
    s = fight(person("ada", main="Sword"), person("bo"))
    assert dice_of(s, "attack", ["nothing"], who="ada", target="bo", advantage=-2) == 1


# difficulty


@pytest.mark.example("diff.meaning", 0, 1)
def test_difficulty_is_not_a_missing_die() -> None:
    """Six dice at +1 succeed less often than five."""
    assert chance(6, works, 1) == F(473, 729)
    assert chance(5, works) == F(211, 243)


@pytest.mark.example("diff.eat", 0, 1)
@pytest.mark.example("diff.counting", 0, 1, 2, 3)
@pytest.mark.example("diff.example", 0)
@pytest.mark.example("diff.none_left", 0)
@pytest.mark.parametrize(
    ("dice", "difficulty", "expected"),
    [
        ((9, 10, 12), 1, Result(2)),
        ((4, 11, 11, 11, 12), 2, Result(2)),
        ((9, 9, 12), 1, Result(2)),
        ((9, 12, 12), 1, Result(2, 2, 12)),
        ((9, 2, 3), 3, Result(0)),
    ],
)
def test_difficulty_voids_the_lowest_first(dice: tuple[int, ...], difficulty: int, expected: Result) -> None:
    """Voided dice neither count nor match, and successes never fall below 0."""
    assert read(dice, difficulty) == expected
    assert chance(5, any_match, 1) == F(1867, 20736)
    assert chance(5, any_match, 2) == F(221, 10368)


def test_by_another_ruling_difficulty_voids_the_highest() -> None:
    """9, 12, 12 at +1 keep 9 and 12, without a match."""
    high = ruled(difficulty_eats="highest")
    assert through(lambda: pool(3, 1, rulings=high).begin(), [[9, 12, 12]]).state == Result(2)
    assert dist(pool(5, 1, rulings=high)).chance(any_success) == chance(5, any_success, 1)


@pytest.mark.example("diff.succeed", 0, 1, 2)
def test_one_success_left_is_enough() -> None:
    """Two successes at +2 fail, three work."""
    assert not works(read([9, 10], 2))
    assert works(read([9, 10, 11], 2))
    assert chance(4, works, 2) == F(1, 9)


@pytest.mark.example("diff.stack", 0)
def test_difficulties_add_up() -> None:
    """Head, half cover and shield are +5: six successes leave one."""
    target = person("bo", off="Shield").but(cover=2)
    s = fight(person("ada", main="Great sword", strength=3, skills={"melee": 3}), target)
    six = [9, 9, 10, 10, 11, 12]
    done = act(s, "attack", [six], ["nothing"], who="ada", target="bo", aim="head")
    assert done.said("hits with 1 success: 5 damage")


# automatic successes


@pytest.mark.example("auto.when", 0, 1)
def test_at_leisure_a_roll_may_be_skipped_with_leave() -> None:
    """The master is asked. In a fight it is refused."""
    s = table(person(intuition=3, skills={"sleight-of-hand": 2}))
    done = act(s, "skip_roll", (), ["yes"], who="ada", use="pick a lock")
    assert done.asked[0].by == ("gm",)
    assert done.said("1 success")
    assert act(s, "skip_roll", (), ["no"], who="ada", use="pick a lock").said("has to roll")
    assert "In a fight" in refused(fight(person("ada"), person("bo")), "skip_roll", who="ada", use="pick a lock")


@pytest.mark.example("auto.count", 0, 1, 2, 3)
@pytest.mark.example("auto.no_match", 0)
def test_a_skipped_roll_gives_a_quarter() -> None:
    """Rounded down, and never a match."""
    assert [automatic(dice).successes for dice in (3, 4, 7, 12)] == [0, 1, 1, 3]
    assert automatic(12) == Result(3)


@pytest.mark.example("auto.difficulty", 0, 1)
def test_difficulty_comes_off_it_too() -> None:
    """Nine dice at +1 leave one, seven leave none. By another ruling it does not."""
    assert automatic(9, 1).successes == 1
    assert not works(automatic(7, 1))
    assert automatic(7, 1, ruled(automatic_difficulty=False)).successes == 1


def test_results_are_told_in_words() -> None:
    """The wording of the log."""
    assert in_words(Result(0)) == "no success"
    assert in_words(Result(0, critical=True)) == "critical failure"
    sizes = {2: "double", 3: "triple", 4: "quadruple", 5: "quintuple", 6: "6-fold"}
    assert {n: in_words(Result(7, n, 11)) for n in sizes} == {
        n: f"7 successes, {word} match of 11" for n, word in sizes.items()
    }


def test_the_odds_of_a_skill_are_exact_and_quick() -> None:
    """The odds of an action are those of its pool."""
    s = table(person(intuition=5, skills={"law": 7}))
    seen = action_odds_of(GAME, s, "use_skill", {"who": "ada", "use": "know a regulation", "difficulty": 1})
    assert seen.plain["critical failure"] == chance(12, critical, 1)
