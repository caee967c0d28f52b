"""Whole fights of the games: plays a second by our readers, beside plain Python written by hand for that one fight.

`python -m bench fights`. Both are made to throw the same dice first: every play has to end the same way after the same
number of steps, or nothing is timed. Times are processor time, and whoever is compared takes turns.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, NamedTuple
from unittest import mock

from tablewright.catalog import find_game
from tablewright.engine.markov import BatchSampler, MarkovChain, build_chain
from tablewright.engine.sampling import (
    RuleSampler,
    ScenarioPlayer,
    SimulationSetup,
    play_many,
    simulate,
    wilson_interval,
)
from tablewright.rules import Policy, Scenario

from . import fights_moonveil_duel, fights_moonveil_party, fights_veridia_duel

BULK_BAR, BATCHES_BAR, EXACT_BAR = 1.0, 100.0, 1.0
ROUNDS = 3
Z = 1.96


class Fight(NamedTuple):
    """A fight of a game's scenario under one policy, the same by hand, and how often each is played in a round."""

    title: str
    by_hand: Callable[[], tuple[str, int]]
    game: str
    scenario: str
    policy: str
    fields: dict[str, Any]
    hand_plays: int
    bulk_plays: int
    batches_plays: int = 0
    """None, where the states do not fit in memory."""

    def set_up(self) -> tuple[Scenario, Policy, Any]:
        game = find_game(self.game).game
        scenario = game.scenario(self.scenario)
        return scenario, scenario.policies[self.policy], scenario.start(game.rulings(), **self.fields)


FIGHTS = (
    Fight("Moonveil, duel, plain", fights_moonveil_duel.fight, "moonveil", "duel", "plain", {}, 20_000, 50_000, 2**23),
    Fight("Veridia, duel, bold", fights_veridia_duel.fight, "veridia", "duel", "bold", {}, 3_000, 50_000, 2**22),
    Fight(
        "Moonveil, four against six, bold",
        fights_moonveil_party.fight,
        "moonveil",
        "party",
        "bold",
        {"seekers": 4, "enemies": 6},
        2_000,
        5_000,
    ),
)


# the same fight?


def other_ways(fight: Fight, plays: int) -> list[str]:
    """Plays in which the same dice lead elsewhere by hand than by our rules. Every die is thrown, nothing counted."""
    scenario, policy, start = fight.set_up()
    found = []
    for seed in range(plays):
        ours, here, steps = RuleSampler(policy, seed, counts=False), start, 0
        while scenario.ending(here) is None:
            here, steps = ours.play(scenario.step(here)), steps + 1
        dice = random.Random(seed)
        with mock.patch("random.randint", lambda low, high, dice=dice: low + int(dice.random() * (high - low + 1))):
            ending, took = fight.by_hand()
        if (ending, took) != (scenario.ending(here), steps):
            found.append(f"{seed}: {ending} after {took} by hand, {scenario.ending(here)} after {steps} by the rules")
    return found


class Played(NamedTuple):
    """What many plays came to: endings, and how often each length."""

    endings: dict[str, int]
    lengths: dict[int, int]

    def chance(self, ending: str) -> tuple[float, float]:
        return wilson_interval(self.endings.get(ending, 0), sum(self.endings.values()))

    def mean_length(self) -> tuple[float, float]:
        """With half the width of its 95 % interval."""
        plays = sum(self.lengths.values())
        mean = sum(steps * n for steps, n in self.lengths.items()) / plays
        spread = sum((steps - mean) ** 2 * n for steps, n in self.lengths.items()) / plays
        return mean, Z * (spread / plays) ** 0.5


def by_hand(fight: Fight, plays: int) -> Played:
    endings: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    one = fight.by_hand
    for _ in range(plays):
        ending, steps = one()
        endings[ending] += 1
        lengths[steps] += 1
    return Played(endings, lengths)


