"""The shared kit: clocks, decks, charts, notes, the order of initiative and free dice, for any game."""

from .actions import KIT_PARTS, Part, kit_actions
from .chart import Chart, ChartRow, roll_chart, row_at
from .clock import Clock, advance, is_full, show_clock, tick, turn_back
from .conceal import conceal_kit, kit_secrets
from .config import KitConfig
from .deck import Card, Deck, add_card, draw_card, make_known, return_card, shuffle, shuffle_back
from .dice.expression import Expression, roll_expression
from .dice.notation import NotationError, format_dice, parse_dice
from .ledger import KIT_LEDGER
from .note import Note, audience_for, reveal
from .panels import kit_panels
from .slots import destroy_slot, find_slot
from .state import (
    HasKit,
    Kit,
    check_title,
)
from .turn_order import (
    Actor,
    TurnOrder,
    add_actor,
    current_actor,
    delay_turn,
    make_order,
    next_turn,
    remove_actor,
    sort_order,
)

__all__ = [
    "KIT_LEDGER",
    "KIT_PARTS",
    "Actor",
    "Card",
    "Chart",
    "ChartRow",
    "Clock",
    "Deck",
    "Expression",
    "HasKit",
    "Kit",
    "KitConfig",
    "NotationError",
    "Note",
    "Part",
    "TurnOrder",
    "add_actor",
    "add_card",
    "advance",
    "audience_for",
    "check_title",
    "conceal_kit",
    "current_actor",
    "delay_turn",
    "destroy_slot",
    "draw_card",
    "find_slot",
    "format_dice",
    "is_full",
    "kit_actions",
    "kit_panels",
    "kit_secrets",
    "make_known",
    "make_order",
    "next_turn",
    "parse_dice",
    "remove_actor",
    "return_card",
    "reveal",
    "roll_chart",
    "roll_expression",
    "row_at",
    "show_clock",
    "shuffle",
    "shuffle_back",
    "sort_order",
    "tick",
    "turn_back",
]
