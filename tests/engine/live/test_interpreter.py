"""The live reader: every effect has a place, answers are kept by place, and wrong ones are refused."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import RuleProgress, pending_effect, run_rule
from tablewright.engine.log_line import LogLine
from tablewright.engine.prompt import Prompt
from tablewright.rules import (
    Choose,
    DrawCards,
    GameError,
    Gather,
    Outcome,
    ReadDice,
    Reading,
    Refused,
    Roll,
    Rule,
    ThrowDice,
    TooLarge,
    roll,
    rule,
    tail_call,
    tell,
)

SUM = Reading(0, lambda total, face, k: total + face * k, lambda total, n: total)
HIGHEST = Reading(0, lambda top, face, k: max(top, face if k else 0), lambda top, n: top)


@rule("toy.inner")
def inner(who: str) -> Rule[int]:
    yield tell("toy.inner", "{who} begins.", who=who)
    dice = yield from roll(2, by=who, why="Inside")
    yield Outcome(sum(dice))
    return sum(dice)


def outer() -> Rule[tuple[int, str, int]]:
    yield tell("toy.outer", "It begins.")
    first = yield from inner("ada")
    how = yield from Choose("bo", "How?", ("left", "right"), (0, 2), cites="toy.how")
    second = yield from inner("bo")
    yield Outcome(first + second, cites="toy.sum")
    return first, how, second


def test_every_effect_has_a_place() -> None:
    """Asks are counted from 0, whichever rule asks; what is told lies between them and counts for nothing."""
    progress = run_rule(outer(), {"0": [2, 5], "1": "right", "2": [6, 1]})
    assert progress.done
    assert [line.at for line in progress.lines] == ["0+0", "0+1", "0", "1+3", "1", "2+5", "2", "3+7", "3+8"]
    assert progress.used.keys() == {"0", "1", "2"}


def test_a_rule_goes_as_far_as_its_answers() -> None:
    """It waits at the first place that has none, with what it has told so far."""
    progress = run_rule(outer(), {"0": [2, 5]})
    assert not progress.done
    (question,) = progress.questions
    assert (question.at, question.kind, question.by, question.question) == ("1", "choose", ("bo",), "How?")
    assert [(o.key, o.label, o.cost) for o in question.options] == [("left", "left", 0), ("right", "right", 2)]
    assert [line.at for line in progress.lines] == ["0+0", "0+1", "0", "1+3"]


def test_the_headline_is_the_actions_own() -> None:
    """An outcome inside a called rule is told, but it is not what the action's odds are about."""
    assert run_rule(outer(), {"0": [2, 5]}).outcome is None
    done = run_rule(outer(), {"0": [2, 5], "1": "left", "2": [1, 1]})
    assert done.outcome == Outcome(9, cites="toy.sum")


def test_the_same_answers_play_to_the_same_end() -> None:
    """Result, lines and questions alike."""
    answers = {"0": [2, 5], "1": "left", "2": [1, 1]}
    assert run_rule(outer(), answers) == run_rule(outer(), answers)


def test_answers_nobody_asked_for_are_not_used() -> None:
    """Which answers a rule met can be told from those it did not."""
    assert run_rule(outer(), {"0": [2, 5], "1": "left", "2": [1, 1], "9": "x"}).used.keys() == {"0", "1", "2"}


@given(st.integers(0, 4), st.booleans())
def test_questions_and_lines_are_plain_data(answered: int, secret: bool) -> None:
    """What waits goes to JSON and back unchanged, however far it came."""

    def asks() -> Rule[None]:
        yield from ThrowDice(2, 8, by="ada")
        yield from Choose(("ada", "bo"), "Which?", (1, (2, 3), None), secret=secret)
        yield from DrawCards(("x", "y", "z"), 2, by="bo", audience=("bo",))
        yield tell("toy", "Over.", audience=("ada",))

    progress = run_rule(asks(), dict(list({"0": [1, 8], "1": "2,3", "2": [3, 1]}.items())[:answered]))
    for value, kind in ((progress.questions, tuple[Prompt, ...]), (progress.lines, tuple[LogLine, ...])):
        assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value


