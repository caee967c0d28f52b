"""Best play of a whole scenario, by policy improvement on trees grown once, between two bounds that close.

From below: a real policy, improved wherever trees have been grown and played by a shipped policy elsewhere; its worth
is exact. From above: an optimist, to whom everything that has not been grown is worth the best ending. Trees are
grown where the two disagree most and where either of them comes to; where the bounds meet, the best is proven.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from tablewright.kernel.policy import Policy
from tablewright.kernel.scenario import Scenario

from .growing import Common
from .meter import Meter
from .opposed import named
from .places import Places
from .program import Floats, Ready, Slots
from .solver import solver

ON = 1 - 1e-9
"""A step is worth this much of what it leads to: to go on for ever is worth no more than the worst ending, and of equal
worth is what ends sooner."""
STILL = 1e-10
"""When nothing changes by more than this, nothing changes any more."""
BATCH = 0.2
"""Seconds to grow trees for, at least, before all is solved again."""
FOLLOWS = 5.0
"""As many times as long as places are opened for the best policy known, the places they lead to are followed: an option
nobody has followed is worth nothing yet."""
MOST_SHARE = 0.95
"""As much of the time as either bound gets."""
MOST_TURNS = 60
MOST_SWEEPS = 20_000
CLOSE = 1e-6
"""Bounds this close have met."""
Mode: TypeAlias = Literal["bounds", "full"]


class Worths:
    """What every slot is worth under one view of it, the flow of its best play, and how often each slot is met."""

    def __init__(self, worth: Floats, flow: Any, visits: Floats) -> None:
        self.worth, self.flow, self.visits = worth, flow, visits


class Improver:
    """Best play of a scenario from a start, as well as it is known so far."""

    def __init__(
        self,
        scenario: Scenario,
        start: Any,
        base: Policy | None,
        meter: Meter,
        *,
        close: float = CLOSE,
        common: Common | None = None,
    ) -> None:
        self.meter, self.close = meter, close
        self.places = Places(scenario, start, base, named(scenario.side), meter, common)
        self._opposed = bool(scenario.side)
        self.below: Worths | None = None
        self.above: Worths | None = None
        self.lower, self.upper = -np.inf, np.inf
        self.base = np.nan
        """What the policy it began with is worth; unknown, if it could not be followed to every end."""
        self.solved = 0.0
        """Seconds that solving took last."""
        self._was = (-np.inf, np.inf)

    # bounds

    def follow(self, by: float) -> bool:
        """What the policy it begins with is worth, if it can be followed to every end by then."""
        self.places.follow(by)
        if self.places.unmet:
            return False
        played = self._solve(follows=True)
        self.base = float(played.worth[self.places.start])
        if not self._opposed:
            self.below, self.lower = played, self.base
        return True

    def run(self, mode: Mode = "bounds", by: float = np.inf) -> None:
        """Until the bounds meet, or it is as late as that, or memory has run out; then what was met and left aside is
        followed, while there is time. Where the scenario does not say what endings can be worth, an optimist cannot
        know either: everything is opened.
        """
        if mode == "full" or self.places.scenario.between is None:
            self._open_all(by)
        self._look_below()
        self._look_above()
        while not self.done and not self.meter.past(by) and self._open_more(by):
            self._look_below()
            self._look_above()
        if self.places.unmet and not self._opposed:
            self.places.follow(self.meter.share(0.5))
            self._look_below()
            self._look_above()

    @property
    def proven(self) -> bool:
        """Whether nothing can be better than what has been found."""
        known = self.places.scenario.between is not None or not self.places.unopened
        return self.done and known

    @property
    def done(self) -> bool:
        """Whether the bounds have met."""
        return bool(self.upper - self.lower < self.close)

    def _look_below(self) -> None:
        began = self.meter.taken
        self.below = self._solve(follows=not self._opposed, was=self.below)
        self.lower = max(self.lower, float(self.below.worth[self.places.start]))
        self.solved = self.meter.taken - began

    def _look_above(self) -> None:
        began = self.meter.taken
        self.above = self._solve(hopes=True, was=self.above)
        self.upper = min(self.upper, float(self.above.worth[self.places.start]) + STILL, self.places.limits[1])
        self.upper = max(self.upper, self.lower)
        self.solved += self.meter.taken - began

    def _open_all(self, until: float) -> None:
        places, at = self.places, 0
        while at < len(places.keys) and not self.meter.past(until):
            if places.slots[at] not in places.over and not places.open(at, until):
                return
            at += 1

    def _open_more(self, until: float) -> bool:
        """Grows where it may matter most, to the best policy known and to the optimist: more for the one whose bound
        has moved more of late. Growing takes as long as solving did, at least.
        """
        rose, fell = self.lower - self._was[0], self._was[1] - self.upper
        moved = rose + fell
        share = min(MOST_SHARE, max(1 - MOST_SHARE, rose / moved)) if 0 < moved < np.inf else 0.5
        self._was = self.lower, self.upper
        done = False
        for view, part in ((self.below, share), (self.above, 1 - share)):
            by = min(until, self.meter.soon(2 * part * max(BATCH, self.solved)))
            for at in self._wanted(view):
                if not self.places.open(at, until):
                    break
                done = True
                if self.meter.past(by):
                    break
        if done:
            self.places.follow(min(until, self.meter.soon(FOLLOWS * share * max(BATCH, self.solved))))
        return done

    def _wanted(self, view: Worths | None) -> list[int]:
        """The places that are not opened yet: those the best policy known comes to most often; for the optimist, by
        how far the bounds differ there as well.
        """
        assert view is not None
        assert self.below is not None
        assert self.above is not None
        places = self.places
        known = min(len(self.below.worth), len(self.above.worth))
        gap = self.above.worth[:known] - self.below.worth[:known]
        gain = view.visits[:known] * (gap if view is self.above else gap > self.close)
        met = [(at, slot) for at, slot in enumerate(places.slots) if slot < known]
        left = [(-gain[slot], at) for at, slot in met if slot not in places.opened and slot not in places.over]
        found = sorted([(less, at) for less, at in left if less < 0])
        total, out = -sum(less for less, _ in found), list[int]()
        for less, at in found:
            if total < self.close / 4:
                break
            total += less
            out.append(at)
        return out

    # solving

    def _solve(self, *, follows: bool = False, hopes: bool = False, was: Worths | None = None) -> Worths:
        """Policy iteration; where somebody plays against it, value iteration. What is not opened is played by the
        policy it began with, if it `follows` that; what is unknown is worth the best ending to who `hopes`, else the
        worst.
        """
        places, program = self.places, self.places.program
        least = places.limits[0]
        levels, fixed, given = self.ground(follows=follows, hopes=hopes)
        slots, worth = len(given), given.copy()
        if was is not None:
            worth[: len(was.worth)] = np.maximum(was.worth - least, 0.0)
            worth[fixed.ends] = given[fixed.ends]
        if program.against:
            worth = _iterated(levels, fixed, given)
            flow = _flow(levels, fixed, worth, slots)
        else:
            worth, flow = _improved(levels, fixed, given, worth, slots)
        return Worths(worth + least, flow, flow.visits(places.start))

    def ground(self, *, follows: bool = False, hopes: bool = False) -> tuple[list[Ready], Fixed, Floats]:
        """All levels as arrays, what there is before anything is chosen, and what slots are given above the worst."""
        places, program = self.places, self.places.program
        least, most = places.limits
        fixed, given = Fixed(places, follows), np.zeros(len(program.levels))
        given[list(places.over)] = np.array(list(places.over.values())) - least
        given[fixed.unknown] = most - least if hopes else 0.0
        return program.ready(), fixed, given


class Fixed:
    """What the slots of places come to before anything is chosen: an end, a tree, or a policy's own row."""

    def __init__(self, places: Places, follows: bool) -> None:
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


