"""Forecast of how play is likely to go on from here, as far as the seat that asks may know."""

from __future__ import annotations

import msgspec

from .lab_types import ChanceFigure


class MeanFigure(msgspec.Struct, frozen=True):
    """An average, with half its 95 % interval; 0, where it is exact."""

    name: str
    mean: float
    wide: float = 0.0


class Forecast(msgspec.Struct, frozen=True):
    """How play may end, how long it takes and what is left on average.

    `plays` is 0 where it was solved exactly. With `more`, the next round of the query knows it better.
    """

    title: str
    policy: str
    endings: tuple[ChanceFigure, ...]
    steps: MeanFigure
    left: tuple[MeanFigure, ...]
    plays: int = 0
    more: bool = False
