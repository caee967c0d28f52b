"""One file a table: to take it to another machine, to keep it, to let anybody check its dice.

The first line says what it is. Every record is a line: its hash, a space, its JSON; the hash is SHA-256 of the hash
before it and that JSON. Then come the last snapshot and, if it was asked for, the seed. The last line counts the
records and holds SHA-256 of every byte before it: nothing can be changed, added or lost without being noticed.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from pathlib import Path

import msgspec

from tablewright.kernel.errors import Refused

from . import fair
from .journal import BrokenJournal, Closed, Committed, Opened, deed
from .record import Record, seal
from .store import Head, Kept

FORMAT = 2
MOST_BYTES = 256 * 1024 * 1024


class First(msgspec.Struct, frozen=True):
    """The first line of a file."""

    tablewright: int
    name: str
    game: str
    version: str
    by_hand: bool = False


class Portable(msgspec.Struct, frozen=True):
    """What a file holds. `fault` says what is wrong with it, if anything is; the records before that are whole."""

    first: First
    records: tuple[Record, ...]
    seed: str = ""
    fault: str = ""

    @property
    def closed(self) -> bool:
        return bool(self.records) and self.records[-1].closed


def write_file(path: Path, kept: Kept, with_seed: bool = False) -> int:
    """Writes a table to a new file, synced to the disk; how many records."""
    head = kept.head
    lines = [msgspec.json.encode(First(FORMAT, head.name, head.game, head.version, head.by_hand))]
    lines += [hash.encode() + b" " + body for _, body, hash in kept.chain()]
    count = len(lines) - 1
    if with_seed and kept.seed():
        lines.append(b"seed " + kept.seed().encode())
    numbers = [number for number in kept.snapshots() if number < count]
    if numbers:
        lines.append(b"snapshot %d " % numbers[-1] + base64.b64encode(kept.snapshot(numbers[-1])))
    text = b"\n".join(lines) + b"\n"
    text += b"end %d %s\n" % (count, hashlib.sha256(text).hexdigest().encode())
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


def read_file(path: Path) -> Portable:
    """What a file holds; refused if it is no table's file at all."""
    return parse(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"{path} is larger than any table.")
        return path.read_bytes()
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None


def parse(text: bytes, path: Path) -> Portable:
    lines = text.split(b"\n")
    first = first_line(lines[0], path)
    records, seed, snapshot, fault = list[Record](), "", (-1, b""), ""
    before = ""
    told = 0
    ended = False
    for n, line in enumerate(lines[1:], 1):
        word, _, rest = line.partition(b" ")
        if ended or (not line and n < len(lines) - 1):
            fault = fault or f"Line {n + 1} should not be there."
        elif word == b"end":
            ended, fault = True, fault or _end(rest, len(records), text, line)
        elif word == b"seed":
            seed = rest.decode("utf-8", "replace")
        elif word == b"snapshot":
            snapshot = _snapshot(rest)
        elif line and not fault:
            record = Record(len(records), rest, word.decode("ascii", "replace"), told)
            try:
                body = record.read() if seal(before, rest) == record.hash else None
            except BrokenJournal as broken:
                body, fault = None, str(broken)
            if body is None:
                fault = fault or f"Entry {len(records)} is not as it was written."
            else:
                records.append(record)
                before, told = record.hash, told + len(body.told)
    if not ended:
        fault = fault or "The file has no end: something is missing."
    return _whole(first, records, seed, snapshot, fault)


def first_line(line: bytes, path: Path) -> First:
    try:
        found = msgspec.json.decode(line, type=First)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        raise Refused(f"{path} is not a table's file.") from None
    if found.tablewright > FORMAT:
        raise Refused(f"{path} was written by a newer version of Tablewright: use that one.")
    return found


def _end(rest: bytes, count: int, text: bytes, line: bytes) -> str:
    known = b"%d %s" % (count, hashlib.sha256(text[: text.rindex(line)]).hexdigest().encode())
    return "" if rest == known and text.endswith(line + b"\n") else "The file does not end as it was written."


def _snapshot(rest: bytes) -> tuple[int, bytes]:
    number, _, packed = rest.partition(b" ")
    try:
        return int(number), base64.b64decode(packed, validate=True)
    except (ValueError, binascii.Error):
        return -1, b""


def _whole(first: First, records: list[Record], seed: str, snapshot: tuple[int, bytes], fault: str) -> Portable:
    if not records:
        return Portable(first, (), "", fault or "There is nothing in it.")
    number, packed = snapshot
    if 0 <= number < len(records):
        records[number] = msgspec.structs.replace(records[number], snapshot=packed)
    commitments = [e.commitment for r in records if isinstance(e := r.read().entry, Opened | Committed)]
    if seed and fair.commitment(seed) not in commitments[-1:]:
        fault, seed = fault or "The seed in it is not the one the table committed to.", ""
    closed = isinstance(deed(records[-1].read().entry), Closed)
    records[-1] = msgspec.structs.replace(records[-1], closed=closed)
    return Portable(first, tuple(records), seed, fault)


def head_of(found: First, source: str, name: str = "") -> Head:
    return Head("", name or found.name, found.game, source, found.version, found.by_hand)
