"""Widgets, of which a sheet is made: declared here once, drawn by the page and the terminal. Names no colours."""

from .cards import CardWidget, DeckWidget
from .clock import ClockWidget
from .offer import Offer
from .panel import AnyWidget, Panel
from .pool import PoolWidget, format_reasons
from .row import Row, TextKind
from .ruler import RulerWidget, ruler_zones
from .table import TableWidget
from .text import FieldWidget, TextWidget
from .token import TokenWidget
from .track import TrackWidget
from .turn_order import TurnOrderWidget
from .widget import Widget, iter_offers, strip_offers

__all__ = [
    "AnyWidget",
    "CardWidget",
    "ClockWidget",
    "DeckWidget",
    "FieldWidget",
    "Offer",
    "Panel",
    "PoolWidget",
    "Row",
    "RulerWidget",
    "TableWidget",
    "TextKind",
    "TextWidget",
    "TokenWidget",
    "TrackWidget",
    "TurnOrderWidget",
    "Widget",
    "format_reasons",
    "iter_offers",
    "ruler_zones",
    "strip_offers",
]
