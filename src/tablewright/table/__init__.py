"""A table in play: journal, feed, fair dice, seats. Knows the readers and the kernel; no game by name."""

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
