"""Ways to spoil a table's file or its rows in a database, one after the other."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator

from tablewright.table.core.provably_fair import new_seed

Spoilt = tuple[str, bytes]
"""What was done to a file, and what is left of it."""

RECORD = re.compile(rb"[0-9a-f]{64} \{")


def ended(lines: list[bytes]) -> bytes:
    """A file with a last line that fits what is before it: whoever changed it knew how."""
    count = sum(RECORD.match(line) is not None for line in lines)
    text = b"".join(line + b"\n" for line in lines)
    return text + b"end %d %s\n" % (count, hashlib.sha256(text).hexdigest().encode())


def carelessly(text: bytes) -> Iterator[Spoilt]:
    """By accident, or by hand: as it happens to files, and as people do who do not know how they are sealed."""
    lines = text.splitlines(keepends=True)
    for name, changed in by_line(lines):
        yield name, b"".join(changed)
    for at in range(0, len(text), max(1, len(text) // 700)):
        for bit in (1, 0x80):
            yield f"byte {at} ^ {bit}", text[:at] + bytes([text[at] ^ bit]) + text[at + 1 :]
    for length in range(0, len(text), max(1, len(text) // 500)):
        yield f"cut off after {length}", text[:length]
    for back in range(1, 90):
        yield f"cut off {back} before the end", text[:-back]
    yield from by_content(text)


def cunningly(text: bytes) -> Iterator[Spoilt]:
    """By somebody who makes the last line fit again."""
    lines = text.splitlines()[:-1]
    records = [i for i, line in enumerate(lines) if RECORD.match(line)]
    for name, changed in by_line(lines):
        if name != f"dropped {records[-1]}":  # what is left is the file of the evening before
            yield f"{name}, ended", ended(changed)
    for name, whole in by_content(text):
        yield f"{name}, ended", ended(whole.splitlines()[:-1])


def by_line(lines: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    new = lines[0][len(lines[0].rstrip(b"\n")) :]
    for i, line in enumerate(lines):
        yield f"dropped {i}", lines[:i] + lines[i + 1 :]
        yield f"doubled {i}", [*lines[: i + 1], line, *lines[i + 1 :]]
        yield f"emptied {i}", [*lines[:i], new, *lines[i + 1 :]]
        yield f"inserted rot at {i}", [*lines[:i], b"rot" + new, *lines[i:]]
        yield f"inserted a record at {i}", [*lines[:i], lines[1], *lines[i:]]
        if i:
            yield f"swapped {i}", [*lines[: i - 1], line, lines[i - 1], *lines[i + 1 :]]
            yield f"moved {i} to the end", [*lines[:i], *lines[i + 1 :], line]


def by_content(text: bytes) -> Iterator[Spoilt]:
    """Faces, seeds, snapshots, words: what somebody might want to be otherwise."""
    for found in re.finditer(rb'"faces":\[(\d+)', text):
        face = int(found[1])
        for other in {1, 2, 3, 4, 5, 6} - {face}:
            yield f"face at {found.start()} is {other}", text[: found.start(1)] + b"%d" % other + text[found.end(1) :]
    for found in re.finditer(rb"\nseed .*", text):
        for seed in ("", "x", new_seed()):
            yield "another seed", text.replace(found[0], b"\nseed " + seed.encode())
    for found in re.finditer(rb"\nsnapshot (\d+) (.*)", text):
        packed = bytearray(base64.b64decode(found[2]))
        for at in range(0, len(packed), 40):
            packed[at] ^= 1
            yield f"snapshot {found[1].decode()} byte {at}", text.replace(found[2], base64.b64encode(packed))
            packed[at] ^= 1
        yield "snapshot elsewhere", text.replace(found[0], b"\nsnapshot 1 " + found[2])
        yield "snapshot nowhere", text.replace(found[0], b"\nsnapshot -1 " + found[2])
        yield "snapshot far away", text.replace(found[0], b"\nsnapshot 99999 " + found[2])
        yield "snapshot of nothing", text.replace(found[0], b"\nsnapshot " + found[1] + b" ")
    for word in (
        b'"seat":"ann"',
        b'"nonce":"',
        b'"told_from":1',
        b'"state":"',
        b'"to_event":',
        b'"commitment":"',
        b"Hello",
    ):
        for found in re.finditer(re.escape(word), text):
            yield f"{word!r} at {found.start()}", text[: found.end() - 1] + b"#" + text[found.end() :]
