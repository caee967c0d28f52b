"""One file a table: to take it to another machine, to keep it, to let anybody check its dice.

The first line says what it is. Every record is a line: its hash, a space, its JSON; the hash is SHA-256 of the hash
before it and that JSON. Then come its snapshots and, if it was asked for, the seed. The last line counts the records
and holds SHA-256 of every byte before it: nothing can be changed, added or lost without being noticed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from pathlib import Path

import msgspec

from tablewright.rules import Refused
from tablewright.table.core import LASTING_EVERY, provably_fair, snapshot_hash
from tablewright.table.log import (
    DECODE_ERRORS,
    AnyEvent,
    CorruptJournal,
    Record,
    RulesUpgraded,
    SeedCommitted,
    SessionClosed,
    SessionReopened,
    TableOpened,
    effective_event,
)
from tablewright.table.stores import StoredTable, TableHeader

FORMAT = 1
MAX_BYTES = 256 * 1024 * 1024


class FileHeader(msgspec.Struct, frozen=True):
    """The first line of a file."""

    tablewright: int
    name: str
    game: str
    by_hand: bool = False


class TableFile(msgspec.Struct, frozen=True):
    """What a file holds. `fault` says what is wrong with it, if anything is; the records before that are whole."""

    first: FileHeader
    records: tuple[Record, ...]
    seed: str = ""
    fault: str = ""

    @property
    def closed(self) -> bool:
        return bool(self.records) and self.records[-1].closed

    @property
    def entries(self) -> list[AnyEvent]:
        return [record.read().event for record in self.records]


def encode_file(kept: StoredTable, with_seed: bool = False) -> tuple[bytes, int]:
    """A table as the bytes of its file, and how many records are in it."""
    head = kept.head
    lines = [msgspec.json.encode(FileHeader(FORMAT, head.name, head.game, head.by_hand))]
    lines += [record.hash.encode() + b" " + record.body for record in kept.chain()]
    count = len(lines) - 1
    lines += [b"snapshot %d " % n + base64.b64encode(kept.snapshot(n)) for n in kept.snapshots() if n < count]
    if with_seed and kept.seed():
        lines.append(b"seed " + kept.seed().encode())
    text = b"\n".join(lines) + b"\n"
    text += b"end %d %s\n" % (count, hashlib.sha256(text).hexdigest().encode())
    return text, count


def write_file(path: Path, kept: StoredTable, with_seed: bool = False) -> int:
    """Writes a table to a new file, synced to the disk; how many records."""
    text, count = encode_file(kept, with_seed)
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise Refused(f"{path} is there already: choose another name.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None
    return count


def read_file(path: Path) -> TableFile:
    """What a file holds; refused if it is no table's file at all."""
    return parse_file(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise Refused(f"{path} is larger than any table.")
        return path.read_bytes()
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None


def parse_file(text: bytes, path: Path) -> TableFile:
    first, *lines = text.split(b"\n")
    reading = _Reading(text)
    for number, line in enumerate(lines, 2):
        reading.line(line, number)
    return reading.whole(parse_header(first, path))


def parse_header(line: bytes, path: Path) -> FileHeader:
    try:
        found = msgspec.json.decode(line, type=FileHeader)
    except DECODE_ERRORS:
        raise Refused(f"{path} is not a table's file.") from None
    if found.tablewright > FORMAT:
        raise Refused(f"{path} was written by a newer version of Tablewright: use that one.")
    return found


class _Reading:
    """A file as far as it has been read. Nothing is taken after the first thing that is wrong."""

    def __init__(self, text: bytes) -> None:
        self.text, self.at = text, text.find(b"\n") + 1
        self.records: list[Record] = []
        self.before, self.told = "", 0
        self.seed, self.fault, self.ended = "", "", False

    def line(self, line: bytes, number: int) -> None:
        word, _, rest = line.partition(b" ")
        at, self.at = self.at, self.at + len(line) + 1
        if word == b"seed":
            self.seed = rest.decode("utf-8", "replace")  # it is the one that was committed to, or it is none
        elif self.fault:
            return
        elif self.ended:
            self.fault = "" if not line and at == len(self.text) else f"Line {number} should not be there."
        elif word == b"end":
            self._end(rest, at)
        elif word == b"snapshot":
            self._snapshot(rest)
        elif word:
            self._record(word, rest)
        else:
            self.fault = f"Line {number} is empty." if at < len(self.text) else "The file has no end."

    def _record(self, hash: bytes, body: bytes) -> None:
        number = len(self.records)
        record = Record(number, body, hash.decode("ascii", "replace"), self.told)
        if not record.fits(self.before):
            self.fault = f"Entry {number} is not as it was written."
            return
        try:
            found = record.read()
        except CorruptJournal as broken:
            self.fault = str(broken)
            return
        entry = effective_event(found.event)
        if isinstance(entry, TableOpened) != (number == 0):
            self.fault = "A journal begins with its opening, and has no other."
            return
        lasting = number % LASTING_EVERY == 0 or isinstance(entry, RulesUpgraded)
        self.records.append(msgspec.structs.replace(record, lasting=lasting, closed=isinstance(entry, SessionClosed)))
        self.before, self.told = record.hash, self.told + len(found.told)

    def _snapshot(self, rest: bytes) -> None:
        number, _, packed = rest.partition(b" ")
        try:
            record = self.records[int(number)] if number.isdigit() else None
            snapshot = base64.b64decode(packed, validate=True)
        except (ValueError, IndexError, binascii.Error):
            record, snapshot = None, b""
        if record is None:
            self.fault = "A snapshot in it cannot be read."
            return
        if snapshot_hash(snapshot) != record.read().snapshot:
            self.fault = f"The snapshot of entry {record.number} is not as it was written."
            return
        self.records[record.number] = msgspec.structs.replace(record, snapshot=snapshot)

    def _end(self, rest: bytes, at: int) -> None:
        self.ended = True
        known = hashlib.sha256(self.text[:at]).hexdigest().encode()
        if rest != b"%d %s" % (len(self.records), known) or not self.text.endswith(b"\n"):
            self.fault = "The file does not end as it was written."

    def whole(self, first: FileHeader) -> TableFile:
        fault, seed = self.fault, self.seed
        if not self.ended:
            fault = fault or "The file has no end."
        commitments = [
            e.commitment
            for r in self.records
            if isinstance(e := r.read().event, TableOpened | SeedCommitted | SessionReopened)
        ]
        if not self.records:
            fault = fault or "There is nothing in it."
        elif seed and provably_fair.commitment(seed) not in commitments[-1:]:
            fault, seed = fault or "The seed in it is not the one the table committed to.", ""
        return TableFile(first, tuple(self.records), seed, fault)


def file_table_header(found: FileHeader, source: str, name: str = "") -> TableHeader:
    return TableHeader("", name or found.name, found.game, source, found.by_hand)
