"""The sheet of each seat, in widgets: its own hand, and the backs of all other cards."""

from __future__ import annotations

from collections.abc import Container

from tablewright.rules import Viewer
from tablewright.rules.kit import Kit, kit_panels
from tablewright.rules.widgets import CardWidget as CardWord
from tablewright.rules.widgets import DeckWidget, FieldWidget, Offer, Panel, TrackWidget

from .state import EDGE_WON, Card, Duel


def face_down(cards: tuple[Card, ...], what: str, known: Container[str]) -> tuple[Card, ...]:
    """The same number of cards, with no facts about unknown ones."""
    return tuple(card if card.id in known else Card(f"{what}?{i}") for i, card in enumerate(cards, 1))


def conceal(s: Duel, seat: Viewer) -> Duel:
    """Others' hands and the deck are face down, but for the cards one has scouted."""
    own = [d for d in s.duellists if seat.sees((d.id,))]
    knows = {id for d in own for id in d.knows}
    hands = [d if d in own else d.but(hand=face_down(d.hand, d.id, knows), knows=()) for d in s.duellists]
    return s.but(duellists=tuple(hands), deck=face_down(s.deck, "deck", knows))


def secrets(s: Duel, seat: Viewer) -> tuple[str, ...]:
    """The names of all cards that lie face down for this seat."""
    seen = conceal(s, seat)
    known = {c.id for c in (*seen.deck, *(c for d in seen.duellists for c in d.hand))}
    hidden = (*s.deck, *(c for d in s.duellists for c in d.hand)) if s.dealt else ()
    return tuple(card.title for card in hidden if card.id not in known)


def sheet(s: Duel, seat: Viewer) -> tuple[Panel, ...]:
    first, second = s.duellists
    marks = ((-EDGE_WON, second.name), (EDGE_WON, first.name))
    words = (
        TrackWidget("Edge", s.edge, EDGE_WON, marks, least=-EDGE_WON, cites="edge.range"),
        DeckWidget("Deck", len(s.deck), tuple(card_word(c) for c in s.deck if c.suit and s.dealt), cites="deck.order"),
        *((FieldWidget("Challenge", s.challenge, cites="pass.challenge"),) if s.challenge else ()),
    )
    out = (Panel("Out", tuple(card_word(card) for card in s.out), folded=True),) if s.out else ()
    kit = kit_panels(Kit(), seat.sees, plays=seat.role == "duellist", parts=("tray",))
    hands = (Panel(d.name, tuple(card_word(card) for card in d.hand), of=d.id) for d in s.duellists)
    return (Panel("The duel", (*words, *offers(s, seat))), *hands, *out, *kit)


def offers(s: Duel, seat: Viewer) -> tuple[FieldWidget, ...]:
    """A pass, for the duellist who may begin it."""
    own = [d for d in s.duellists if seat.sees((d.id,)) and d.hand]
    words = "both play a card"
    return tuple(FieldWidget("Cross blades", words, Offer("cross", {"who": d.id}), cites="pass.secret") for d in own)


def card_word(card: Card) -> CardWord:
    return CardWord(card.title, state="" if card.suit else "face down", cites="suits.beat")
