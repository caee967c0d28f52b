"""Odds and advice for a seat, counted within a time limit and put into a summary. Shows nothing hidden."""

from .seat_odds import (
    HIDDEN,
    Advice,
    advise_seat,
    if_knowable,
    odds_for_seat,
)
from .summary import (
    ChancePair,
    MeasureChange,
    OddsSummary,
    Quantity,
    with_names,
)
from .timed_counter import (
    OddsTimeout,
    TimeLimit,
)

__all__ = [
    "HIDDEN",
    "Advice",
    "ChancePair",
    "MeasureChange",
    "OddsSummary",
    "OddsTimeout",
    "Quantity",
    "TimeLimit",
    "advise_seat",
    "if_knowable",
    "odds_for_seat",
    "with_names",
]
