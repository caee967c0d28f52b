"""The exact reader: whole numbers, best play, and best play by what may be spent."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from math import inf
from typing import Any

import pytest

from tablewright.engine.choices.optimal import OptimalPlay
from tablewright.engine.exact import tree_budget
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.trees.tree import Leaf
from tablewright.rules import Call, Choose, DrawCards, Gather, Rule, TooLarge, roll, rule, tail_call
from tablewright.rules.errors import GameError


@cache
def up_to(most: int) -> Choose[int]:
    return Choose("ada", "Tokens?", tuple(range(most + 1)), tuple(range(most + 1)))


@rule("toy")
def raised(tokens: int) -> Rule[int]:
    """A die, raised by tokens; then a second one, raised by those that are left. No die is more than six."""
    (first,) = yield from roll(1)
    spent = yield from up_to(min(tokens, 6 - first))
    (second,) = yield from roll(1)
    more = yield from up_to(min(tokens - spent, 6 - second))
    return min(first + spent, second + more)


@rule("toy")
def doubled(tokens: int) -> Rule[int]:
    """What is chosen inside is worth what the caller makes of it; then there is something more to pay."""
    total = yield from raised(tokens)
    again = yield from Choose("ada", "Double it?", (False, True), (0, 2))
    return total * (1 + again)


def mean(total: int) -> int:
    return total


@pytest.mark.parametrize("most", range(5))
def test_what_may_be_spent_is_like_what_one_has(most: int) -> None:
    """Spending at most so many of six tokens is best play with so many."""
    limited = ExactCounter().best_within(raised(6), mean, 4)[most]
    poor = ExactCounter().best(raised(most), mean)
    assert limited.dist == poor.dist
    assert limited.spent == poor.spent


@rule("toy")
def kept(tokens: int) -> Rule[tuple[int, int]]:
    """The same as `raised`, and the tokens that are left."""
    (first,) = yield from roll(1)
    spent = yield from up_to(min(tokens, 6 - first))
    (second,) = yield from roll(1)
    more = yield from up_to(min(tokens - spent, 6 - second))
    return min(first + spent, second + more), tokens - spent - more


@rule("toy")
def doubled_if_paid(tokens: int) -> Rule[int]:
    total, left = yield from kept(tokens)
    return total * (1 + ((yield from Choose("ada", "Double it?", (False, True), (0, 2))) if left >= 2 else 0))


@pytest.mark.parametrize("most", range(6))
def test_costs_inside_a_called_rule_count(most: int) -> None:
    """Doubling costs two of what raising dice has left."""
    limited = ExactCounter().best_within(doubled(6), mean, 5)[most]
    poor = ExactCounter().best(doubled_if_paid(most), mean)
    assert limited.dist == poor.dist
    assert limited.spent == poor.spent


def test_more_is_never_worth_less() -> None:
    plays = ExactCounter().best_within(doubled(6), mean, 12)
    worth = [play.dist.mean() for play in plays]
    assert worth == sorted(worth)
    assert plays[12].dist == ExactCounter().best(doubled(6), mean).dist


@rule("toy")
def toll() -> Rule[int]:
    """Whichever way, it costs."""
    return (yield from Choose("ada", "Which gate?", (1, 2), (3, 5)))


def test_what_must_be_paid_is_paid() -> None:
    """Nothing may be spent, yet there is no free gate: the cheapest is taken."""
    assert [play.dist[2] for play in ExactCounter().best_within(toll(), mean, 5)] == [0, 0, 0, 0, 0, 1]


@rule("toy")
def against() -> Rule[int]:
    """Bo, who plays against Ada, may take two away for a token of his own."""
    (die,) = yield from roll(1)
    spent = yield from up_to(1)
    hit = yield from Choose("bo", "Hit?", (False, True), (0, 1))
    return die + spent - 2 * hit


def ada(by: tuple[str, ...]) -> bool:
    return "ada" in by


def test_others_spend_their_own() -> None:
    """Bo always hits, whatever Ada may spend; what he pays is not hers."""
    none, one = ExactCounter().best_within(against(), mean, 1, ada)
    assert (none.dist.mean(), one.dist.mean()) == (Fraction(3, 2), Fraction(5, 2))
    assert one.dist == ExactCounter().best(against(), mean, ada).dist
    assert none.spent == -1


@rule("toy")
def free_gift() -> Rule[str]:
    """The same for nothing and for a token."""
    return (yield from Choose("ada", "How?", ("bought", "given"), (1, 0)))


def test_of_equal_ways_the_cheaper_one_is_best() -> None:
    assert ExactCounter().best(free_gift(), len).dist["given"] == 0
    assert ExactCounter().best(free_gift(), lambda how: 1).dist["given"] == 1


def test_worth_in_parts_is_weighed_exactly() -> None:
    """A tenth, as a float, is taken for exactly what it is: no rounding on the way makes one way better."""
    call = Gather((roll(1), roll(1)))

    @rule("toy")
    def thrown() -> Rule[Any]:
        return (yield from call)

    found = ExactCounter().best(thrown(), lambda dice: 0.1 * (dice[0] == dice[1]))
    assert Fraction(found.num, found.den) == Fraction(0.1) / 6


def test_a_tree_without_choices_is_one_end() -> None:
    exact = ExactCounter(lambda ask: ask.options[0])
    tree = exact.grow(lambda: doubled(2).begin())
    assert isinstance(tree, Leaf)
    assert tree.dist == exact.dist(doubled(2))
    with pytest.raises(GameError, match="still holds choices"):
        ExactCounter().dist(doubled(2))


@rule("toy")
def a_die() -> Rule[int]:
    return (yield from roll(1, 2))[0] - 1


@rule("toy")
def a_coin() -> Rule[bool]:
    return (yield from roll(1, 2))[0] == 2


@rule("toy")
def a_pair() -> Rule[tuple[int, ...]]:
    (die,) = yield from roll(1, 2)
    return die, 1


@rule("toy")
def met() -> Rule[tuple[bool, int]]:
    (die,) = yield from roll(1, 2)
    return die == 1, 1


@pytest.mark.parametrize("order", [1, -1])
def test_equal_results_of_different_rules_are_not_taken_for_each_other(order: int) -> None:
    """True equals one, and (True, 1) equals (1, 1); whoever throws dice is still told numbers, in either order."""
    exact = ExactCounter()
    calls: tuple[Call[Any], ...] = (a_die(), a_coin(), a_pair(), met())
    found = {call.fn.__name__: set(map(repr, exact.dist(call))) for call in calls[::order]}
    assert found["a_die"] == {"0", "1"}
    assert found["a_coin"] == {"True", "False"}
    assert found["a_pair"] == {"(1, 1)", "(2, 1)"}
    assert found["met"] == {"(True, 1)", "(False, 1)"}


def test_dice_that_fall_together_are_counted_before_they_are_listed() -> None:
    """Ten handfuls at once would be too many to list."""

    @rule("toy")
    def handfuls() -> Rule[int]:
        return len((yield from Gather((roll(5),) * 10)))

    with pytest.raises(TooLarge):
        ExactCounter().dist(handfuls())


@rule("toy")
def total_of(dice: int) -> Rule[int]:
    return sum((yield from roll(dice)))


@rule("toy")
def ten_more(dice: int) -> Rule[int]:
    return (yield from total_of(dice)) + 10


@rule("toy")
def ten_more_again(dice: int) -> Rule[int]:
    """Ends as the other one does, and hears its results besides."""
    heard = yield from ten_more(dice)
    return heard if heard > 20 else tail_call(ten_more(dice))


@pytest.mark.parametrize("before", [(), (total_of(3),), (ten_more(3),), (total_of(3), ten_more(3))])
def test_a_tree_is_as_large_whatever_was_grown_before(before: tuple[Call[int], ...]) -> None:
    """What is remembered counts like what is grown: 56 falls of three dice, 16 totals and 16 totals heard."""
    exact = ExactCounter()
    for call in (*before, ten_more_again(3)):
        exact.dist(call)
    assert exact.builder.grown == 56 + 16 + 16


def test_plays_are_mixed_over_a_common_measure() -> None:
    third, half = OptimalPlay(1, 3, 0, 1, ()), OptimalPlay(1, 2, 4, 1, ())
    mixed = OptimalPlay.mix(4, ((1, third), (3, half)))
    assert Fraction(mixed.num, mixed.den) == Fraction(1, 4) * Fraction(1, 3) + Fraction(3, 4) * Fraction(1, 2)
    assert mixed.spent == Fraction(3, 4) * 2


def test_the_tray_of_no_dice() -> None:
    """Nothing asked together is answered with nothing."""

    @rule("toy")
    def nothing() -> Rule[tuple[object, ...]]:
        return (yield from Gather(()))

    assert ExactCounter().dist(nothing())[()] == 1
    assert ExactCounter().dist(rolled_none())[0] == 1


@rule("toy")
def rolled_none() -> Rule[int]:
    return len((yield from roll(0)))


def test_time_is_kept_while_many_cards_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven cards in 5,040 orders, each of which takes a while: the clock is looked at on the way."""
    looks = itertools.count()
    monkeypatch.setattr(tree_budget, "thread_time", lambda: float(next(looks)))
    followed: list[int] = []

    @rule("toy")
    def shuffled() -> Rule[tuple[int, ...]]:
        order: tuple[int, ...] = yield from DrawCards(tuple(range(7)), 7, ordered=True)
        followed.append(1)
        return order

    with pytest.raises(TooLarge, match="no time left"):
        ExactCounter(until=10.0).dist(shuffled())
    assert 0 < len(followed) < 1_000


def test_with_more_time_what_has_grown_stays() -> None:
    """A count that ran out of time goes on from the rules it had finished."""
    played: list[int] = []

    @rule("toy")
    def small() -> Rule[int]:
        played.append(1)
        return sum((yield from roll(2)))

    @rule("toy")
    def large() -> Rule[int]:
        first = yield from small()
        return first + sum((yield from roll(6, 8)))

    exact = ExactCounter(until=0.0)
    exact.dist(small())
    before = len(played)
    with pytest.raises(TooLarge, match="no time left"):
        exact.dist(large())
    exact.allow(inf)
    assert exact.dist(large()).mean() == 7 + 27
    assert len(played) == before