def differences(hand: Played, ours: MarkovChain | Played) -> list[str]:
    """Where two answers are further apart than their 95 % intervals reach."""
    names = sorted({*hand.endings, *(ours.names if isinstance(ours, MarkovChain) else ours.endings)})
    exact = ours.chances() if isinstance(ours, MarkovChain) else {}
    pairs = {
        name: (hand.chance(name), ours.chance(name) if isinstance(ours, Played) else (exact[name], 0.0))
        for name in names
    }
    length = (ours.mean_length(), 0.0) if isinstance(ours, MarkovChain) else ours.mean_length()
    pairs["mean length"] = (hand.mean_length(), length)
    return [
        f"{name}: {a:.4f} ± {wide:.4f} by hand, {b:.4f} ± {wide_too:.4f} by the rules"
        for name, ((a, wide), (b, wide_too)) in pairs.items()
        if abs(a - b) > wide + wide_too
    ]


# how fast?


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def solved(fight: Fight) -> MarkovChain:
    scenario, policy, start = fight.set_up()
    return build_chain(scenario, start, policy)


def bulk(fight: Fight, plays: int, seed: int) -> Played:
    """By one player, who begins knowing nothing."""
    scenario, policy, start = fight.set_up()
    tally = play_many(ScenarioPlayer(scenario, policy, seed), start, plays)
    return Played(tally.endings, tally.lengths)


def dealt(fight: Fight, plays: int, seed: int) -> None:
    """As the lab deals plays out, on one core: every few thousand begin anew with a seed of their own."""
    simulate(lambda: SimulationSetup(*fight.set_up()), plays, seed=seed, cores=1)


def batches(fight: Fight, seed: int) -> None:
    """From the chain's tables; making them is part of the time."""
    BatchSampler(solved(fight), seed).play(fight.batches_plays)


def fought(fight: Fight, rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """A fight's rows. Fails before anything is timed if the hand-written one is another fight."""
    wrong = other_ways(fight, 100)
    random.seed(1)
    exact = solved(fight) if fight.batches_plays else None
    wrong += differences(by_hand(fight, 4 * fight.hand_plays), exact or bulk(fight, 4 * fight.bulk_plays, 1))
    assert not wrong, f"{fight.title} is another fight by hand: {'; '.join(wrong)}"
    ways: dict[str, tuple[Callable[[int], Any], int, float | None]] = {
        "ours in bulk": (lambda n: bulk(fight, fight.bulk_plays, n), fight.bulk_plays, BULK_BAR),
        "ours in bulk, as the lab deals it out": (lambda n: dealt(fight, fight.bulk_plays, n), fight.bulk_plays, None),
    }
    if fight.batches_plays:
        ways["ours in batches"] = (lambda n: batches(fight, n), fight.batches_plays, BATCHES_BAR)
    speeds: dict[str, list[float]] = {"plain Python": [], **{name: [] for name in ways}}
    for n in range(rounds):
        speeds["plain Python"].append(fight.hand_plays / timed(lambda: by_hand(fight, fight.hand_plays))[0])
        for name, (work, plays, _) in ways.items():
            speeds[name].append(plays / timed(partial(work, n))[0])
    rows = [row(fight, name, speeds, ways[name][2] if name in ways else None) for name in speeds]
    if exact is not None:
        seconds = min(timed(lambda: solved(fight).chances())[0] for _ in range(rounds))
        rows.append(
            {
                "fight": fight.title,
                "how": "ours, exact answer",
                "seconds": seconds,
                "bar": EXACT_BAR,
                "reached": seconds <= EXACT_BAR,
            }
        )
    return rows


def row(fight: Fight, name: str, speeds: dict[str, list[float]], bar: float | None) -> dict[str, Any]:
    """The ratio is the median of those within a round: the machine's mood was the same for both."""
    times = median(ours / plain for ours, plain in zip(speeds[name], speeds["plain Python"], strict=True))
    return {
        "fight": fight.title,
        "how": name,
        "plays_per_second": median(speeds[name]),
        "times_plain": times,
        "bar": bar,
        "reached": bar is None or times >= bar,
    }


def every_fight() -> list[dict[str, Any]]:
    return [row for fight in FIGHTS for row in fought(fight)]
