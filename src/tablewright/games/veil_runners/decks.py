"""Decks: cards picked while exploring and searching, and what some of them do."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Me, Param, Refused, Rule, action, cite, cites, find, fresh_id, rule, swap, tell
from tablewright.kernel.kit import Clock, Deck, add_card, draw_card
from tablewright.kernel.kit.kit import titled

from .clocks import add_clock, clock_ids, take_effect
from .exposed import expose
from .ship_tokens import restore
from .state import (
    ABOARD,
    CREW,
    WAYFINDER,
    CardEffect,
    CardTie,
    Effect,
    Mission,
    SharedDeck,
    Station,
    living,
    living_ids,
    mission_over,
)

USUAL_CARDS = cite("decks.size", 6)
FIRE_SECTIONS = cite("decks.fire", 6)


def deck_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.kit.decks)


def shared_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.shared_decks if deck.id in deck_ids(s))


def owed_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.shared_decks if deck.owed and deck.id in deck_ids(s))


def with_deck(s: Mission, deck: Deck) -> Mission:
    return s.but(kit=s.kit.but(decks=swap(s.kit.decks, deck)))


DeckId = Annotated[str, Param("Which deck", among=deck_ids)]
CardTitle = Annotated[str, Param("The card's title", examples=("Hull breach", "Bodies", "Fire"))]
Wish = Annotated[str, Param("What you hope to find", examples=("Spare parts", "A way out"))]


@action("decks.when", "decks.pick", "decks.what", title="Explore", by=(WAYFINDER, CREW), group="Decks")
def draw_from_deck(
    s: Mission,
    deck: DeckId,
    who: Annotated[tuple[str, ...], Param("Who is there; nobody named means all off the ship", among=living_ids)] = (),
    me: Annotated[str, Me()] = "",
) -> Rule[Mission]:
    """Picks a card at random while exploring or searching. It is out of the deck, and does what it says."""
    found = find(s.kit.decks, deck, "deck")
    owed = next((shared.owed for shared in s.shared_decks if shared.id == deck), 0)
    if owed:
        raise Refused(f"The wayfinder still owes {found.title} {owed} card{'s' if owed > 1 else ''}: those come first.")
    if not found.cards:
        raise Refused(f"{found.title} is empty: there is nothing more to find.")
    after, card = yield from draw_card(found, me, (), "decks.pick", "decks.layout")
    s = with_deck(s, after)
    tie = next((t for t in s.card_ties if card is not None and t.id == f"{deck}/{card.id}"), None)
    if tie is None:
        return s
    return (yield from card_happens(s, deck, tie.effect, those_there(s, who)))


def those_there(s: Mission, named: tuple[str, ...]) -> tuple[str, ...]:
    """Those named; else everybody off the ship, or all if nobody is."""
    return tuple(dict.fromkeys(named)) or tuple(m.id for m in living(s) if m.where != ABOARD) or living_ids(s)


@rule("decks.lifefail", "decks.layout", "decks.medbay", "decks.generator", "decks.breach", "decks.radio", "decks.fire")
def card_happens(s: Mission, deck: str, effect: CardEffect, present: tuple[str, ...]) -> Rule[Mission]:
    """What a card does besides its story: to the station that is searched, or to ship and crew."""
    station = s.station or Station(deck)
    if effect == "layout":
        yield tell("decks.layout", "From now on two cards are picked: one is kept, the other goes back.")
        return with_deck(s, find(s.kit.decks, deck, "deck").but(draw_two_keep_one=True))
    if effect == "life support failure":
        yield tell("decks.lifefail", "Everyone in the crew is Exposed.")
        return expose(s, living_ids(s), "life support offline")
    if effect == "hull breach":
        yield tell("decks.breach", "Out into space, and Exposed.")
        return expose(s, present, "space walk")
    if effect == "fire":
        yield tell("decks.fire", "A death clock starts. All rolls are Desperate while it runs.")
        id = fresh_id("Fire", clock_ids(s))
        clock = Clock(id, "Fire", FIRE_SECTIONS, "death", note=FIRE_END)
        return add_clock(s, clock, desperate=True)
    if effect in FOUND:
        cite, words = FOUND[effect]
        yield tell(cite, words)
        return s.but(station=found_at(station, effect))
    return (yield from take_effect(s, effect))


FIRE_END = cite("decks.fire.end", "The station explodes.")


#: What is found at a station and stays known: the rule, and what is said.
FOUND: dict[CardEffect, tuple[str, str]] = {
    "survivors": ("decks.survivors", "They are alive."),
    "med bay": ("decks.medbay", "With power it can treat everyone, once."),
    "generator": ("decks.generator", "It can be switched on again."),
    "radio": ("decks.radio", "Radio contact is lost."),
}


def found_at(station: Station, effect: CardEffect) -> Station:
    if effect == "survivors":
        return station.but(survivors=True)
    if effect == "med bay":
        return station.but(medbay="found")
    return station.but(generator=True) if effect == "generator" else station.but(radio=False)


def no_generator(s: Mission) -> str | None:
    if s.station is None or not s.station.generator:
        return "nobody has found a generator."
    return "the power is back already." if s.station.power else mission_over(s)


@action("decks.generator", "decks.power", title="Restore power", by=(WAYFINDER, CREW), when=no_generator, group="Decks")
def restore_power(s: Mission) -> Rule[Mission]:
    """Switches the station's generator on. What that takes, the table decides."""
    assert s.station is not None
    yield tell("decks.power", "The lights come on. Exploring need not be Desperate now.")
    if s.station.medbay == "found":
        yield tell("decks.medbay", "The med bay can be used.")
    return s.but(station=s.station.but(power=True))


