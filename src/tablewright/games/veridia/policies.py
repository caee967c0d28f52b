"""How somebody decides when nobody is there to ask: in a fight, mostly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.kernel import Choose, Policy

from .grapple import PAYS_FOR, Spend
from .maneuvers import ATTACKED, DEFENCES, MAKE_EXCHANGE, NOTHING, Options

TACTIC = "What now?"


def best_defence(ask: Choose[Any]) -> str:
    """The defence with the most dice, or none."""
    about: Options = ask.about
    dice = {way: n for way, n in about.dice if way in DEFENCES and n}
    return max(dice, key=lambda way: dice[way], default=NOTHING)


def pays(ask: Choose[Any]) -> str:
    """Down if it can be had, else a blow to the vitals, else a lock."""
    ways: tuple[Spend, ...] = ask.about
    for follow in ("knock down", "bash"):
        found = [way for way in ways if way.follow == follow]
        if found:
            return max(found, key=lambda way: way.paid).name
    return ways[-1].name


def reckless(ask: Choose[Any]) -> Any:
    """Never defends, and answers blows with blows in good time."""
    return pays(ask) if ask.question == PAYS_FOR else ask.options[0]


def careful(ask: Choose[Any]) -> Any:
    """Defends as well as possible, and keeps a dodge when attacking."""
    if ask.question == ATTACKED:
        return best_defence(ask)
    if ask.question == TACTIC:
        return next((o for o in ask.options if o == "attack and dodge"), ask.options[0])
    return reckless(ask)


def bold(ask: Choose[Any]) -> Any:
    """Exchanges blows when the dice are not much worse than the attacker's, else defends."""
    if ask.question == ATTACKED:
        about: Options = ask.about
        dice = dict(about.dice)
        fair = dice.get("exchange", 0) + 1 >= about.against and dice.get("exchange", 0) > 0
        return "exchange" if "exchange" in ask.options and fair else best_defence(ask)
    if ask.question == MAKE_EXCHANGE:
        return True
    return reckless(ask)


POLICIES: Mapping[str, Policy] = {"bold": bold, "careful": careful, "reckless": reckless}
