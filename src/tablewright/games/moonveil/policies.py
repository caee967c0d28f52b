"""Policies: decisions for Seekers in the lab. A choice is recognized by the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy

from .fight import Plan
from .people import Enemy, Seeker
from .pocket_roll import Use, swapped_out, throws_again
from .state import Veil


def reached(total: int, use: Use) -> int:
    """The number of totals that count and are reached."""
    return sum(total >= mark for mark in use.marks)


def improved(ask: Choose[Any], thrifty: bool) -> str:
    """The swap that reaches most marks. Without one, a reroll if no mark is reached and the policy isn't thrifty."""
    dice, use = ask.about
    totals = {"keep": sum(dice)}
    swaps = {o: swapped_out(o) for o in ask.options if not throws_again(o)}
    totals |= {o: sum(dice) - out + use.pocket for o, out in swaps.items() if out is not None}
    now = reached(totals["keep"], use)
    best = max(totals, key=lambda o: (reached(totals[o], use), o == "keep", totals[o]))
    if reached(totals[best], use) > now:
        return best
    if "reroll" in ask.options and now == 0 and not thrifty:
        return "reroll"
    return "keep"


def plain(ask: Choose[Any]) -> Any:
    """Strike or shoot, close in, and spend nothing on anything."""
    if ask.cites == "enc.turn":
        return first_of(ask, "shoot", "strike", "close in")
    return ask.options[0]


def first_of(ask: Choose[Any], *plans: Plan) -> Any:
    return next((plan for plan in plans if plan in ask.options), "end")


def careful(ask: Choose[Any]) -> Any:
    """Swap when it helps, heal when hurt, keep Dexterity for the hit that would kill."""
    if ask.cites == "enc.turn":
        s, seeker = ask.about
        return careful_plan(ask, s, seeker)
    if ask.cites == "roll.one-or-both":
        return improved(ask, thrifty=True)
    if ask.cites == "defact.when":
        _, seeker, damage = ask.about
        return damage >= seeker.hp or (damage >= 4 and seeker.pocket >= 5)
    if ask.cites == "rest.hp.optional":
        return max(ask.options)
    return struck_or_first(ask)


def careful_plan(ask: Choose[Any], s: Veil, seeker: Seeker) -> Any:
    if seeker.turn.moves and seeker.pocket <= 2 and "footing" in ask.options:
        return "footing"
    if seeker.hp * 2 <= seeker.full and "rally" in ask.options:
        return "rally"
    if sum(one.hp * 2 <= one.full for one in s.living) > 1 and "heal" in ask.options:
        return "heal"
    return first_of(ask, "orb", "shoot", "strike", "close in")


def bold(ask: Choose[Any]) -> Any:
    """Use Power with every blow, reroll failures, take a Defensive Action against every hit."""
    if ask.cites == "enc.turn":
        return first_of(ask, "orb", "power", "shoot", "strike", "close in")
    if ask.cites == "roll.one-or-both":
        return improved(ask, thrifty=False)
    if ask.cites in ("defact.when", "gear.cloak"):
        return True
    if ask.cites == "power.apply":
        return ask.options[-1]
    if ask.cites == "rest.hp.optional":
        return max(ask.options)
    return struck_or_first(ask)


def powerful(ask: Choose[Any]) -> Any:
    """Play plain, but wager Strength on every melee attack."""
    return first_of(ask, "power", "shoot", "strike", "close in") if ask.cites == "enc.turn" else plain(ask)


def fine(ask: Choose[Any]) -> Any:
    """Play plain, but wager Dexterity on every melee attack."""
    return first_of(ask, "finesse", "shoot", "strike", "close in") if ask.cites == "enc.turn" else plain(ask)


def dodging(ask: Choose[Any]) -> Any:
    """Play plain, but wager Dexterity on a Defensive Action against every hit."""
    return True if ask.cites == "defact.when" else plain(ask)


def struck_or_first(ask: Choose[Any]) -> Any:
    """Put forward the healthiest Seeker in melee, and aim at the most wounded enemy."""
    people = ask.about if isinstance(ask.about, tuple) else ()
    seekers = [one for one in people if isinstance(one, Seeker) and one.id in ask.options]
    foes = [one for one in people if isinstance(one, Enemy) and one.id in ask.options]
    if seekers:
        return max(seekers, key=lambda seeker: seeker.hp).id
    return min(foes, key=lambda foe: foe.hp).id if foes else ask.options[0]


POLICIES: Mapping[str, Policy] = {
    "plain": plain,
    "careful": careful,
    "bold": bold,
    "power": powerful,
    "finesse": fine,
    "dodging": dodging,
}