def test_a_roll_is_answered_sorted_and_shown_as_it_fell() -> None:
    """The rule is sent sorted dice; the log keeps them in the order they lay."""

    def rolls() -> Rule[tuple[int, ...]]:
        return (yield from roll(3, 6, by="ada", why="A try"))

    progress = run_rule(rolls(), {"0": [5, 1, 3]})
    assert progress.result == (1, 3, 5)
    assert progress.lines == (LogLine("0", "roll", "A try", by="ada", faces=(5, 1, 3), sides=6),)


def test_thrown_dice_are_looked_at_as_often_as_needed() -> None:
    """Looking asks for nothing and tells nothing; each look reads the same dice."""

    def looks() -> Rule[tuple[int, int]]:
        mine = yield from ThrowDice(3, 6, by="ada")
        theirs = yield from ThrowDice(2, 6, by="bo")
        low = yield from ReadDice(theirs, SUM)
        return (yield from ReadDice(mine, SUM)) - low, (yield from ReadDice(mine, HIGHEST))

    assert [q.at for q in run_rule(looks(), {"0": [1, 2, 6]}).questions] == ["1"]
    done = run_rule(looks(), {"0": [1, 2, 6], "1": [1, 1]})
    assert done.result == (7, 6)
    assert len(done.lines) == 2


def test_a_throw_made_together_can_be_looked_at() -> None:
    """Both throws are asked for at once, and each handle leads to its own dice."""

    def looks() -> Rule[tuple[int, int]]:
        a, b = yield from Gather((ThrowDice(1, 6), ThrowDice(1, 6)))
        return (yield from ReadDice(a, SUM)), (yield from ReadDice(b, SUM))

    assert [q.at for q in run_rule(looks(), {}).questions] == ["0.0", "0.1"]
    assert run_rule(looks(), {"0.0": [2], "0.1": [5]}).result == (2, 5)


def test_no_dice_leave_no_line() -> None:
    """An empty pool is answered with nothing and not told."""

    def rolls() -> Rule[tuple[int, ...]]:
        return (yield from roll(0))

    progress = run_rule(rolls(), {"0": []})
    assert (progress.result, progress.lines) == ((), ())


@pytest.mark.parametrize(("ordered", "hand"), [(False, ("x", "z")), (True, ("z", "x"))])
def test_cards_come_in_the_decks_order_unless_order_matters(ordered: bool, hand: tuple[str, ...]) -> None:
    """The places drawn are recorded as drawn in either case."""

    def draws() -> Rule[tuple[str, ...]]:
        return (yield from DrawCards(("x", "y", "z"), 2, ordered))

    assert run_rule(draws(), {"0": [3, 1]}).result == hand


@rule("toy.relay")
def relay(legs: int) -> Rule[int]:
    """Runs one leg and becomes the rest."""
    (die,) = yield from roll(1, 3)
    return tail_call(relay(legs - 1)) if legs > 1 and die > 1 else die


@rule("toy.relay")
def relay_told(legs: int) -> Rule[int]:
    (die,) = yield from roll(1, 3)
    return (yield from relay_told(legs - 1)) if legs > 1 and die > 1 else die


def test_a_rule_that_becomes_another_is_played_as_if_it_called_it() -> None:
    """The same places, the same result, the same chances."""
    answers = {"0": [2], "1.0": [3], "1.1.0": [1]}
    assert run_rule(relay(3).begin(), answers) == run_rule(relay_told(3).begin(), answers)
    assert ExactCounter().dist(relay(3)) == ExactCounter().dist(relay_told(3))


# together


def trio(secret: bool = False) -> Rule[tuple[Any, ...]]:
    """Two pick, one rolls; all at once."""
    picks = [Choose(who, f"{who}?", ("left", "right"), secret=secret) for who in ("ada", "bo")]
    return (yield from Gather((*picks, inner("cy"))))