def swept(levels: list[Ready], worth: Floats) -> list[list[Any]]:
    """Every node's worth from what the places are worth. What was picked, for `leading`."""
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


def _flow(levels: list[Ready], fixed: Fixed, worth: Floats, slots: int) -> Any:
    """Where everything leads, if everybody picks what is best by these worths."""
    return leading(levels, fixed, swept(levels, worth), slots)


def leading(levels: list[Ready], fixed: Fixed, picked: list[list[Any]], slots: int) -> Any:
    """Where everything leads by what is picked."""
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
    return solver().Flow(np.concatenate(into), np.concatenate(out_of), np.concatenate(share), slots)


def _improved(levels: list[Ready], fixed: Fixed, given: Floats, worth: Floats, slots: int) -> tuple[Floats, Any]:
    """The best by what everything is worth now, and what everything is worth if that is played; again and again."""
    for _ in range(MOST_TURNS):
        flow = _flow(levels, fixed, worth, slots)
        after = flow.worth(given)
        change, worth = float(np.abs(after - worth).max()), after
        if change < STILL:
            break
    return worth, flow


def _iterated(levels: list[Ready], fixed: Fixed, given: Floats) -> Floats:
    """Every place as good as its next step, until nothing changes: from below, so that waiting for ever is worth
    nothing to one's own side."""
    worth = given.copy()
    for _ in range(MOST_SWEEPS):
        swept(levels, worth)
        after = ON * worth[fixed.roots]
        change = float(np.abs(after - worth[fixed.opened]).max(initial=0.0))
        worth[fixed.opened] = after
        if change < STILL:
            break
    return worth
