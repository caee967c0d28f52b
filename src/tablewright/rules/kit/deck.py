"""Decks: cards drawn at random, or from the top, until none is left."""

from __future__ import annotations

from typing import Literal

from tablewright.rules.effects import EVERYONE, NOBODY, Choose, DrawCards, Rule, rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.state import State, find_by_id, unique_id

Knowledge = Literal["open", "part", "secret"]

MAX_CARDS = 200


class Card(State, frozen=True):
    """A prompt, an item, a situation. `known` cards have been seen by everyone, and stay known.

    A card drawn for an `audience` is read by them alone, and by the deck's keepers, until it goes back. `seen` names
    all who have ever read it so. `brings` are words of the game's own: what the card does by its rules when it is
    drawn.
    """

    id: str
    title: str
    text: str = ""
    known: bool = False
    audience: tuple[str, ...] = EVERYONE
    seen: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()


class Deck(State, frozen=True):
    """A deck: cards still in it and cards drawn from it; every card is in exactly one of the two.

    `open`: anyone may read the cards in it. `part`: only its known cards. `secret`: none until drawn. `keepers` (the
    master's role, as a rule) read everything.

    A deck has no order, unless it is `ordered`. Then it is drawn from the top, which is its first card, and cards go
    back under it. Only its keepers know its order.
    """

    id: str
    title: str
    cards: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    knowledge: Knowledge = "open"
    draw_two_keep_one: bool = False
    keepers: tuple[str, ...] = ()
    ordered: bool = False

    def __post_init__(self) -> None:
        ids = [card.id for card in (*self.cards, *self.drawn)]
        if len(set(ids)) != len(ids):
            raise Refused(f"Two cards of {self.title} have the same id.")
        if len(ids) > MAX_CARDS:
            raise Refused(f"A deck has at most {MAX_CARDS} cards.")
        if self.knowledge != "open" and not any(self.keepers):
            raise Refused(f"{self.title} is not open, so it needs keepers who may read it.")


def draws_two(deck: Deck) -> bool:
    """True if the next draw takes two; the last card is just drawn."""
    return deck.draw_two_keep_one and len(deck.cards) > 1


@rule("kit.deck.draw", "kit.deck.keep")
def draw_card(
    deck: Deck,
    by: str = "",
    audience: tuple[str, ...] = EVERYONE,
    cites: str = "kit.deck.draw",
    keep_cites: str = "kit.deck.keep",
) -> Rule[tuple[Deck, Card | None]]:
    """Draw one card at random, or the top one; or two, of which one is kept and the other goes back.

    An empty deck yields nothing. With an audience the draw is theirs alone: the card does not become known.
    """
    if not deck.cards:
        yield from tell(cites, "{deck} is empty: there is nothing to draw.", deck=deck.title)
        return deck, None
    two = draws_two(deck)
    hand = deck.cards[: 1 + two]
    if not deck.ordered:
        hand = yield from DrawCards(deck.cards, len(hand), by=by, why=deck.title, audience=audience)
    card = hand[0]
    if two:
        card = yield from _keep_one(deck, hand, by, audience, keep_cites)
    if audience:
        yield from tell(cites, "A card of {deck} is drawn in secret.", deck=deck.title)
    yield from tell(cites, _FACE[bool(card.text)], audience=audience, deck=deck.title, card=card.title, text=card.text)
    taken = _read(card, audience).but(audience=audience)
    return _without(deck, taken, hand, audience), taken


_FACE = {True: "Drawn from {deck}: {card}. {text}", False: "Drawn from {deck}: {card}."}


def _keep_one(deck: Deck, hand: tuple[Card, ...], by: str, audience: tuple[str, ...], cites: str) -> Rule[Card]:
    """Choose one of two cards. In a secret draw only the audience reads the cards; others may hear their places."""
    names = ("first", "second") if audience else tuple(card.id for card in hand)
    cards = dict(zip(names, hand, strict=True))
    kept = yield from Choose(
        audience or by,
        "Keep which of the two?",
        names,
        label=lambda name: cards[name].title,
        cites=cites,
        about=hand,
        audience=audience,
    )
    return cards[kept]


def _read(card: Card, audience: tuple[str, ...]) -> Card:
    """The card after these have read it."""
    return card.but(seen=tuple(dict.fromkeys((*card.seen, *audience)))) if audience else card.but(known=True)


def _without(deck: Deck, taken: Card, hand: tuple[Card, ...], audience: tuple[str, ...]) -> Deck:
    """The deck after a draw; cards that were read are known from now on."""
    ids = {card.id for card in hand}
    left = [_read(c, audience) if c.id in ids else c for c in deck.cards if c.id != taken.id]
    if deck.ordered:
        left.sort(key=lambda c: c.id in ids)
    return deck.but(cards=tuple(left), drawn=(*deck.drawn, taken))


def return_card(deck: Deck, card: str) -> Deck:
    """Put a drawn card back."""
    back = find_by_id(deck.drawn, card, f"drawn card of {deck.title}")
    drawn = tuple(c for c in deck.drawn if c.id != card)
    return deck.but(cards=(*deck.cards, back.but(audience=EVERYONE)), drawn=drawn)


def shuffle_back(deck: Deck) -> Deck:
    """Put every drawn card back. Draws are random, so a deck without an order needs no more shuffling."""
    return deck.but(cards=(*deck.cards, *(c.but(audience=EVERYONE) for c in deck.drawn)), drawn=())


@rule("kit.deck.shuffle")
def shuffle(deck: Deck) -> Rule[Deck]:
    """Put every drawn card back, and an ordered deck in an order that nobody sees."""
    whole = shuffle_back(deck)
    if not deck.ordered or len(whole.cards) < 2:
        return whole
    cards = yield from DrawCards(whole.cards, len(whole.cards), ordered=True, why=deck.title, audience=NOBODY)
    return whole.but(cards=cards)


def add_card(deck: Deck, title: str, text: str = "", known: bool = False) -> Deck:
    """Add a new card to the deck. Its id is only a number if its title may be a secret."""
    taken, open_ = [card.id for card in (*deck.cards, *deck.drawn)], deck.knowledge == "open"
    card = Card(unique_id(title if open_ else "card", taken), title, text, known or open_)
    return deck.but(cards=(*deck.cards, card))


def make_known(deck: Deck, knowledge: Knowledge) -> Deck:
    """Open or close a deck. Cards that could be read while it was open stay known."""
    if "open" in (deck.knowledge, knowledge):
        deck = deck.but(cards=tuple(card.but(known=True) for card in deck.cards))
    return deck.but(knowledge=knowledge)
