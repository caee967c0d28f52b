"""The kit in view words."""

from __future__ import annotations

from collections.abc import Container

from tablewright.kernel import view

from .actions import KIT_PARTS, Part
from .chart import Chart
from .clock import Clock, is_full
from .deck import Card, Deck
from .kit import Kit
from .note import Note
from .order import Order
from .secrecy import Sees, conceal_kit


def kit_panels(
    kit: Kit, sees: Sees, *, master: bool = False, plays: bool = True, parts: Container[Part] = KIT_PARTS
) -> tuple[view.Panel, ...]:
    """What a seat sees of the kit; parts with nothing in them are left out.

    Only what `sees` allows is shown, whether or not the kit was concealed before. Words offer the master's actions to
    the `master` (in a game without one, to everybody who plays), the players' to whoever `plays`, and none to those who
    only watch.
    """
    kit = conceal_kit(kit, sees)
    plays = plays or master
    panels = (
        view.Panel("Clocks", tuple(clock_word(c, master) for c in kit.clocks)),
        view.Panel("Decks", tuple(deck_word(d, plays) for d in kit.decks)),
        view.Panel("Charts", tuple(chart_word(c, master, plays) for c in kit.charts), folded=True),
        view.Panel("Notes", tuple(note_word(n, master) for n in kit.notes)),
        view.Panel("Order", order_words(kit.order, plays)),
        view.Panel("Dice", (dice_word(),) if plays else ()),
    )
    return tuple(panel for panel, part in zip(panels, KIT_PARTS, strict=True) if part in parts and panel.words)


def clock_word(clock: Clock, master: bool) -> view.Clock:
    title = "Remove" if is_full(clock) else "Advance"
    offer = view.Offer(f"{title.lower()}_clock", {"clock": clock.id}, title) if master else None
    note = f"{clock.note} (hidden)".lstrip() if master and any(clock.audience) else clock.note
    return view.Clock(clock.title, clock.filled, clock.size, clock.kind, note, offer)


def deck_word(deck: Deck, plays: bool) -> view.Deck:
    known = tuple(view.Card(card.title, card.text) for card in deck.cards if card.title)
    drawn = tuple(drawn_word(deck, card, plays) for card in deck.drawn)
    title = "Draw two, keep one" if deck.draw_two_keep_one else "Draw"
    offer = view.Offer("draw_from_deck", {"deck": deck.id}, title) if plays and deck.cards else None
    return view.Deck(deck.title, len(deck.cards), known, drawn, offer)


def drawn_word(deck: Deck, card: Card, plays: bool) -> view.Card:
    if not card.title:
        return view.Card("A card", state="face down")
    back = view.Offer("return_card", {"deck": deck.id, "card": card.id}, "Put back") if plays else None
    return view.Card(card.title, card.text, "drawn in secret" if any(card.audience) else "drawn", back)


def chart_word(chart: Chart, master: bool, plays: bool) -> view.Table:
    name = "roll_in_secret" if chart.hidden else "roll_on_chart"
    allowed = master if chart.hidden else plays
    offer = view.Offer(name, {"chart": chart.id}, f"Roll {chart.die}") if allowed else None
    rows = tuple((str(place), row) for place, row in zip(chart.places(), chart.rows, strict=True))
    return view.Table(chart.title, (chart.die, "entry"), rows, offer)


def note_word(note: Note, master: bool) -> view.Card:
    offer = view.Offer("reveal_note", {"note": note.id}, "Reveal") if master and note.hidden else None
    readers = f"{note.kind} for {', '.join(note.audience)}" if note.hidden else note.kind
    return view.Card(note.title, note.text, readers, offer)


def order_words(order: Order, plays: bool) -> tuple[view.AnyWord, ...]:
    if not order.entries:
        return ()
    names = tuple(actor.name for actor in order.entries)
    word = view.Order("Initiative", names, order.turn if order.round else None, order.round)
    if not plays:
        return (word,)
    now = f"Round {order.round}" if order.round else "Not begun"
    return (word, view.Field("Now", now, view.Offer("next_turn", {}, "Next turn")))


def dice_word() -> view.Field:
    return view.Field("Any dice", "such as 4d6kh3+2", view.Offer("throw_dice", {}, "Throw dice"))
