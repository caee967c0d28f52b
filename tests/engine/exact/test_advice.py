"""Advice: what each answer to an open question would do to the odds of the action that asks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.choices.sides import IsOwnChoice
from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.advice import PromptAdvice, advise_after, advise_at
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.exact.tree_builder import RuleFactory
from tablewright.engine.live.interpreter import Answers, run_rule
from tablewright.engine.live.resume import remaining_rule
from tablewright.engine.trees.distribution import Distribution
from tablewright.rules import (
    Choose,
    Gather,
    Outcome,
    ReadDice,
    Reading,
    Refused,
    Rule,
    ThrowDice,
    TooLarge,
    roll,
    rule,
    tell,
)

SUM = Reading(0, lambda total, face, k: total + face * k, lambda total, n: total)


@rule("toy.steady")
def steady(nerve: int) -> Rule[int]:
    """The better of two dice; a point of nerve throws them again."""
    best = (yield from roll(2))[-1]
    if nerve and (yield from Choose("ada", "Again?", (False, True), (0, 1))):
        return (yield from roll(2))[-1]
    return best


def step(nerve: int = 1) -> Rule[None]:
    """The action: a nested rule asks in the middle, and something happens after the headline."""
    yield tell("toy", "It begins.")
    best = yield from steady(nerve)
    yield Outcome(best >= 5)
    yield from roll(1)


def advised(make: RuleFactory, answers: Answers, at: str, whose: IsOwnChoice | None = None) -> PromptAdvice:
    advice = advise_at(make, answers, at, whose)
    assert advice is not None
    return advice


def best_of_two(n: int) -> Fraction:
    return 1 - Fraction(n - 1, 6) ** 2


def test_each_option_has_the_odds_of_what_is_left() -> None:
    """Keeping a four is a sure failure; throwing again has the chance of two fresh dice, counted by hand."""
    advice = advised(step, {"0": [4, 2]}, "1")
    assert list(advice.odds) == ["no", "yes"]
    assert advice.odds["no"].best == Distribution.sure(False)
    assert advice.odds["yes"].best[True] == best_of_two(5)


def test_dice_that_lie_on_the_table_are_not_thrown_again() -> None:
    """With a six showing, keeping it is sure."""
    assert advised(step, {"0": [6, 2]}, "1").odds["no"].best == Distribution.sure(True)


def test_best_advice_is_what_the_odds_promised() -> None:
    """Averaged over all first throws, following the better option each time gives the best odds of the whole action."""
    total = Fraction(0)
    for a in range(1, 7):
        for b in range(1, 7):
            advice = advised(step, {"0": [a, b]}, "1")
            total += advice.odds[advice.best].best[True] / 36
    assert total == rule_odds(step).best[True]


def test_the_best_option_is_named() -> None:
    """A four is worth throwing again; a five is kept, since nerve spent on it gains nothing."""
    assert [advised(step, {"0": [best, 1]}, "1").best for best in (4, 5, 6)] == ["yes", "no", "no"]


def test_advice_after_given_dice_is_for_the_question_they_lead_to() -> None:
    """Dice are taken in the order the action asks for them."""
    advice = advise_after(step, [[4, 2]])
    assert (advice.question.at, advice.best) == ("1", "yes")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: step(1), "More dice fall before anybody has to choose"),
        (lambda: step(0), "nobody has anything to choose"),
    ],
)
def test_dice_that_lead_to_no_question_are_refused(make: RuleFactory, sentence: str) -> None:
    """Too few to get to a choice, or an action without one."""
    with pytest.raises(Refused, match=sentence):
        advise_after(make, [] if "More" in sentence else [[4, 2], [1]])


def test_dice_and_cards_need_no_advice() -> None:
    """Only choices have options."""
    assert advise_at(step, {}, "0") is None


def duel() -> Rule[None]:
    """Two throw and declare together; what was thrown is read only afterwards."""
    mine, theirs = yield from Gather((ThrowDice(1, by="ada"), ThrowDice(1, by="bo")))
    bold, _ = yield from Gather((Choose("ada", "Bold?", (False, True)), Choose("bo", "Flinch?", (False, True))))
    edge = (yield from ReadDice(mine, SUM)) - (yield from ReadDice(theirs, SUM))
    yield Outcome(edge + (2 if bold else 0))


def test_half_answered_asks_keep_the_answers_they_have() -> None:
    """Thrown dice and the other's declaration stand; only Ada's choice is still open."""
    answers = {"0.0": [5], "0.1": [3], "1.1": "yes"}
    advice = advised(duel, answers, "1.0")
    assert {key: option.best for key, option in advice.odds.items()} == {
        "no": Distribution.sure(2),
        "yes": Distribution.sure(4),
    }
    assert advice.best == "yes"


def test_what_is_still_to_be_thrown_is_counted() -> None:
    """Ada sees her five, not yet Bo's die: her odds run over all of his."""
    assert rule_odds(lambda: remaining_rule(duel(), {"0.0": [5]})).plain == Distribution(
        {5 - die: 1 for die in range(1, 7)}
    )


