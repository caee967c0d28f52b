"""Policies: decisions of people in the lab. Peers agree, allies consent, and the FC turns nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy

from .checks import Reach
from .ego import Temptation
from .plans import Stand, gain
from .spending import Stock


def frugal(ask: Choose[Any]) -> Any:
    """KISS every die that costs nothing, reach the goal, then play safe."""
    if isinstance(ask.about, Stand):
        return most(ask, lambda plan, cost: cost == 0)
    return safe(ask)


def careful(ask: Choose[Any]) -> Any:
    """Spend Lots only while the goal is out of reach, as many as it takes on average, and Ego if far from it."""
    if isinstance(ask.about, Temptation):
        return "all" if ask.about.short >= 2 and "all" in ask.options else "none"
    if not isinstance(ask.about, Stand):
        return safe(ask)
    stand = ask.about
    free = most(ask, lambda plan, cost: cost == 0)
    if not stand.short or gain(free, stand) >= stand.short:
        return free
    enough = [(cost, plan) for plan, cost in priced(ask) if gain(plan, stand) >= stand.short]
    return min(enough, key=lambda pair: pair[0])[1] if enough else most(ask, lambda plan, cost: True)


def bold(ask: Choose[Any]) -> Any:
    """Reroll every die at any price, and count sixes twice where no die missed."""
    if isinstance(ask.about, Temptation):
        return ask.options[-1]
    return most(ask, lambda plan, cost: True) if isinstance(ask.about, Stand) else safe(ask)


def learner(ask: Choose[Any]) -> Any:
    """Let the goal go and buy the lesson: failing teaches."""
    if isinstance(ask.about, Stock):
        if ask.options == (True, False):
            return False
        return "lesson" if "lesson" in ask.options else ask.options[0]
    return ask.options[0]


def safe(ask: Choose[Any]) -> Any:
    """Buy the goal, then one secondary consequence after the other. Bring every factor into a check."""
    if isinstance(ask.about, Stock):
        return ask.options[0] if ask.options == (True, False) else ask.options[1]
    if isinstance(ask.about, Reach):
        return ask.about.dice
    return ask.options[0]


def priced(ask: Choose[Any]) -> list[tuple[Any, int]]:
    return list(zip(ask.options, ask.costs, strict=True))


def most(ask: Choose[Any], allowed: Any) -> Any:
    """The allowed plan that adds most on average, and the cheapest of equals."""
    stand = ask.about
    plans = [(gain(p, stand), -cost, p) for p, cost in priced(ask) if allowed(p, cost)]
    return max(plans, key=lambda entry: entry[:2])[2]


POLICIES: Mapping[str, Policy] = {"frugal": frugal, "careful": careful, "bold": bold, "learner": learner}
