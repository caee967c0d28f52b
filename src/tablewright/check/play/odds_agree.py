"""Odds that add up to one, and sampled plays that agree with them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.engine.exact import Odds, RuleFactory, action_odds_of
from tablewright.engine.sampling import RuleSampler
from tablewright.rules import Refused, TooLarge
from tablewright.rules.effects import first_free_option

from .random_player import RandomPlayer, spelled

SAMPLES = 1_500
ODDS_BUDGET = 60_000
SECONDS = 4.0  # of processor time for one count; a rule with much to play by itself is slow in every branch


def check_odds(
    box: InstalledGame, notes: FaultCollector, met: list[tuple[Any, str]], each: int = 6, tries: int = 60
) -> Iterator[Finding]:
    """Check that the odds of every action add up to one, and that sampled plays agree with them.

    An outcome's share in the samples may differ from its chance by five standard deviations. A sound game fails about
    once in a million outcomes. Sampling plays the rule die by die and shares no code with the counting of odds.
    """
    rng, player = random.Random(5), RandomPlayer(box.game, 5)
    wrong_total, unlike = dict[object, str](), list[str]()
    large, counted, sampled = set[str](), 0, 0
    for action in box.game.actions:
        found = 0
        for state, seat_id in rng.sample(met, min(len(met), tries)):
            seat, doing = player.table.seats[seat_id], action.name
            try:
                if found >= each or (action.when and action.when(state)):
                    continue
                params = player.params(action, state)
                doing = spelled(action.name, params)
                odds = action_odds_of(box.game, state, action, params, seat=seat, budget=ODDS_BUDGET, seconds=SECONDS)
            except TooLarge:
                if action.name in large:
                    break  # two refusals are enough
                large.add(action.name)
                continue
            except Refused:
                continue
            except Exception as error:  # any exception of a game is a finding
                notes.add(wrong_total, doing, error)
                break
            found, counted = found + 1, counted + 1
            if not _total_one(odds):
                wrong_total[action.name] = f"{doing}: the chances do not total one"
            if len(odds.plain) > 1 and found <= 2:
                sampled += 1
                make = partial(action.begin, state, action.read(params, state), seat)
                unlike += [f"{doing}: {text}" for text in _samples(make, odds)]
    note = f"{counted} odds" + (f"; too large to count: {', '.join(sorted(large))}" if large else "")
    yield Finding("odds total one", tuple(wrong_total.values()), note)
    yield Finding("random plays fall as the odds say", tuple(unlike), f"{sampled} odds, {SAMPLES} plays each")


def _total_one(odds: Odds) -> bool:
    return all(d.whole() and sum((p for _, p in d.items()), Fraction(0)) == 1 for d in (odds.plain, odds.best))


def _samples(make: RuleFactory, odds: Odds) -> list[str]:
    sampler = RuleSampler(first_free_option, seed=11, counts=False)
    outcomes = Counter(sampler.outcome(make()) for _ in range(SAMPLES))
    wrong = [f"{value} came, which the odds call impossible" for value in outcomes if not odds.plain[value]]
    for value, chance in odds.plain.items():
        p, share = float(chance), outcomes[value] / SAMPLES
        if abs(share - p) > 5 * (p * (1 - p) / SAMPLES) ** 0.5 + 3 / SAMPLES:
            wrong.append(f"{value} came {share:.3f}, its chance is {p:.3f}")
    return wrong
