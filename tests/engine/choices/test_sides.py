"""Whose side a scenario's value is for: the chain's best play against others, in turn and at once."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from tablewright.engine.choices.sides import choices_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.markov.chain import build_chain
from tablewright.rules import Choose, Gather, Refused, Rule, Scenario, State, roll, rule

SIDES = ("heads", "tails")


class Lead(State, frozen=True):
    """How far ahead Ada is, and how many rounds are left."""

    ahead: int = 0
    rounds: int = 1


def scenario(step: Callable[[Any], Any], *side: str) -> Scenario:
    def ending(s: Lead) -> str | None:
        return None if s.rounds else "won" if s.ahead > 0 else "lost" if s.ahead < 0 else "even"

    return Scenario("toy", "Toy", "A toy.", Lead, step, ending, value=lambda s: float(s.ahead), side=side)


def pick(who: str) -> Choose[str]:
    return Choose(who, "Which?", SIDES, secret=True)


@rule("toy.pennies")
def pennies(s: Lead) -> Rule[Lead]:
    """Heads on both are worth three to Ada, tails one; Bo gains one if they differ."""
    mine, theirs = yield from Gather((pick("ada"), pick("bo")))
    gain = -1 if mine != theirs else 3 if mine == "heads" else 1
    return s.but(ahead=s.ahead + gain, rounds=s.rounds - 1)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_best_play_of_what_is_chosen_at_once_is_an_equilibrium(rounds: int) -> None:
    """Each round is worth a third, whatever went before: (3 - 1) / (3 + 1 + 2)."""
    solved = build_chain(scenario(pennies, "ada"), Lead(rounds=rounds), best=True)
    assert solved.how == "equilibrium"
    assert solved.mean_left(lambda s: {"ahead": s.ahead})["ahead"] == pytest.approx(rounds / 3)


def test_the_chances_are_those_of_the_mixture() -> None:
    """Either shows heads one time in three: both do in one of nine, neither in four of nine."""
    solved = build_chain(scenario(pennies, "ada"), Lead(), best=True)
    assert solved.chances() == pytest.approx({"won": 5 / 9, "lost": 4 / 9})
    exact = ExactCounter().best(pennies(Lead()), lambda s: s.ahead, choices_of(("ada",)))
    assert float(exact.dist.chance(lambda s: s.ahead > 0)) == pytest.approx(5 / 9)


def test_the_other_side_is_the_same_turned_round() -> None:
    """For Bo's side the value would be Ada's loss: he plays as she would have him play."""
    for_bo = scenario(pennies, "bo")
    for_bo = Scenario("toy", "Toy", "", Lead, pennies, for_bo.ending, value=lambda s: -float(s.ahead), side=("bo",))
    assert build_chain(for_bo, Lead(), best=True).chances() == pytest.approx({"won": 5 / 9, "lost": 4 / 9})


@rule("toy.turns")
def in_turn(s: Lead) -> Rule[Lead]:
    """Bo answers to what Ada has shown."""
    mine = yield from pick("ada")
    theirs = yield from pick("bo")
    return s.but(ahead=s.ahead + (1 if mine == theirs else -1), rounds=s.rounds - 1)


@pytest.mark.parametrize(
    ("side", "how", "end"), [((), "best", "won"), (("ada",), "minimax", "lost"), (("ada", "bo"), "best", "won")]
)
def test_others_minimise_only_if_a_side_is_named(side: tuple[str, ...], how: str, end: str) -> None:
    """With nobody named everyone plays for the value, as ever; otherwise who is not named plays against it."""
    solved = build_chain(scenario(in_turn, *side), Lead(), best=True)
    assert solved.how == how
    assert solved.chances() == {end: pytest.approx(1)}


def test_under_a_policy_there_is_no_best_play_to_speak_of() -> None:
    assert build_chain(scenario(pennies, "ada"), Lead()).how is None


@rule("toy.again")
def again(s: Lead) -> Rule[Lead]:
    """Ada wins if the coins differ and loses on tails; on heads it is a toss: lost, or once more."""
    mine, theirs = yield from Gather((pick("ada"), pick("bo")))
    if mine != theirs:
        return Lead(1, 0)
    if mine == "tails" or (yield from roll(1, 2)) == (1,):
        return Lead(0, 0)
    return s


def test_what_may_come_round_again_is_worth_what_it_is_worth_now() -> None:
    """v = 1 / (2 - v/2), so v is two less the square root of two: no fraction, found by iteration."""
    solved = build_chain(scenario(again, "ada"), Lead(), best=True)
    assert solved.chances()["won"] == pytest.approx(2 - sqrt(2), abs=1e-9)


@rule("toy.stall")
def stall(s: Lead) -> Rule[Lead]:
    """Bo may put it off for ever."""
    if (yield from Choose("bo", "Wait?", (False, True))):
        return s
    return Lead(1, 0) if (yield from roll(1, 2)) == (1,) else Lead(-1, 0)


def test_an_opponent_who_gains_by_it_never_ends_it() -> None:
    """To go on for ever counts as Ada's worst ending, so Bo waits; that is said, and no number made up."""
    with pytest.raises(Refused, match="No ending can be reached"):
        build_chain(scenario(stall, "ada"), Lead(), best=True)
