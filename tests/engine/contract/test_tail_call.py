"""`become` means the same as `yield from` at the end of a rule, to every reader."""

from __future__ import annotations

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.live.resume import remaining_rule
from tablewright.rules import Choose, GameError, Rule, roll, rule, tail_call, with_policy

from .readers import agree


@rule("toy")
def second(bonus: int) -> Rule[int]:
    more = yield from Choose("ada", "One more?", (False, True), (0, 1))
    return bonus + (yield from roll(1 + more))[-1]


@rule("toy")
def becomes() -> Rule[int]:
    (die,) = yield from roll(1)
    return tail_call(second(die))


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
    assert agree(becomes(), greedy) == ExactCounter(greedy).dist(hands_on())
    assert ExactCounter(greedy).dist(outer()) == ExactCounter(greedy).dist(hands_on()).map(lambda total: 10 * total)


def test_the_same_best_play() -> None:
    """The choice inside is found, and paid for."""
    one, other = (ExactCounter().best(call, lambda total: total) for call in (becomes(), hands_on()))
    assert one.dist == other.dist
    assert one.spent == other.spent == 1


def test_the_same_places_in_the_journal() -> None:
    """Answers are recorded at the same places, so a rule may be rewritten without breaking a journal."""
    answers = {"0": [3], "1": "yes", "2": [2, 5]}
    assert run_rule(becomes().begin(), answers).result == 8
    assert run_rule(hands_on().begin(), answers).result == 8


def test_what_is_decided_or_resumed_goes_on_through_it() -> None:
    """A policy reaches into what a rule becomes, and so does the rest of a rule that has been answered in part."""
    done = run_rule(with_policy(becomes().begin(), greedy), {"0": [3], "1": [2, 5]})
    assert done.result == 8

    @rule("toy")
    def rest() -> Rule[int]:
        total: int = yield from remaining_rule(becomes().begin(), {"0": [3], "1": "no"})
        return total

    assert set(ExactCounter().dist(rest())) == {4, 5, 6, 7, 8, 9}


def test_an_action_may_not_become_anything() -> None:
    """Its end is a state. Whoever writes it otherwise is told so the first time it is played."""

    def action() -> Rule[int]:
        yield from roll(1)
        return tail_call(second(1))

    with pytest.raises(GameError, match="Only a @rule may end with become"):
        run_rule(action(), {"0": [3]})
