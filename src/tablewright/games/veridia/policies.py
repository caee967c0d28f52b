"""Policies: decisions of fighters in the lab and in turns played for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tablewright.rules import Choose, Policy

from .grapple import PAYS_FOR, Spend
from .maneuvers import ATTACKED, DEFENCES, MAKE_EXCHANGE, NOTHING, Options

TACTIC = "What now?"


def best_defence(ask: Choose[Any]) -> str:
    """The defence with the most dice, or none."""
    about: Options = ask.about
    dice = {way: n for way, n in about.dice if way in DEFENCES and n}
    return max(dice, key=lambda way: dice[way], default=NOTHING)


def pays(ask: Choose[Any]) -> str:
    """Knock down if possible, else a blow to the vitals, else a lock."""
    ways: tuple[Spend, ...] = ask.about
    for follow in ("knock down", "bash"):
        found = [way for way in ways if way.follow == follow]
        if found:
            return max(found, key=lambda way: way.paid).name
    return ways[-1].name


def exchanges(ask: Choose[Any], short: int) -> bool:
    """True if an exchange is offered with at most so many dice fewer than the attacker's."""
    about: Options = ask.about
    dice = dict(about.dice).get("exchange", 0)
    return dice > 0 and dice + short >= about.against


def reckless(ask: Choose[Any]) -> Any:
    """Never defend: take the damage and strike in turn."""
    return pays(ask) if ask.cites == PAYS_FOR else ask.options[0]


def bold(ask: Choose[Any]) -> Any:
    """Exchange blows unless hopelessly outmatched, and never merely defend."""
    if ask.cites == ATTACKED:
        return "exchange" if exchanges(ask, 3) else NOTHING
    return True if ask.cites == MAKE_EXCHANGE else reckless(ask)


def careful(ask: Choose[Any]) -> Any:
    """Exchange blows with equals, defend when wounded, keep a dodge back with dice enough for both."""
    if ask.cites == ATTACKED:
        about: Options = ask.about
        if exchanges(ask, 0):
            return "exchange"
        return best_defence(ask) if about.wounded else NOTHING
    if ask.question == TACTIC:
        return "attack and dodge" if "attack and dodge" in ask.options and min(ask.about) > 6 else ask.options[0]
    return True if ask.cites == MAKE_EXCHANGE else reckless(ask)


POLICIES: Mapping[str, Policy] = {"bold": bold, "careful": careful, "reckless": reckless}
#: The manner of each policy, in words for the game master.
MANNERS = {
    "bold": "strikes, and turns attacks into exchanges unless outmatched",
    "careful": "exchanges with equals, defends when wounded, keeps dice for a dodge",
    "reckless": "strikes and never defends",
}


@cache
def for_people(policy: str, people: frozenset[str]) -> Policy:
    """A policy that decides for these people only, cached so that equal arguments give the same policy.

    All others are still asked.
    """
    decides = POLICIES[policy]

    def decide(ask: Choose[Any]) -> Any:
        return decides(ask) if ask.by in people else None

    return decide
