"""Decisions on grown trees: the option picked at each, and the value of such play."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from tablewright.rules import Scenario
from tablewright.solver.budget import Budget
from tablewright.solver.decisions import DecisionPoint, Decisions
from tablewright.solver.key_decisions import describe_decision
from tablewright.solver.policy_iteration import PolicyIteration

from .test_policy_iteration import ROOMS, Maze, improved, left, maze, out, plain_door

Answer = Callable[[DecisionPoint], int]


def answered(choices: Decisions, answer: Answer) -> list[DecisionPoint]:
    """Every choice met by whoever answers so, wherever that leads: as it is met in the end."""
    known = set[tuple[int, ...]]()
    while True:
        spots = [*choices.met()]
        new = [spot for spot in spots if spot.where not in known]
        if not new:
            return spots
        for spot in new:
            spot.take(answer(spot))
            known.add(spot.where)


@pytest.mark.parametrize("seed", range(6))
def test_at_first_it_is_best_play(seed: int) -> None:
    """Without any pick the value is that of best play, and each decision is met by a play of that."""
    found = improved(maze(), Maze(seed, doors=3))
    choices = Decisions(found)
    assert choices.worth() == pytest.approx(found.lower, abs=1e-9)
    assert all(spot.often > 0 for spot in choices.met())


@pytest.mark.parametrize("doors", [*product(range(2), repeat=ROOMS)][::17])
def test_who_takes_something_else_is_worth_what_that_is_worth(doors: tuple[int, ...]) -> None:
    """A door for every room: as much as that policy followed to every end, which grows no trees of choices at all."""
    bare = Scenario("maze", "Maze", "A maze.", Maze, plain_door, left, value=out, between=(0.0, 1.0))
    choices = Decisions(improved(bare, Maze(3), "full"))
    follow = PolicyIteration(bare, Maze(3), lambda ask: doors[ask.about.room], Budget())
    assert follow.follow(follow.meter.until)
    answered(choices, lambda spot: doors[spot.key.room])
    assert choices.worth() == pytest.approx(follow.base, abs=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_given_away_adds_up(seed: int) -> None:
    """Whatever is answered, within rules called too: what best play is worth more than it is what is given away choice
    by choice, as often as each is met.
    """
    found = improved(maze(), Maze(seed, doors=3), "full")
    dice, picks = random.Random(seed), dict[tuple[int, ...], int]()

    def answer(spot: DecisionPoint) -> int:
        return picks.setdefault(spot.where, dice.randrange(len(spot.options)))

    choices = Decisions(found)
    met = answered(choices, answer)
    away = sum(spot.often * (spot.worths.max() - spot.worths[picks[spot.where]]) for spot in met)
    assert found.lower - choices.worth() == pytest.approx(away, abs=2e-3)  # the rarest are not told
    assert any(len(spot.where) == 2 for spot in met) or seed not in {0, 1}


def test_one_caller_takes_what_another_does_not() -> None:
    """A rule called from several rooms: what is taken in it for one of them holds for that one alone."""
    found = improved(maze(), Maze(1, doors=3), "full")
    inside = [spot for spot in Decisions(found).met() if len(spot.where) == 2]
    assert inside
    for spot in inside:
        other = 1 - int(spot.worths.argmax())
        choices = Decisions(found)
        (same,) = [one for one in choices.met() if one.where == spot.where]
        same.take(other)
        rest = {one.where: one.often for one in choices.met() if one.where[-1] == spot.where[-1]}
        lost = rest[spot.where] * abs(float(spot.worths[0] - spot.worths[1]))
        assert found.lower - choices.worth() == pytest.approx(lost, abs=1e-6)


def test_a_situation_is_what_was_met_in_words() -> None:
    """Its options in the order offered, the best of them marked, and what a random answer loses."""
    found = improved(maze(), Maze(1, doors=3), "full")
    spot = next(spot for spot in Decisions(found).met() if spot.node.ask.question == "Which door?")
    told = describe_decision(spot, found.places)
    assert [option.words for option in told.options] == ["0", "1", "2"]
    assert [option.worth for option in told.options] == pytest.approx(spot.worths.tolist())
    assert [option.best for option in told.options].index(True) == spot.worths.argmax()
    assert told.stake == pytest.approx(spot.worths.max() - spot.worths.mean())
    assert isinstance(told.state, Maze)
