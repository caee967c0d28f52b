"""Making decks, drawing from them, putting cards back."""

from __future__ import annotations

from typing import Annotated, Any

from tablewright.rules.actions import Action, action
from tablewright.rules.effects import EVERYONE, Rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.forms import ActingSeat, Param
from tablewright.rules.kit import deck as decks
from tablewright.rules.kit.config import KitConfig
from tablewright.rules.kit.state import HasKit, check_title
from tablewright.rules.state import find_by_id, replace_by_id, unique_id


def deck_ids(s: HasKit) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.kit.decks)


def drawn_ids(s: HasKit) -> tuple[str, ...]:
    """Drawn cards that lie face up."""
    return tuple(dict.fromkeys(card.id for deck in s.kit.decks for card in deck.drawn if card.title))


def with_deck(s: HasKit, deck: decks.Deck) -> HasKit:
    return s.but(kit=s.kit.but(decks=replace_by_id(s.kit.decks, deck)))


def full_enough(deck: decks.Deck) -> decks.Deck:
    """Refused if there is nothing to draw."""
    if not deck.cards:
        raise Refused(f"{deck.title} is empty: put cards in it, or shuffle the drawn ones back.")
    return deck


DeckId = Annotated[str, Param("Which deck", among=deck_ids)]


def deck_actions(house: KitConfig) -> tuple[Action[Any], ...]:
    """Actions on decks. Those who run the table make and change decks; anyone puts cards in, draws in the open and puts
    back.
    """
    cites = house.cites

    @action(cites("kit.deck.make"), title="Make a deck", by=house.runs, group="Decks")
    def make_deck(
        s: HasKit,
        title: Annotated[str, Param("What the deck is about")],
        cards: Annotated[
            tuple[str, ...],
            Param("Titles of its first cards"),
        ] = (),
        knowledge: Annotated[decks.Knowledge, Param("How much of it the players know")] = "secret",
        draw_two_keep_one: Annotated[bool, Param("Each draw takes two and puts one back")] = False,
        ordered: Annotated[bool, Param("Shuffled, and drawn from the top")] = False,
    ) -> Rule[HasKit]:
        """Puts a new deck on the table."""
        name = check_title(title)
        deck = decks.Deck(
            unique_id(name, deck_ids(s)),
            name,
            knowledge=knowledge,
            draw_two_keep_one=draw_two_keep_one,
            keepers=house.keepers,
            ordered=ordered,
        )
        for card in cards:
            deck = decks.add_card(deck, check_title(card))
        deck = yield from decks.shuffle(deck)
        yield from tell(cites("kit.deck.make"), "A deck of {n} cards: {deck}.", n=len(deck.cards), deck=name)
        return s.but(kit=s.kit.but(decks=(*s.kit.decks, deck)))

    @action(cites("kit.deck.add"), title="Add a card", by=house.all, group="Decks")
    def add_card(
        s: HasKit,
        deck: DeckId,
        title: Annotated[str, Param("The card's title")],
        text: Annotated[str, Param("What it says")] = "",
        known: Annotated[bool, Param("Everyone sees the card go in")] = False,
    ) -> Rule[HasKit]:
        """Puts a new card into a deck."""
        into = find_by_id(s.kit.decks, deck, "deck")
        after = decks.add_card(into, check_title(title), text, known)
        seen = known or into.knowledge == "open"
        if not seen:
            yield from tell(cites("kit.deck.add"), "A card goes into {deck}.", deck=into.title)
        yield from tell(
            cites("kit.deck.add"),
            "{card} goes into {deck}.",
            audience=EVERYONE if seen else into.keepers,
            card=check_title(title),
            deck=into.title,
        )
        return with_deck(s, after)

    @action(cites("kit.deck.draw"), cites("kit.deck.keep"), title="Draw a card", by=house.all, group="Decks")
    def draw_from_deck(s: HasKit, deck: DeckId, me: Annotated[str, ActingSeat()] = "") -> Rule[HasKit]:
        """Draws a card for everyone to see."""
        found = full_enough(find_by_id(s.kit.decks, deck, "deck"))
        after, _ = yield from decks.draw_card(found, me, EVERYONE, cites("kit.deck.draw"), cites("kit.deck.keep"))
        return with_deck(s, after)

    @action(
        cites("kit.deck.draw"),
        cites("kit.deck.keep"),
        title="Draw in secret",
        by=house.runs,
        group="Decks",
        doc=f"Draws a card for {house.keeper} alone.",
    )
    def draw_in_secret(s: HasKit, deck: DeckId, me: Annotated[str, ActingSeat()] = "") -> Rule[HasKit]:
        found = full_enough(find_by_id(s.kit.decks, deck, "deck"))
        after, _ = yield from decks.draw_card(
            found, me, house.alone(me), cites("kit.deck.draw"), cites("kit.deck.keep")
        )
        return with_deck(s, after)

    @action(cites("kit.deck.return"), title="Put a card back", by=house.all, group="Decks")
    def return_card(
        s: HasKit, deck: DeckId, card: Annotated[str, Param("Which drawn card", among=drawn_ids)]
    ) -> Rule[HasKit]:
        """Puts a drawn card back into its deck."""
        after = decks.return_card(find_by_id(s.kit.decks, deck, "deck"), card)
        yield from tell(cites("kit.deck.return"), "A drawn card goes back into {deck}.", deck=after.title)
        return with_deck(s, after)

    @action(cites("kit.deck.shuffle"), title="Shuffle a deck", by=house.runs, group="Decks")
    def shuffle_deck(s: HasKit, deck: DeckId) -> Rule[HasKit]:
        """Puts every drawn card back."""
        after = yield from decks.shuffle(find_by_id(s.kit.decks, deck, "deck"))
        yield from tell(cites("kit.deck.shuffle"), "All cards are shuffled back into {deck}.", deck=after.title)
        return with_deck(s, after)

    @action(cites("kit.deck.change"), title="Change a deck", by=house.runs, group="Decks")
    def change_deck(
        s: HasKit,
        deck: DeckId,
        knowledge: Annotated[decks.Knowledge | None, Param("How much of it the players know")] = None,
        draw_two_keep_one: Annotated[bool | None, Param("Each draw takes two and puts one back")] = None,
    ) -> Rule[HasKit]:
        """Opens or closes a deck, or changes how it is drawn; what is left out stays as it is."""
        found = find_by_id(s.kit.decks, deck, "deck")
        after = found.but(
            draw_two_keep_one=found.draw_two_keep_one if draw_two_keep_one is None else draw_two_keep_one,
            keepers=found.keepers or house.keepers,
        )
        after = decks.make_known(after, knowledge) if knowledge else after
        how = "two at a time, one to keep" if after.draw_two_keep_one else "one at a time"
        words = "{deck} is now {knowledge} and drawn {how}."
        known = {"open": "open", "part": "known in part", "secret": "secret"}[after.knowledge]
        yield from tell(cites("kit.deck.change"), words, deck=after.title, knowledge=known, how=how)
        return with_deck(s, after)

    @action(cites("kit.deck.remove"), title="Remove a deck", by=house.runs, group="Decks")
    def remove_deck(s: HasKit, deck: DeckId) -> Rule[HasKit]:
        """Takes a deck and its drawn cards off the table."""
        gone = find_by_id(s.kit.decks, deck, "deck")
        yield from tell(cites("kit.deck.remove"), "The deck {deck} is taken away.", deck=gone.title)
        return s.but(kit=s.kit.but(decks=tuple(d for d in s.kit.decks if d != gone)))

    return (
        make_deck,
        add_card,
        draw_from_deck,
        draw_in_secret,
        return_card,
        shuffle_deck,
        change_deck,
        remove_deck,
    )
