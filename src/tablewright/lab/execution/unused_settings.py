"""Settings that may have no effect: tried without each of them, with the same random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablewright.engine.sampling import PlayStatistics, ScenarioPlayer, SimulationSetup, play_many
from tablewright.lab.spec import BEST, PreparedRun, RunSpec, prepare
from tablewright.rules import Refused

PLAYS_TRIED = 50  # plays with the setting, and without it
MAX_STEPS = 1_000  # steps after which a play is stopped here


def find_unused_settings(q: RunSpec, begun: PreparedRun, limit: int | None) -> str:
    """Name the rulings and values by path that may have no effect, in a sentence."""
    names = _idle(q, begun, limit)
    return (
        f"Without {' or '.join(names)}, {PLAYS_TRIED} plays by the same numbers come to just the same: "
        "it may change nothing."
        if names
        else ""
    )


def _idle(q: RunSpec, begun: PreparedRun, limit: int | None) -> list[str]:
    if q.policy == BEST or not (begun.placed or begun.changed) or begun.scenario.ending(begun.start) is not None:
        return []
    as_set = _played(prepare(q, strict=False, watched=False).to_play(), limit)
    return [name for name, other in _without(q, begun) if _same(as_set, _played(other, limit))]


def _without(q: RunSpec, begun: PreparedRun) -> Iterator[tuple[str, SimulationSetup]]:
    """The same run without each setting, except where it could not begin without it."""
    for name in (*(name for name in q.rulings if name in begun.changed), *begun.placed):
        less = (
            q.replace(rulings=_but(q.rulings, name))
            if name in q.rulings
            else q.replace(settings=_but(q.settings, name))
        )
        try:
            yield name, prepare(less, strict=False, watched=False).to_play()
        except Refused:
            continue


def _but(given: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in given.items() if other != name}


def _played(found: SimulationSetup, limit: int | None) -> PlayStatistics:
    return play_many(
        ScenarioPlayer(found.scenario, found.policy, "idle", limit=limit or MAX_STEPS), found.start, PLAYS_TRIED
    )


def _same(one: PlayStatistics, two: PlayStatistics) -> bool:
    parts: list[Any] = [[t.endings, t.lengths, t.left, t.worth, t.first] for t in (one, two)]
    return bool(parts[0] == parts[1])
