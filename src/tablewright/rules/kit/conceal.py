"""Concealing the kit: a seat's hidden things are taken out before anything is drawn or sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from .clock import Clock
from .deck import Card, Deck
from .state import Kit

Sees: TypeAlias = Callable[[tuple[str, ...]], bool]

SHORTEST_SECRET = 4


def conceal_kit(kit: Kit, sees: Sees) -> Kit:
    """Return the kit as a seat may know it. `sees` tests if the seat is among names (true for no names).

    Hidden clocks, charts and notes are gone; hidden cards are blank, so that they can still be counted. Concealing
    twice for the same seat changes nothing.
    """
    return kit.but(
        clocks=tuple(_clock(clock, sees) for clock in kit.clocks if sees(clock.audience)),
        decks=tuple(_deck(deck, sees) for deck in kit.decks),
        charts=tuple(chart for chart in kit.charts if sees(chart.audience)),
        notes=tuple(note for note in kit.notes if sees(note.audience)),
    )


def _clock(clock: Clock, sees: Sees) -> Clock:
    return clock if sees(clock.outcome_readers) else clock.but(note="", brings=())


def _deck(deck: Deck, sees: Sees) -> Deck:
    """Replace hidden cards by numbered blanks after the readable ones, so that neither ids nor places tell anything.

    Of an ordered deck a seat may know the cards, never their order.
    """
    if any(deck.keepers) and sees(deck.keepers):
        return deck
    cards = [card for card in deck.cards if can_read_in_deck(deck, card)]
    drawn = [card if can_read_drawn(card, sees) else None for card in deck.drawn]
    if deck.ordered:
        cards.sort(key=lambda card: card.id)
    hidden = len(deck.cards) - len(cards)
    cards += [face_down_card(i) for i in range(1, hidden + 1)]
    numbered = iter(range(hidden + 1, hidden + len(drawn) + 1))
    return deck.but(
        cards=tuple(cards), drawn=tuple(face_down_card(next(numbered)) if card is None else card for card in drawn)
    )


def face_down_card(number: int) -> Card:
    """A card face down."""
    return Card(f"?{number}", "")


def can_read_in_deck(deck: Deck, card: Card) -> bool:
    """True if anyone may read a card that is still in its deck."""
    return deck.knowledge == "open" or (deck.knowledge == "part" and card.known)


def can_read_drawn(card: Card, sees: Sees) -> bool:
    """True if a seat may read a drawn card: it was drawn for them, or for everyone."""
    return sees(card.audience) if any(card.audience) else card.known


def kit_secrets(kit: Kit, sees: Sees) -> tuple[str, ...]:
    """Texts that must never reach this seat.

    Left out are cards that everyone or the seat has seen, and texts that the seat reads elsewhere in the kit. Texts of
    fewer than 4 letters are left out, too: they prove nothing when found.
    """
    known = (c for d in kit.decks for c in (*d.cards, *d.drawn) if c.known or (any(c.seen) and sees(c.seen)))
    shown = (*all_texts(conceal_kit(kit, sees)), *(text for card in known for text in (card.title, card.text)))
    hidden = dict.fromkeys(text for text in all_texts(kit) if len(text) >= SHORTEST_SECRET)
    return tuple(text for text in hidden if not any(text in other for other in shown))


def all_texts(kit: Kit) -> Iterator[str]:
    """Every title and text that people wrote into the kit."""
    for clock in kit.clocks:
        yield from (clock.title, clock.note)
    for deck in kit.decks:
        yield deck.title
        for card in (*deck.cards, *deck.drawn):
            yield from (card.title, card.text)
    for chart in kit.charts:
        yield from (chart.title, *chart.rows)
    for note in kit.notes:
        yield from (note.title, note.text)
    yield from (actor.name for actor in kit.order.entries)
