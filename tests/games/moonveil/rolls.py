"""Rolls against a DC."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablewright.games.moonveil.advantage import Edge
from tablewright.games.moonveil.dice_checks import dc_roll
from tablewright.games.moonveil.people import Seeker
from tablewright.games.moonveil.pocket_roll import Use
from tablewright.games.moonveil.state import Veil

from .table import act, best_chance, veil


def called(one: Seeker, dc: int, **params: Any) -> Veil:
    """A roll called for by the Guide."""
    return act(veil(one), "call_for_roll", who=one.id, dc=dc, **params).state


def swap_chance(dc: int, pocket: int, pips: int = 0, edge: Edge = 0) -> Fraction:
    """Best play of a roll against a DC: the chance to succeed."""
    return best_chance(dc_roll("x", edge, Use(pocket, pips, (dc,)), dc, ""), lambda checked: checked.success)
