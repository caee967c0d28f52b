"""A table in play: its log, its state, its stores, and what each seat sees and may do.

Stands on `rules`, `catalog` and `engine`. Whatever waits for a person is data. Names no game and draws no screen.
"""

from .core.aggregate import UncommittedEvent
from .core.play_state import FinishedAction, PendingAction, PlayState
from .core.table import Table
from .log.events import CorruptJournal
from .log.feed import FeedItem, FeedItemView
from .seat.seat_view import SeatView, view_from

__all__ = [
    "CorruptJournal",
    "FeedItem",
    "FeedItemView",
    "FinishedAction",
    "PendingAction",
    "PlayState",
    "SeatView",
    "Table",
    "UncommittedEvent",
    "view_from",
]
