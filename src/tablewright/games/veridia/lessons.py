"""Experience in the lab: what the next point of everything that serves in a fight adds to the chance to win."""

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
    """Something that can be raised: to which level, and for how much experience."""

    id: str
    name: str
    level: int
    cost: int


class Lesson(State, frozen=True):
    """A duel fought with one point more of something, or of nothing, to compare with; drawn at the first step."""

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
    """What serves in a fight and can still be raised, with the skill of the weapon in hand."""
    points = dict.fromkeys((*SERVES, pairing(in_hand(c), melee=False)[1]))
    return tuple(
        NextPoint(point, point_name(c, point), worth(c, point) + 1, price(c, point))
        for point in points
        if why_not(c, point) is None
    )


@rule("xp.table", "xp.steps")
def next_lesson_step(x: Lesson) -> Rule[Lesson]:
    """One of the points, or none, is drawn and learned; then the duel takes its course."""
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
    """The chance to win as one is, and for each point what it adds, in all and for each experience paid.

    Each point was drawn in one of so many duels: a duel won counts as many times, and the mean is its chance. No single
    duel says anything of it.
    """
    won = 100 * (len(x.points) + 1) * first_wins(x.bout)
    plain = won if not x.learned else 0.0
    out = {"percent to win as they are": ExpectedValue(plain)}
    for point in x.points:
        gain = (won if x.learned == point.id else 0.0) - plain
        out[f"percent more with {point.name} {point.level}, for {point.cost} experience"] = ExpectedValue(gain)
        out[f"percent more for each experience spent on {point.name}"] = ExpectedValue(gain / point.cost)
    return out
