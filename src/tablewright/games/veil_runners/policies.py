"""Policies: decisions for the crew in the lab. A choice is recognized by the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from tablewright.rules import Choose, Dice, Policy

from .rolls import kept_of, result_of
from .state import Result


def careful(ask: Choose[Any]) -> Any:
    """Spend tokens to avoid a Fiasco, keep damage off lost systems, and pay rather than take damage."""
    if ask.cites == "roll.step.focus":
        return next((o for o in ask.options if o[0] > Result.FIASCO), ask.options[0])
    if ask.cites == "upgrade.adaptive":
        return next((o for o in ask.options if o[0] not in ask.about), ask.options[0])
    if ask.cites in ("heal.drawback", "heal.fiasco"):
        return "token"
    if ask.cites == "prep.foresight":
        return True
    return ask.options[0]


def bold(ask: Choose[Any]) -> Any:
    """Buy Successes and better, never less. Step in for others and take the damage."""
    if ask.cites == "roll.step.focus":
        return next((o for o in ask.options if o[0] >= Result.SUCCESS), ask.options[0])
    if ask.cites == "quality.forceful":
        return ask.options[-1]
    if ask.cites == "quality.defender":
        return True
    if ask.cites in ("heal.drawback", "heal.fiasco"):
        return "damage"
    return ask.options[0]


def best_for_the_roll(ask: Choose[Any]) -> Any:
    """Make the most of every roll, at any cost."""
    if ask.cites == "roll.step.focus":
        return ask.options[-1]
    if ask.cites == "quality.forceful":
        top, n, no_dice = ask.about
        return best_reroll(top, n, no_dice, most=ask.options[-1])
    return ask.options[0]


def best_reroll(top: Dice, n: int, no_dice: bool, most: int) -> int:
    """The number of dice to reroll for the best result on average, with all steps between results counted alike."""

    def worth(k: int) -> float:
        kept = kept_of(top, n - k)
        results = [int(result_of((*kept, *new), no_dice)) for new in product(range(1, 7), repeat=k)]
        return sum(results) / len(results)

    return max(range(most + 1), key=worth)


POLICIES: Mapping[str, Policy] = {"careful": careful, "bold": bold, "best-for-the-roll": best_for_the_roll}
