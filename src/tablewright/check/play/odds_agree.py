"""Odds that total one, and plays that fall as they say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.engine.exact import Odds, RuleFactory, action_factory, action_odds_of
from tablewright.engine.sampling import RuleSampler
from tablewright.rules import Refused, TooLarge
from tablewright.rules.effects import first_free_option

from .random_player import RandomPlayer, spelled

SAMPLES = 1_500
ODDS_BUDGET = 60_000
SECONDS = 4.0
"""Processor time for one count: a rule that plays on by itself takes long for every branch."""


def check_odds(
    box: InstalledGame, notes: FaultCollector, met: list[tuple[Any, str]], each: int = 6, tries: int = 60
) -> Iterator[Finding]:
    """Odds of every action total one, and random plays fall as they say.

    An outcome's share in the samples may miss its chance by five standard deviations: a sound game fails about once
    in a million outcomes. The plays go through the rule die by die, and share nothing with what counts the odds.
    """
    rng, stranger = random.Random(5), RandomPlayer(box.game, 5)
    not_one, not_so = dict[object, str](), list[str]()
    large, counted, sampled = set[str](), 0, 0
    for action in box.game.actions:
        found = 0
        for state, seat_id in rng.sample(met, min(len(met), tries)):
            seat, doing = stranger.table.seats[seat_id], action.name
            try:
                if found >= each or (action.when and action.when(state)):
                    continue
                params = stranger.params(action, state)
                doing = spelled(action.name, params)
                seen = action_odds_of(box.game, state, action, params, seat=seat, budget=ODDS_BUDGET, seconds=SECONDS)
            except TooLarge:
                if action.name in large:
                    break  # it is not worth a third try
                large.add(action.name)
                continue
            except Refused:
                continue
            except Exception as error:  # whatever a game raises is its finding
                notes.add(not_one, doing, error)
                break
            found, counted = found + 1, counted + 1
            if not _total_one(seen):
                not_one[action.name] = f"{doing}: the chances do not total one"
            if len(seen.plain) > 1 and found <= 2:
                sampled += 1
                make = action_factory(action, state, action.read(params, state), seat)
                not_so += [f"{doing}: {text}" for text in _samples(make, seen)]
    note = f"{counted} odds" + (f"; too large to count: {', '.join(sorted(large))}" if large else "")
    yield Finding("odds total one", tuple(not_one.values()), note)
    yield Finding("random plays fall as the odds say", tuple(not_so), f"{sampled} odds, {SAMPLES} plays each")


def _total_one(seen: Odds) -> bool:
    return all(d.whole() and sum((p for _, p in d.items()), Fraction(0)) == 1 for d in (seen.plain, seen.best))


def _samples(make: RuleFactory, seen: Odds) -> list[str]:
    bulk = RuleSampler(first_free_option, seed=11, counts=False)
    falls = Counter(bulk.outcome(make()) for _ in range(SAMPLES))
    wrong = [f"{value} came, which the odds call impossible" for value in falls if not seen.plain[value]]
    for value, chance in seen.plain.items():
        p, share = float(chance), falls[value] / SAMPLES
        if abs(share - p) > 5 * (p * (1 - p) / SAMPLES) ** 0.5 + 3 / SAMPLES:
            wrong.append(f"{value} came {share:.3f}, its chance is {p:.3f}")
    return wrong
