"""The conformance suite: checks that every game must pass, run on the game itself.

`tablewright check GAME` runs it, and the tests run it on every installed game.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.check.code import check_purity, check_returns, check_unyielded, game_sources, shelf_requirements
from tablewright.check.play import (
    PLAYS,
    PlayAudit,
    Rehearsal,
    check_declarations,
    check_golden,
    check_guides,
    check_odds,
    check_scenarios,
    check_seat_views,
    set_up,
)
from tablewright.rules import GameError

from .collector import FaultCollector
from .finding import Finding

STEPS = 3_000


def check_game(box: InstalledGame, steps: int = STEPS, seed: int = 1) -> Iterator[Finding]:
    """Check a game and yield every finding: its declarations, its code, its play and its odds."""
    try:
        _ = box.ledger
    except GameError as fault:  # nothing can be checked without a ledger
        yield Finding("declares itself", (str(fault),))
        return
    notes, met, cited = FaultCollector(box), list[tuple[Any, str]](), set[str]()
    parts: tuple[tuple[str, Callable[[], Iterable[Finding]]], ...] = (
        ("declares itself", lambda: (check_declarations(box),)),
        ("sets up", lambda: (set_up(box, notes),)),
        ("can be read", lambda: check_code(box)),
        ("can be played", lambda: check_play(box, notes, met, steps, seed)),
        ("odds total one", lambda: check_odds(box, notes, met)),
        ("shows people what is so", lambda: check_seat_views(box)),
        ("guides people", lambda: check_guides(box)),
        ("scenarios run", lambda: (check_scenarios(box, notes, min(PLAYS, steps // 2)),)),
        ("golden transcripts match", lambda: (check_golden(box, notes, cited),)),
        ("what it would need on the shelf", lambda: shelf_requirements(box, game_sources(box), cited)),
    )
    for name, part in parts:
        with silence_game():
            try:
                findings = list(part())
            except Exception as error:  # any exception of a game is a finding
                findings = [Finding(name, (notes.sentence("", error),))]
        yield from (finding.in_short() for finding in findings)


@contextmanager
def silence_game() -> Iterator[None]:
    """Discard what a game prints and give it no input. A check of its own reports printing."""
    before = sys.stdin
    try:
        sys.stdin = io.StringIO()
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        sys.stdin = before


def check_code(box: InstalledGame) -> Iterator[Finding]:
    """Check the code, without running it."""
    code = game_sources(box)
    yield from (check_unyielded(code), check_returns(code), check_purity(code))


def check_play(
    box: InstalledGame, notes: FaultCollector, met: list[tuple[Any, str]], steps: int, seed: int
) -> Iterator[Finding]:
    """Check play: at random at a table, and each action and scenario in a rehearsal."""
    audit = PlayAudit(box, notes, steps, seed)
    met += audit.met
    rehearsal = Rehearsal(box, notes, met, seed)
    yield from audit.findings()
    yield from rehearsal.findings()
