"""Best play of a whole scenario: policy iteration on trees grown once, between two bounds that converge.

The lower bound is the exact value of a real policy: improved where trees have been grown, a policy of the scenario
elsewhere. The upper bound is optimistic: positions without a tree are worth the best ending. Trees are grown where best
play is expected to lead, and where the optimist goes. Play is proven best once the bounds meet.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import numpy as np

from tablewright.engine.choices import choices_of
from tablewright.engine.exact import SharedTrees
from tablewright.rules import Scenario
from tablewright.rules.effects import Policy

from .budget import Budget
from .level_arrays import Floats
from .positions import Positions
from .rounding import round_digits
from .value_estimate import ValueEstimate
from .values import STILL, FixedValues, Values, solve_values

BATCH = 0.2  # seconds of growing trees, at least, before the estimate is updated
FOLLOWS = 0.3  # after opening positions, this share of that time goes to following the estimate, before the bounds
LOOKS = 4.0  # bounds are updated after this many times the seconds that an update takes
MAX_SHARE = 0.95  # largest share of the time for either bound
CLOSE = 1e-6  # bounds this close have met
OFTEN = 1e-3  # choices met this often are explored in the end with all their options
Mode: TypeAlias = Literal["bounds", "full"]


class PolicyIteration:
    """Best play of a scenario from a start, as far as it is known."""

    def __init__(
        self,
        scenario: Scenario,
        start: Any,
        base: Policy | None,
        meter: Budget,
        *,
        close: float = CLOSE,
        common: SharedTrees | None = None,
    ) -> None:
        self.meter, self.close = meter, close
        self.places = Positions(scenario, start, base, choices_of(scenario.side), meter, common)
        self._opposed = bool(scenario.side)
        self.below: Values | None = None
        self.above: Values | None = None
        self.lower, self.upper = -np.inf, np.inf
        self.base = np.nan
        """The value of the initial policy; NaN if it could not be followed to every end."""
        self._guess = None if scenario.side else ValueEstimate(self.places)
        self._was = (-np.inf, np.inf)
        self._share = 0.5
        """The share of the time for the lower bound."""
        self._guessing = self._looking = 0.0
        """Seconds that the last update of the estimate took, and that of the bounds."""
        self._guessed, self._looked = -np.inf, 0.0
        """Times of these updates."""
        self._grown = 0
        """Positions opened when the bounds were last updated."""

    # bounds

    def follow(self, by: float) -> bool:
        """Compute the value of the initial policy. False if time ran out before it was followed to every end."""
        self.places.follow(by)
        if self.places.unmet:
            return False
        played = solve_values(self.places, FixedValues(self.places, follows=True), 0.0)
        self.base = float(played.worth[self.places.start])
        if not self._opposed:
            self.below, self.lower = played, self.base
        return True

    def run(self, mode: Mode = "bounds", by: float = np.inf) -> None:
        """Grow trees until the bounds meet, the time is over, or memory runs out.

        With time left, it then follows positions that were met and put aside. A scenario that declares no range of
        endings' values allows no optimistic bound, so everything is opened.
        """
        if mode == "full" or self.places.scenario.between is None:
            self._open_all(by)
        self._look()
        while not self.done and not self.meter.past(by):
            more = self._open_more(by)
            if not more and len(self.places.opened) == self._grown:
                break
            if not more or self.meter.taken - self._looked > LOOKS * self._looking:
                self._follow(min(by, self.meter.soon(FOLLOWS * self._share * (self.meter.taken - self._looked))))
                self._look()
        if not (self.done or self._opposed):
            self._follow(self.meter.share(0.3))
            self._weigh(self.meter.share(0.3))
            self._look()

    @property
    def proven(self) -> bool:
        """True if no policy can be better than the one found."""
        known = self.places.scenario.between is not None or not self.places.unopened
        return self.done and known

    @property
    def done(self) -> bool:
        """True if the bounds have met."""
        return bool(self.upper - self.lower < self.close)

    def _look(self) -> None:
        """Update both bounds. A bound that moved more gets more time; less than `STILL` is rounding and no movement."""
        began, least, most = self.meter.taken, *self.places.limits
        self.below = solve_values(self.places, FixedValues(self.places, follows=not self._opposed), 0.0, self.below)
        self.lower = max(self.lower, float(self.below.worth[self.places.start]))
        self.above = solve_values(self.places, FixedValues(self.places, follows=False), most - least, self.above)
        self.upper = min(self.upper, float(self.above.worth[self.places.start]) + STILL, most)
        self.upper = max(self.upper, self.lower)
        rose, fell = (by if by > STILL else 0.0 for by in (self.lower - self._was[0], self._was[1] - self.upper))
        moved = rose + fell
        self._share = min(MAX_SHARE, max(1 - MAX_SHARE, rose / moved)) if 0 < moved < np.inf else 0.5
        self._was = self.lower, self.upper
        self._looked, self._grown = self.meter.taken, len(self.places.opened)
        self._looking = self._looked - began

    def _follow(self, by: float) -> None:
        """Follow positions that the estimate reaches: a lower bound needs a policy that is known to every end."""
        if self._guess is not None:
            for at, likely in self._guess.likely():
                self.places.expect(at, likely)
            self.places.follow(by)

    def _weigh(self, by: float) -> None:
        """Follow all options of the choices that are met most often."""
        assert self.below is not None
        often = round_digits(self.below.visits)
        met = [(often[out], node) for node, out, _ in self.places.choices if out < len(often) and often[out] > OFTEN]
        for likely, node in sorted(met, key=lambda each: -each[0]):
            for _, inner in node.branches:
                self.places.foresee(inner, likely / len(node.branches))
            if self.meter.past(by):
                break
        self.places.follow(by)

    def _open_all(self, until: float) -> None:
        places, at = self.places, 0
        while at < len(places.keys) and not self.meter.past(until):
            if places.slots[at] not in places.over and not places.open(at, until):
                return
            at += 1

    def _open_more(self, until: float) -> bool:
        """Open positions where the estimate expects best play, and where the optimist goes.

        It runs at least as long as the estimate took. The estimate takes no greater share of the time than the lower
        bound.
        """
        share, done = self._share, False
        due = (self.meter.taken - self._guessed) * share >= self._guessing * (1 - share)
        if due and self._guess is not None:
            assert self.below is not None
            began = self.meter.taken
            self._guess.look(self.below)
            self._guessed = self.meter.taken
            self._guessing = self._guessed - began
        for wanted, part in ((self._likely, share if due else 0.0), (self._doubtful, 1 - share)):
            by = min(until, self.meter.soon(2 * part * max(BATCH, self._guessing)))
            for at in wanted() if part else ():
                if not self.places.open(at, until):
                    break
                done = True
                if self.meter.past(by):
                    break
        if done or due:
            return done
        self._guessed = -np.inf
        return self._open_more(until)

    def _likely(self) -> list[int]:
        """Positions that the estimate reaches in doubt; with an opponent, those of the best known policy."""
        assert self.below is not None
        if self._guess is None:
            return self._first(self.below.visits)
        return self._first(self._guess.visits, self._guess.doubts())

    def _doubtful(self) -> list[int]:
        """Positions of the optimist, by how much they exceed the estimate; with an opponent, by the gap between the
        bounds.
        """
        assert self.above is not None
        hope = self._gap() if self._guess is None else 1 - padded(self._guess.expected, len(self.places.keys))
        return self._first(self.above.visits, hope)

    def _gap(self) -> Floats:
        """The gap between the bounds at each position; the largest possible where a bound is unknown."""
        assert self.below is not None
        assert self.above is not None
        slots, (least, most) = np.array(self.places.slots, np.intp), self.places.limits
        known = slots < min(len(self.below.worth), len(self.above.worth))
        gap = np.full(len(slots), most - least)
        gap[known] = self.above.worth[slots[known]] - self.below.worth[slots[known]]
        return gap

    def _first(self, visits: Floats, weight: Floats | float = 1.0) -> list[int]:
        """Positions not opened yet, by visits times weight, as long as they can still move the bounds.

        Equal ones keep the order in which they were met: numbers are rounded, so their last digits decide nothing.
        """
        places, gap = self.places, round_digits(self._gap())
        slots = np.array(places.slots, np.intp)
        met = round_digits(padded(visits, len(places.program.levels))[slots])
        often = np.where(gap > self.close, met, 0.0)
        order = np.argsort(-round_digits(often * weight), kind="stable").tolist()
        closed = places.opened.keys() | places.over.keys()
        found = [at for at in order if often[at] > 0 and places.slots[at] not in closed]
        left = np.cumsum((often * gap)[found][::-1])[::-1]
        return found[: int((left >= self.close / 4).sum())]


def padded(known: Floats, size: int) -> Floats:
    """Extend values with zeros to the number of slots there are now."""
    out = np.zeros(size)
    out[: len(known)] = known
    return out
