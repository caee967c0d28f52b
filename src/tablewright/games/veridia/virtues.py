"""Virtues and willpower: courage can be bought, integrity follows the story."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, Param, Refused, Rule, action, cite, cites, tell

from .choices import is_dead, people
from .specialties import usable_ways, within_pools
from .state import Character, Veridia, put, the

COURAGE = cite("virtue.courage.range", (1, 5))
INTEGRITY = cite("virtue.integrity.range", (0, 7))
START = cite("virtue.start", (1, 0))


@cites("virtue.willpower", "virtue.willpower.range")
def willpower(c: Character) -> int:
    return c.courage + c.integrity


@cites("virtue.willpower.range", "virtue.courage.range", "virtue.integrity.range")
def out_of_range(c: Character) -> str | None:
    if not COURAGE[0] <= c.courage <= COURAGE[1]:
        return f"{c.name}'s courage is {c.courage}: it goes from {COURAGE[0]} to {COURAGE[1]}"
    if not INTEGRITY[0] <= c.integrity <= INTEGRITY[1]:
        return f"{c.name}'s integrity is {c.integrity}: it goes from {INTEGRITY[0]} to {INTEGRITY[1]}"
    return None


@action("virtue.integrity.warn", title="Warn of an integrity loss", by="gm", group="Virtues")
def warn(
    s: Veridia,
    who: Annotated[str, Param("Whose player", among=people(is_dead), label="whose")],
    deed: Annotated[str, Param("What would cost it", main=True, examples=("killing the prisoner",))] = "",
) -> Rule[Veridia]:
    """Warn a player beforehand of an integrity loss. They may think again."""
    c = the(s, who)
    words = "{name}, be warned: {deed} would cost integrity."
    yield tell("virtue.integrity.warn", words, name=c.name, deed=deed or "what was announced")
    question = f"{deed or 'What was announced'} would cost {c.name} integrity. Do it all the same?"
    goes_on = yield from Choose(who, question, (False, True), cites="virtue.integrity.warn", about=deed)
    yield tell("virtue.integrity.warn", "{name} {does}.", name=c.name, does="goes on" if goes_on else "thinks again")
    return s


@action(
    "virtue.integrity.story",
    "virtue.integrity.effort",
    "virtue.integrity.loss",
    "way.loss",
    title="Change integrity",
    by="gm",
    group="Virtues",
)
def change_integrity(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(), label="whose")],
    by: Annotated[int, Param("By how much", min=-3, max=3, main=True)] = -1,
    why: Annotated[str, Param("What they did", main=True, examples=("months of honest conduct", "a murder"))] = "",
) -> Rule[Veridia]:
    """Raise integrity for deeds over time, or lower it for conduct. It costs no experience.

    Ways that need more integrity are suspended.
    """
    c = the(s, who)
    level = c.integrity + by
    if not by or not INTEGRITY[0] <= level <= INTEGRITY[1]:
        raise Refused(f"Integrity goes from {INTEGRITY[0]} to {INTEGRITY[1]}, and {c.name} has {c.integrity}.", "by")
    after = within_pools(c.but(integrity=level))
    cites = "virtue.integrity.loss" if by < 0 else "virtue.integrity.effort"
    yield tell(
        cites, "{name}'s integrity is {level} now{why}.", name=c.name, level=level, why=f": {why}" if why else ""
    )
    for way, had in usable_ways(c).items():
        now = usable_ways(after).get(way, 0)
        if now < had:
            words = "{name} cannot use the way of the {way} at {n} until it is regained."
            yield tell("way.loss", words, name=c.name, way=way, n=had)
    return put(s, after)


VIRTUES = (warn, change_integrity)