def test_all_that_is_asked_together_is_asked_at_once() -> None:
    """Each with its place, those in called rules too."""
    assert [q.at for q in run_rule(trio(), {}).questions] == ["0.0", "0.1", "0.2.0"]


@given(st.permutations([("0.0", "left"), ("0.1", "right"), ("0.2.0", [3, 4])]))
def test_answers_may_come_in_any_order(order: list[tuple[str, Any]]) -> None:
    """Whoever answers first: the rule is sent the answers in the order it asked, and tells the same lines."""
    answers: dict[str, Any] = {}
    for at, answer in order:
        assert at in [q.at for q in run_rule(trio(), answers).questions]
        answers[at] = answer
    assert run_rule(trio(), answers).result == ("left", "right", 7)
    assert run_rule(trio(), answers) == run_rule(trio(), dict(sorted(answers.items())))


def texts(progress: RuleProgress) -> list[str]:
    return [line.text for line in progress.lines]


def test_a_secret_answer_is_hidden_until_all_have_answered() -> None:
    """Others who still think learn nothing; then everything is told at once, in the order asked."""
    waiting = run_rule(trio(secret=True), {"0.0": "left", "0.2.0": [3, 4]})
    assert [q.at for q in waiting.questions] == ["0.1"]
    assert texts(waiting) == ["cy begins.", "Inside", "7"]
    done = run_rule(trio(secret=True), {"0.0": "left", "0.2.0": [3, 4], "0.1": "left"})
    assert texts(done)[:2] == ["ada? left", "bo? left"]


def test_an_open_answer_is_told_at_once() -> None:
    """Only secret ones wait for the others."""
    assert texts(run_rule(trio(), {"0.0": "left"})) == ["ada? left", "cy begins."]


@rule("toy.hide")
def hide(who: str) -> Rule[str]:
    yield tell("toy.hide", "{who} looks around.", who=who)
    where = yield from Choose(who, "Where?", ("tree", "well"), secret=True)
    yield tell("toy.hide", "{who} is in the {where}.", who=who, where=where)
    return where


def test_a_secret_answer_inside_a_called_rule_is_hidden_too() -> None:
    """Neither the answer nor what the rule tells after it is out before the others have answered."""

    def hiding() -> Rule[tuple[Any, ...]]:
        return (yield from Gather((hide("ada"), hide("bo"))))

    assert texts(run_rule(hiding(), {"0.0.0": "well"})) == ["ada looks around.", "bo looks around."]
    assert "ada is in the well." in texts(run_rule(hiding(), {"0.0.0": "well", "0.1.0": "tree"}))


def test_a_secret_answer_asked_alone_is_told() -> None:
    """Nobody else is thinking."""
    assert "Where? well" in texts(run_rule(hide("ada").begin(), {"0": "well"}))


# audiences


def test_lines_carry_their_audience() -> None:
    """A roll, a choice, a draw, a tell and an outcome each say who may read them."""

    def whispers() -> Rule[None]:
        yield from roll(1, audience=("gm",))
        yield from Choose("ada", "Which?", (1, 2), audience=("ada",))
        yield from DrawCards(("x",), 1, audience=("bo",))
        yield tell("toy", "Psst.", audience=("crew",))
        yield Outcome(1, audience=("gm", "ada"))

    lines = run_rule(whispers(), {"0": [3], "1": "2", "2": [1]}).lines
    assert [line.audience for line in lines] == [("gm",), ("ada",), ("bo",), ("crew",), ("gm", "ada")]


def test_what_names_no_audience_is_for_everyone() -> None:
    """Nothing is hidden by accident."""
    lines = run_rule(outer(), {"0": [2, 5], "1": "left", "2": [1, 1]}).lines
    assert {line.audience for line in lines} == {()}


# wrong answers


def one(effect: Any) -> Rule[Any]:
    return (yield effect)


