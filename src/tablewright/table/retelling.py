"""What was told, read again: from a number on, with what was undone since marked."""

from __future__ import annotations

from collections.abc import Iterator

from .feed import Item, Told
from .history import Stretches
from .past import Past
from .standing import Standing

PAGE = 1_000
"""Records read at a time."""
#: What the rules told, and what was set by hand: the log, without the talk around it.
LOGGED = frozenset(("tell", "roll", "choice", "draw", "outcome", "given up", "edited", "handed"))
#: What no longer holds once the entry that told it is undone.
UNDOABLE = LOGGED | {"acted"}


def told(past: Past, standing: Standing, since: int = 0) -> Iterator[Item]:
    """Everything told from a number on at a table that stands like this."""
    number = past.told_in(since) if since < standing.told else standing.entries
    while number < standing.entries:
        page = past.records(number, min(number + PAGE, standing.entries) - 1)
        yield from (item for record in page for item in record.read().told if item.number >= since)
        number += PAGE


def as_told(item: Item, line: Stretches) -> Told:
    """An item as it is read where these entries are in effect."""
    return Told(item, item.kind in UNDOABLE and not line.holds(item.entry))
