"""Scenarios of the lab, run to their ends."""

from __future__ import annotations

from tablewright.catalog import InstalledGame
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.lab.execution import run_scenario
from tablewright.lab.spec import BEST
from tablewright.rules import Refused, Scenario, TooLarge

BEST_BRANCHES = 20_000
PLAYS = 2_000


def check_scenarios(box: InstalledGame, notes: FaultCollector, plays: int = PLAYS) -> Finding:
    """Run every scenario to its end with its defaults, under each of its policies and with best play.

    Best play may be too large to compute; any other failure is a finding.
    """
    wrong, names = dict[object, str](), list[str]()
    for scenario in box.game.scenarios:
        names.append(scenario.name)
        best = [BEST] if scenario.value is not None else []
        for policy in (None, *scenario.policies, *best):
            try:
                for text in _runs(box, scenario, policy, plays):
                    wrong.setdefault((scenario.name, text), f"{scenario.name} ({policy or 'first option'}): {text}")
            except Exception as error:  # any exception of a game is a finding
                notes.add(wrong, f"{scenario.name} ({policy or 'first option'})", error, scenario.name)
    return Finding("scenarios run", tuple(wrong.values()), ", ".join(names))


def _runs(box: InstalledGame, scenario: Scenario, policy: str | None, plays: int) -> list[str]:
    try:
        trial = run_scenario(
            box, scenario.name, {}, policy=policy, plays=plays, cores=1, states=3_000, branches=BEST_BRANCHES
        )
    except Refused as refused:
        return [] if policy == BEST and isinstance(refused, TooLarge) else [str(refused)]
    total = sum(trial.chances.values())
    return [] if abs(total - 1) < 1e-6 else [f"the endings' chances total {total}"]
