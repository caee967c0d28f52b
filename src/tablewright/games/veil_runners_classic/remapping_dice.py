"""Remapping dice: freely in downtime, by emergency shunt at any time, or after a systems roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import Param, Rule, action, cites, tell

from .action_shunt import not_returnable
from .state import WAYFINDER, Run, dice_in_hand, over, settled, with_dice
from .systems import SYSTEM_DICE, SYSTEMS, DiceMap, check_room, check_total
from .tokens import lose, no_engineering
from .wording import dice_words

Way = Literal["downtime", "emergency shunt", "action shunt"]

#: The three ways in words: when each is open, and its cost.
WAYS: Mapping[Way, tuple[str, str]] = {
    "downtime": ("no time pressure", "nothing"),
    "emergency shunt": ("any time", "the engineering token"),
    "action shunt": ("after a systems roll", "by result"),
}


@cites("remap.ways", "systems.remap")
def ways_open(s: Run) -> tuple[Way, ...]:
    """The ways, of three in all, that can move dice now."""
    can: dict[Way, bool] = {
        "downtime": not locked(s),
        "emergency shunt": not no_engineering(s),
        "action shunt": not not_returnable(s),
    }
    return tuple(way for way in WAYS if can[way])


def to_share(s: Run, given: Mapping[str, Any]) -> str:
    """The dice still to share out, of those in the systems."""
    dice = with_hand_down(s).ship.dice.total
    left = dice - sum(given.get(system) or 0 for system in SYSTEMS)
    return f"{dice_words(left)} of {dice} left to share out"


Telemetry = Annotated[int, Param("Dice in Telemetry", min=0, max=SYSTEM_DICE, budget=to_share, main=True)]
Engines = Annotated[int, Param("Dice in Engines", min=0, max=SYSTEM_DICE, budget=to_share, main=True)]
Shields = Annotated[int, Param("Dice in Shields", min=0, max=SYSTEM_DICE, budget=to_share, main=True)]


@cites("systems.remap", "remap.downtime.lock", "remap.downtime.when")
def locked(s: Run) -> str | None:
    """The reason why the crew cannot remap freely now, or None."""
    if over(s):
        return over(s)
    if not s.downtime:
        return "downtime is over and the dice are locked. An emergency shunt, or a roll's own shunt, still moves them."
    if dice_in_hand(s):
        return f"{dice_words(dice_in_hand(s))} in hand must be returned first."
    return None


@cites("remap.downtime", "remap.emergency.cost")
def remapped(s: Run, dice: DiceMap) -> Run:
    """The table with the dice in systems shared out again. Dice in hand are not among them."""
    check_total(dice, s.ship.dice.total)
    check_room(dice, s.rulings.most_in_system)
    return with_dice(s, dice)


@cites("remap.emergency.cost")
def with_hand_down(s: Run) -> Run:
    """The table with dice in hand laid into a system for an emergency shunt, if the house lets it move those too."""
    if s.aftermath is None or s.rulings.emergency_dice == "in systems":
        return s
    down = with_dice(s, s.ship.dice.added(SYSTEMS[0], s.aftermath.hand))
    return settled(down.but(aftermath=s.aftermath.but(hand=0)))


@action("remap.downtime", "remap.downtime.repeat", title="Remap dice", by="crew", when=locked, group="The ship")
def remap(s: Run, telemetry: Telemetry, engines: Engines, shields: Shields) -> Rule[Run]:
    """Share the system dice out, in downtime and as often as you like."""
    s = remapped(s, DiceMap(telemetry, engines, shields))
    yield tell("remap.downtime", "The dice are remapped: {dice}.", dice=s.ship.dice.words())
    return s


@action(
    "remap.emergency",
    "remap.emergency.cost",
    title="Emergency shunt",
    by="crew",
    when=no_engineering,
    instant=True,
    late="What waits needs the engineering token, or has those dice in hand: answer that first, or move other dice.",
    group="The ship",
)
def emergency_shunt(s: Run, telemetry: Telemetry, engines: Engines, shields: Shields) -> Rule[Run]:
    """Spend engineering to remap the dice at any time, even during a question."""
    s = remapped(with_hand_down(s), DiceMap(telemetry, engines, shields))
    s = yield from lose(s, "engineering")
    yield tell("remap.emergency.cost", "Emergency shunt: {dice}.", dice=s.ship.dice.words())
    return s


def calm(s: Run) -> str | None:
    return over(s) or ("it is downtime already." if s.downtime else None)


def pressed(s: Run) -> str | None:
    return over(s) or (None if s.downtime else "downtime is over already.")


@action("remap.downtime.when", title="Downtime begins", by=WAYFINDER, when=calm, group="Time")
def begin_downtime(s: Run) -> Rule[Run]:
    """Begin downtime: without pressure the crew may talk, plan and remap."""
    yield tell("remap.downtime.when", "Nothing presses for now: downtime.")
    return s.but(downtime=True)


@action("remap.downtime.lock", title="Downtime ends", by=WAYFINDER, when=pressed, group="Time")
def end_downtime(
    s: Run,
    threat: Annotated[
        str, Param("What presses now", examples=("A missile is inbound.",), label="what presses", main=True)
    ] = "",
) -> Rule[Run]:
    """End downtime, because something presses. The dice stay as they were last mapped."""
    if threat:
        yield tell("remap.downtime.when", "{threat}", threat=threat)
    yield tell("remap.downtime.lock", "Downtime is over. The dice are locked: {dice}.", dice=s.ship.dice.words())
    return s.but(downtime=False)
