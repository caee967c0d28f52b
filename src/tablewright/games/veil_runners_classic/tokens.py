"""Tokens, each present or missing: Integrity and Engineering of the ship, Supplies and Reserves of the crew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tablewright.rules import FieldOption, Param, Rule, action, cite, cites, tell

from .state import CREW_TOKENS, SHIP_TOKENS, WAYFINDER, Run, Token, over
from .wording import all_of

TOKENS: tuple[Token, ...] = (*SHIP_TOKENS, *CREW_TOKENS)

#: Signs of a token while it is there, and once it is gone, with the rules they come from.
PRESENT: Mapping[Token, tuple[str, str]] = {
    "integrity": ("integrity.has", "The hull holds and the crew is fairly safe."),
    "engineering": ("engineering.has", "Sensors, engines and shields can be relied on."),
    "supplies": ("supplies.has", "Air, warmth, water, food and medicine are in order."),
    "reserves": ("reserves.what", "Money, valuables, favours, a good name: doors open."),
}
MISSING: Mapping[Token, tuple[str, str]] = {
    "integrity": ("integrity.lost", "Smoke and alarms; the next hit may be the last."),
    "engineering": ("engineering.damaged", "Screens flicker, thrusters shriek; {systems}."),
    "supplies": ("supplies.lost", "Heat and half rations; wounds wait for a safe port."),
    "reserves": ("reserves.port", "Nothing left to trade with; {stations}."),
}

#: The goods that the supplies token covers.
SUPPLIES_COVER: tuple[str, ...] = cite("supplies.covers", ("life support power", "food", "medicine"))


@cites("tokens.binary")
def has(s: Run, token: Token) -> bool:
    """True if the token is there. It has no states in between."""
    held: bool = getattr(s.ship if token in SHIP_TOKENS else s, token)
    return held


@cites("tokens.binary")
def set_token(s: Run, token: Token, there: bool) -> Run:
    if token in SHIP_TOKENS:
        return s.but(ship=s.ship.but(**{token: there}))
    return s.but(**{token: there})


@cites("tokens.binary")
def at_start(s: Run) -> Run:
    """A new game with all four tokens, unless the house starts the crew without its two."""
    if s.rulings.tokens_at_start == "ship only":
        for token in CREW_TOKENS:
            s = set_token(s, token, False)
    return s


def missing_tokens(s: Run) -> tuple[Token, ...]:
    return tuple(token for token in TOKENS if not has(s, token))


def present_tokens(s: Run) -> tuple[Token, ...]:
    return tuple(token for token in TOKENS if has(s, token))


def token_picks(s: Run, tokens: tuple[Token, ...]) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(token, token.title(), what_it_is_like(s, token)[1]) for token in tokens)


def to_lose(s: Run) -> tuple[FieldOption, ...]:
    return token_picks(s, present_tokens(s))


def to_regain(s: Run) -> tuple[FieldOption, ...]:
    return token_picks(s, missing_tokens(s))


def what_it_is_like(s: Run, token: Token) -> tuple[str, str]:
    """The effect of a token, present or missing, by this house's rulings. Return the rule and the words."""
    if has(s, token):
        return PRESENT[token]
    id, words = MISSING[token]
    dead, shut = s.rulings.without_engineering == "no systems", s.rulings.without_reserves == "closed"
    systems = "no system answers" if dead else "every systems roll is desperate"
    stations = "stations keep their doors shut" if shut else "stations let the crew in all the same"
    return id, words.format(systems=systems, stations=stations)


def lose(s: Run, token: Token) -> Rule[Run]:
    """Lose a token, and tell everyone its effect."""
    if not has(s, token):
        return s
    s = set_token(s, token, False)
    id, words = what_it_is_like(s, token)
    yield tell(id, "The {token} token is lost. {words}", token=token, words=words)
    if token == "supplies":
        yield tell("supplies.covers", "With it go {things}.", things=all_of(SUPPLIES_COVER))
    return s


@cites("remap.emergency", "engineering.success", "engineering.drama")
def no_engineering(s: Run) -> str | None:
    """The reason why the engineering token cannot pay for anything now, or None."""
    return over(s) or (None if s.ship.engineering else "it costs the engineering token, and the ship has lost it.")


def none_left(s: Run) -> str | None:
    return None if present_tokens(s) else "all four tokens are lost already."


def all_there(s: Run) -> str | None:
    return None if missing_tokens(s) else "no token is missing."


@action("tokens.binary", title="A token is lost", by=WAYFINDER, when=none_left, group="Tokens")
def lose_token(
    s: Run,
    token: Annotated[Token, Param("Which token", among=to_lose)],
    how: Annotated[str, Param("How it comes about", label="how", main=True)] = "",
) -> Rule[Run]:
    """Take a token away for the story."""
    if how:
        yield tell("tokens.binary", "{how}", how=how)
    return (yield from lose(s, token))


@action("tokens.regain", title="A token comes back", by=WAYFINDER, when=all_there, group="Tokens")
def regain_token(
    s: Run,
    token: Annotated[Token, Param("Which token", among=to_regain)],
    how: Annotated[str, Param("How it comes about", label="how", main=True)] = "",
) -> Rule[Run]:
    """Give a token back, when the table decides so. A safe harbour is a good place."""
    if how:
        yield tell("tokens.regain", "{how}", how=how)
    s = set_token(s, token, True)
    id, words = what_it_is_like(s, token)
    yield tell(id, "The {token} token is back. {words}", token=token, words=words)
    return s


@action("engineering.drama", title="Dramatic feat", by="crew", when=no_engineering, group="Tokens")
def dramatic_feat(
    s: Run,
    what: Annotated[str, Param("What strains the ship so", examples=("We start the derelict's reactor from ours.",))],
) -> Rule[Run]:
    """Spend the engineering token on something the ship was never built for. The table decides its effect."""
    yield tell("engineering.drama", "{what}", what=what or "The ship does what it was never built for.")
    return (yield from lose(s, "engineering"))
