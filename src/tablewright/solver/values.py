"""The value of every slot under a policy or best play, by evaluation and improvement in turn on grown trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from .lazy_scipy import load_sparse
from .level_arrays import Floats, LevelArray, Slots
from .positions import Positions

#: Discount of a step: endless play is worth no more than the worst ending, and of equal endings the earlier is better.
ON = 1 - 1e-9
STILL = 1e-10  # changes up to this count as none
MAX_TURNS = 60
MAX_SWEEPS = 20_000


class Values:
    """The value of every slot, the flow of best play, and the expected visits of each slot."""

    def __init__(self, worth: Floats, flow: Any, visits: Floats) -> None:
        self.worth, self.flow, self.visits = worth, flow, visits


class FixedValues:
    """Results of positions before any choice: an ending, a tree, or the row of a followed policy."""

    def __init__(self, places: Positions, follows: bool) -> None:
        rows = places.followed if follows else {}
        self.opened = np.array(list(places.opened), np.intp)
        self.roots = np.array(list(places.opened.values()), np.intp)
        settled = {*places.opened, *places.over, *rows}
        self.unknown = np.array([slot for slot in places.slots if slot not in settled], np.intp)
        self.ends = np.concatenate([np.array(list(places.over), np.intp), self.unknown])
        played = [(slot, row) for slot, row in rows.items() if slot not in places.opened]
        self.out_of = np.repeat([slot for slot, _ in played], [len(row[0]) for _, row in played]).astype(np.intp)
        self.into = np.array([column for _, row in played for column in row[1]], np.intp)
        self.share = np.array([share for _, row in played for share in row[0]])


def solve_values(
    places: Positions, fixed: FixedValues, unknown: Floats | float, was: Values | None = None, still: float = STILL
) -> Values:
    """Solve by policy iteration; by value iteration if there is an opponent.

    `unknown` holds values, above the worst ending, of unexplored positions. `was` is the solution to begin with.
    Iteration stops when no value changes by more than `still`.
    """
    program, least = places.program, places.limits[0]
    levels, given = program.ready(), initial_values(places, fixed, unknown)
    slots, worth = len(given), given.copy()
    if was is not None:
        worth[: len(was.worth)] = np.maximum(was.worth - least, 0.0)
        worth[fixed.ends] = given[fixed.ends]
    if program.against:
        worth = _iterated(levels, fixed, given)
        flow = _flow(levels, fixed, worth, slots)
    else:
        worth, flow = _improved(levels, fixed, given, worth, slots, still)
    return Values(worth + least, flow, flow.visits(places.start))


def initial_values(places: Positions, fixed: FixedValues, unknown: Floats | float = 0.0) -> Floats:
    """Initial values of the slots, above the worst ending, before any choice."""
    given = np.zeros(len(places.program.levels))
    given[list(places.over)] = np.array(list(places.over.values())) - places.limits[0]
    given[fixed.unknown] = unknown
    return given


def sweep_levels(levels: list[LevelArray], worth: Floats) -> list[list[Any]]:
    """Compute all nodes' values from those of the positions. Returns the picks, as `policy_flow` takes them."""
    picked: list[list[Any]] = []
    for level in levels:
        if level.mix is not None:
            worth[level.mixed] = level.mix @ worth
        inside = []
        for called, out, columns in level.calls:
            worths, picks = called.worths(worth[columns])
            worth[out] = worths[called.out]
            inside.append(picks)
        first: Slots | None = None
        if len(level.picked):
            worth[level.picked], first = level.best(worth)
        picked.append([first, inside])
    return picked


def _flow(levels: list[LevelArray], fixed: FixedValues, worth: Floats, slots: int) -> Any:
    """The flow if everybody picks the best option by these values."""
    return policy_flow(levels, fixed, sweep_levels(levels, worth), slots)


def policy_flow(levels: list[LevelArray], fixed: FixedValues, picked: list[list[Any]], slots: int) -> Any:
    """The flow of these picks."""
    out_of, into = [fixed.opened, fixed.out_of], [fixed.roots, fixed.into]
    share = [np.full(len(fixed.opened), ON), fixed.share * ON]
    for level, (first, inside) in zip(levels, picked, strict=True):
        if level.mix is not None:
            out_of.append(np.repeat(level.mixed, np.diff(level.mix.indptr)))
            into.append(level.mix.indices)
            share.append(level.mix.data)
        for (called, out, columns), picks in zip(level.calls, inside, strict=True):
            met = called.visits(picks, len(out))[: len(called.results)]
            result, caller = np.nonzero(met)
            out_of.append(out[caller])
            into.append(columns[result, caller])
            share.append(met[result, caller])
        if first is not None:
            out_of.append(level.picked)
            into.append(level.columns[first])
            share.append(np.ones(len(first)))
    return load_sparse().PolicyFlow(np.concatenate(into), np.concatenate(out_of), np.concatenate(share), slots)


def _improved(
    levels: list[LevelArray], fixed: FixedValues, given: Floats, worth: Floats, slots: int, still: float
) -> tuple[Floats, Any]:
    """Policy iteration: pick the best options by the current values, then evaluate that policy, until values settle."""
    for _ in range(MAX_TURNS):
        flow = _flow(levels, fixed, worth, slots)
        after = flow.worth(given)
        change, worth = float(np.abs(after - worth).max()), after
        if change < still:
            break
    return worth, flow


def _iterated(levels: list[LevelArray], fixed: FixedValues, given: Floats) -> Floats:
    """Value iteration from below, until values settle, so that endless waiting is worth nothing to one's own side."""
    worth = given.copy()
    for _ in range(MAX_SWEEPS):
        sweep_levels(levels, worth)
        after = ON * worth[fixed.roots]
        change = float(np.abs(after - worth[fixed.opened]).max(initial=0.0))
        worth[fixed.opened] = after
        if change < STILL:
            break
    return worth