WRONG: list[tuple[Any, Any, str]] = [
    (
        Choose("ada", "Spend?", (False, True)),
        "maybe",
        "Spend? cannot be answered with 'maybe'. Answer one of: no, yes.",
    ),
    (Choose("ada", "Spend?", (False, True)), True, "Answer one of: no, yes."),
    (Choose("ada", "How many?", (0, 1)), 1, "Answer one of: 0, 1."),
    (roll(3), [1, 2], "3 dice are asked for, each a number from 1 to 6"),
    (roll(3), [1, 2, 3, 4], "3 dice are asked for"),
    (roll(2), [1, 7], "each a number from 1 to 6"),
    (roll(2), [0, 1], "each a number from 1 to 6"),
    (roll(2), [True, True], "each a number from 1 to 6"),
    (roll(2), [1.0, 2.0], "each a number from 1 to 6"),
    (roll(2), "12", "2 dice are asked for"),
    (roll(2), None, "2 dice are asked for"),
    (ThrowDice(1, 8), [9], "1 dice are asked for, each a number from 1 to 8"),
    (DrawCards(("x", "y"), 2), [1, 1], "The same card cannot be drawn twice"),
    (DrawCards(("x", "y"), 2), [1, 3], "2 cards are asked for, each a number from 1 to 2"),
    (DrawCards(("x", "y"), 1), ["x"], "1 cards are asked for"),
]


@pytest.mark.parametrize(("effect", "answer", "sentence"), WRONG)
def test_a_wrong_answer_is_refused_with_what_would_be_legal(effect: Any, answer: Any, sentence: str) -> None:
    """The wrong option, too few dice, dice that do not exist, truth instead of numbers, a card twice."""
    with pytest.raises(Refused) as refused:
        run_rule(one(effect), {"0": answer})
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    "effect",
    [
        Choose("ada", "Which?", ()),
        Choose("ada", "Which?", (True, "yes")),
        DrawCards(("x",), 2),
        "not an effect",
    ],
)
def test_a_question_nobody_could_answer_is_the_rules_fault(effect: Any) -> None:
    """No options, options written alike, more cards than there are, something that is no effect."""
    with pytest.raises(GameError):
        run_rule(one(effect), {})


def test_a_huge_pool_is_refused_before_anybody_is_asked() -> None:
    """Whether it is read or not."""
    for effect in (roll(999_999, 999_999), ThrowDice(101), Roll(1, 1001, SUM)):
        with pytest.raises(TooLarge):
            run_rule(one(effect), {})


def test_the_effect_asked_at_a_place_can_be_had() -> None:
    """So that a policy or an adviser sees what a person sees; elsewhere nothing is asked, and that is said."""
    assert pending_effect(outer(), {"0": [1, 1]}, "1").question == "How?"
    with pytest.raises(Refused, match=r"There's no question at 7\. Open questions: 1: How"):
        pending_effect(outer(), {"0": [1, 1]}, "7")


@rule("toy.mixed")
def mixed() -> Rule[tuple[Any, ...]]:
    """Every effect that is answered."""
    total = yield from Roll(2, 4, SUM)
    thrown = yield from ThrowDice(2, 3)
    top = yield from ReadDice(thrown, HIGHEST)
    cards = yield from DrawCards(("x", "x", "y"), 2)
    pick, low = yield from Gather((Choose("ada", "?", (0, 1)), roll(1, 2)))
    return total, top, cards, pick, low, (yield from ReadDice(thrown, SUM))


def test_live_plays_end_where_the_exact_reader_says_they_can() -> None:
    """A thousand plays at random find no result it does not count, and every total, best die and hand it does."""
    dist = ExactCounter(lambda ask: 1).dist(mixed())
    rng, seen = random.Random(3), set()
    for _ in range(1000):
        answers: dict[str, Any] = {}
        while not (progress := run_rule(mixed().begin(), answers)).done:
            for q in progress.questions:
                answers[q.at] = (
                    "1"
                    if q.kind == "choose"
                    else [rng.randint(1, q.sides) for _ in range(q.dice)]
                    if q.kind == "roll"
                    else rng.sample(range(1, q.sides + 1), q.cards)
                )
        seen.add(progress.result)
    assert seen <= set(dist)
    for i in range(6):
        assert {result[i] for result in seen} == {result[i] for result in dist}
