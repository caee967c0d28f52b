"""One sentence for the ear: what has just been told, for whoever cannot watch it."""

from __future__ import annotations

from collections.abc import Iterable

from tablewright.table.feed import Item

MOST = 300
#: What is worth interrupting for; the rest is there to be read.
TALK = frozenset(("said", "joined", "left", "renamed", "handed", "closed", "moved", "paused", "resumed"))
HEARD = TALK | {"acted", "outcome", "undone", "redone", "given up"}


def announcement(items: Iterable[Item]) -> str:
    """What these items come to, in at most a few sentences."""
    words = [_words(item) for item in items if item.kind in HEARD]
    text = " ".join(word if word.endswith((".", "!", "?", "…")) else f"{word}." for word in words)
    return text if len(text) <= MOST else f"{text[: MOST - 1].rstrip()}…"


def _words(item: Item) -> str:
    if item.kind == "said":
        return f"{item.by} says: {item.text}"
    if item.kind == "acted":
        return f"{item.by}: {item.text}" if item.by else item.text
    return item.text
