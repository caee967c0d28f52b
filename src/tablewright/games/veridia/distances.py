"""Distances between fighters, at a table that keeps them from one action to the next."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cites, tell

from .choices import Given, in_fight, others_in_fight
from .state import Apart, Veridia, the
from .turns import fighting, no_fight


def remembered(s: Veridia) -> bool:
    return s.rulings.distances == "remembered"


def pair(one: str, other: str) -> str:
    """An id for two people, in either order."""
    return " ".join(sorted((one, other)))


@cites("combat.distance")
def apart(s: Veridia, one: str, other: str) -> int | None:
    """The meters between two people, if the table keeps distances and these were given."""
    if s.fight is None or not remembered(s):
        return None
    return next((a.meters for a in s.fight.apart if a.id == pair(one, other)), None)


@cites("combat.distance")
def how_far(s: Veridia, who: str, target: str, said: int | None) -> int:
    """The meters to a target: as given now, else as remembered, else 0."""
    return said if said is not None else apart(s, who, target) or 0


@cites("combat.distance")
def set_apart(s: Veridia, one: str, other: str, meters: int) -> Veridia:
    """Set the distance between two people. Without effect at a table that does not keep distances."""
    if s.fight is None or not remembered(s):
        return s
    rest = tuple(a for a in s.fight.apart if a.id != pair(one, other))
    return s.but(fight=s.fight.but(apart=(*rest, Apart(pair(one, other), meters))))


@cites("combat.distance")
def come_nearer(s: Veridia, who: str, to: str, meters: int) -> Veridia:
    """Walk some meters toward a person. An unknown distance stays unknown."""
    known = apart(s, who, to)
    return s if known is None else set_apart(s, who, to, max(0, known - meters))


def last_known(s: Veridia, given: Given) -> str:
    """The remembered distance, shown in a form before it is entered."""
    who, target = given.get("who"), given.get("target")
    known = apart(s, who, target) if who and target else None
    return "" if known is None else f"{known} m, as things stand"


def not_kept(s: Veridia) -> str | None:
    if no_fight(s) or remembered(s):
        return no_fight(s)
    return "Here each attack says how far away its target is; a house ruling keeps distances in mind."


@action("combat.distance", title="Distance between two", by=("gm", "player"), when=not_kept, group="Fight")
def say_distance(
    s: Veridia,
    who: Annotated[str, Param("Who", among=in_fight(), label="who")],
    other: Annotated[str, Param("From whom", among=others_in_fight("who"), label="from")],
    meters: Annotated[int, Param("Meters between them", min=0, max=400, label="meters apart")],
) -> Rule[Veridia]:
    """Set the number of meters between two people in the fight, as the table sees it."""
    if who == other:
        raise Refused("Name two different people.", "other")
    yield tell(
        "combat.distance",
        "{one} and {other} are {n} m apart.",
        one=the(s, who).name,
        other=the(s, other).name,
        n=meters,
    )
    return set_apart(s, who, other, meters)


def known_distances(s: Veridia) -> list[str]:
    """Each pair with a known distance, as the sheet shows it."""
    if not remembered(s):
        return []
    pairs = [(a.id.split(), a.meters) for a in fighting(s).apart]
    return [f"{the(s, one).name} and {the(s, other).name}: {meters} m" for (one, other), meters in pairs]
