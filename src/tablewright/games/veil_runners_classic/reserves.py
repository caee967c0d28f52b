"""Reserves: means that open doors. Of little use in the Veil, and everything aboard a station."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cite, cites, tell

from .state import CREW, WAYFINDER, Run, dice_in_hand, dice_lost, over, with_dice
from .systems import refilled
from .tokens import lose, missing_tokens, set_token
from .wording import all_of, dice_words

Use = Literal["barter", "contacts", "access", "gear", "bribe"]
Visit = Literal["basic goods", "food", "the pub"]
Course = Literal["the Veil", "controlled space"]
Cost = Literal["ordinary", "major", "no deal"]

USES: dict[Use, str] = cite(
    "reserves.use",
    {
        "barter": "The crew barters.",
        "contacts": "The crew makes a contact.",
        "access": "A door opens for the crew.",
        "gear": "The crew buys gear.",
        "bribe": "Somebody is paid to look away.",
    },
)
VISITS: dict[Visit, str] = cite(
    "reserves.has",
    {
        "basic goods": "The crew stocks up on basic goods.",
        "food": "The crew eats something that was never a paste.",
        "the pub": "The crew spends the evening at the pub.",
    },
)


@cites("reserves.has")
def unwelcome(s: Run) -> str | None:
    """The reason why no station takes the crew in, or None."""
    if s.reserves or s.rulings.without_reserves == "open":
        return over(s)
    return over(s) or "without the reserves token no station takes the crew in, unless the house rules otherwise."


def no_berth(s: Run) -> str | None:
    """The reason why the ship cannot dock now, or None. A roll is finished first."""
    if over(s):
        return over(s)
    if s.place == "a station":
        return "the ship is docked already: set out first."
    if dice_in_hand(s):
        return f"{dice_words(dice_in_hand(s))} of the last roll must be returned first."
    return unwelcome(s)


def not_ashore(s: Run) -> str | None:
    return unwelcome(s) if s.place == "a station" else over(s) or "there is nowhere to go: dock at a station first."


def no_reserves(s: Run) -> str | None:
    return over(s) or (None if s.reserves else "the crew has lost its reserves and has nothing to offer.")


@action("reserves.has", title="Dock at a station", by="crew", when=no_berth, group="Travel")
def dock(s: Run) -> Rule[Run]:
    """Dock at a station, for a crew with reserves. In the Veil the wayfinder says whether there is one."""
    question = "Is there a station here, in the Veil?"
    if s.place == "the Veil" and not (yield from Choose(WAYFINDER, question, (False, True), cites="reserves.veil")):
        yield tell("reserves.veil", "There is no station here.")
        return s
    yield tell("reserves.has", "The {ship} docks.", ship=s.ship.name)
    s = s.but(place="a station")
    if s.rulings.docking == "downtime" and not s.downtime:
        yield tell("remap.downtime.when", "A berth, and nothing presses: downtime.")
        s = s.but(downtime=True)
    missing = dice_lost(s)
    if missing and s.rulings.lost_dice == "station":
        s = with_dice(s, refilled(s.ship.dice, missing))
        yield tell(
            "shunt.fault", "Repairs bring {back} back: {dice}.", back=dice_words(missing), dice=s.ship.dice.words()
        )
    back = tuple(token for token in missing_tokens(s) if token != "reserves")
    if back and s.rulings.tokens_return == "station":
        for token in back:
            s = set_token(s, token, True)
        yield tell("tokens.regain", "A safe harbour: {tokens} restored.", tokens=all_of(back))
    return s


def courses(s: Run) -> tuple[FieldOption, ...]:
    """Places other than the present one."""
    there = f"The ship is in {s.place} already."
    return tuple(FieldOption(to, why_not=there if to == s.place else "") for to in get_args(Course))


@action("reserves.veil", "reserves.port", title="Set a course", by=WAYFINDER, when=over, group="Travel")
def set_course(s: Run, to: Annotated[Course, Param("Where to", among=courses)]) -> Rule[Run]:
    """Set a course: into controlled space, where reserves are everything, or into the Veil, where they are of little
    use.
    """
    if s.place == to:
        raise Refused(f"The ship is in {to} already.", "to")
    id = "reserves.veil" if to == "the Veil" else "reserves.port"
    yield tell(id, "The {ship} is now in {to}.", ship=s.ship.name, to=to)
    return s.but(place=to)


@action("reserves.has", title="Go ashore", by="crew", when=not_ashore, group="Travel")
def go_ashore(s: Run, visit: Annotated[Visit, Param("What for")]) -> Rule[Run]:
    """Visit a station, with reserves: basic goods, food, a trip to the pub. The token stays."""
    yield tell("reserves.has", "{words}", words=VISITS[visit])
    return s


def cost_words(cost: Cost) -> str:
    return {"ordinary": "an ordinary cost", "major": "a major cost", "no deal": "nobody cares for it here"}[cost]


@action("reserves.use", title="Use reserves", by="crew", when=no_reserves, group="Travel")
def use_reserves(
    s: Run,
    use: Annotated[Use, Param("What for")],
    what: Annotated[
        str, Param("What exactly", examples=("A berth with no questions asked.",), label="what exactly", main=True)
    ] = "",
) -> Rule[Run]:
    """Barter, use contacts, gain access, buy gear or bribe.

    The wayfinder sets the cost, and a major one takes the token.
    """
    usual: tuple[Cost, ...] = ("ordinary", "major", "no deal")
    costs = usual if s.place != "the Veil" else ("no deal", "ordinary", "major")
    question = f"{(what or USES[use]).rstrip('. ')}: what does it cost?"
    cost = yield from Choose(WAYFINDER, question, costs, (), cost_words, "reserves.use")
    if cost == "no deal":
        yield tell("reserves.veil" if s.place == "the Veil" else "reserves.use", "Nobody here is interested.")
        return s
    dear = s.rulings.reserves_spent == "every use" or (cost == "major" and s.rulings.reserves_spent == "major costs")
    if dear and not (
        yield from Choose(
            CREW, "Give up the reserves for it?", (False, True), (0, 1), cites="reserves.use", matters=False
        )
    ):
        yield tell("reserves.use", "Too dear: the crew keeps its reserves.")
        return s
    yield tell("reserves.use", "{words}", words=USES[use])
    return (yield from lose(s, "reserves")) if dear else s
