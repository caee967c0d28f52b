"""The feed: everything anybody is told, numbered, as it was told. Who may read an item is decided when it is told."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tablewright.rules import Tone

FeedKind: TypeAlias = Literal[
    "opened",
    "joined",
    "left",
    "renamed",
    "handed",
    "acted",
    "tell",
    "roll",
    "choice",
    "draw",
    "outcome",
    "given up",
    "edited",
    "undone",
    "redone",
    "said",
    "moved",
    "agreed",
    "objected",
    "carried",
    "committed",
    "closed",
    "reopened",
    "paused",
    "resumed",
]


class FeedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing told. `entry` is the journal entry that told it, `of` the entry of the action it belongs to.

    `to` are the seats that may read it, besides a master; everyone, if it is None.
    """

    number: int
    event: int
    action_id: int
    kind: FeedKind
    text: str
    by: str = ""
    cites: str = ""
    faces: tuple[int, ...] = ()
    sides: int = 0
    hand: bool = False
    """Thrown by somebody's hand, not by the table."""
    counted: tuple[bool, ...] = ()
    """Which of the dice counted."""
    against: str = ""
    reasons: tuple[str, ...] = ()
    tone: Tone = ""
    """How an outcome sounds, where the game says."""
    to_event: int | None = None
    """For undo and redo: the entry after which the table is now."""
    readers: tuple[str, ...] | None = None
    audience: tuple[str, ...] = ()
    """Whom it was told to, as the rule named them."""
    recipients: tuple[str, ...] = ()
    """Whom a whisper was for, by what they were called."""


class FeedItemView(msgspec.Struct, frozen=True):
    """An item as a seat reads it now: what was undone since is marked, never gone."""

    item: FeedItem
    undone: bool = False

    def __repr__(self) -> str:
        """As somebody reads it: its number, what kind of thing it is, and its words."""
        return f"<{self.item.number} {self.item.kind}{' (undone)' if self.undone else ''}: {self.item.text}>"
