"""Action shunt: the result of a systems roll decides how its system dice go back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from tablewright.rules import Param, Refused, Rule, action, cite, cites, option_text, rule, tell

from .rolling_dice import Result
from .state import Aftermath, Run, Shunt, dice_in_hand, over, settled, with_dice
from .systems import SYSTEM_DICE, SYSTEMS, DiceMap, System, check_room, check_total, has_room, placements
from .taking_damage import take_damage
from .wording import dice_words

#: The shunt and its rule, by desperate or normal roll and by result.
SHUNTS: Mapping[tuple[bool, Result], tuple[Shunt, str]] = cite(
    "shunt.table",
    {
        (False, Result.SUCCESS): ("reactive", "shunt.normal.success"),
        (False, Result.PARTIAL_SUCCESS): ("standard", "shunt.normal.partial"),
        (False, Result.FAILURE): ("stabilise", "shunt.normal.failed"),
        (True, Result.SUCCESS): ("standard", "shunt.desperate.success"),
        (True, Result.PARTIAL_SUCCESS): ("stabilise", "shunt.desperate.partial"),
        (True, Result.FAILURE): ("system fault", "shunt.desperate.failed"),
    },
)

SHUNT_NAMES: Mapping[Shunt, str] = {
    "reactive": "reactive shunt",
    "standard": "standard shunt",
    "stabilise": "stabilise",
    "system fault": "system fault",
}


@rule("remap.action", "shunt.reactive", "shunt.standard", "shunt.stabilise")
def action_shunt(s: Run, after: Aftermath, system: System, desperate: bool, taken: int, thrown: int) -> Rule[Run]:
    """Shunt the system dice of a roll: `taken` come from the system, `thrown` is the size of the whole roll."""
    shunt, id = SHUNTS[desperate, after.result]
    state = "desperate" if desperate else "normal"
    result, name = option_text(after.result), SHUNT_NAMES[shunt]
    yield tell(id, "A {state} roll, {result}: {shunt}.", state=state, result=result, shunt=name)
    after = after.but(shunt=shunt)
    if shunt == "system fault":
        return (yield from system_fault(s.but(aftermath=after), system, taken, thrown))
    if not taken:
        yield tell("remap.action", "There were no dice in {system} to return.", system=system.title())
        return s.but(aftermath=after)
    if shunt == "stabilise":
        yield tell(
            "shunt.stabilise", "{dice} back in {system}.", dice=dice_words(taken).capitalize(), system=system.title()
        )
        return with_dice(s.but(aftermath=after), s.ship.dice.added(system, taken))
    if shunt == "reactive":
        yield tell("shunt.reactive", "First the consequence, then the crew returns {dice}.", dice=dice_words(taken))
    else:
        yield tell("shunt.standard", "The crew returns {dice} at once.", dice=dice_words(taken))
    return s.but(aftermath=after.but(hand=taken))


@rule("shunt.fault", "shunt.fault.choice", "shunt.fault.damage")
def system_fault(s: Run, system: System, taken: int, thrown: int) -> Rule[Run]:
    """Lose one system die, any of them. If it was the only one, the ship takes damage."""
    rulings = s.rulings
    if not taken:
        if rulings.empty_system == "nothing":
            yield tell("shunt.fault.damage", "Nothing is left in {system} to lose.", system=system.title())
            return s
        yield tell(
            "shunt.fault.damage", "Nothing is left in {system} to lose: the ship takes damage.", system=system.title()
        )
        return (yield from take_damage(s))
    only = (taken if rulings.only_die == "system dice" else thrown) == 1
    lost = 0 if only and rulings.last_die == "kept" else 1
    s = with_dice(s, s.ship.dice.added(system, taken - lost))
    if lost:
        yield tell(
            "shunt.fault shunt.fault.choice",
            "System fault: one die is lost. Left in {system}: {dice}.",
            system=system.title(),
            dice=dice_words(taken - lost),
        )
    if only:
        yield tell("shunt.fault.damage", "It was the only one: the ship takes damage.")
        s = yield from take_damage(s)
    return s


@cites("shunt.reactive")
def not_returnable(s: Run) -> str | None:
    """The reason why no dice can be returned now, or None."""
    after = s.aftermath
    if over(s):
        return over(s)
    if after is None or not after.hand:
        return "no dice are in hand."
    if after.shunt == "reactive" and not after.told:
        return "after a reactive shunt the wayfinder first tells the consequence."
    return None


def left_in_hand(s: Run, given: Mapping[str, Any]) -> str:
    left = dice_in_hand(s) - sum(given.get(system) or 0 for system in SYSTEMS)
    return f"{dice_words(left)} of {dice_in_hand(s)} left to return"


def ways_back(s: Run, home: System) -> tuple[DiceMap, ...]:
    """Every legal way to return the dice in hand. The way back to their own system comes first."""
    hand, most = dice_in_hand(s), s.rulings.most_in_system
    stay = DiceMap().added(home, hand)
    legal = [back for back in placements(hand) if has_room(s.ship.dice.plus(back), most)]
    return tuple(dict.fromkeys([back for back in (stay,) if back in legal] + legal))


@action("shunt.reactive", "shunt.standard", title="Return dice", by="crew", when=not_returnable, group="The ship")
def return_dice(
    s: Run,
    telemetry: Annotated[int, Param("Dice to Telemetry", min=0, max=SYSTEM_DICE, budget=left_in_hand, main=True)] = 0,
    engines: Annotated[int, Param("Dice to Engines", min=0, max=SYSTEM_DICE, budget=left_in_hand, main=True)] = 0,
    shields: Annotated[int, Param("Dice to Shields", min=0, max=SYSTEM_DICE, budget=left_in_hand, main=True)] = 0,
) -> Rule[Run]:
    """Return the rolled system dice to the systems of your choice."""
    after, back = s.aftermath, DiceMap(telemetry, engines, shields)
    if after is None:
        raise Refused("No dice are in hand.")
    check_total(back, after.hand)
    dice = s.ship.dice.plus(back)
    check_room(dice, s.rulings.most_in_system)
    id = "shunt.reactive" if after.shunt == "reactive" else "shunt.standard"
    yield tell(id, "Returned: {back}. Now {dice}.", back=back.words(), dice=dice.words())
    return settled(with_dice(s.but(aftermath=after.but(hand=0)), dice))
