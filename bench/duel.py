"""A whole fight: how many attacks a second each way of playing the same duel gets through, on one core.

Extent: two fighters of 15 hit points strike in turn with 2d6 until one falls. A total of Evade (4) or less misses,
below Defense (8) it is a weak hit for 1, from there a strong hit for the larger die, from Limit (10) a critical hit
for the larger die and 1 more. `python -m bench duel`.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from tablewright.rules import Rule, Scenario, State, roll, rule

EVADE, DEFENSE, LIMIT, HP = 4, 8, 10, 15


class Took(NamedTuple):
    """What a contestant reports: attacks made, seconds they took, how often the first attacker won of how many."""

    attacks: int
    seconds: float
    won: int
    duels: int


def damage(a: int, b: int) -> int:
    total, larger = a + b, max(a, b)
    if total >= LIMIT:
        return larger + 1
    if total <= EVADE:
        return 0
    return larger if total >= DEFENSE else 1


TABLE = [damage(a, b) for a, b in product(range(1, 7), repeat=2)]


@cache
def first_wins(mine: int = HP, theirs: int = HP) -> Fraction:
    """The hand-written exact answer: the chance of whoever strikes next."""
    hits = Counter(TABLE)
    misses = Fraction(hits[0], 36)

    def lands(mine: int, theirs: int) -> Fraction:
        """After a strike that hurts."""
        return sum(
            (Fraction(n, 36) * (1 if d >= theirs else 1 - first_wins(theirs - d, mine)) for d, n in hits.items() if d),
            Fraction(0),
        )

    # Both may miss and stand where they stood: x = hurt + misses (1 - y), y = hurt_back + misses (1 - x).
    hurt, hurt_back = lands(mine, theirs), lands(theirs, mine)
    return (hurt + misses * (1 - hurt_back - misses)) / (1 - misses * misses)


# ---- plain Python ------------------------------------------------------------------------------------------------


class Fighter:
    def __init__(self) -> None:
        self.hp = HP

    def attack(self, other: Fighter) -> None:
        a, b = random.randint(1, 6), random.randint(1, 6)
        total, larger = a + b, max(a, b)
        if total >= LIMIT:
            other.hp -= larger + 1
        elif total <= EVADE:
            return
        elif total >= DEFENSE:
            other.hp -= larger
        else:
            other.hp -= 1


def objects(duels: int = 5_000) -> Took:
    """Plain Python, objects and randint: what the others are measured against."""
    random.seed(1)
    start, attacks, won = time.perf_counter(), 0, 0
    for _ in range(duels):
        striker, struck = Fighter(), Fighter()
        first = striker
        while True:
            striker.attack(struck)
            attacks += 1
            if struck.hp <= 0:
                break
            striker, struck = struck, striker
        won += striker is first
    return Took(attacks, time.perf_counter() - start, won, duels)


def tight(duels: int = 30_000) -> Took:
    """Plain Python, tight loop over a table."""
    start, attacks, won = time.perf_counter(), 0, 0
    below, table = random.Random(1).random, TABLE
    for _ in range(duels):
        one = other = HP
        while True:
            attacks += 1
            other -= table[int(below() * 36)]
            if other <= 0:
                won += 1
                break
            attacks += 1
            one -= table[int(below() * 36)]
            if one <= 0:
                break
    return Took(attacks, time.perf_counter() - start, won, duels)


def numpy_(duels: int = 400_000, at_once: int = 20_000) -> Took:
    """NumPy, 20,000 duels at a time."""
    import numpy as np

    start, attacks, won = time.perf_counter(), 0, 0
    rng, table = np.random.default_rng(1), np.array(TABLE, dtype=np.int8)
    for _ in range(duels // at_once):
        striker, struck = np.full(at_once, HP, np.int8), np.full(at_once, HP, np.int8)
        first = True
        while len(struck):
            attacks += len(struck)
            struck = struck - table[rng.integers(0, 36, len(struck), dtype=np.uint8)]
            on = struck > 0
            won += first * int(len(on) - on.sum())
            striker, struck, first = struck[on], striker[on], not first
    return Took(attacks, time.perf_counter() - start, won, duels)


# ---- OpenSpiel ---------------------------------------------------------------------------------------------------


def open_spiel_game() -> Any:
    """The duel as an OpenSpiel game in Python: a player decides to attack, chance decides the damage."""
    import pyspiel

    odds = [(d, n / 36) for d, n in sorted(Counter(TABLE).items())]

    class DuelState(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.hp, self.turn, self.rolling = [HP, HP], 0, False

        def current_player(self) -> int:
            if min(self.hp) <= 0:
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if self.rolling else self.turn

        def _legal_actions(self, player: int) -> list[int]:
            return [0]

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return odds

        def _apply_action(self, action: int) -> None:
            if not self.rolling:
                self.rolling = True
                return
            self.hp[1 - self.turn] -= action
            self.turn, self.rolling = 1 - self.turn, False

        def _action_to_string(self, player: int, action: int) -> str:
            return f"{action} damage" if self.rolling else "attack"

        def is_terminal(self) -> bool:
            return min(self.hp) <= 0

        def returns(self) -> list[float]:
            if min(self.hp) > 0:
                return [0.0, 0.0]
            return [1.0, -1.0] if self.hp[1] <= 0 else [-1.0, 1.0]

        def __str__(self) -> str:
            return f"{self.hp} {self.turn}"

    class Duel(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(DUEL_TYPE, DUEL_INFO, params or {})

        def new_initial_state(self) -> DuelState:
            return DuelState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
            return None

    kind = pyspiel.GameType
    DUEL_TYPE = kind(
        short_name="python_duel",
        long_name="Duel",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )
    DUEL_INFO = pyspiel.GameInfo(
        num_distinct_actions=1,
        max_chance_outcomes=max(TABLE) + 1,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=1_000,
    )
    return Duel()


def open_spiel_(duels: int = 300) -> Took:
    """OpenSpiel game written in Python, played out at random."""
    game, draw = open_spiel_game(), random.Random(1)
    start, attacks, won = time.perf_counter(), 0, 0
    for _ in range(duels):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, weights)[0])
                attacks += 1
            else:
                state.apply_action(draw.choice(state.legal_actions()))
        won += state.returns()[0] > 0
    return Took(attacks, time.perf_counter() - start, won, duels)


# ---- ours: the rules as they are played --------------------------------------------------------------------------


class Duel(State, frozen=True):
    striker: int = HP
    struck: int = HP
    first: bool = True


@rule("attack.roll", "attack.miss", "attack.weak", "attack.strong", "attack.critical", "attack.precedence")
def strike(evade: int, defense: int, limit: int) -> Rule[int]:
    low, high = yield from roll(2)
    if low + high >= limit:
        return high + 1
    if low + high <= evade:
        return 0
    return high if low + high >= defense else 1


@rule("attack.steps")
def attack(s: Duel) -> Rule[Duel]:
    hurt = yield from strike(EVADE, DEFENSE, LIMIT)
    return Duel(max(0, s.struck - hurt), s.striker, not s.first)


def ending(s: Duel) -> str | None:
    """Whoever was just struck stands first now."""
    return None if s.striker else "second" if s.first else "first"


SCENARIO = Scenario(name="duel", title="Duel", doc=__doc__, start=Duel, step=attack, ending=ending)


def ours_bulk(duels: int = 20_000) -> Took:
    """Ours in bulk, one play at a time."""
    from tablewright.engine.sampling import ScenarioPlayer as Player
    from tablewright.engine.sampling import play_many as play

    start = time.perf_counter()
    tally = play(Player(SCENARIO, None, 1), Duel(), duels)
    attacks = sum(steps * n for steps, n in tally.lengths.items())
    return Took(attacks, time.perf_counter() - start, tally.endings["first"], duels)


def ours_batches(duels: int = 4_000_000) -> Took:
    """Ours in batches, from the chain's tables; making the tables is part of the time."""
    from tablewright.engine.markov import BatchSampler as Batches
    from tablewright.engine.markov import build_chain as chain

    start = time.perf_counter()
    plays = Batches(chain(SCENARIO, Duel()), 1).play(duels)
    attacks = int(plays.steps.sum())
    took = time.perf_counter() - start
    return Took(attacks, took, round(plays.chances()["first"] * duels), duels)


