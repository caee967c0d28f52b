"""The panels of the kit: its clocks, decks, charts, notes, turn order and dice as widgets."""

from __future__ import annotations

from collections.abc import Container

from tablewright.rules import widgets

from .actions import KIT_PARTS, Part
from .chart import Chart
from .clock import Clock, is_full
from .conceal import Sees, conceal_kit
from .deck import Card, Deck
from .note import Note
from .state import Kit
from .turn_order import TurnOrder


def kit_panels(
    kit: Kit, sees: Sees, *, master: bool = False, plays: bool = True, parts: Container[Part] = KIT_PARTS
) -> tuple[widgets.Panel, ...]:
    """Return the panels of the kit for a seat, without those that are empty.

    Only what `sees` allows is shown, also of a kit that was not concealed before. Widgets offer the master's actions to
    the `master`; in a game without one, to every player. They offer the players' actions to a seat that `plays`, and
    none to spectators.
    """
    kit = conceal_kit(kit, sees)
    plays = plays or master
    panels = (
        widgets.Panel("Clocks", tuple(clock_widget(c, master) for c in kit.clocks)),
        widgets.Panel("Decks", tuple(deck_widget(d, plays) for d in kit.decks)),
        widgets.Panel("Charts", tuple(chart_widget(c, master, plays) for c in kit.charts), folded=True),
        widgets.Panel("Notes", tuple(note_widget(n, master) for n in kit.notes)),
        widgets.Panel("Order", turn_order_widgets(kit.order, plays)),
        widgets.Panel("Dice", (dice_widget(),) if plays else ()),
    )
    return tuple(panel for panel, part in zip(panels, KIT_PARTS, strict=True) if part in parts and panel.words)


def clock_widget(clock: Clock, master: bool) -> widgets.ClockWidget:
    title = "Remove" if is_full(clock) else "Advance"
    offer = widgets.Offer(f"{title.lower()}_clock", {"clock": clock.id}, title) if master else None
    note = f"{clock.note} (hidden)".lstrip() if master and any(clock.audience) else clock.note
    return widgets.ClockWidget(clock.title, clock.filled, clock.size, clock.kind, note, offer)


def deck_widget(deck: Deck, plays: bool) -> widgets.DeckWidget:
    known = tuple(widgets.CardWidget(card.title, card.text) for card in deck.cards if card.title)
    drawn = tuple(drawn_card_widget(deck, card, plays) for card in deck.drawn)
    title = "Draw two, keep one" if deck.draw_two_keep_one else "Draw"
    offer = widgets.Offer("draw_from_deck", {"deck": deck.id}, title) if plays and deck.cards else None
    return widgets.DeckWidget(deck.title, len(deck.cards), known, drawn, offer)


def drawn_card_widget(deck: Deck, card: Card, plays: bool) -> widgets.CardWidget:
    if not card.title:
        return widgets.CardWidget("A card", state="face down")
    back = widgets.Offer("return_card", {"deck": deck.id, "card": card.id}, "Put back") if plays else None
    return widgets.CardWidget(card.title, card.text, "drawn in secret" if any(card.audience) else "drawn", back)


def chart_widget(chart: Chart, master: bool, plays: bool) -> widgets.TableWidget:
    name = "roll_in_secret" if chart.hidden else "roll_on_chart"
    allowed = master if chart.hidden else plays
    offer = widgets.Offer(name, {"chart": chart.id}, f"Roll {chart.die}") if allowed else None
    rows = tuple((str(place), row) for place, row in zip(chart.places(), chart.rows, strict=True))
    return widgets.TableWidget(chart.title, (chart.die, "entry"), rows, offer)


def note_widget(note: Note, master: bool) -> widgets.CardWidget:
    offer = widgets.Offer("reveal_note", {"note": note.id}, "Reveal") if master and note.hidden else None
    readers = f"{note.kind} for {', '.join(note.audience)}" if note.hidden else note.kind
    return widgets.CardWidget(note.title, note.text, readers, offer)


def turn_order_widgets(order: TurnOrder, plays: bool) -> tuple[widgets.AnyWidget, ...]:
    if not order.entries:
        return ()
    names = tuple(actor.name for actor in order.entries)
    initiative = widgets.TurnOrderWidget("Initiative", names, order.turn if order.round else None, order.round)
    if not plays:
        return (initiative,)
    now = f"Round {order.round}" if order.round else "Not begun"
    return (initiative, widgets.FieldWidget("Now", now, widgets.Offer("next_turn", {}, "Next turn")))


def dice_widget() -> widgets.FieldWidget:
    return widgets.FieldWidget("Any dice", "such as 4d6kh3+2", widgets.Offer("throw_dice", {}, "Throw dice"))
