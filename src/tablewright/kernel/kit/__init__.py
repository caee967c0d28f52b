"""The shared kit: clocks, decks, charts, notes, the order of initiative and free dice, for any game."""

from .actions import KIT_PARTS, Part, kit_actions
from .chart import Chart, Entry, entry_at, roll_chart
from .clock import Clock, advance, is_full, show_clock, tick, turn_back
from .deck import Card, Deck, add_card, draw_card, make_known, return_card, shuffle, shuffle_back
from .house import House
from .kit import HasKit, Kit
from .ledger import KIT_LEDGER
from .notation import Misread, parse, spell
from .note import Note, audience_for, reveal
from .order import Actor, Order, acting, join, leave, make_order, next_turn, sort_order, wait
from .panels import kit_panels
from .secrecy import conceal_kit, kit_secrets
from .slots import slot_found, strike
from .tray import Expression, throw_tray

__all__ = [
    "KIT_LEDGER",
    "KIT_PARTS",
    "Actor",
    "Card",
    "Chart",
    "Clock",
    "Deck",
    "Entry",
    "Expression",
    "HasKit",
    "House",
    "Kit",
    "Misread",
    "Note",
    "Order",
    "Part",
    "acting",
    "add_card",
    "advance",
    "audience_for",
    "conceal_kit",
    "draw_card",
    "entry_at",
    "is_full",
    "join",
    "kit_actions",
    "kit_panels",
    "kit_secrets",
    "leave",
    "make_known",
    "make_order",
    "next_turn",
    "parse",
    "return_card",
    "reveal",
    "roll_chart",
    "show_clock",
    "shuffle",
    "shuffle_back",
    "slot_found",
    "sort_order",
    "spell",
    "strike",
    "throw_tray",
    "tick",
    "turn_back",
    "wait",
]
