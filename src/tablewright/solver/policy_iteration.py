"""Best play of a whole scenario, by policy improvement on trees grown once, between two bounds that close.

From below: a real policy, improved wherever trees have been grown and played by a shipped policy elsewhere; its worth
is exact. From above: an optimist, to whom everything that has not been grown is worth the best ending. Trees are grown
where best play is guessed to go, and where the optimist goes; where the bounds meet, the best is proven.
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
from .value_estimate import ValueEstimate
from .values import STILL, FixedValues, Values, solve_values

BATCH = 0.2
"""Seconds to grow trees for, at least, before it is looked again where best play may lead."""
FOLLOWS = 0.3
"""As long as places are opened, so much of it again what the guess comes to is followed, before the bounds."""
LOOKS = 4.0
"""Bounds are looked at after so many times as long as that takes."""
MAX_SHARE = 0.95
"""As much of the time as either bound gets."""
CLOSE = 1e-6
"""Bounds this close have met."""
OFTEN = 1e-3
"""Choices met as often as this are weighed in the end, whatever is chosen there."""
Mode: TypeAlias = Literal["bounds", "full"]


class PolicyIteration:
    """Best play of a scenario from a start, as well as it is known so far."""

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
        """What the policy it began with is worth; unknown, if it could not be followed to every end."""
        self._guess = None if scenario.side else ValueEstimate(self.places)
        self._was = (-np.inf, np.inf)
        self._share = 0.5
        """How much of the time the lower bound gets."""
        self._guessing = self._looking = 0.0
        """Seconds that guessing took last, and looking at the bounds."""
        self._guessed, self._looked = -np.inf, 0.0
        """When each was done."""
        self._grown = 0
        """Places opened by then."""

    # bounds

    def follow(self, by: float) -> bool:
        """What the policy it begins with is worth, if it can be followed to every end by then."""
        self.places.follow(by)
        if self.places.unmet:
            return False
        played = solve_values(self.places, FixedValues(self.places, follows=True), 0.0)
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
        """Whether nothing can be better than what has been found."""
        known = self.places.scenario.between is not None or not self.places.unopened
        return self.done and known

    @property
    def done(self) -> bool:
        """Whether the bounds have met."""
        return bool(self.upper - self.lower < self.close)

    def _look(self) -> None:
        """What the bounds are by now. Each gets the more time, the more it has made of it."""
        began, least, most = self.meter.taken, *self.places.limits
        self.below = solve_values(self.places, FixedValues(self.places, follows=not self._opposed), 0.0, self.below)
        self.lower = max(self.lower, float(self.below.worth[self.places.start]))
        self.above = solve_values(self.places, FixedValues(self.places, follows=False), most - least, self.above)
        self.upper = min(self.upper, float(self.above.worth[self.places.start]) + STILL, most)
        self.upper = max(self.upper, self.lower)
        rose, fell = self.lower - self._was[0], self._was[1] - self.upper
        moved = rose + fell
        self._share = min(MAX_SHARE, max(1 - MAX_SHARE, rose / moved)) if 0 < moved < np.inf else 0.5
        self._was = self.lower, self.upper
        self._looked, self._grown = self.meter.taken, len(self.places.opened)
        self._looking = self._looked - began

    def _follow(self, by: float) -> None:
        """What the guess comes to and has not been opened: a lower bound is of a policy that is known to every end."""
        if self._guess is not None:
            for at, likely in self._guess.likely():
                self.places.expect(at, likely)
            self.places.follow(by)

    def _weigh(self, by: float) -> None:
        """What becomes of it if the choices met most often are answered otherwise."""
        assert self.below is not None
        often = self.below.visits
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
        """Grows where best play is guessed to go, and where the optimist goes: as long as guessing took, at least.
        Guessing takes no greater share of the time than the lower bound makes use of.
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
        """Where the guess comes to, and knows little of what becomes of it; where the best policy known comes to, if
        somebody plays against it.
        """
        assert self.below is not None
        if self._guess is None:
            return self._first(self.below.visits)
        return self._first(self._guess.visits, self._guess.doubts())

    def _doubtful(self) -> list[int]:
        """Where the optimist comes to, by how much more than is expected there he hopes for; by how far the bounds
        differ, if somebody plays against it.
        """
        assert self.above is not None
        hope = self._gap() if self._guess is None else 1 - padded(self._guess.expected, len(self.places.keys))
        return self._first(self.above.visits, hope)

    def _gap(self) -> Floats:
        """How far the bounds differ at each place; as far as can be where none is known."""
        assert self.below is not None
        assert self.above is not None
        slots, (least, most) = np.array(self.places.slots, np.intp), self.places.limits
        known = slots < min(len(self.below.worth), len(self.above.worth))
        gap = np.full(len(slots), most - least)
        gap[known] = self.above.worth[slots[known]] - self.below.worth[slots[known]]
        return gap

    def _first(self, visits: Floats, weight: Floats | float = 1.0) -> list[int]:
        """The places that are not opened yet, those first that are met most often by their weight, as long as there is
        anything to gain by them.
        """
        places, gap = self.places, self._gap()
        slots = np.array(places.slots, np.intp)
        often = np.where(gap > self.close, padded(visits, len(places.program.levels))[slots], 0.0)
        order = np.argsort(-often * weight, kind="stable").tolist()
        closed = places.opened.keys() | places.over.keys()
        found = [at for at in order if often[at] > 0 and places.slots[at] not in closed]
        left = np.cumsum((often * gap)[found][::-1])[::-1]
        return found[: int((left >= self.close / 4).sum())]


def padded(known: Floats, size: int) -> Floats:
    """What is known of as many; nothing, of those made since."""
    out = np.zeros(size)
    out[: len(known)] = known
    return out
