"""Exposed: a member whose surroundings cannot keep them alive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, cites, tell

from .state import ABOARD, WAYFINDER, Hazard, Member, Mission, living_ids, member, with_member

#: Surroundings that expose, with the rule that says so.
HAZARDS: dict[Hazard, str] = cite(
    "exposed.spacewalk exposed.offline exposed.hazard",
    {
        "space walk": "exposed.spacewalk",
        "life support offline": "exposed.offline",
        "fire": "exposed.hazard",
        "radiation": "exposed.hazard",
        "deadly place": "exposed.hazard",
    },
)


@cites("token.life.lost", "token.life.spend")
def ship_keeps_alive(s: Mission) -> bool:
    """True while the ship's Life Support works. A table may count Life Support that was spent, not lost."""
    held = s.ship.life_support
    return held == "held" or (held == "spent" and s.rulings.life_support_spent == "spares")


@cites("exposed.when", "exposed.end", "token.life.lost")
def why_exposed(s: Mission, m: Member) -> str:
    """The reason why a member is Exposed now, or an empty string. Off the ship only their own surroundings count."""
    if m.hazard in HAZARDS:
        return m.hazard
    return "no Life Support aboard" if m.where == ABOARD and not ship_keeps_alive(s) else ""


def exposed(s: Mission, m: Member) -> bool:
    return bool(why_exposed(s, m))


@cites("suit.life.exposed")
def rolls_desperately(s: Mission, m: Member) -> bool:
    """True if being Exposed makes a member's rolls Desperate. Some tables spare those with a working suit."""
    return exposed(s, m) and not (s.rulings.suit_protects and m.life_support)


def expose(s: Mission, who: Iterable[str], hazard: Hazard) -> Mission:
    for id in who:
        s = with_member(s, member(s, id).but(hazard=hazard))
    return s


def hazards(s: Mission) -> Iterator[FieldOption]:
    """Dangers of a place, each of which makes a member Exposed."""
    yield FieldOption("none", "none", "one can live there")
    yield from (FieldOption(hazard, f"{HAZARD_ARTICLES.get(hazard, '')}{hazard}", "Exposed") for hazard in HAZARDS)


HAZARD_ARTICLES: dict[Hazard, str] = {"space walk": "a ", "fire": "a ", "deadly place": "a "}


@action("exposed.when", "exposed.end", title="Move crew", by=WAYFINDER, group="Crew")
def move_crew(
    s: Mission,
    who: Annotated[tuple[str, ...], Param("Who is there", among=living_ids)],
    where: Annotated[
        str, Param("Where: aboard, or any other place", examples=(ABOARD, "station", "hull"), max=40, main=True)
    ] = ABOARD,
    hazard: Annotated[
        Hazard, Param("What makes the place deadly, if anything does", among=hazards, label="danger", main=True)
    ] = "none",
) -> Rule[Mission]:
    """Set where members are, and whether they can live there."""
    place = " ".join(where.split())
    if not who or not place:
        raise Refused("Name who moves, and where to.", "where" if who else "who")
    for id in dict.fromkeys(who):
        m = member(s, id).but(where=place, hazard=hazard)
        s = with_member(s, m)
        why = why_exposed(s, m)
        cite = HAZARDS.get(hazard, "exposed.when" if why else "exposed.end")
        yield tell(cite, _WHERE[place == ABOARD, bool(why)], name=m.name, place=place, why=why)
    return s


_WHERE = {
    (True, False): "{name} is aboard.",
    (True, True): "{name} is aboard and Exposed: {why}.",
    (False, False): "{name} is off the ship ({place}) and can live there.",
    (False, True): "{name} is off the ship ({place}) and Exposed: {why}.",
}