def test_choices_of_others_follow_their_first_option() -> None:
    """Ada's advice does not assume that Bo plays for her."""

    def gift() -> Rule[None]:
        mine = yield from Choose("ada", "Ask?", (False, True))
        given = mine and (yield from Choose("bo", "Give?", (False, True)))
        yield Outcome(int(given))

    own = advised(gift, {}, "0", whose=lambda by: "ada" in by)
    assert own.odds["yes"].best == Distribution.sure(0)
    assert advised(gift, {}, "0").odds["yes"].best == Distribution.sure(1)


def test_too_much_to_count_says_so() -> None:
    """A budget keeps advice quick."""

    def heap() -> Rule[None]:
        yield from Choose("ada", "Go?", (False, True))
        yield Outcome(sum((yield from roll(12))))

    with pytest.raises(TooLarge):
        advise_at(heap, {}, "0", budget=100)


def test_the_rest_of_a_rule_ends_as_the_whole_would() -> None:
    """Resumed with all of its answers, a rule yields its headline and returns the same result."""

    @rule("toy")
    def whole() -> Rule[Any]:
        first = yield from steady(1)
        a, b = yield from Gather((steady(0), Choose("ada", "?", (1, 2))))
        return first, a, b

    answers: dict[str, Any] = {"0": [1, 2], "1": "yes", "2": [3, 4], "3.0.0": [5, 5], "3.1": "2"}
    result = run_rule(whole().begin(), answers).result
    assert result == (4, 5, 2)
    assert ExactCounter().grow(lambda: remaining_rule(whole().begin(), answers)).results == (result,)


def walk_on() -> Rule[None]:
    """Nobody throws anything at first; then whether to go on decides alone."""
    yield from Gather(())
    yield from Gather((silence(),))
    goes = yield from Choose("ada", "Go on?", (True, False))
    yield Outcome(goes)


@rule("toy.silence")
def silence() -> Rule[None]:
    """A rule that asks nobody anything."""
    yield tell("toy", "Nothing stirs.")


def test_an_answer_is_taken_where_nobody_was_asked_before_it() -> None:
    """What asked nothing has a place and no answer: whoever answers later is still heard."""
    (asked,) = run_rule(walk_on(), {}).questions
    advice = advised(walk_on, {}, asked.at)
    assert advice.odds["yes"].best == Distribution.sure(True)
    assert advice.odds["no"].best == Distribution.sure(False)


def vote() -> Rule[None]:
    """Two are asked at once; one objection is enough. Then somebody decides."""
    votes = tuple(Choose(who, "Object?", (False, True)) for who in ("bo", "cy"))
    said = yield from Gather(votes, settles=bool)
    yield from Choose("ada", "Go on?", (True, False))
    yield Outcome(said.count(None))


def test_who_need_not_answer_any_more_is_not_asked_again() -> None:
    """The second has objected before the first said anything: the first is still unheard in what follows."""
    assert rule_odds(lambda: remaining_rule(vote(), {"0.1": "yes", "1": "yes"})).best == Distribution.sure(1)
