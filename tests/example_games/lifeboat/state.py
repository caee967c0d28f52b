"""The state of the table: the boat, its water, the sailors and the sea."""

from __future__ import annotations

from collections.abc import Mapping

from tablewright.rules import NOBODY, State, cite, cites, find_by_id, replace_by_id
from tablewright.rules.kit import Card, Deck, Kit

from .options import LifeboatRulings

WAY = cite("way.length", 6)
WATER_MOST = cite("water.most", 4)
STRENGTH = cite("strength.start", 2)

#: Lengths the boat makes on each card.
LENGTHS = cite("sea.cards", {"Calm": 2, "Swell": 1, "Storm": 0})


class Sailor(State, frozen=True):
    """A sailor. `promise` is their promise to the sea, for themselves alone until the boat is ashore."""

    id: str
    name: str
    player: str
    strength: int = STRENGTH
    promise: str = ""


class Boat(State, frozen=True):
    rulings: LifeboatRulings
    sailors: tuple[Sailor, ...]
    sea: Deck
    gone: int = 0
    water: int = WATER_MOST
    storm: bool = False
    kit: Kit = Kit()


@cites("sea.cards", "sea.order")
def new_sea() -> Deck:
    """Three calms, two swells and two storms, drawn from the top in an unknown order."""
    titles = ("Calm", "Calm", "Calm", "Swell", "Swell", "Storm", "Storm")
    cards = tuple(Card(f"card-{i}", title) for i, title in enumerate(titles, 1))
    return Deck("sea", "The sea", cards, knowledge="secret", keepers=NOBODY, ordered=True)


def new_boat(rulings: LifeboatRulings) -> Boat:
    """Two sailors, all the water, and a sea still to be shuffled."""
    sailors = (Sailor("mara", "Mara", "ann"), Sailor("finn", "Finn", "bob"))
    return Boat(rulings, sailors, new_sea())


def who_plays(s: Boat) -> Mapping[str, str]:
    return {sailor.id: sailor.player for sailor in s.sailors}


def given(s: Boat, who: str, player: str) -> Boat:
    return s.but(sailors=replace_by_id(s.sailors, find_by_id(s.sailors, who).but(player=player)))


@cites("way.length", "water.out")
def over(s: Boat) -> str | None:
    """The reason why the trip is over, or None: ashore, or dry."""
    if s.gone >= WAY:
        return "the boat is ashore"
    return "the water is gone" if s.water <= 0 else None


def too_much_water(s: Boat) -> str | None:
    return f"the water is {s.water}" if not 0 <= s.water <= WATER_MOST else None
