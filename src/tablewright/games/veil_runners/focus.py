"""Focus Tokens: earned by mishaps, spent on dice, healing and shunts."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cite, cites, rule, tell

from .state import FOCUS_MOST, SHIP, WAYFINDER, Mission, Result, member, rollers, with_member, with_ship

FOCUS_START = cite("focus.start", 0)


@cites("focus.cap", "prep.focus.over-max")
def earned(focus: int, tokens: int) -> int:
    """The tokens after earning some. Tokens above three are lost, except those that mission prep already gave."""
    return max(focus, min(FOCUS_MOST, focus + tokens))


def token_words(tokens: int) -> str:
    return "1 Focus Token" if tokens == 1 else f"{tokens or 'no'} Focus Tokens"


def paid(focus: int, tokens: int, who: str) -> int:
    if focus < tokens:
        raise Refused(f"{who} has {token_words(focus)}, and {tokens} would be needed.")
    return focus - tokens


def crew_earns(s: Mission, who: str, tokens: int) -> Mission:
    m = member(s, who)
    return with_member(s, m.but(focus=earned(m.focus, tokens)))


def crew_pays(s: Mission, who: str, tokens: int) -> Mission:
    m = member(s, who)
    return with_member(s, m.but(focus=paid(m.focus, tokens, m.name)))


@cites("focus.owner")
def ship_earns(s: Mission, tokens: int) -> Mission:
    """Add Focus Tokens to the ship. It earns them by its rolls and its damage only."""
    return with_ship(s, focus=earned(s.ship.focus, tokens))


@cites("focus.owner")
def ship_pays(s: Mission, tokens: int) -> Mission:
    return with_ship(s, focus=paid(s.ship.focus, tokens, s.ship.name))


@cites("focus.earn.fiasco", "upgrade.recirculation", "prep.dread")
def fiasco_tokens(s: Mission, who: str) -> int:
    """The tokens of a Fiasco: 1, another with a Recirculation Kit, and 1 for each Sheer Dread prepared."""
    m = member(s, who)
    return 1 + ("Recirculation Kit" in m.suit) + m.dread


@rule("focus.earn.fiasco", "focus.owner")
def earn_for_roll(s: Mission, who: str | None, result: Result) -> Rule[Mission]:
    """Earn Focus for a Fiasco, for the member named or the ship."""
    if result is not Result.FIASCO:
        return s
    after = ship_earns(s, 1) if who is None else crew_earns(s, who, fiasco_tokens(s, who))
    before, now = (s.ship, after.ship) if who is None else (member(s, who), member(after, who))
    words = (
        "{name} earns {n} for the Fiasco and has {focus}." if now.focus > before.focus else "{name} can earn no more."
    )
    n = "a Focus Token" if now.focus - before.focus == 1 else f"{now.focus - before.focus} Focus Tokens"
    yield tell("focus.earn.fiasco", words, name=now.name, n=n, focus=now.focus)
    return after


@action("narrative.effects", title="Hand out Focus", by=WAYFINDER, instant=True, group="Narrative")
def hand_out_focus(
    s: Mission,
    who: Annotated[str, Param("Who gets it: the ship, or one of the crew", among=rollers)],
    tokens: Annotated[int, Param("How many", min=1, max=3, main=True)] = 1,
) -> Rule[Mission]:
    """Hand out Focus Tokens for the story, up to the most one can hold."""
    s = ship_earns(s, tokens) if who == SHIP else crew_earns(s, who, tokens)
    holder = s.ship if who == SHIP else member(s, who)
    words = "{name} is given {given} and has {n} now."
    yield tell("narrative.effects", words, name=holder.name, given=token_words(tokens), n=holder.focus)
    return s
