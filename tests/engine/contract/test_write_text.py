"""Words asked inside a rule: read live, exactly, in bulk and by a policy; what they say decides nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.live.resume import remaining_rule
from tablewright.engine.sampling.sampler import RuleSampler
from tablewright.rules import Choose, Gather, Outcome, Refused, Rule, WriteText, roll, rule, with_policy
from tablewright.rules.effects.policy import first_free_option

BARGAIN = WriteText(
    "gm", "What does it cost her?", most=20, example="a scar", cites="toy.price", audience=("ada", "gm")
)


@rule("toy.bargain")
def bargain() -> Rule[tuple[str, int]]:
    """Ada may take a bargain the master words, for one die more."""
    price = yield from BARGAIN
    taken = yield from Choose("ada", f"Take it, for {price}?", (False, True))
    dice = yield from roll(2 if taken else 1)
    return (price if taken else "nothing"), dice[-1]


def action() -> Rule[None]:
    _, best = yield from bargain()
    yield Outcome(int(best == 6))


def test_words_wait_for_whoever_is_to_say_them() -> None:
    """The question says how long they may be, and what is said goes on in the rule and stands in the log."""
    asked = run_rule(bargain().begin(), {})
    (question,) = asked.questions
    assert (question.kind, question.by, question.most) == ("write", ("gm",), 20)
    told = run_rule(bargain().begin(), {"0": "  her shadow ", "1": "yes", "2": [3, 6]})
    assert told.result == ("her shadow", 6)
    assert told.lines[0].text == "What does it cost her? her shadow"
    assert told.lines[0].audience == ("ada", "gm")
    assert told.lines[1].text.startswith("Take it, for her shadow?")


@pytest.mark.parametrize("text", ["", "   ", "x" * 21, 7, None])
def test_no_words_and_too_many_are_refused(text: Any) -> None:
    """With what would do."""
    with pytest.raises(Refused, match="a text of 1 to 20 characters"):
        run_rule(bargain().begin(), {"0": text})


def test_an_example_stands_for_all_words() -> None:
    """Odds count one way to say it, plays without people say the same."""
    found = rule_odds(action)
    assert found.plain[1] == Fraction(1, 6)
    assert found.best[1] == Fraction(11, 36)
    dist = ExactCounter(lambda ask: True).dist(bargain())
    assert {price for price, _ in dist} == {"a scar"}
    bulk = RuleSampler(first_free_option, seed=1, counts=False)
    assert {bulk.play(bargain())[0] for _ in range(50)} == {"nothing"}


def test_odds_go_on_from_what_has_been_said() -> None:
    """Said or not, the chances are the same."""
    assert rule_odds(lambda: remaining_rule(action(), {"0": "her shadow"})).best == rule_odds(action).best


def test_a_policy_leaves_words_to_people() -> None:
    """Choices are made; words are still asked for."""

    @rule("toy.left")
    def left() -> Rule[tuple[str, int]]:
        return (yield from with_policy(bargain().begin(), lambda ask: ask.options[-1]))

    assert [q.kind for q in run_rule(left().begin(), {}).questions] == ["write"]
    assert run_rule(left().begin(), {"0": "her name", "1": [1, 6]}).result == ("her name", 6)


@rule("toy.both")
def both() -> Rule[Any]:
    return (yield from Gather((WriteText("ada", "Hers?", secret=True), WriteText("bo", "His?", secret=True))))


def test_secret_words_stay_secret_until_all_have_spoken() -> None:
    """What Ada said is in no line while Bo still thinks."""
    half = run_rule(both().begin(), {"0.0": "a lie"})
    assert half.lines == ()
    assert half.sealed == {"0.0"}
    told = run_rule(both().begin(), {"0.0": "a lie", "0.1": "the truth"})
    assert told.result == ("a lie", "the truth")
    assert [line.text for line in told.lines] == ["Hers? a lie", "His? the truth"]