def ours_exact() -> tuple[float, float]:
    """The chance that the first attacker wins, without sampling, and the seconds it took."""
    from tablewright.engine.markov import build_chain as chain

    start = time.perf_counter()
    chance = chain(SCENARIO, Duel()).chances()["first"]
    return chance, time.perf_counter() - start


#: Who plays, and how many times plain Python's attacks a second ours has to reach.
PLAYERS: dict[str, tuple[Callable[[], Took], float | None]] = {
    "OpenSpiel game written in Python": (open_spiel_, None),
    "plain Python, objects and randint": (objects, None),
    "plain Python, tight loop over a table": (tight, None),
    "NumPy, 20,000 duels at a time": (numpy_, None),
    "ours in bulk": (ours_bulk, 1),
    "ours in batches": (ours_batches, 100),
}
EXACT_BAR = 1.0


def fought(repeats: int = 5) -> list[dict[str, Any]]:
    """A row for everybody who can play here. Fails if anybody's share of wins is off by five deviations."""
    right, rows = first_wins(), []
    base = 0.0
    for name, (player, bar) in PLAYERS.items():
        try:
            runs = [player() for _ in range(repeats)]
        except ImportError:
            continue
        off = abs(runs[0].won / runs[0].duels - float(right)) / (float(right * (1 - right)) / runs[0].duels) ** 0.5
        assert off < 5, f"{name} wins {runs[0].won} of {runs[0].duels}: {off:.1f} deviations from {float(right):.4f}"
        rows.append({"how": name, "attacks_per_second": max(r.attacks / r.seconds for r in runs), "bar": bar})
        if player is objects:
            base = rows[-1]["attacks_per_second"]
    for row in rows:
        row["times_plain"] = row["attacks_per_second"] / base
        row["reached"] = row["bar"] is None or row["times_plain"] >= row["bar"]
    chance, seconds = min((ours_exact() for _ in range(repeats)), key=lambda found: found[1])
    assert abs(chance - float(right)) < 1e-12, f"ours says {chance}, the exact answer is {right}"
    rows.append({"how": "ours, exact answer", "seconds": seconds, "bar": EXACT_BAR, "reached": seconds <= EXACT_BAR})
    return rows