@cites("decks.medbay")
def no_medbay(s: Mission) -> str | None:
    """The med bay must be found, powered and unused."""
    if s.station is None or s.station.medbay == "not found":
        return "nobody has found a med bay."
    if s.station.medbay == "used":
        return "the med bay has been used."
    return mission_over(s) if s.station.power else "the med bay has no power."


@action("decks.medbay", title="Use the med bay", by=CREW, when=no_medbay, group="Decks")
def use_medbay(
    s: Mission,
    who: Annotated[
        tuple[str, ...], Param("Who is treated; nobody named means all off the ship", among=living_ids)
    ] = (),
) -> Rule[Mission]:
    """Treats the crew, and survivors already found, a single time: as the ship's Life Support would, for nothing."""
    assert s.station is not None
    with_them = " and the survivors" if s.station.survivors else ""
    yield tell("decks.medbay", "The med bay treats the crew{them}.", them=with_them)
    s = yield from restore(s, those_there(s, who))
    return s.but(station=s.station.but(medbay="used") if s.station else None)


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
    knowledge: Annotated[
        Literal["open", "part"], Param("Whether the players know all of it, or in part: only their own cards")
    ] = "open",
) -> Rule[Mission]:
    """Begins a deck with four cards that nobody wants to find. The players then add what they hope for."""
    deck = Deck(fresh_id(titled(title), deck_ids(s)), titled(title), knowledge=knowledge, keepers=(WAYFINDER,))
    for card in (first, second, third, fourth):
        deck = add_card(deck, titled(card))
    words = "{deck} begins with {n} cards nobody wants. About {usual} cards are usual in a deck."
    yield tell("decks.collab.start", words, n=len(deck.cards), deck=deck.title, usual=USUAL_CARDS)
    kit = s.kit.but(decks=(*s.kit.decks, deck))
    return s.but(kit=kit, shared_decks=(*s.shared_decks, SharedDeck(deck.id)))


@action("decks.collab.players", title="Add a card you hope for", by=CREW, group="Decks")
def add_wish(s: Mission, deck: Annotated[str, Param("Which deck", among=shared_ids)], title: Wish) -> Rule[Mission]:
    """Puts something desirable into a deck that is built together."""
    after = add_card(find(s.kit.decks, deck, "deck"), titled(title), known=True)
    shared = find(s.shared_decks, deck, "deck built together")
    yield tell("decks.collab.players", "The players hope for: {card}.", card=titled(title))
    s = s.but(shared_decks=swap(s.shared_decks, shared.but(owed=shared.owed + 1)))
    return with_deck(s, after)


@action("decks.collab.answer", title="Answer with a card", by=WAYFINDER, group="Decks")
def answer_wish(
    s: Mission, deck: Annotated[str, Param("Which deck", among=owed_ids)], title: CardTitle
) -> Rule[Mission]:
    """For each card of the players the wayfinder puts in one that is negative or neutral."""
    shared = find(s.shared_decks, deck, "deck built together")
    before = find(s.kit.decks, deck, "deck")
    after = add_card(before, titled(title))
    words = "The wayfinder answers: {card}." if before.knowledge == "open" else "The wayfinder answers with a card."
    yield tell("decks.collab.answer", words, card=titled(title))
    s = s.but(shared_decks=swap(s.shared_decks, shared.but(owed=max(0, shared.owed - 1))))
    return with_deck(s, after)


def card_places(s: Mission) -> tuple[str, ...]:
    return tuple(f"{deck.id}/{card.id}" for deck in s.kit.decks for card in deck.cards)


@action("narrative.effects", title="Give a card an effect", by=WAYFINDER, group="Decks")
def tie_card(
    s: Mission,
    card: Annotated[str, Param("Which card, by deck and id", among=card_places)],
    effect: Annotated[Effect, Param("What it does to the rules when it is picked")],
) -> Rule[Mission]:
    """Makes a card do more than tell a story."""
    yield tell("narrative.effects", "A card will do: {effect}.", audience=(WAYFINDER,), effect=effect)
    others = tuple(tie for tie in s.card_ties if tie.id != card)
    return s.but(card_ties=(*others, CardTie(card, effect)))


def drop_deck(s: Mission, deck: str) -> Mission:
    """Forgets what belongs to a deck that is no longer there."""
    return s.but(
        card_ties=tuple(tie for tie in s.card_ties if not tie.id.startswith(f"{deck}/")),
        shared_decks=tuple(shared for shared in s.shared_decks if shared.id != deck),
        station=None if s.station is not None and s.station.deck == deck else s.station,
    )


@action("decks.prepare", title="Remove a deck", by=WAYFINDER, group="Decks")
def remove_deck(s: Mission, deck: DeckId) -> Rule[Mission]:
    """Takes a deck and its drawn cards off the table."""
    gone = find(s.kit.decks, deck, "deck")
    yield tell("decks.prepare", "The deck {deck} is taken away.", deck=gone.title)
    return drop_deck(s.but(kit=s.kit.but(decks=tuple(d for d in s.kit.decks if d.id != deck))), deck)
