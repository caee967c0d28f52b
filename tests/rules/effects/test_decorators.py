"""`@rule`, citations, and rules handed over to a policy."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import (
    Call,
    Choose,
    DrawCards,
    GameError,
    Gather,
    Roll,
    Rule,
    cite,
    cites,
    roll,
    rule,
    with_policy,
)


@rule("toy.swing")
def swing(who: str, dice: int = 1, bonus: int = 0) -> Rule[int]:
    """One of them, and a bonus."""
    return (yield from roll(dice, by=who))[-1] + bonus


@rule("toy.pick")
def pick(who: str) -> Rule[str]:
    return (yield from Choose(who, f"{who}?", ("left", "right")))


@rule("toy.both")
def both() -> Rule[tuple[Any, ...]]:
    first = yield from pick("ada")
    return (first, *(yield from Gather((pick("ogre"), Choose("ada", "Again?", (False, True))))))


def ogre_goes_right(ask: Choose[Any]) -> Any:
    return "right" if ask.by == "ogre" else None


def test_a_call_is_known_by_its_arguments_however_they_are_given() -> None:
    """By position or by name, the same arguments make the same call, so readers remember it once."""
    assert swing("ada", 2, 1) == swing("ada", bonus=1, dice=2)
    assert hash(swing("ada", 2, 1)) == hash(swing(who="ada", dice=2, bonus=1))
    assert swing("ada", 2) != swing("ada", 3)


def test_named_arguments_reach_their_parameters() -> None:
    """Whatever is left out between them keeps its default."""
    assert run_rule(swing("ada", bonus=10).begin(), {"0": [4]}).result == 14


def test_a_rule_is_still_what_its_author_wrote() -> None:
    """By name, by what it says of itself and by its arguments: help and references read them."""
    assert (swing.__name__, swing.__module__, swing.__doc__) == ("swing", __name__, "One of them, and a bonus.")
    assert list(inspect.signature(swing).parameters) == ["who", "dice", "bonus"]


def test_where_nothing_else_is_said_one_card_is_drawn_and_dice_have_six_sides() -> None:
    """As at most tables."""

    def asking() -> Rule[None]:
        yield from Gather((DrawCards(("ace", "king")), Roll(2)))

    card, dice = run_rule(asking(), {}).questions
    assert (card.cards, dice.dice, dice.sides) == (1, 2, 6)


def test_a_rule_cannot_have_keyword_only_arguments() -> None:
    """A call keeps arguments by position; the author is told when the rule is declared, not in the middle of play."""

    def strike(who: str, *, dice: int) -> Rule[int]:
        return (yield from roll(dice))[-1]

    with pytest.raises(GameError, match=r"strike is a rule.*keyword-only"):
        rule("toy.strike")(strike)


def test_code_carries_what_it_cites() -> None:
    """Rules, plain functions and numbers say which ledger ids they make true."""

    @cites("toy.sum")
    def add(a: int, b: int) -> int:
        return a + b

    assert swing.__cites__ == ("toy.swing",)  # type: ignore[attr-defined]
    assert add.__cites__ == ("toy.sum",)  # type: ignore[attr-defined]
    assert cite("toy.most", 3) == 3
    with pytest.raises(AssertionError):
        cite("", 3)


def test_a_policy_answers_its_choices_wherever_they_are() -> None:
    """In called rules and in asks made together; everybody else is still asked, in the order of the rule."""

    def run() -> Rule[tuple[Any, ...]]:
        return with_policy(both().begin(), ogre_goes_right)

    answers: dict[str, str] = {}
    for question, answer in (("ada?", "left"), ("Again?", "yes")):
        (asked,) = run_rule(run(), answers).questions
        assert asked.question == question
        answers[asked.at] = answer
    assert run_rule(run(), answers).result == ("left", "right", True)


def test_a_policy_may_only_answer_what_is_offered() -> None:
    """An answer out of the blue is the policy's fault and is said, not played."""
    with pytest.raises(GameError, match=r"answered 'up' to 'ada\?', which was not offered"):
        run_rule(with_policy(pick("ada").begin(), lambda ask: "up"), {})


@rule("toy.carry")
def carry(who: str, what: Any = (), where: Any = ()) -> Rule[str]:
    return (yield from pick(f"{who}{what}{where}"))


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (carry("ada", ["rope"]), "what is a list: make it a tuple"),
        (carry("ada", "rope", {"bag": 1}), "where is a dict: make it a tuple"),
        (carry("ada", ("rope", ["hook"])), "what.1 is a list: make it a tuple"),
    ],
)
def test_an_argument_that_cannot_be_remembered_is_named(call: Call[str], why: str) -> None:
    """The very one, and of it the innermost part: those that can are not blamed."""
    with pytest.raises(GameError) as fault:
        ExactCounter().dist(call)
    assert f"carry is a rule, so its arguments must be hashable, and {why}" in str(fault.value)
