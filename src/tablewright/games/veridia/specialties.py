"""Specialties: magic branches, knightly ways and martial arts paths, their caps and resource pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import floor
from typing import Annotated, Any

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, cites, tell

from .options import VeridiaRulings
from .state import Character, Veridia, put, the

LOWEST, HIGHEST = cite("spec.range", (1, 5))
BRANCHES: Mapping[str, str] = cite(
    "magic.list",
    {
        "grey": "mixed spells of no other class, common first step for wizards",
        "chromatic": "elements",
        "white": "healing of the living",
        "silver": "elegant attack spells",
        "natural": "harmony with nature",
        "crude": "raw, primitive, effective",
        "black": "forbidden or deeply wicked spells",
    },
)
WAYS: Mapping[str, str] = cite(
    "way.list",
    {
        "blood": "being alive",
        "mage": "going past reality",
        "time": "the unstoppable flow",
        "psychic": "understanding",
        "sun": "gifts from above",
        "wilderness": "wonders of nature",
    },
)
PATHS: Mapping[str, tuple[str, str]] = cite(
    "path.list",
    {
        "feral": ("courage", "spirit made fierce like a beast"),
        "devil": ("persuasion", "mind made quick and cunning"),
        "myth": ("perception", "awareness deepened to wake old hopes"),
    },
)
POOLS = ("mana", "fervor", "focus")


@cites("magic.cap", "path.feral.cap", "path.devil.cap", "path.myth.cap", "spec.range")
def highest(c: Character, specialty: str) -> int:
    """The highest possible level of a branch or path now."""
    if specialty in BRANCHES:
        cap = c.skilled("arcana") - 1
    elif specialty == "feral":
        cap = c.courage + 1
    else:
        cap = floor(c.of(PATHS[specialty][0])) + 1
    return max(0, min(HIGHEST, cap))


@cites("way.cap")
def ways_most(c: Character) -> int:
    """The maximum of all ways together."""
    return max(0, c.integrity - 1)


@cites("way.loss")
def usable_ways(c: Character) -> dict[str, int]:
    """Way levels that can be used. The k-th point bought needs integrity k + 1, so the latest go first."""
    return dict(Counter(c.ways[: ways_most(c)]))


@cites("spec.pool", "magic.mana")
def mana_most(c: Character) -> int:
    best = max((c.special(branch) for branch in BRANCHES), default=0)
    return 2 * best + c.skilled("arcana") if best else 0


@cites("spec.pool", "way.fervor")
def fervor_most(c: Character) -> int:
    """The maximum of Fervor, by present integrity and the highest way still usable."""
    best = max(usable_ways(c).values(), default=0)
    return 2 * best + c.integrity if best else 0


@cites("spec.pool", "path.focus")
def focus_most(c: Character) -> int:
    best = max((c.special(path) for path in PATHS), default=0)
    return 2 * best + floor(c.of("intuition")) if best else 0


def pool_most(c: Character, name: str) -> int:
    return {"mana": mana_most, "fervor": fervor_most, "focus": focus_most}[name](c)


@cites("way.fervor")
def within_pools(c: Character) -> Character:
    """The character without points above a pool's maximum."""
    return c.but(**{name: max(0, min(getattr(c, name), pool_most(c, name))) for name in POOLS})


@cites("spec.pool.recover", "spec.pool.disrupted")
def recovered(most: int, left: int, disturbed: bool, rulings: VeridiaRulings) -> int:
    """The points of a pool after a full rest: half of the maximum more, rounded up, or half of that if disturbed."""
    back = -(-most // 2)
    if disturbed:
        back = -(-back // 2) if rulings.disturbed_rest == "up" else back // 2
    return min(most, left + back)


def rested_pools(c: Character, disturbed: bool, rulings: VeridiaRulings) -> Character:
    return c.but(**{name: recovered(pool_most(c, name), getattr(c, name), disturbed, rulings) for name in POOLS})


def spenders(s: Veridia) -> tuple[FieldOption, ...]:
    """All characters, with a reason for those without points to spend."""
    empty = "{} has no Mana, Fervor or Focus to spend."
    return tuple(
        FieldOption(c.id, c.name, "", "" if any(getattr(c, p) for p in POOLS) else empty.format(c.name))
        for c in s.characters
    )


def pools_of(s: Veridia, given: Mapping[str, Any]) -> tuple[FieldOption, ...]:
    """The pools this character has points in, with their number."""
    c = next((c for c in s.characters if c.id == given.get("who")), None)
    if c is None:
        return tuple(FieldOption(p, p.capitalize()) for p in POOLS)
    return tuple(FieldOption(p, p.capitalize(), f"{getattr(c, p)} left") for p in POOLS if getattr(c, p))


@action("spec.pool", "spec.no_roll", title="Spend a resource", by=("gm", "player"), instant=True, group="Character")
def spend_resource(
    s: Veridia,
    who: Annotated[str, Param("Who spends", among=spenders, mine=True, label="who")],
    resource: Annotated[str, Param("From which pool", among=pools_of, label="from")],
    points: Annotated[int, Param("How many points", min=1, max=30, main=True)] = 1,
    what: Annotated[str, Param("For what", examples=("a spell", "a technique"))] = "",
) -> Rule[Veridia]:
    """Spend Mana, Fervor or Focus on something the table has written down. Points are counted, spells are only told."""
    c = the(s, who)
    have = getattr(c, resource)
    if points > have:
        raise Refused(f"{c.name} has {have} {resource.capitalize()}.", "points")
    yield tell(
        "spec.pool",
        "{name} spends {n} {resource}{what}.",
        name=c.name,
        n=points,
        resource=resource.capitalize(),
        what=f": {what}" if what else "",
    )
    return put(s, c.but(**{resource: have - points}))


@cites("spec.range", "magic.cap", "way.cap", "way.fervor")
def out_of_range(c: Character) -> str | None:
    """Report a specialty or a pool beyond its maximum."""
    for spec in c.specialties:
        if not LOWEST <= spec.level <= HIGHEST:
            return f"{c.name}'s {spec.id} is {spec.level}: a specialty goes from {LOWEST} to {HIGHEST}"
    for name in POOLS:
        if not 0 <= getattr(c, name) <= pool_most(c, name):
            return f"{c.name} has {getattr(c, name)} of {pool_most(c, name)} {name.capitalize()}"
    return None
