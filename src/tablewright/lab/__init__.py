"""Scenarios run to their end: as a chain where the states fit, by sampling otherwise; and their best play."""

from .best_play import BestPlay
from .finding import best

__all__ = ["BestPlay", "best"]
