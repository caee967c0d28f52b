"""Creation by chance: remaining experience goes where the draw says."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import DrawCards, Param, Rule, action, cites, tell

from .advancement import finished
from .attributes import ATTRIBUTES
from .choices import people
from .experience import bought, point_label, why_not, why_too_dear, worth
from .outfits import OUTFITS
from .skills import basic_skills
from .state import Character, Veridia, put, the

STRONG, GOOD_AT = 4, 6
"""The numbers of attributes and skills that are drawn. All others stay as they are."""


def nothing_left(s: Veridia, c: Character) -> str | None:
    return None if c.experience else f"{c.name} has no experience left."


@cites("xp.steps", "xp.table")
def spread(c: Character, points: tuple[str, ...]) -> Character:
    """Raise the points in turn, one each, as long as one of them is possible and affordable."""
    while True:
        before = c
        for point in points:
            if not why_not(c, point) and not why_too_dear(c, point):
                c = bought(c, point)
        if c is before:
            return c


@action("create.steps", "xp.steps", title="Leave the rest to chance", by=("gm", "player"), group="Character")
def leave_to_chance(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(finished, nothing_left), mine=True, label="who")],
) -> Rule[Veridia]:
    """Draw the strengths of a character in creation, and spend all remaining experience on them, point by point."""
    c = the(s, who)
    strong = yield from DrawCards(tuple(ATTRIBUTES), STRONG, ordered=True, by=who, why=f"What {c.name} is strong in")
    good = yield from DrawCards(tuple(basic_skills()), GOOD_AT, ordered=True, by=who, why=f"What {c.name} is good at")
    after = spread(c, (*strong, *good, "courage"))
    gained = [p for p in (*strong, *good, "courage") if worth(after, p) > worth(c, p)]
    told = ", ".join(f"{point_label(after, p).lower()} {worth(after, p)}" for p in gained)
    words = "{name} has now: {told}. {left} experience is left."
    yield tell("xp.steps", words, name=c.name, told=told or "nothing more", left=after.experience)
    return put(s, after)


def equipped(s: Veridia, c: Character) -> str | None:
    return f"{c.name} has things of their own already." if c.items else None


@action("create.buy", "create.steps", title="Draw an outfit", by=("gm", "player"), group="Equipment")
def draw_outfit(
    s: Veridia,
    who: Annotated[str, Param("Whose", among=people(finished, equipped), mine=True, label="who")],
) -> Rule[Veridia]:
    """Arm a character in creation like a ready-made person drawn at random. The table asks no price."""
    c = the(s, who)
    (outfit,) = yield from DrawCards(OUTFITS, 1, by=who, why=f"What {c.name} has with them")
    yield tell("create.buy", "{name} has now: {outfit}.", name=c.name, outfit=outfit)
    return put(s, outfit.put_on(c))
