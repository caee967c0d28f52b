"""One rule, read live, exactly and in bulk: helpers to hold the three against each other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import pending_effect, run_rule
from tablewright.engine.sampling.sampler import RuleSampler
from tablewright.engine.trees.distribution import Distribution
from tablewright.rules import Call, Choose, Rule
from tablewright.rules.text import to_key

Make = Callable[[], Rule[Any]]


def live(make: Make, dice: list[list[int]], choices: list[str]) -> Any:
    """Plays a rule to its end with these dice and choices, in the order they are asked for."""
    answers: dict[str, Any] = {}
    dice, choices = list(dice), list(choices)
    while True:
        progress = run_rule(make(), answers)
        if progress.done:
            assert not dice, f"dice left over: {dice}"
            assert not choices, f"choices left over: {choices}"
            return progress.result
        question = progress.questions[0]
        answers[question.at] = choices.pop(0) if question.kind == "choose" else dice.pop(0)


def live_at_random(make: Make, policy: Callable[[Choose[Any]], Any], rng: random.Random) -> Any:
    """Plays a rule live with random dice, choices by a policy."""
    answers: dict[str, Any] = {}
    while not (progress := run_rule(make(), answers)).done:
        for q in progress.questions:
            if q.kind == "choose":
                answers[q.at] = to_key(policy(pending_effect(make(), answers, q.at)))
            elif q.kind == "roll":
                answers[q.at] = [rng.randint(1, q.sides) for _ in range(q.dice)]
            else:
                answers[q.at] = rng.sample(range(1, q.sides + 1), q.cards)
    return progress.result


def agree(call: Call[Any], policy: Callable[[Choose[Any]], Any], plays: int = 4000) -> Distribution[Any]:
    """The exact distribution under a policy, after checking that live and bulk plays fall as it says.

    Each result's share may miss its chance by five standard deviations and a bit: a sound reader fails about once
    in a million results.
    """
    dist = ExactCounter(policy).dist(call)
    assert dist.whole()
    bulk, slow, rng = RuleSampler(policy, seed=7), RuleSampler(policy, seed=8, counts=False), random.Random(7)
    sampled = Counter(bulk.play(call) for _ in range(plays))
    thrown = Counter(slow.play(call) for _ in range(plays))
    played = Counter(live_at_random(call.begin, policy, rng) for _ in range(plays // 4))
    for counts, n in ((sampled, plays), (thrown, plays), (played, plays // 4)):
        assert set(counts) <= set(dist), "a reader found what the exact one did not"
        for value, chance in dist.items():
            p = float(chance)
            assert abs(counts[value] / n - p) <= 5 * (p * (1 - p) / n) ** 0.5 + 3 / n, value
    return dist
