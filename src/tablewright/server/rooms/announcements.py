"""One sentence for the ear: what has just been told, for whoever cannot watch it."""

from __future__ import annotations

from collections.abc import Iterable

from tablewright.table.log import FeedItem

MAX_LENGTH = 300
#: What is worth interrupting for; the rest is there to be read.
TALK_KINDS = frozenset(("said", "joined", "left", "renamed", "handed", "closed", "moved", "paused", "resumed"))
ANNOUNCED_KINDS = TALK_KINDS | {"acted", "outcome", "undone", "redone", "given up"}


def announce(items: Iterable[FeedItem]) -> str:
    """What these items come to, in at most a few sentences."""
    words = [_words(item) for item in items if item.kind in ANNOUNCED_KINDS]
    text = " ".join(word if word.endswith((".", "!", "?", "…")) else f"{word}." for word in words)
    return text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 1].rstrip()}…"


def _words(item: FeedItem) -> str:
    if item.kind == "said":
        return f"{item.by} says: {item.text}"
    if item.kind == "acted":
        return f"{item.by}: {item.text}" if item.by else item.text
    return item.text
