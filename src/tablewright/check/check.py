"""The conformance suite: what every game must hold, tried on the game itself.

Public as `tablewright check GAME`, and run by the tests on every game found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablewright.run.shelf import Boxed

from .audit import Audit
from .declared import declared, set_up
from .finding import Finding, Notes
from .golden import golden_match
from .odds_hold import odds_hold
from .purity import purity
from .rehearsal import Rehearsal
from .returns import returns
from .said import sentence
from .scenarios_run import scenarios_run
from .sources import sources
from .unyielded import unyielded

STEPS = 3_000


def check(box: Boxed, steps: int = STEPS, seed: int = 1) -> Iterator[Finding]:
    """Every finding, one after the other: what the game says, what its code says, how it plays, what it counts."""
    notes, met = Notes(), list[tuple[Any, str]]()
    parts: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("declares itself", lambda: (declared(box),)),
        ("sets up", lambda: (set_up(box),)),
        ("can be read", lambda: written(box)),
        ("can be played", lambda: played(box, notes, met, steps, seed)),
        ("odds total one", lambda: odds_hold(box, met)),
        ("scenarios run", lambda: (scenarios_run(box),)),
        ("golden transcripts match", lambda: (golden_match(box),)),
    )
    for name, part in parts:
        try:
            for finding in part():
                yield finding.in_short()
        except Exception as error:  # whatever a game raises is its finding
            yield Finding(name, (sentence(box, name, error),))


def written(box: Boxed) -> Iterator[Finding]:
    """What its code says, before anybody plays it."""
    code = sources(box)
    yield from (unyielded(code), returns(code), purity(code))


def played(box: Boxed, notes: Notes, met: list[tuple[Any, str]], steps: int, seed: int) -> Iterator[Finding]:
    """How it plays: at random at a table, and each action and scenario rehearsed."""
    audit = Audit(box, notes, steps, seed)
    met += audit.met
    rehearsal = Rehearsal(box, notes, met, seed)
    yield from audit.findings()
    yield from rehearsal.findings()
