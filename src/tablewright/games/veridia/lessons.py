"""Experience in the lab: the gain in the chance to win, for the next point of each useful value."""

from __future__ import annotations

from tablewright.rules import DrawCards, ExpectedValue, Rule, State, rule

from .bouts import (
    Armor,
    Bout,
    First,
    One,
    Other,
    OtherArmor,
    Others,
    OtherWeapon,
    Weapon,
    duel_start,
    ending,
    first_wins,
    learned,
    next_step,
)
from .experience import point_name, price, why_not, worth
from .options import LEDGER, VeridiaRulings
from .state import Character
from .weapons import in_hand, pairing

SERVES = ("strength", "agility", "reaction", "constitution", "melee", "parry", "athletics", "brawl")


class NextPoint(State, frozen=True):
    """A value that can be raised, with its next level and price."""

    id: str
    name: str
    level: int
    cost: int


class Lesson(State, frozen=True):
    """A duel with one more point of something, or with none for comparison. The point is drawn at the first step."""

    bout: Bout
    points: tuple[NextPoint, ...]
    rulings: VeridiaRulings = LEDGER
    learned: str | None = None


def lesson_start(
    rulings: VeridiaRulings,
    one: One = "town guard",
    other: Other = "orc raider",
    weapon: Weapon = None,
    other_weapon: OtherWeapon = None,
    armor: Armor = None,
    other_armor: OtherArmor = None,
    first: First = "rolled",
    others: Others = "bold",
) -> Lesson:
    bout = duel_start(rulings, one, other, weapon, other_weapon, armor, other_armor, first=first, others=others)
    return Lesson(bout, points_for(bout.table.characters[0]), rulings)


def points_for(c: Character) -> tuple[NextPoint, ...]:
    """Values useful in a fight that can still be raised, with the skill of the weapon in hand."""
    points = dict.fromkeys((*SERVES, pairing(in_hand(c), melee=False)[1]))
    return tuple(
        NextPoint(point, point_name(c, point), worth(c, point) + 1, price(c, point))
        for point in points
        if why_not(c, point) is None
    )


@rule("xp.table", "xp.steps")
def next_lesson_step(x: Lesson) -> Rule[Lesson]:
    """Draw a point, or none, and learn it. Then play the duel."""
    if x.learned is not None:
        return x.but(bout=(yield from next_step(x.bout)))
    (point,) = yield from DrawCards(("", *(point.id for point in x.points)))
    first, *rest = x.bout.table.characters
    taught, _ = learned(first, point, 1)
    table = x.bout.table.but(characters=(taught, *rest))
    return x.but(learned=point, bout=x.bout.but(table=table, rulings=x.rulings))


def lesson_ending(x: Lesson) -> str | None:
    return "fought out" if x.learned is not None and ending(x.bout) else None


def gains(x: Lesson) -> dict[str, ExpectedValue]:
    """The chance to win without a new point, and the gain of each point, in all and for each experience paid.

    Each point is drawn in one of n duels, so a duel won counts n times and the mean is its chance. A single duel shows
    no gain.
    """
    won = 100 * (len(x.points) + 1) * first_wins(x.bout)
    plain = won if not x.learned else 0.0
    out = {"percent to win as they are": ExpectedValue(plain)}
    for point in x.points:
        gain = (won if x.learned == point.id else 0.0) - plain
        out[f"percent more with {point.name} {point.level}, for {point.cost} experience"] = ExpectedValue(gain)
        out[f"percent more for each experience spent on {point.name}"] = ExpectedValue(gain / point.cost)
    return out
