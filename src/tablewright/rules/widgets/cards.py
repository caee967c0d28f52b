"""Cards, and decks of them."""

from __future__ import annotations

from .offer import Offer
from .row import Row
from .widget import Widget


class CardWidget(Widget, frozen=True, tag="card"):
    """A card with a title and a text, and the state it is in: "drawn", "face down"."""

    title: str
    text: str = ""
    state: str = ""
    offer: Offer | None = None
    cites: str = ""

    @property
    def label(self) -> str:
        return self.title or self.text

    def row(self) -> Row:
        return Row(self.title, self.text or None, state=self.state)


class DeckWidget(Widget, frozen=True, tag="deck"):
    """A deck: how many cards are left, which of them the seat may read, and the cards drawn from it."""

    label: str
    left: int
    known: tuple[CardWidget, ...] = ()
    drawn: tuple[CardWidget, ...] = ()
    offer: Offer | None = None
    cites: str = ""

    def row(self) -> Row:
        known = tuple(Row("in it", card.row().sentence()) for card in self.known)
        drawn = tuple(Row("drawn", card.row().sentence()) for card in self.drawn)
        return Row(self.label, f"{self.left} cards left", below=known + drawn)
