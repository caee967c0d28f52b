"""An estimate of best play: exact where trees have been grown, by regression elsewhere.

It bounds nothing. It shows early where best play is likely to lead. Errors correct themselves: positions that are
overestimated attract play and are opened.
"""

from __future__ import annotations

import numpy as np

from .level_arrays import Floats, Slots
from .positions import Positions
from .rounding import round_number
from .value_regression import ValueRegression
from .values import FixedValues, Values, solve_values

FEW = 3_000  # until this many positions are opened, the regression also learns from positions followed by a policy
LEAST = 0.16  # least doubt about a position, in parts of the doubt about the start
ROUGHLY = 1e-4  # improvement stops at this part of the doubt about the start
SURE = 0.01  # no estimate is closer to 0 or 1 than this part of the doubt about the start
NONE = 1e-6  # least doubt about the start; less is all rounding


class ValueEstimate:
    """The estimated best play over the positions met so far."""

    def __init__(self, places: Positions) -> None:
        self.places = places
        self._likeness = ValueRegression()
        self._opened: Slots = np.zeros(0, np.intp)
        self._last: Values | None = None
        self.expected: Floats = np.zeros(0)
        """Estimated value of every position by regression, from 0 (worst ending) to 1 (best)."""
        self._doubt = NONE

    def look(self, below: Values) -> Values:
        """Update the estimate. No value falls below the position's lower bound."""
        places, (least, most) = self.places, self.places.limits
        size, slots = len(places.program.levels), np.array(places.slots, np.intp)
        low = np.zeros(size)
        low[: len(below.worth)] = below.worth - least
        worth = low.copy()
        known = np.zeros(size, bool)
        known[self._opened] = True
        if len(self._opened) < FEW:
            known[list(places.followed)] = True
            known &= low > 0
        if self._last is not None:
            worth[self._opened] = self._last.worth[self._opened] - least
        self._likeness.meet(places.keys)
        span = (most - least) or 1.0
        begun = float(worth[places.start]) / span
        self._doubt = max(round_number(begun * (1 - begun)), NONE)
        self.expected = self._likeness.expected(known[slots], worth[slots] / span, SURE * self._doubt)
        unknown = np.zeros(size)
        unknown[slots] = self.expected * span
        fixed = FixedValues(places, follows=False)
        self._opened = fixed.opened
        self._last = solve_values(
            places, fixed, np.maximum(unknown, low)[fixed.unknown], self._last, ROUGHLY * self._doubt
        )
        return self._last

    @property
    def visits(self) -> Floats:
        """Expected visits of every slot."""
        return self._last.visits if self._last is not None else np.zeros(0)

    def doubts(self) -> Floats:
        """Doubt about the result at each position, with a lower limit."""
        return np.asarray(np.maximum(self.expected * (1 - self.expected), LEAST * self._doubt))

    def likely(self) -> list[tuple[int, float]]:
        """Positions it reaches that are not opened, each with its expected visits."""
        visits, places = self.visits, self.places
        met = [(at, slot) for at, slot in enumerate(places.slots[: len(self.expected)]) if slot not in places.opened]
        return [(at, float(visits[slot])) for at, slot in met if visits[slot] > 0]
