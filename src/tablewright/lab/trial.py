"""A trial: one scenario, solved as a chain if its states fit, sampled otherwise; the answer says which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from tablewright.kernel.effects import Call
from tablewright.kernel.errors import Faulty, Refused, TooLarge, line_of
from tablewright.kernel.game import Game
from tablewright.kernel.policy import Policy
from tablewright.kernel.scenario import Scenario
from tablewright.run import plays as many
from tablewright.run.chain import BRANCHES, STATES, Chain, chain
from tablewright.run.opposed import How
from tablewright.run.shelf import Boxed
from tablewright.run.tally import Tally

BEST = "best"
TRIED = 50_000
"""States tried before sampling is the better answer. Whoever asks for a chain, or for best play, waits longer."""
FEWEST = 50
"""Plays of a forecast before somebody asks whether it is enough."""
FEW = 15
"""Lines of a kind that a trial is shown with."""
Progress = Callable[[int], None]


class Trial(msgspec.Struct, frozen=True):
    """What became of a scenario. `wide` is half the 95 % interval of each chance; nothing, if solved exactly."""

    title: str
    by: Literal["chain", "bulk"]
    policy: str
    params: dict[str, Any]
    chances: dict[str, float]
    wide: dict[str, float]
    mean_length: float
    lengths: dict[int, float]
    left: dict[str, float]
    size: int
    """States of the chain, or plays sampled."""
    note: str = ""
    how: How | None = None
    """What best play is here: simply the best, minimax, or an equilibrium."""

    def __repr__(self) -> str:
        """As a person would read it: what may come of it, how long it takes, what is left."""
        size = f"{self.size:,} states, exactly" if self.by == "chain" else f"{self.size:,} plays"
        lines = [f"{self.title}, by {self.policy}: {size}"]
        wide = {name: f" ± {half:.2%}" for name, half in self.wide.items()}
        lines += _few([f"  {name}: {chance:.2%}{wide.get(name, '')}" for name, chance in self.chances.items()])
        lines.append(f"  steps: {self.mean_length:.2f} on average")
        lines += _few([f"  left of {what}: {much:.2f} on average" for what, much in self.left.items()])
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)


def _few(lines: list[str]) -> list[str]:
    """As many as are read at a glance."""
    return lines if len(lines) <= FEW else [*lines[:FEW], f"  and {len(lines) - FEW} more"]


def run_trial(
    box: Boxed,
    name: str,
    params: Mapping[str, Any],
    *,
    policy: str | None = None,
    rulings: Mapping[str, Any] | None = None,
    by: Literal["chain", "bulk", ""] = "",
    plays: int = 100_000,
    seed: int = 0,
    cores: int | None = None,
    states: int | None = None,
    branches: int = BRANCHES,
    progress: Progress | None = None,
) -> Trial:
    """Runs a scenario. A policy named "best" plays for what the scenario values, which needs a chain."""
    if policy == BEST and by == "bulk":
        raise Refused("Best play is solved, not sampled: leave out bulk, or name a policy.")
    scenario = box.game.scenario(name)
    given = scenario.form.read(params)
    how = _policy(box.game, scenario, policy)
    start = _begin(box.game, scenario, given, rulings)
    note = ""
    if by != "bulk":
        if states is None:
            states = STATES if by == "chain" or policy == BEST else TRIED
        try:
            solved = chain(scenario, start, how, best=policy == BEST, states=states, branches=branches)
            return _solved(scenario, solved, policy, given)
        except TooLarge as large:
            if by == "chain" or policy == BEST:
                raise
            note = f"{large} So it was sampled."
    find_it = partial(find_scenario, box.again, name, dict(given), policy, rulings)
    finder = find_it if cores != 1 else lambda: (scenario, how, start)
    tally = many.run(finder, plays, seed=seed, cores=cores, progress=progress)
    return _sampled(scenario, tally, policy, given, note)


def find_scenario(
    again: Callable[[], Boxed],
    name: str,
    params: Mapping[str, Any],
    policy: str | None,
    rulings: Mapping[str, Any] | None,
) -> tuple[Scenario, Policy | None, Any]:
    """A scenario found anew, in another process."""
    box = again()
    scenario = box.game.scenario(name)
    return scenario, _policy(box.game, scenario, policy), _begin(box.game, scenario, params, rulings)


def _begin(game: Game, scenario: Scenario, params: Mapping[str, Any], rulings: Mapping[str, Any] | None) -> Any:
    """The first state, under these house rulings."""
    start = scenario.start(game.rule_on(rulings or {}), **params)
    step: Any = scenario.step(start) if scenario.ending(start) is None else None
    if step is not None and not isinstance(step, Call):
        raise Faulty(
            f"{scenario.name} takes its steps by what is no rule: put @rule(...) above it.", line_of(scenario.step)
        )
    return start


def _policy(game: Game, scenario: Scenario, name: str | None) -> Policy | None:
    if name is None or name == BEST:
        return None
    return scenario.policies[name] if name in scenario.policies else game.policy(name)


def _solved(scenario: Scenario, solved: Chain, policy: str | None, params: dict[str, Any]) -> Trial:
    return Trial(
        title=scenario.title,
        by="chain",
        policy=policy or "first option",
        params=params,
        chances=solved.chances(),
        wide={},
        mean_length=solved.mean_length(),
        lengths={n: p for n, p in enumerate(solved.lengths()) if p},
        left=solved.mean_left(scenario.count) if scenario.count else {},
        size=len(solved),
        how=solved.how,
    )


def _sampled(scenario: Scenario, tally: Tally, policy: str | None, params: dict[str, Any], note: str) -> Trial:
    return Trial(
        title=scenario.title,
        by="bulk",
        policy=policy or "first option",
        params=params,
        chances={name: tally.chance(name)[0] for name in sorted(tally.endings)},
        wide={name: tally.chance(name)[1] for name in tally.endings},
        mean_length=tally.mean_length(),
        lengths={n: k / tally.plays for n, k in sorted(tally.lengths.items())},
        left=tally.mean_left(),
        size=tally.plays,
        note=note,
    )


def forecast(
    game: Game,
    scenario: Scenario,
    state: Any,
    policy: str | None = None,
    plays: int = 20_000,
    *,
    states: int = 20_000,
    enough: Callable[[], bool] = lambda: False,
) -> Trial:
    """How a scenario is likely to go on from a table's state; sampled until there are so many plays, or enough."""
    if scenario.from_table is None:
        raise Refused(f"{scenario.title} cannot go on from a table.")
    how = _policy(game, scenario, policy)
    start = scenario.from_table(state)
    try:
        return _solved(scenario, chain(scenario, start, how, best=policy == BEST, states=states), policy, {})
    except TooLarge as large:
        worker, tally, number = many.Worker(lambda: (scenario, how, start)), Tally(), 0
        while tally.plays < plays and not (number and enough()):
            tally.merge(worker.chunk(0, number, min(FEWEST, plays - tally.plays)))
            number += 1
        return _sampled(scenario, tally, policy, {}, f"{large} So it was sampled.")
