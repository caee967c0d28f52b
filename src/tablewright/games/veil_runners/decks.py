"""Decks: cards picked while exploring and searching, and the effects of some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    FieldOption,
    Param,
    Refused,
    Rule,
    action,
    cite,
    cites,
    find_by_id,
    replace_by_id,
    rule,
    tell,
    unique_id,
)
from tablewright.rules.kit import Clock, Deck, draw_card

from .clocks import EFFECTS, add_clock, brought, clock_ids
from .exposed import expose
from .happenings import take_effect
from .ship_tokens import restore
from .state import (
    ABOARD,
    CREW,
    WAYFINDER,
    CardEffect,
    Mission,
    Station,
    living,
    living_ids,
    member,
    mission_over,
)

FIRE_SECTIONS = cite("decks.fire", 6)


def deck_ids(s: Mission) -> tuple[str, ...]:
    return tuple(deck.id for deck in s.kit.decks)


def with_deck(s: Mission, deck: Deck) -> Mission:
    return s.but(kit=s.kit.but(decks=replace_by_id(s.kit.decks, deck)))


def owed_to(s: Mission, deck: str) -> int:
    """The number of cards the wayfinder still owes a deck that is built together."""
    return next((shared.owed for shared in s.shared_decks if shared.id == deck), 0)


@cites("decks.collab.answer", "decks.pick")
def why_no_pick(s: Mission, deck: Deck) -> str:
    """The reason why no card can be picked from a deck, or an empty string."""
    owed = owed_to(s, deck.id)
    if owed:
        return f"The wayfinder still owes {deck.title} {owed} card{'s' if owed > 1 else ''}: those come first."
    return "" if deck.cards else f"{deck.title} is empty: there is nothing more to find."


def searchable(s: Mission) -> Iterator[FieldOption]:
    for deck in s.kit.decks:
        cards = f"{len(deck.cards)} card{'s' if len(deck.cards) != 1 else ''} left"
        yield FieldOption(deck.id, deck.title, cards, why_no_pick(s, deck))


def no_deck(s: Mission) -> str | None:
    return None if s.kit.decks else "there is no deck on the table."


DeckId = Annotated[str, Param("Which deck", among=deck_ids, label="deck")]


@action("decks.when", "decks.pick", title="Explore", by=(WAYFINDER, CREW), when=no_deck, group="Decks")
def draw_from_deck(
    s: Mission,
    deck: Annotated[str, Param("What is searched", among=searchable, label="deck")],
    who: Annotated[
        tuple[str, ...],
        Param("Who is there; nobody named means all off the ship", among=living_ids, label="who is there"),
    ] = (),
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Mission]:
    """Pick a card at random while exploring or searching. The card leaves the deck, and its effect happens."""
    found = find_by_id(s.kit.decks, deck, "deck")
    why_not = why_no_pick(s, found)
    if why_not:
        raise Refused(why_not, "deck")
    after, card = yield from draw_card(found, me, (), "decks.pick", "decks.layout")
    s = with_deck(s, after)
    for effect in brought(card, CARD_EFFECTS) if card is not None else ():
        s = yield from card_happens(s, deck, effect, those_there(s, who))
    return s


def those_there(s: Mission, named: tuple[str, ...]) -> tuple[str, ...]:
    """The members named. Without names everyone off the ship, or all if everyone is aboard."""
    return tuple(dict.fromkeys(named)) or tuple(m.id for m in living(s) if m.where != ABOARD) or living_ids(s)


@rule("decks.lifefail", "decks.layout", "decks.medbay", "decks.generator", "decks.breach", "decks.radio", "decks.fire")
def card_happens(s: Mission, deck: str, effect: CardEffect, present: tuple[str, ...]) -> Rule[Mission]:
    """Apply the effect of a card besides its story, to the station or to ship and crew."""
    station = s.station or Station(deck)
    if effect == "layout":
        yield tell("decks.layout", "From now on two cards are picked: one is kept, the other goes back.")
        return with_deck(s, find_by_id(s.kit.decks, deck, "deck").but(draw_two_keep_one=True))
    if effect == "life support failure":
        there = living_ids(s) if s.rulings.life_support_card == "everyone" else present
        names = ", ".join(member(s, id).name for id in there)
        yield tell("decks.lifefail", "The air fails. Exposed: {names}.", names=names)
        return expose(s, there, "life support offline")
    if effect == "hull breach":
        yield tell("decks.breach", "Out into space, and Exposed.")
        return expose(s, present, "space walk")
    if effect == "fire":
        yield tell("decks.fire", "A death clock starts. All rolls are Desperate while it runs.")
        id = unique_id("Fire", clock_ids(s))
        clock = Clock(id, "Fire", FIRE_SECTIONS, "death", note=FIRE_END)
        return add_clock(s, clock, desperate=True).but(station=station.but(clocks=(*station.clocks, id)))
    if effect in FOUND:
        cite, words = FOUND[effect]
        yield tell(cite, words)
        return s.but(station=found_at(station, effect))
    return (yield from take_effect(s, effect))


FIRE_END = cite("decks.fire.end", "The station explodes.")


#: Finds at a station that stay known: the rule, and the line in the log.
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
    """Switch the station's generator on. The table decides how the crew does it."""
    assert s.station is not None
    yield tell("decks.power", "The lights come on. Exploring need not be Desperate now.")
    if s.station.medbay == "found":
        yield tell("decks.medbay", "The med bay can be used.")
    return s.but(station=s.station.but(power=True))


