"""How Seekers decide when nobody is there to ask. A choice is known by the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy

from .fight import Plan
from .people import Enemy, Seeker
from .pocket_roll import Use, swapped_out, throws_again
from .state import Veil


def reached(total: int, use: Use) -> int:
    """How many of the totals that count are reached."""
    return sum(total >= mark for mark in use.marks)


def improved(ask: Choose[Any], thrifty: bool) -> str:
    """The swap that reaches most; a reroll if none of the marks is reached (the thrifty keep a single hit)."""
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
    """Strikes or shoots, closes in, and spends nothing on anything."""
    if ask.cites == "enc.turn":
        return first_of(ask, "shoot", "strike", "close in")
    return ask.options[0]


def first_of(ask: Choose[Any], *plans: Plan) -> Any:
    return next((plan for plan in plans if plan in ask.options), "end")


def careful(ask: Choose[Any]) -> Any:
    """Swaps when it helps, heals when hurt, keeps Dexterity for the hit that would kill."""
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
    """Power with every blow, rerolls instead of failures, Defensive Action against every hit."""
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
    """Plain, but wagers Strength on every melee attack."""
    return first_of(ask, "power", "shoot", "strike", "close in") if ask.cites == "enc.turn" else plain(ask)


def fine(ask: Choose[Any]) -> Any:
    """Plain, but wagers Dexterity on every melee attack."""
    return first_of(ask, "finesse", "shoot", "strike", "close in") if ask.cites == "enc.turn" else plain(ask)


def dodging(ask: Choose[Any]) -> Any:
    """Plain, but wagers Dexterity on a Defensive Action against every hit."""
    return True if ask.cites == "defact.when" else plain(ask)


def struck_or_first(ask: Choose[Any]) -> Any:
    """In melee the healthiest Seeker is put forward, the most wounded enemy is aimed at."""
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
