"""Policies: how a choice is made when nobody is there to ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tablewright.rules.errors import GameError

from .effect import Choose

#: None leaves it to the reader (the best, or the first option).
Policy: TypeAlias = Callable[[Choose[Any]], Any]


def apply_policy(policy: Policy | None, ask: Choose[Any]) -> Any:
    """What a policy answers, or None where it leaves the choice to others. What was not offered cannot be picked."""
    picked = policy(ask) if policy is not None else None
    if picked is not None and picked not in ask.options:
        raise GameError(f"A policy answered {picked!r} to {ask.question!r}, which was not offered.")
    return picked


def first_free_option(ask: Choose[Any]) -> Any:
    """The first option that costs nothing."""
    for option, cost in zip(ask.options, ask.costs, strict=False):
        if cost == 0:
            return option
    return ask.options[0]
