"""Snapshots: all that is needed to go on from an entry without replaying what came before it."""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

import msgspec

from tablewright.rules import Game, Refused, Seat
from tablewright.table.log import DECODE_ERRORS, RecordLog, Timeline, decode_timeline, encode_timeline

from .metadata import TableMetadata
from .play_state import PendingAction, PlayState
from .transitions import abandon_action, resume_action

SNAPSHOT_EVERY = 20
"""Of every entry that changes something there is a snapshot, until the next; one in so many is kept for longer."""
LASTING_EVERY = 400
"""Of these, one in so many entries is kept for good."""
MAX_BYTES = 64 * 1024 * 1024
"""More than any state needs: a snapshot from elsewhere must not fill the memory."""


NOTHING, NONE = msgspec.Raw(b"null"), Timeline()


class PendingActionData(msgspec.Struct, frozen=True):
    """An action that waits, as data."""

    number: int
    seat: Seat
    action: str
    params: dict[str, Any]
    answers: dict[str, Any]
    meant: dict[str, str]
    then: msgspec.Raw = NOTHING
    """The state its first dice fell in, if the action wants to know."""


class Snapshot(msgspec.Struct, frozen=True):
    standing: TableMetadata
    state: msgspec.Raw
    running: tuple[PendingActionData, ...] = ()


class SnapshotOutdated(Refused):
    """A snapshot that does not fit the rules as they are now."""


class SnapshotCorrupt(SnapshotOutdated):
    """A snapshot that is not as it was written."""


_encode = msgspec.json.Encoder().encode
_write = msgspec.json.Encoder(enc_hook=encode_timeline).encode
_decoder: msgspec.json.Decoder[Snapshot] = msgspec.json.Decoder(Snapshot, dec_hook=decode_timeline)


def encode_snapshot(
    standing: TableMetadata, moment: PlayState, whole: bool = True, state: bytes = b"", small: bool = True
) -> bytes:
    """A snapshot as bytes. The record it belongs to holds their hash, and so it cannot hold the record's.

    One that is not whole leaves out what grows as a table is played: which entries are in effect. The last whole one
    and a look at what came after it say that. `state` is the moment's, where it has been written already. One that is
    not kept for long need not be made `small`.
    """
    standing = (
        standing.but(hash="") if whole else standing.but(hash="", timeline=NONE, redo_timeline=NONE, proposals=())
    )
    running = tuple(map(_waiting, moment.pending))
    text = _write(Snapshot(standing, msgspec.Raw(state or _encode(moment.state)), running))
    return zlib.compress(text, 1) if small else text


def _text(packed: bytes) -> bytes:
    """A snapshot as it was before it was made small, if it was: what is small never begins like JSON."""
    return packed if packed.startswith(b"{") else zlib.decompressobj().decompress(packed, MAX_BYTES)


def _waiting(r: PendingAction) -> PendingActionData:
    then = msgspec.Raw(_encode(r.state_at_roll)) if r.state_at_roll is not None else NOTHING
    return PendingActionData(r.number, r.seat, r.action, dict(r.params), dict(r.answers), dict(r.progress.used), then)


def snapshot_hash(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()


class RestoredTable(msgspec.Struct, frozen=True):
    """What a snapshot leads to under the rules as they are now."""

    standing: TableMetadata
    moment: PlayState
    """What waited and cannot go on has ended with it, and says why."""
    alike: bool
    """Whether the state is written as it was, to the letter, or nothing has been played from there."""


def metadata_at(past: RecordLog, number: int) -> TableMetadata:
    """How a table stood, whether or not its state still decodes."""
    standing = _read(past, number)[0]
    if not standing.timeline:
        raise SnapshotOutdated(f"The snapshot of entry {number} does not say how the table stood.")
    return standing


def load_snapshot(game: Game, past: RecordLog, number: int) -> RestoredTable:
    """What the snapshot of a record holds. An action that cannot go on under the rules as they are now is given up."""
    standing, found = _read(past, number)
    return _found(game, standing, found)


def decode_snapshot(game: Game, packed: bytes) -> RestoredTable:
    """What a snapshot holds that has just been packed: for a process that counts, not for one that keeps."""
    found = _decoder.decode(_text(packed))
    return _found(game, found.standing, found)


def _found(game: Game, standing: TableMetadata, found: Snapshot) -> RestoredTable:
    try:
        moment = PlayState(_state(game, found.state))
    except Exception as error:  # whatever a game's own state says against it
        raise SnapshotOutdated(f"Its state does not fit them: {error}.") from None
    alike = _encode(moment.state) == bytes(found.state)
    for w in found.running:
        try:
            then = _state(game, w.then) if bytes(w.then) != bytes(NOTHING) else None
            moment = resume_action(game, moment, w.number, w.seat, w.action, w.params, w.answers, w.meant, then=then)
        except Exception as error:  # a rule that goes wrong now is no reason to lose the table
            moment = abandon_action(
                moment, w.number, w.seat, w.action, w.params, f"{type(error).__name__}: {str(error).rstrip('.')}."
            )
    return RestoredTable(standing, moment, alike)


def _state(game: Game, raw: msgspec.Raw) -> Any:
    """A state as the game keeps it now; one of an earlier shape is lifted, where the game says how."""
    try:
        return msgspec.json.decode(raw, type=game.state)
    except msgspec.ValidationError:
        if game.migrate_state is None:
            raise
    return msgspec.convert(game.migrate_state(msgspec.json.decode(raw)), game.state)


def _read(past: RecordLog, number: int) -> tuple[TableMetadata, Snapshot]:
    packed, records = past.snapshot(number), past.records(number, number)
    if not packed or not records or snapshot_hash(packed) != records[0].read().snapshot:
        raise SnapshotCorrupt(f"The snapshot of entry {number} is not as it was written.")
    try:
        found = _decoder.decode(_text(packed))
    except (*DECODE_ERRORS, zlib.error) as error:
        raise SnapshotOutdated(f"The snapshot of entry {number} cannot be read: {error}.") from None
    return found.standing.but(hash=records[0].hash), found
