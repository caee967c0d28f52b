"""The feed, read again: from a number on, by one seat, with what was undone since marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablewright.rules import Game, Seat
from tablewright.table.log import FeedItem, FeedItemView, RecordLog, Timeline

from .metadata import TableMetadata

PAGE = 1_000
"""Records read at a time."""
#: What the rules told, and what was set by hand: the log, without the talk around it.
LOG_KINDS = frozenset(("tell", "roll", "choice", "draw", "outcome", "given up", "edited", "handed"))
#: What no longer holds once the entry that told it is undone.
UNDOABLE_KINDS = LOG_KINDS | {"acted"}


def read_feed(past: RecordLog, standing: TableMetadata, since: int = 0) -> Iterator[FeedItem]:
    """Everything told from a number on at a table that stands like this."""
    number = past.told_in(since) if since < standing.feed_length else standing.length
    while number < standing.length:
        page = past.records(number, min(number + PAGE, standing.length) - 1)
        yield from (item for record in page for item in record.read().told if item.number >= since)
        number += PAGE


def readable_items(game: Game, seat: Seat, items: Iterable[FeedItem]) -> Iterator[FeedItem]:
    """The items that this seat may read; a master reads all. Who may was decided when each was told."""
    return iter(items) if game.is_master(seat) else (i for i in items if i.readers is None or seat.id in i.readers)


def feed_item_view(item: FeedItem, line: Timeline) -> FeedItemView:
    """An item as it is read where these entries are in effect."""
    return FeedItemView(item, item.kind in UNDOABLE_KINDS and not line.holds(item.event))
