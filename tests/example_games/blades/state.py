"""The state of the table: two hands, a deck in an unknown order, and the edge between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tablewright.rules import State, cite, cites, find_by_id, replace_by_id

from .options import BladesRulings

Suit = Literal["blade", "cloak", "shield", ""]

EDGE_WON = cite("edge.won", 3)
HAND = cite("hand.three", 3)


class Card(State, frozen=True):
    """A card of a suit, or a face-down card without one."""

    id: str
    suit: Suit = ""
    rank: int = 0

    @property
    def title(self) -> str:
        return f"{self.suit.capitalize()} {self.rank}" if self.suit else "A card"


class Duellist(State, frozen=True):
    id: str
    name: str
    player: str
    hand: tuple[Card, ...] = ()
    knows: tuple[str, ...] = ()
    """Cards seen by scouting, which stay known."""


class Duel(State, frozen=True):
    """A duel. The deck is drawn from its first card. `edge` is the first duellist's, and negative the other's."""

    rulings: BladesRulings
    duellists: tuple[Duellist, Duellist]
    deck: tuple[Card, ...] = ()
    out: tuple[Card, ...] = ()
    edge: int = 0
    dealt: bool = False
    challenge: str = ""


CARDS = cite(
    "cards.nine",
    tuple(Card(f"{suit}-{rank}", suit, rank) for suit in ("blade", "cloak", "shield") for rank in (1, 2, 3)),
)


def new_duel(rulings: BladesRulings) -> Duel:
    """Two duellists with empty hands, and the cards as they come out of the box."""
    return Duel(rulings, (Duellist("vera", "Vera", "ann"), Duellist("rook", "Rook", "ben")), CARDS)


def who_plays(s: Duel) -> Mapping[str, str]:
    return {duellist.id: duellist.player for duellist in s.duellists}


def given(s: Duel, who: str, player: str) -> Duel:
    return s.but(duellists=replace_by_id(s.duellists, find_by_id(s.duellists, who).but(player=player)))


def side_of(s: Duel, name: str) -> str:
    """The side of a name: each duellist is one, with their player."""
    return next((d.id for d in s.duellists if name in (d.id, d.player)), "")


def other(s: Duel, who: str) -> Duellist:
    return next(d for d in s.duellists if d.id != who)


def edge_of(s: Duel, who: str) -> int:
    """The edge as this duellist counts it."""
    return s.edge if who == s.duellists[0].id else -s.edge


@cites("edge.won", "cards.out")
def over(s: Duel) -> str | None:
    """The reason why the duel is over, or None: a duellist has the edge, or the cards are out."""
    ahead = s.duellists[0] if s.edge > 0 else s.duellists[1]
    played_out = s.dealt and not all(d.hand for d in s.duellists)
    if abs(s.edge) >= EDGE_WON or (played_out and s.edge):
        return f"{ahead.name} has won"
    return "nobody has won" if played_out else None


def too_much_edge(s: Duel) -> str | None:
    return f"the edge is {s.edge}" if abs(s.edge) > EDGE_WON else None


def lost_card(s: Duel) -> str | None:
    """Report a card that is missing or lies in two places."""
    lie = sorted(c.id for c in (*s.deck, *s.out, *(c for d in s.duellists for c in d.hand)))
    return None if lie == sorted(c.id for c in CARDS) else f"the cards are {', '.join(lie)}"
