"""Decks built together: four unwelcome cards, then a wish and an answer, as often as the players like."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Rule, action, find_by_id, replace_by_id, tell, unique_id
from tablewright.rules.kit import Deck, add_card, check_title

from .decks import deck_ids, with_deck
from .state import CREW, WAYFINDER, Mission, SharedDeck

CardTitle = Annotated[str, Param("The card's title", examples=("Hull breach", "Bodies", "Fire"))]
Wish = Annotated[str, Param("What you hope to find", examples=("Spare parts", "A way out"))]


def shared_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.shared_decks if deck.id in deck_ids(s))


def owed_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.shared_decks if deck.owed and deck.id in deck_ids(s))


def known_how(s: Mission) -> tuple[FieldOption, ...]:
    return FieldOption("open", "all of it"), FieldOption("part", "their own cards only")


@action(
    "decks.collab.start", "decks.prepare", "decks.secrecy", title="Build a deck together", by=WAYFINDER, group="Decks"
)
def start_shared_deck(
    s: Mission,
    title: Annotated[str, Param("What is searched", examples=("The wreck",))],
    first: CardTitle,
    second: CardTitle,
    third: CardTitle,
    fourth: CardTitle,
    knowledge: Annotated[Literal["open", "part"], Param("How much of it the players know", among=known_how)] = "open",
) -> Rule[Mission]:
    """Begin a deck with four cards the crew would hate to find. The players then add the ones they hope for."""
    deck = Deck(
        unique_id(check_title(title), deck_ids(s)), check_title(title), knowledge=knowledge, keepers=(WAYFINDER,)
    )
    for card in (first, second, third, fourth):
        deck = add_card(deck, check_title(card))
    words = "{deck} begins with {n} cards nobody wants. Now the players add what they hope for."
    yield tell("decks.collab.start", words, n=len(deck.cards), deck=deck.title)
    kit = s.kit.but(decks=(*s.kit.decks, deck))
    return s.but(kit=kit, shared_decks=(*s.shared_decks, SharedDeck(deck.id)))


def none_shared(s: Mission) -> str | None:
    return None if shared_ids(s) else "no deck is being built together."


def none_owed(s: Mission) -> str | None:
    return None if owed_ids(s) else "no card of the players waits for an answer."


@action("decks.collab.players", title="Add a card you hope for", by=CREW, when=none_shared, group="Decks")
def add_wish(
    s: Mission, deck: Annotated[str, Param("Which deck", among=shared_ids, label="deck")], title: Wish
) -> Rule[Mission]:
    """Put something desirable into a deck that is built together."""
    after = add_card(find_by_id(s.kit.decks, deck, "deck"), check_title(title), known=True)
    shared = find_by_id(s.shared_decks, deck, "deck built together")
    yield tell("decks.collab.players", "The players hope for: {card}.", card=check_title(title))
    s = s.but(shared_decks=replace_by_id(s.shared_decks, shared.but(owed=shared.owed + 1)))
    return with_deck(s, after)


@action("decks.collab.answer", title="Answer with a card", by=WAYFINDER, when=none_owed, group="Decks")
def answer_wish(
    s: Mission, deck: Annotated[str, Param("Which deck", among=owed_ids, label="deck")], title: CardTitle
) -> Rule[Mission]:
    """Put a negative or neutral card into the deck for each card of the players."""
    shared = find_by_id(s.shared_decks, deck, "deck built together")
    before = find_by_id(s.kit.decks, deck, "deck")
    after = add_card(before, check_title(title))
    words = "The wayfinder answers: {card}." if before.knowledge == "open" else "The wayfinder answers with a card."
    yield tell("decks.collab.answer", words, card=check_title(title))
    s = s.but(shared_decks=replace_by_id(s.shared_decks, shared.but(owed=shared.owed - 1)))
    return with_deck(s, after)
