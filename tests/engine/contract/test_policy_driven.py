"""A rule with its choices made by a policy: for opponents nobody plays."""

from __future__ import annotations

from typing import Any

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import Choose, Gather, Outcome, Rule, roll, rule, tail_call, with_policy


@rule("toy")
def swing(who: str) -> Rule[tuple[str, int]]:
    how = yield from Choose(who, "How?", ("careful", "wild"))
    dice = yield from roll(1 if how == "careful" else 2)
    return how, dice[-1]


@rule("toy")
def both() -> Rule[tuple[Any, ...]]:
    return (yield from Gather((swing("ada"), swing("ogre"))))


def ogre_is_wild(ask: Choose[Any]) -> Any:
    return "wild" if ask.by == "ogre" else None


@rule("toy")
def handed_over() -> Rule[tuple[Any, ...]]:
    return (yield from with_policy(both().begin(), ogre_is_wild))


def test_only_whom_the_policy_answers_for_is_not_asked() -> None:
    """The ogre swings wildly by itself; Ada is still asked."""
    progress = run_rule(handed_over().begin(), {})
    assert [q.by for q in progress.questions if q.kind == "choose"] == [("ada",)]
    done = run_rule(handed_over().begin(), {"0.0.0": "careful", "0.0.1": [3], "0.1.0": [2, 5]})
    assert done.result == (("careful", 3), ("wild", 5))


def test_the_exact_reader_reads_it_too() -> None:
    """With everybody decided there is nothing left to choose."""
    dist = ExactCounter(lambda ask: "careful").dist(handed_over())
    assert dist.whole()
    assert {how for (_, _), (how, _) in dist} == {"wild"}


@rule("toy")
def vote(settled_by: str = "") -> Rule[tuple[Any, ...]]:
    asks = tuple(Choose(who, "Go?", ("yes", "no")) for who in ("ada", "ogre", "bo"))
    return (yield from Gather(asks, (lambda said: said == settled_by) if settled_by else None))


def ogre_objects(ask: Choose[Any]) -> Any:
    return "no" if ask.by == "ogre" else None


def test_answers_stand_in_the_order_asked() -> None:
    """Whether a person gave them or the policy."""
    done = run_rule(with_policy(vote().begin(), ogre_objects), {"0.0": "yes", "0.1": "no"})
    assert done.result == ("yes", "no", "no")


def test_what_the_policy_says_may_settle_it() -> None:
    """The ogre's objection ends the vote: nobody else is asked. Had it agreed to go, they would be."""
    assert run_rule(with_policy(vote("no").begin(), ogre_objects), {}).result == (None, "no", None)
    asked = run_rule(with_policy(vote("yes").begin(), ogre_objects), {}).questions
    assert [q.by for q in asked] == [("ada",), ("bo",)]


@rule("toy")
def loud() -> Rule[int]:
    yield Outcome(1)
    return 1


def test_a_called_rule_keeps_its_headline_to_itself() -> None:
    """What is played in line is still a rule called: only the action's own outcome is the headline."""

    def act() -> Rule[int]:
        return (yield from with_policy(loud_and_own(), ogre_is_wild))

    def loud_and_own() -> Rule[int]:
        got = yield from loud()
        yield Outcome(2)
        return got

    outcome = run_rule(act(), {}).outcome
    assert outcome is not None
    assert outcome.value == 2


def test_what_a_decided_rule_becomes_is_decided_too_and_grown_once() -> None:
    """Its beginning is played no more often for six results of its end than for one, and the ogre is not asked."""
    begun = []

    @rule("toy")
    def begins() -> Rule[tuple[str, int]]:
        begun.append(1)
        yield from roll(1)
        return tail_call(swing("ogre"))

    @rule("toy")
    def turn() -> Rule[tuple[str, int]]:
        return (yield from with_policy(whole(), ogre_is_wild))

    def whole() -> Rule[tuple[str, int]]:
        return (yield from begins())

    dist = ExactCounter().dist(turn())
    assert {how for how, _ in dist} == {"wild"}
    assert len(begun) == 6
