"""The search goes the same way on every processor: it never compares the last digits of linear algebra."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablewright.solver.budget import Budget
from tablewright.solver.decisions import Decisions
from tablewright.solver.key_decisions import describe_decision, most_important
from tablewright.solver.level_arrays import Floats
from tablewright.solver.policy_iteration import PolicyIteration
from tablewright.solver.rounding import COARSE, FINE, round_digits, round_number, round_parts
from tablewright.solver.sparse import PolicyFlow
from tablewright.solver.value_regression import ValueRegression
from tests.clock import TickingClock

from .test_policy_iteration import Maze, improved, maze
from .test_value_estimate import climbed

Way = tuple[Any, ...]
NOISE = 1e-13  # relative; a few hundred times as much as processors differ by
EXTENSIONS = " ".join(np.show_config("dicts")["SIMD Extensions"].get("found", ()))
# Kernels of OpenBLAS and NumPy that add up differently from each other; one that cannot run here is replaced.
PROCESSORS = (
    {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": EXTENSIONS},
    {"OPENBLAS_CORETYPE": "Haswell"},
)


def way_of(found: PolicyIteration) -> Way:
    """List everything a search decided: what it opened and followed, in which order, and what it would report."""
    places, choices = found.places, Decisions(found)
    picked = [
        [None if first is None else first.tolist() for first in (own, *(one for called in inside for one in called))]
        for own, inside in choices.picked
    ]
    told = most_important(describe_decision(spot, places) for spot in choices.met())
    best = [(one.question, str(one.state), [option.words for option in one.options if option.best]) for one in told]
    return list(places.opened.items()), list(places.followed), picked, best


def noisy(solved: Callable[..., Floats], dice: random.Random) -> Callable[..., Floats]:
    """Make every number that is solved wrong in its last digits."""

    def wrong(self: PolicyFlow, given: Any) -> Floats:
        numbers = solved(self, given)
        return numbers * (1 + NOISE * np.array([dice.uniform(-1, 1) for _ in numbers]))

    return wrong


def ways() -> list[Way]:
    """Search once with too little time, and eight mazes to the end, half of them against somebody."""
    every = [climbed(2_000)]
    for seed, side in product(range(4), ((), ("ada",))):
        every.append(improved(maze(side), Maze(seed, doors=3), meter=Budget(100_000, clock=TickingClock())))
    return [way_of(found) for found in every]


@pytest.fixture(scope="module")
def undisturbed() -> list[Way]:
    return ways()


@pytest.mark.parametrize("seed", range(2))
def test_the_last_digits_decide_nothing(seed: int, monkeypatch: pytest.MonkeyPatch, undisturbed: list[Way]) -> None:
    """Add noise to all that is solved: the same places in the same order, the same answers, the same report."""
    dice = random.Random(seed)
    for name in ("worth", "visits"):
        monkeypatch.setattr(PolicyFlow, name, noisy(getattr(PolicyFlow, name), dice))
    assert ways() == undisturbed


def guesses() -> list[float]:
    """Fit values that follow no rule, seen in too few positions: the fit that magnifies a difference most."""
    dice, regression = random.Random(1), ValueRegression()
    regression.meet([tuple(dice.randrange(6) for _ in range(12)) for _ in range(700)])
    worth = np.array([dice.random() for _ in range(700)])
    found: list[float] = regression.expected(np.arange(700) < 400, worth, 1e-6).tolist()
    return found


def test_every_processor_goes_the_same_way(undisturbed: list[Way]) -> None:
    """Run the searches with the kernels of other processors, each in a process of its own."""
    code = f"import {__name__} as own; print(own.ways(), own.guesses())"
    root = Path(__file__).parents[2]
    for kind in PROCESSORS:
        done = subprocess.run(
            [sys.executable, "-c", code], check=False, env=os.environ | kind, cwd=root, capture_output=True, text=True
        )
        assert done.stdout == f"{undisturbed} {guesses()}\n", done.stderr


@pytest.mark.parametrize("digits", [COARSE, FINE])
def test_what_differs_in_the_last_digits_only_is_rounded_alike(digits: int) -> None:
    """Keep fractions with small denominators away from where rounding turns: worths and chances are often such."""
    for below in range(1, 200):
        for above in range(1, below + 1):
            exact = above / below
            near = np.array([exact * (1 + 1e-13), exact, exact * (1 - 1e-13)])
            assert len(set(round_digits(near, digits).tolist())) == 1


def test_rounding_keeps_order_and_digits() -> None:
    """Never round a larger number to a smaller one, nor move one by more than a digit, alone or in an array."""
    dice = random.Random(1)
    numbers = np.array([*sorted(dice.uniform(0, 1) ** 20 for _ in range(2_000)), 0.0, 1.0, 3.0])
    rounded = round_digits(numbers)
    assert (np.diff(rounded[:-3]) >= 0).all()
    assert (np.abs(rounded - numbers) <= numbers * 2.0 ** (1 - COARSE)).all()
    assert rounded.tolist() == [round_number(number) for number in numbers.tolist()]
    assert rounded[-3:].tolist() == [0, 1, 3]
    assert round_parts(np.array([0.5 + 1e-13, 0.5 - 1e-13, -1e-15, 2.0]), 256).tolist() == [0.5, 0.5, 0, 2]
