"""What people wait for: the odds of every action and question met in random play, game by game."""

from __future__ import annotations

from typing import Any

from tablewright.catalog import find_game, installed_games
from tablewright.check.play import OddsTimer

LONGEST, MEDIAN = 1.0, 0.005
"""Seconds nobody waits longer than, and half of all questions less than."""


def waited(game: str, steps: int, seed: int = 5) -> dict[str, Any]:
    """One game's row: how many odds were asked for, how long they took, and what kind of answers they got."""
    walk = OddsTimer(find_game(game).game, steps, seed)
    answers, asked = walk.answers, len(walk.asked)
    return {
        "game": game,
        "steps": steps,
        "asked": asked,
        "median_ms": walk.seconds(0.5) * 1e3,
        "p99_ms": walk.seconds(0.99) * 1e3,
        "longest_ms": walk.seconds(1) * 1e3,
        "slowest": [one.what for one in walk.slowest(3)],
        "headline": answers["headline"] / asked,
        "tried": answers["tried"] / asked,
        "hidden": answers["hidden"] / asked,
        "silent": len(walk.wrong),
        "reached": walk.seconds(1) <= LONGEST and walk.seconds(0.5) <= MEDIAN and not walk.wrong,
    }


def every_game() -> list[str]:
    return list(installed_games())
