"""Alternatives to a crew roll: an Ingenuity Token, or the Reckless way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablewright.rules import Choose, FieldOption, Refused, Rule, cites, rule, tell

from .state import Member, Mission, Position, Result, member, with_member


@cites("prep.ingenuity", "quality.reckless")
def why_not_instead(m: Member, how: str, position: Position) -> str:
    """The reason why a member cannot do without rolling, or an empty string.

    Ingenuity works at a Standard position, the Reckless way always.
    """
    if how == "reckless":
        return "" if "Reckless" in m.qualities else "is not Reckless"
    if not m.ingenuity:
        return "has no Ingenuity Token"
    return "" if position == "standard" else f"is in a {position} position, not a Standard one"


def ways_without_rolling(m: Member, position: Position) -> tuple[str, ...]:
    return tuple(how for how in ("ingenuity", "reckless") if not why_not_instead(m, how, position))


def without_rolling(m: Member | None) -> Iterator[FieldOption]:
    """Ways to do without rolling, for a form. The position is checked when the action is tried."""
    notes = {"ingenuity": "a Success without dice", "reckless": "a Success, and damage after it"}
    for how in ways_without_rolling(m, "standard") if m is not None else ():
        yield FieldOption(how, WAY_TITLES[how], notes[how])


def may_do_without(s: Mission, given: Mapping[str, Any]) -> bool:
    who = given.get("who")
    return who is not None and bool(ways_without_rolling(member(s, who), "standard"))


WAY_TITLES = {"ingenuity": "spend an Ingenuity Token", "reckless": "do it the Reckless way"}


@rule("prep.ingenuity", "quality.reckless")
def way_of(who: str, ways: tuple[str, ...]) -> Rule[str]:
    """Ask a member how they roll, or do without, when they are drawn into a roll by another's action."""
    if not ways:
        return "roll"
    costs = (0,) + (1,) * len(ways)
    ask = Choose(who, "Roll, or do without?", ("roll", *ways), costs, WAY_WORDS.__getitem__, "prep.ingenuity")
    return (yield from ask)


WAY_WORDS = {
    "roll": "roll",
    "ingenuity": "a Success for an Ingenuity Token",
    "reckless": "a Success the Reckless way, and damage after it",
}


@cites("prep.ingenuity", "quality.reckless")
def instead(s: Mission, who: str, how: str, position: Position) -> Rule[tuple[Mission, Result]]:
    """Make a Success without rolling. The price of the Reckless way comes after it."""
    m = member(s, who)
    why_not = why_not_instead(m, how, position)
    if why_not:
        raise Refused(f"{m.name} {why_not}: roll instead.")
    if how == "reckless":
        yield tell("quality.reckless", "{name} does it the Reckless way.", name=m.name)
        return s, Result.SUCCESS
    yield tell("prep.ingenuity", "{name} spends an Ingenuity Token instead of rolling.", name=m.name)
    return with_member(s, m.but(ingenuity=m.ingenuity - 1)), Result.SUCCESS
