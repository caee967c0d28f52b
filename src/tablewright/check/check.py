"""The conformance suite: what every game must hold, tried on the game itself.

Public as `tablewright check GAME`, and run by the tests on every game found.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from tablewright.kernel.errors import Faulty
from tablewright.run.shelf import Boxed

from .audit import Audit
from .declared import declared, set_up
from .finding import Finding
from .golden import golden_match
from .notes import Notes
from .odds_hold import odds_hold
from .paths_walk import paths_walk
from .purity import purity
from .rehearsal import Rehearsal
from .returns import returns
from .scenarios_run import scenarios_run
from .seat_holds import seat_holds
from .sources import sources
from .unyielded import unyielded
from .wanted import wanted

STEPS = 3_000


def check(box: Boxed, steps: int = STEPS, seed: int = 1) -> Iterator[Finding]:
    """Every finding, one after the other: what the game says, what its code says, how it plays, what it counts."""
    try:
        _ = box.ledger
    except Faulty as fault:  # without one there is nothing to hold a game to
        yield Finding("declares itself", (str(fault),))
        return
    notes, met, told = Notes(box), list[tuple[Any, str]](), set[str]()
    parts: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("declares itself", lambda: (declared(box),)),
        ("sets up", lambda: (set_up(box, notes),)),
        ("can be read", lambda: written(box)),
        ("can be played", lambda: played(box, notes, met, steps, seed)),
        ("odds total one", lambda: odds_hold(box, notes, met)),
        ("shows people what is so", lambda: seat_holds(box)),
        ("guides people", lambda: paths_walk(box)),
        ("scenarios run", lambda: (scenarios_run(box, notes),)),
        ("golden transcripts match", lambda: (golden_match(box, notes, told),)),
        ("what it would need on the shelf", lambda: wanted(box, sources(box), told)),
    )
    for name, part in parts:
        with quiet():
            try:
                findings = list(part())
            except Exception as error:  # whatever a game raises is its finding
                findings = [Finding(name, (notes.sentence("", error),))]
        yield from (finding.in_short() for finding in findings)


@contextmanager
def quiet() -> Iterator[None]:
    """A game that prints is told so, and does not talk while it is looked at; nobody answers what it reads."""
    before = sys.stdin
    try:
        sys.stdin = io.StringIO()
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        sys.stdin = before


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
