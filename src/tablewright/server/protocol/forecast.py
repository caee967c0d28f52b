"""Forecasts: how it is likely to go on from here, counted off the loop, as far as whoever asks may know."""

from __future__ import annotations

import msgspec

from .lab_types import ChanceFigure


class MeanFigure(msgspec.Struct, frozen=True):
    """How much of something there is on average, with half its 95 % interval; 0, where it is exact."""

    name: str
    mean: float
    wide: float = 0.0


class Forecast(msgspec.Struct, frozen=True):
    """How it may end, how long it takes and what is left on average. `plays` is 0 where it was solved exactly; there is
    `more` to be known by asking for the next round.
    """

    title: str
    policy: str
    endings: tuple[ChanceFigure, ...]
    steps: MeanFigure
    left: tuple[MeanFigure, ...]
    plays: int = 0
    more: bool = False
