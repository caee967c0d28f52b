"""A check that was called, and how it comes out."""

from __future__ import annotations

from typing import Any

from tablewright.catalog.installed import find_game

from .play import Play

LEDGER = find_game("venus-engine").ledger


def called(**fields: Any) -> Play:
    return Play().change("ida", agenda="Climb").call("check", "ida", "wits", **fields)
