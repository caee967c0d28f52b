"""Records: an entry with what it told, sealed by the hash of everything before it."""

from __future__ import annotations

import hashlib

import msgspec

from .feed import Item
from .journal import AnyEntry, BrokenJournal


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written down of an entry: what was done, what was told of it, and the state it led to, as a hash."""

    entry: AnyEntry
    told: tuple[Item, ...] = ()
    state: str = ""


class Record(msgspec.Struct, frozen=True):
    """A body as it is stored, with its number and the hash that seals it and all before it."""

    number: int
    body: bytes
    hash: str
    told_from: int
    """The number of the first item it told."""
    snapshot: bytes | None = None
    """Everything needed to go on from here, where that has been written down."""
    closed: bool = False
    """Whether the session is closed with it."""

    def read(self) -> Body:
        try:
            return _decoder.decode(self.body)
        except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BrokenJournal(self.number, f"{error}.") from None


_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)
_encode = msgspec.json.Encoder().encode


def sealed(number: int, body: Body, before: str, told_from: int, snapshot: bytes | None = None) -> Record:
    """A record that follows the one with this hash."""
    text = _encode(body)
    return Record(number, text, seal(before, text), told_from, snapshot)


def seal(before: str, body: bytes) -> str:
    """SHA-256 of the hash before and the body, as a stranger would compute it."""
    return hashlib.sha256(before.encode() + body).hexdigest()


def fingerprint(state: object) -> str:
    """A short hash of a state, to see whether a replay led to the same."""
    return hashlib.blake2b(_encode(state), digest_size=8).hexdigest()
