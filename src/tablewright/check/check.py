"""The conformance suite: what every game must hold, tried on the game itself.

Public as `tablewright check GAME`, and run by the tests on every game found.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.kernel.errors import Refused, TooLarge
from tablewright.kernel.scenario import Scenario
from tablewright.lab.trial import BEST, run_trial
from tablewright.run.shelf import Boxed
from tablewright.table.transcript import play

from .audit import Audit
from .declared import declared, set_up
from .finding import Finding
from .odds_hold import odds_hold

STEPS = 3_000
BEST_BRANCHES = 20_000


def check(box: Boxed, steps: int = STEPS, seed: int = 1) -> Iterator[Finding]:
    """Every finding, one after the other."""
    yield from (declared(box), set_up(box))
    played = Audit(box, steps, seed)
    yield from played.findings()
    yield from odds_hold(box, played.met)
    yield scenarios_run(box)
    yield golden_match(box)


def scenarios_run(box: Boxed) -> Finding:
    """Every scenario of the lab runs to its end with its defaults, under each of its policies, and played the best.

    Best play may be too much to count; whatever else happens to it is a finding.
    """
    wrong, names = [], []
    for scenario in box.game.scenarios:
        names.append(scenario.name)
        best = [BEST] if scenario.value is not None else []
        for policy in (None, *scenario.policies, *best):
            wrong += _runs(box, scenario, policy)
    return Finding("scenarios run", tuple(wrong), ", ".join(names))


def _runs(box: Boxed, scenario: Scenario, policy: str | None) -> list[str]:
    try:
        trial = run_trial(
            box, scenario.name, {}, policy=policy, plays=2_000, cores=1, states=3_000, branches=BEST_BRANCHES
        )
    except Exception as error:  # whatever a game raises is its finding
        if policy == BEST and isinstance(error, TooLarge):
            return []
        kind = "" if isinstance(error, Refused) else f"{type(error).__name__}: "
        return [f"{scenario.name} ({policy}): {kind}{error}"]
    total = sum(trial.chances.values())
    return [] if abs(total - 1) < 1e-6 else [f"{scenario.name} ({policy}): the endings' chances total {total}"]


def golden_match(box: Boxed) -> Finding:
    """The golden transcripts play as they are written; a game without any fails."""
    golden, wrong = box.golden(), []
    if not golden:
        wrong.append("there is no golden transcript: write one in golden/")
    for name, text in golden.items():
        again = play(box.game, text).text
        if again != text:
            wrong.append(f"{name} plays differently now: {first_difference(text, again)}")
    return Finding("golden transcripts match", tuple(wrong), ", ".join(golden))


def first_difference(old: str, new: str) -> str:
    for n, (a, b) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {n} was {a.strip()!r} and is {b.strip()!r}"
    return "one is longer than the other"
