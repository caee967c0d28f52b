"""Outfits: things in either hand, on the body and at the belt."""

from __future__ import annotations

from typing import NamedTuple

from tablewright.rules import unique_id

from .equipment import full_of
from .state import Character, Item, Suit


def armed(
    c: Character, main: str = "", off: str = "", armor: str = "Robes", carried: tuple[str, ...] = ()
) -> Character:
    """A character with things in hand, armor on, and more things at the belt."""
    kinds = [kind for kind in (main, off, *carried) if kind]
    items: list[Item] = []
    for kind in kinds:
        items.append(Item(unique_id(kind, (i.id for i in items)), kind, loaded=full_of(kind)))
    hands = {"main": items[0].id if main else "", "off": items[1 if main else 0].id if off else ""}
    return c.but(items=tuple(items), suit=Suit(armor), **hands)


class Outfit(NamedTuple):
    """The things in either hand, the armor, and other things carried."""

    main: str
    off: str
    armor: str
    carried: tuple[str, ...] = ()
    ammunition: int = 0

    def put_on(self, c: Character) -> Character:
        return armed(c, self.main, self.off, self.armor, self.carried).but(ammunition=self.ammunition)

    def __str__(self) -> str:
        things = (self.main, self.off, *self.carried, self.armor)
        return ", ".join(thing.lower() for thing in things if thing)


CAPTAIN, SMITH, HUNTER = OUTFITS = (
    Outfit("Sword", "Dagger", "Medium armor"),
    Outfit("Axe", "Shield", "Light armor"),
    Outfit("Bow", "", "Light armor", ("Short sword",), 20),
)
"""The outfits of the ready-made party."""
