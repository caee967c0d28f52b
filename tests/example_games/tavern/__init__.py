"""The inn with a counter: long lists, budgets, free text, and names that commands also have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from tablewright.rules import Choose, Gather, Param, Refused, Rule, Viewer, action, roll, tell
from tablewright.rules.widgets import CardWidget, ClockWidget, Panel, TextWidget, TokenWidget, TrackWidget
from tests.example_games.tavern_night import GAME as INN
from tests.example_games.tavern_night import Inn, Who

DRINKS = tuple(
    f"{how} {what}"
    for how in ("small", "large", "hot", "cold", "dark")
    for what in ("beer", "cider", "mead", "water", "wine")
)


def to_share(s: Inn, given: Mapping[str, Any]) -> str:
    return f"{6 - given.get('mine', 0)} coins to share"


@action("inn.price", title="Order a drink", by="guest", group="Counter")
def order(
    s: Inn,
    who: Who,
    drink: Annotated[str, Param("What to drink", among=lambda s: DRINKS)],
    words: Annotated[str, Param("How it is asked for", max=80, examples=("Please!",))] = "",
    cups: Annotated[int, Param("How many", min=1, max=4)] = 1,
) -> Rule[Inn]:
    """Order something at the counter."""
    yield tell("inn.price", "{cups} of {drink}: {words}", cups=cups, drink=drink, words=words)
    return s


@action("inn.price", title="Share the coins", by="guest", group="Counter")
def share(
    s: Inn,
    mine: Annotated[int, Param("For yourself", min=0, max=6)],
    yours: Annotated[int, Param("For the others", min=0, max=6, budget=to_share)],
) -> Rule[Inn]:
    """Share exactly six coins."""
    if mine + yours != 6:
        raise Refused("There are six coins.", "yours")
    yield tell("inn.price", "{mine} and {yours}.", mine=mine, yours=yours)
    return s


@action("inn.price", title="Set the table", by="keeper", group="House")
def set_table(s: Inn, what: Annotated[str, Param("What is on it", max=200)]) -> Rule[Inn]:
    """Lay the table."""
    yield tell("inn.price", "On the table: {what}.", what=what)
    return s


@action("inn.luck", title="Close the doors", by="keeper", group="House")
def close_doors(s: Inn) -> Rule[Inn]:
    """Close the doors, so that no one can strike in the yard."""
    yield tell("inn.luck", "The doors are closed.")
    return s.but(frozen=True)


@action("inn.luck", title="Draw straws", by="guest", group="House")
def straws(s: Inn) -> Rule[Inn]:
    """Ask all guests with players whether they throw again."""
    asks = tuple(Choose(g.id, "Throw again?", ("no", "yes"), cites="inn.luck") for g in s.guests if g.player)
    said = yield from Gather(asks)
    for again in said:
        if again == "yes":
            yield from roll(1, why="Straw")
    yield tell("inn.luck", "The straws are drawn.")
    return s


def sheet(s: Inn, eyes: Viewer) -> tuple[Panel, ...]:
    guests = tuple(
        Panel(
            g.name,
            (TrackWidget("Health", g.health, 5), TokenWidget("Luck", g.luck > 0), TextWidget(f"luck {g.luck}")),
            of=g.id,
        )
        for g in s.guests
    )
    secret = (Panel("Cellar", (CardWidget("Key", s.hidden), ClockWidget("Dawn", 1, 4))),) if s.hidden else ()
    return (*guests, *secret, Panel("Prices", (TextWidget("two songs"),), folded=True))


GAME = msgspec.structs.replace(
    INN,
    name="tavern",
    title="The Tavern",
    actions=(*INN.actions, order, share, set_table, close_doors, straws),
    sheet=sheet,
)
