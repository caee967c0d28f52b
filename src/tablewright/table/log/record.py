"""Records: an entry with what it told, sealed by the hash of everything before it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from .events import AnyEvent, CorruptJournal
from .feed import FeedItem

PASSING, STAYING, FOR_GOOD = -1, 0, 1
"""How long a snapshot is kept: until the next, for a while, for good."""


class RecordBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written down of an entry: what was done, what was told of it, and where it led.

    `told_from` is the number of the first item it told, or would have told. `state` is a short hash of the state it led
    to, `snapshot` the hash of the snapshot that was made of it, if one was.
    """

    told_from: int
    event: AnyEvent
    told: tuple[FeedItem, ...] = ()
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

    def read(self) -> RecordBody:
        try:
            return _decoder.decode(self.body)
        except DECODE_ERRORS as error:
            raise CorruptJournal(self.number, f"{error}.") from None

    def fits(self, before: str) -> bool:
        """Whether this is what was written after the record with this hash."""
        return record_hash(before, self.body) == self.hash and self.body.startswith(
            b'{"told_from":%d,' % self.told_from
        )


DECODE_ERRORS = (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading JSON of unknown origin may raise."""
_decoder: msgspec.json.Decoder[RecordBody] = msgspec.json.Decoder(RecordBody)
_encode = msgspec.json.Encoder().encode


def seal_record(number: int, body: RecordBody, before: str, **kept: Any) -> Record:
    """A record that follows the one with this hash; `kept` is what it says of its snapshot and the session."""
    text = _encode(body)
    return Record(number, text, record_hash(before, text), body.told_from, **kept)


def record_hash(before: str, body: bytes) -> str:
    """SHA-256 of the hash before and the body, as a stranger would compute it."""
    return hashlib.sha256(before.encode() + body).hexdigest()


def state_hash(state: object) -> str:
    """A short hash of a state, to see whether a replay led to the same."""
    return truncated_hash(encode_state(state))


def encode_state(state: object) -> bytes:
    """A state as it is written down."""
    return _encode(state)


def truncated_hash(encoded: bytes) -> str:
    return hashlib.blake2b(encoded, digest_size=8).hexdigest()
