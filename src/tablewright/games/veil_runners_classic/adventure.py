"""The adventure: its end, and the beginning of the next."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Rule, action, tell

from .ready_made import new_ship
from .state import WAYFINDER, Run, over, with_dice
from .systems import SYSTEM_DICE, refilled
from .wording import dice_words


@action("adventure.end", title="The adventure ends", by=WAYFINDER, when=over, group="Time")
def end_adventure(
    s: Run,
    how: Annotated[str, Param("How it ends", examples=("The core is home and the fee is paid.",), main=True)] = "",
) -> Rule[Run]:
    """Close the adventure."""
    words = " ".join(how.split())[:200] or "The adventure has come to its end."
    yield tell("adventure.end", "{words}", words=words)
    return s.but(ended=words)


def under_way(s: Run) -> str | None:
    return None if over(s) else "the adventure is not over: end it first."


@action("adventure.next", "shunt.fault", title="The next adventure", by=WAYFINDER, when=under_way, group="Time")
def next_adventure(
    s: Run, ship: Annotated[str, Param("What a new ship is called, if the last one is gone", max=60)] = "Day Shift"
) -> Rule[Run]:
    """Begin a new adventure in downtime, with all five system dice, and with a new ship if the last one is gone.

    Tokens, modules and personal dice stay as they are: the table decides what is mended in between.
    """
    if s.ship.destroyed:
        s = s.but(ship=new_ship(" ".join(ship.split()) or "Day Shift"))
        yield tell("adventure.next", "Another ship, another try: the {ship}.", ship=s.ship.name)
    missing = SYSTEM_DICE - s.ship.dice.total
    if missing:
        yield tell("shunt.fault", "{dice} back in the systems.", dice=dice_words(missing).capitalize())
    s = with_dice(s, refilled(s.ship.dice, missing))
    yield tell(
        "adventure.next remap.downtime.when", "A new adventure begins, in downtime: {dice}.", dice=s.ship.dice.words()
    )
    return s.but(ended="", downtime=True, rating=None, desperate=False, offers=(), aftermath=None)
