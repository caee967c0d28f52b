"""Records: an entry with what it told, sealed by the hash of everything before it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from .feed import Item
from .journal import AnyEntry, BrokenJournal

PASSING, STAYING, FOR_GOOD = -1, 0, 1
"""How long a snapshot is kept: until the next, for a while, for good."""


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written down of an entry: what was done, what was told of it, and where it led.

    `told_from` is the number of the first item it told, or would have told. `state` is a short hash of the state it led
    to, `snapshot` the hash of the snapshot that was made of it, if one was.
    """

    told_from: int
    entry: AnyEntry
    told: tuple[Item, ...] = ()
    state: str = ""
    snapshot: str = ""


class Record(msgspec.Struct, frozen=True):
    """A body as it is stored, with its number and the hash that seals it and all before it."""

    number: int
    body: bytes
    hash: str
    told_from: int
    snapshot: bytes | None = None
    """Everything needed to go on from here, where that has been written down."""
    lasting: bool = False
    """Whether its snapshot is kept for good."""
    passing: bool = False
    """Whether its snapshot is only kept until there is another."""
    closed: bool = False
    """Whether the session is closed with it."""

    @property
    def lasts(self) -> int:
        """How long its snapshot is kept, as a number for whoever keeps it."""
        return FOR_GOOD if self.lasting else PASSING if self.passing else STAYING

    def read(self) -> Body:
        try:
            return _decoder.decode(self.body)
        except UNREADABLE as error:
            raise BrokenJournal(self.number, f"{error}.") from None

    def fits(self, before: str) -> bool:
        """Whether this is what was written after the record with this hash."""
        return seal(before, self.body) == self.hash and self.body.startswith(b'{"told_from":%d,' % self.told_from)


UNREADABLE = (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading JSON of unknown origin may raise."""
_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_encode = msgspec.json.Encoder().encode


def sealed(number: int, body: Body, before: str, **kept: Any) -> Record:
    """A record that follows the one with this hash; `kept` is what it says of its snapshot and the session."""
    text = _encode(body)
    return Record(number, text, seal(before, text), body.told_from, **kept)


def seal(before: str, body: bytes) -> str:
    """SHA-256 of the hash before and the body, as a stranger would compute it."""
    return hashlib.sha256(before.encode() + body).hexdigest()


def fingerprint(state: object) -> str:
    """A short hash of a state, to see whether a replay led to the same."""
    return short_hash(state_text(state))


def state_text(state: object) -> bytes:
    """A state as it is written down."""
    return _encode(state)


def short_hash(encoded: bytes) -> str:
    return hashlib.blake2b(encoded, digest_size=8).hexdigest()
