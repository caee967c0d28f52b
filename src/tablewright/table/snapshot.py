"""Snapshots: all that is needed to go on from an entry without replaying what came before it."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat

from .moment import Moment, again
from .standing import Standing

MARK = 32
"""Bytes of the hash that a snapshot begins with."""


class Waiting(msgspec.Struct, frozen=True):
    """An action that waits, as data."""

    number: int
    seat: Seat
    action: str
    params: dict[str, Any]
    answers: dict[str, Any]
    meant: dict[str, str]


class Snapshot(msgspec.Struct, frozen=True):
    standing: Standing
    state: msgspec.Raw
    running: tuple[Waiting, ...] = ()


class Undecodable(Refused):
    """A snapshot that does not fit the rules as they are now."""


_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Snapshot] = msgspec.json.Decoder(Snapshot)


def pack(standing: Standing, moment: Moment) -> bytes:
    """A snapshot as bytes that know whether they are whole."""
    running = tuple(
        Waiting(r.number, r.seat, r.action, dict(r.params), dict(r.answers), dict(r.progress.used))
        for r in moment.running
    )
    text = zlib.compress(_encode(Snapshot(standing, msgspec.Raw(_encode(moment.state)), running)), 1)
    return hashlib.sha256(text).digest() + text


def standing_of(packed: bytes) -> Standing:
    """How a table stood, whether or not its state still decodes."""
    return _read(packed).standing


def unpack(game: Game, packed: bytes) -> tuple[Standing, Moment]:
    """What a snapshot holds. An action that cannot go on under the rules as they are now is given up, and says why."""
    found = _read(packed)
    try:
        moment = Moment(msgspec.json.decode(found.state, type=game.state))
    except (msgspec.ValidationError, msgspec.DecodeError, Refused) as error:
        raise Undecodable(f"{error}.") from None
    for w in found.running:
        moment = again(game, moment, w.number, w.seat, w.action, w.params, w.answers, w.meant)
    return found.standing, moment


def _read(packed: bytes) -> Snapshot:
    text = packed[MARK:]
    if hashlib.sha256(text).digest() != packed[:MARK]:
        raise Undecodable("A snapshot is damaged.")
    try:
        return _decoder.decode(zlib.decompress(text))
    except (msgspec.ValidationError, msgspec.DecodeError, zlib.error) as error:
        raise Undecodable(f"{error}.") from None
