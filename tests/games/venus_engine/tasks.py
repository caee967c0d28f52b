"""A task about to be performed, and what was bought with it."""

from __future__ import annotations

from typing import Any

from tablewright.catalog.installed import find_game

from .play import Play

LEDGER = find_game("venus-engine").ledger


def task(**fields: Any) -> Play:
    """Ida's task of Finesse (silver 3), as a rigger of level 3. The threshold is 1 unless factors say more."""
    return Play().change("ida", agenda="The manifest").call("task", "ida", "finesse", **fields)


def with_aid(*allies: str, **fields: Any) -> Play:
    play = task(**fields)
    jobs = {"bo": "courier", "cleo": "broker", "pim": "tinker"}
    for ally in allies:
        lets = () if "finesse" in play[ally].job(jobs[ally]).abilities else "fits the aid better?"
        play.act(play[ally].player, "offer_aid", who=ally, job=jobs[ally], lets=lets)
    return play
