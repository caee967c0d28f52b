"""Best play as far as one can guess: where trees have been grown by them, elsewhere by what like places are worth.

It proves nothing and bounds nothing. It says where best play is likely to go, long before a bound could: whatever the
guess is wrong about is opened, because the guess leads there.
"""

from __future__ import annotations

import numpy as np

from .level_arrays import Floats, Slots
from .positions import Positions
from .value_regression import ValueRegression
from .values import FixedValues, Values, solve_values

FEW = 3_000
"""Until so many places have been opened, those that a policy was followed through are learned from as well."""
LEAST = 0.16
"""Where it is as good as sure what becomes of it, a place counts for as much as this, beside the start."""
ROUGHLY = 1e-4
"""As small a part of that is not worth another step towards the best of the guess."""
SURE = 0.01
"""Nothing is expected to be surer than this part of what is in doubt at the start."""
NONE = 1e-9
"""Something is always in doubt."""


class ValueEstimate:
    """What best play is guessed to be, over the places met so far."""

    def __init__(self, places: Positions) -> None:
        self.places = places
        self._likeness = ValueRegression()
        self._opened: Slots = np.zeros(0, np.intp)
        self._last: Values | None = None
        self.expected: Floats = np.zeros(0)
        """What every place is expected to be worth by its likes: 0 is the worst ending, 1 the best."""
        self._doubt = NONE

    def look(self, below: Values) -> Values:
        """Over what is known by now. Nothing is guessed to be worth less than it is known to be at least."""
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
        self._doubt = max(begun * (1 - begun), NONE)
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
        """How often it comes to every slot."""
        return self._last.visits if self._last is not None else np.zeros(0)

    def doubts(self) -> Floats:
        """How little it knows of what becomes of it at each place: nothing is surer than a part of the start."""
        return np.asarray(np.maximum(self.expected * (1 - self.expected), LEAST * self._doubt))

    def likely(self) -> list[tuple[int, float]]:
        """Every place it comes to that has not been opened, and how often."""
        visits, places = self.visits, self.places
        met = [(at, slot) for at, slot in enumerate(places.slots[: len(self.expected)]) if slot not in places.opened]
        return [(at, float(visits[slot])) for at, slot in met if visits[slot] > 0]