@cites("decks.medbay")
def no_medbay(s: Mission) -> str | None:
    """The reason why the med bay cannot be used, or None. It must be found, powered and unused."""
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
    """Treat the crew, and survivors already found, a single time, as the ship's Life Support would.

    It costs no token.
    """
    assert s.station is not None
    with_them = " and the survivors" if s.station.survivors else ""
    yield tell("decks.medbay", "The med bay treats the crew{them}.", them=with_them)
    s = yield from restore(s, those_there(s, who))
    return s.but(station=s.station.but(medbay="used") if s.station else None)


#: Effects that only cards have, in the wayfinder's words.
CARD_EFFECTS: dict[CardEffect, str] = {
    **EFFECTS,
    "survivors": "survivors are found",
    "life support failure": "life support fails: Exposed",
    "layout": "from now on two cards are picked and one is kept",
    "med bay": "a med bay is found, to be used once with power",
    "generator": "a generator is found, which can restore power",
    "hull breach": "those there are vented into space",
    "radio": "radio contact is lost",
    "fire": "a death clock of 6 starts, and all rolls are Desperate",
}


def card_places(s: Mission) -> Iterator[FieldOption]:
    """Every card still in a deck, with its present effect."""
    for deck in s.kit.decks:
        for card in deck.cards:
            does = ", ".join(CARD_EFFECTS[effect] for effect in brought(card, CARD_EFFECTS) or ("story",))
            yield FieldOption(f"{deck.id}/{card.id}", card.title, f"{deck.title}; {does}")


def card_effects(s: Mission) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(effect, words) for effect, words in CARD_EFFECTS.items())


def no_card(s: Mission) -> str | None:
    return None if any(deck.cards for deck in s.kit.decks) else "there is no deck with cards in it."


@action("narrative.effects", title="Give a card an effect", by=WAYFINDER, when=no_card, group="Decks")
def tie_card(
    s: Mission,
    card: Annotated[str, Param("Which card", among=card_places)],
    effect: Annotated[CardEffect, Param("What it does by the rules when it is picked", among=card_effects)],
) -> Rule[Mission]:
    """Give a card any effect that a card of the book has."""
    words = "{card} will do this: {effect}."
    title = next(pick.label for pick in card_places(s) if pick.value == card)
    yield tell("narrative.effects", words, audience=(WAYFINDER,), card=title, effect=CARD_EFFECTS[effect])
    name, _, place = card.partition("/")
    deck = find_by_id(s.kit.decks, name, "deck")
    told = find_by_id(deck.cards, place, "card").but(brings=(effect,))
    return with_deck(s, deck.but(cards=replace_by_id(deck.cards, told)))


def drop_deck(s: Mission, deck: str) -> Mission:
    """Remove the records of a deck that no longer exists."""
    return s.but(
        shared_decks=tuple(shared for shared in s.shared_decks if shared.id != deck),
        station=None if s.station is not None and s.station.deck == deck else s.station,
    )


@action("decks.prepare", title="Remove a deck", by=WAYFINDER, group="Decks")
def remove_deck(s: Mission, deck: DeckId) -> Rule[Mission]:
    """Remove a deck and its drawn cards from the table."""
    gone = find_by_id(s.kit.decks, deck, "deck")
    yield tell("decks.prepare", "The deck {deck} is taken away.", deck=gone.title)
    return drop_deck(s.but(kit=s.kit.but(decks=tuple(d for d in s.kit.decks if d.id != deck))), deck)
