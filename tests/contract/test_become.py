"""`become` means the same as `yield from` at the end of a rule, to every reader."""

from __future__ import annotations

import pytest

from tablewright.kernel import (
    Call,
    Choose,
    Draw,
    Faulty,
    Look,
    Reading,
    Roll,
    Rule,
    Throw,
    Thrown,
    Together,
    become,
    decided,
    roll,
    rule,
)
from tablewright.run.advice import resumed
from tablewright.run.exact import Exact
from tablewright.run.live import play

from .readers import agree


@rule("toy")
def second(bonus: int) -> Rule[int]:
    more = yield from Choose("ada", "One more?", (False, True), (0, 1))
    return bonus + (yield from roll(1 + more))[-1]


@rule("toy")
def becomes() -> Rule[int]:
    (die,) = yield from roll(1)
    return become(second(die))


@rule("toy")
def hands_on() -> Rule[int]:
    (die,) = yield from roll(1)
    return (yield from second(die))


@rule("toy")
def outer() -> Rule[int]:
    return 10 * (yield from becomes())


def greedy(ask: Choose[bool]) -> bool:
    return True


def test_the_same_distribution() -> None:
    """Exact, bulk and live plays agree, and so do both ways to write it."""
    assert agree(becomes(), greedy) == Exact(greedy).dist(hands_on())
    assert Exact(greedy).dist(outer()) == Exact(greedy).dist(hands_on()).map(lambda total: 10 * total)


def test_the_same_best_play() -> None:
    """The choice inside is found, and paid for."""
    one, other = (Exact().best(call, lambda total: total) for call in (becomes(), hands_on()))
    assert one.dist == other.dist
    assert one.spent == other.spent == 1


def test_the_same_places_in_the_journal() -> None:
    """Answers are recorded at the same places, so a rule may be rewritten without breaking a journal."""
    answers = {"0": [3], "1.0": "yes", "1.1": [2, 5]}
    assert play(becomes().begin(), answers).result == 8
    assert play(hands_on().begin(), answers).result == 8


def test_what_is_decided_or_resumed_goes_on_through_it() -> None:
    """A policy reaches into what a rule becomes, and so does the rest of a rule that has been answered in part."""
    done = play(decided(becomes().begin(), greedy), {"0": [3], "1.0": [2, 5]})
    assert done.result == 8

    @rule("toy")
    def rest() -> Rule[int]:
        total: int = yield from resumed(becomes().begin(), {"0": [3], "1.0": "no"})
        return total

    assert set(Exact().dist(rest())) == {4, 5, 6, 7, 8, 9}


# ---- `become(ask, fn, ...)`: one more ask, and a function that is told the answer ------------------------------------

SUM: Reading[int] = Reading(0, lambda total, face, k: total + face * k, lambda total, n: total)
MORE = Choose("ada", "One more?", (False, True), (0, 1))


def plus(a: int, b: int) -> int:
    return a + b


@rule("toy")
def one_die(bonus: int) -> int:
    """A plain function: there is nothing to ask before."""
    return become(Roll(1, 6, SUM), plus, bonus)


@rule("toy")
def in_functions() -> int:
    """Every kind of ask, each handed on to a function."""
    return become(MORE, after_more)


def after_more(more: bool) -> int:
    return become(Together((Roll(1 + more, 6, SUM), Draw((0, 10)), second(0))), after_dice)


def after_dice(fell: tuple[int, tuple[int], int]) -> int:
    total, (card,), inner = fell
    return become(one_die(total + inner), plus, card) if total > 3 else total + card


@rule("toy")
def in_yields() -> Rule[int]:
    """The same, written out."""
    more = yield from MORE
    total, (card,), inner = yield from Together((Roll(1 + more, 6, SUM), Draw((0, 10)), second(0)))
    if total <= 3:
        return int(total + card)
    return int((yield from one_die(total + inner)) + card)


@pytest.mark.parametrize("call", [in_functions(), in_yields()])
def test_a_function_may_finish_a_rule(call: Call[int]) -> None:
    """Exact, bulk and live plays agree, and so do both ways to write it."""
    assert agree(call, greedy) == Exact(greedy).dist(in_yields())


def test_a_function_finishes_best_play_too() -> None:
    one, other = (Exact().best(call, lambda total: total) for call in (in_functions(), in_yields()))
    assert one.dist == other.dist
    assert one.spent == other.spent > 1


def test_a_function_leaves_the_same_places_in_the_journal() -> None:
    answers = {"0": "yes", "1.0": [3, 6], "1.1": [2], "1.2.0": "no", "1.2.1": [1], "2.0": [5]}
    assert play(in_functions().begin(), answers).result == play(in_yields().begin(), answers).result == 25


def test_what_is_decided_or_resumed_goes_on_in_a_function() -> None:
    dice = {"0.0": [3, 6], "0.1": [2], "0.2.0": [1, 1], "1.0": [5]}
    assert play(decided(in_functions().begin(), greedy), dice).result == 25
    answered = {"0": "yes", "1.0": [3, 6], "1.1": [2], "1.2.0": "no", "1.2.1": [1]}
    rest = Exact().grow(lambda: resumed(in_functions().begin(), answered))
    assert set(rest.results) == {21, 22, 23, 24, 25, 26}


@rule("toy")
def looked_at() -> tuple[int, int]:
    """Dice thrown before one function may be looked at in another."""
    return become(Throw(2, 6), look_once)


def look_once(dice: Thrown) -> tuple[int, int]:
    return become(Look(dice, SUM), look_twice, dice)


def look_twice(dice: Thrown, total: int) -> tuple[int, int]:
    return become(Look(dice, HIGHEST), beside, total)


def beside(total: int, highest: int) -> tuple[int, int]:
    return total, highest


HIGHEST: Reading[int] = Reading(0, lambda best, face, k: best or face * (k > 0), lambda best, n: best)


def test_thrown_dice_are_the_same_dice_in_every_function() -> None:
    dist = agree(looked_at(), greedy)
    assert set(dist) == {(a + b, max(a, b)) for a in range(1, 7) for b in range(1, 7)}
    assert play(looked_at().begin(), {"0": [2, 5]}).result == (7, 5)


def test_an_action_may_not_become_anything() -> None:
    """Its end is a state. Whoever writes it otherwise is told so the first time it is played."""

    def action() -> Rule[int]:
        yield from roll(1)
        return become(second(1))

    with pytest.raises(Faulty, match="Only a @rule may end with become"):
        play(action(), {"0": [3]})


@rule("toy")
def as_it_lies() -> int:
    return become(Roll(2, 6, SUM))


def test_a_rule_may_end_as_what_it_asks() -> None:
    """Without a function the answer itself is the result."""
    assert agree(as_it_lies(), greedy)[7] == Exact().dist(as_it_lies())[7] == pytest.approx(1 / 6)
