"""Best play is estimated on grown trees, and no estimate is ever taken for a bound."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from tablewright.rules import Choose, Rule, Scenario, State, roll, rule, tail_call
from tablewright.solver.budget import Budget
from tablewright.solver.policy_iteration import PolicyIteration
from tablewright.solver.positions import Positions
from tablewright.solver.value_estimate import ValueEstimate
from tablewright.solver.value_regression import ValueRegression
from tests.clock import TickingClock

from .test_policy_iteration import Maze, best_by_chain, improved, maze

TOP, FULL = 9, 7


class Climb(State, frozen=True):
    """A climber at a height, with some rope and breath left, in some weather that says nothing."""

    height: int = 0
    rope: int = FULL
    breath: int = FULL
    cloud: int = 0


@rule("climb.pitch")
def pitch(s: Climb, way: str) -> Rule[Climb]:
    """Rest, climb, or throw the rope and climb: what is spent makes it likelier."""
    cloud = (yield from roll(1, 4))[0]
    if way == "rest":
        return s.but(breath=min(FULL, s.breath + 1) if (yield from roll(1, 3))[0] > 1 else 0, cloud=cloud)
    rope, breath = s.rope - (way == "rope"), s.breath - 1
    needed = 6 - (way == "rope") * 2 - breath // 2
    up = 1 if (yield from roll(1, 6))[0] >= needed else 0
    return s.but(height=s.height + up, rope=rope, breath=breath, cloud=cloud)


@rule("climb.on")
def climb_on(s: Climb) -> Rule[Climb]:
    ways = ("climb", "rest", *(("rope",) if s.rope else ()))
    return tail_call(pitch(s, (yield from Choose("ada", "How?", ways))))


def over(s: Climb) -> str | None:
    return "top" if s.height == TOP else None if s.breath else "spent"


climb = Scenario(
    "climb", "Climb", "A climb.", Climb, climb_on, over, value=lambda s: s.height / TOP, between=(0.0, 1.0)
)


def climbed(seconds: float, guesses: bool = True, part: float = 1.0) -> PolicyIteration:
    found = PolicyIteration(climb, Climb(), None, Budget(seconds, clock=TickingClock()))
    assert found.follow(found.meter.until)
    if not guesses:
        found._guess = None
    found.run(by=found.meter.share(part))
    return found


def test_the_best_is_found_sooner_by_guessing() -> None:
    """In the same time a better policy is known than by opening what the best policy known comes to."""
    guessed, plain = climbed(8_000), climbed(8_000, guesses=False)
    assert plain.base < plain.lower < guessed.lower - 0.1
    assert not guessed.proven


def test_a_wrong_guess_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds hold with any estimate and at any interruption, and a proven result is true."""
    dice = random.Random(1)

    def nonsense(self: ValueRegression, known: Any, worth: Any, sure: float) -> Any:
        return np.array([dice.random() for _ in known])

    monkeypatch.setattr(ValueRegression, "expected", nonsense)
    for seed, seconds in product(range(4), (40, 90, 100_000)):
        start = Maze(seed, doors=3)
        found = improved(maze(), start, meter=Budget(seconds, clock=TickingClock()))
        true = best_by_chain(start)
        assert found.lower <= true + 1e-6
        assert true <= found.upper + 1e-6
        assert found.proven or seconds < 100_000


def test_nothing_is_guessed_to_be_worth_less_than_it_is_known_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that a policy has been followed through is worth that at least, though like places are worth nothing."""
    monkeypatch.setattr(ValueRegression, "expected", lambda self, known, worth, sure: np.zeros(len(known)))
    found = PolicyIteration(maze(), Maze(1, doors=3), None, Budget())
    assert found.follow(found.meter.until)
    assert found.below is not None
    assert found.base > 0
    assert ValueEstimate(found.places).look(found.below).worth[found.places.start] == pytest.approx(found.base)


def test_where_somebody_plays_against_it_nothing_is_guessed() -> None:
    """What best play comes to is not where the best of both would go."""
    found = improved(maze(side=("ada",)), Maze(1, doors=3))
    assert found._guess is None
    assert found.proven


def met(places: Positions) -> set[int]:
    return {at for at, slot in enumerate(places.slots) if slot in places.followed}


def test_the_likely_is_followed_first() -> None:
    """Positions are followed in the order of how often they are met, and then those they lead to."""
    places = Positions(maze(), Maze(1, doors=3), None, None, Budget(30, clock=TickingClock()))
    places.open(0, np.inf)
    behind = [at for at, slot in enumerate(places.slots) if at and slot not in places.over]
    first, second, *_ = behind
    places.expect(first, 1e-3)
    places.expect(second, 1e-2)
    places.follow(places.meter.soon(3))
    assert second in met(places)
    assert first not in met(places)


def looked_at(found: PolicyIteration) -> float:
    """Of all options of the choices best play meets, how many anybody knows anything of."""
    assert found.below is not None
    met = [options for _, out, options in found.places.choices if found.below.visits[out] > 0.01]
    known = [bool(found.below.worth[slot] > 0) for options in met for slot in options]
    return sum(known) / len(known)


def test_what_is_not_chosen_is_weighed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What time is kept goes into what becomes of it where the choices met most often are answered otherwise."""
    weighed = looked_at(climbed(9_000, part=0.8))
    monkeypatch.setattr(PolicyIteration, "_weigh", lambda self, by: None)
    assert weighed > looked_at(climbed(9_000, part=0.8)) + 0.1
