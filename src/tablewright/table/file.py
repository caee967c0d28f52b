"""A table on disk: one line a journal entry, written and synced before anybody sees it.

The first line holds the seed the table committed to, so the file is the game master's: it is not to be shown before
the session is closed. A line cut off by a crash is dropped and said; everything before it stands.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game

from .journal import BrokenJournal, from_line, to_lines
from .table import Table

fcntl: Any = None
with suppress(ImportError):  # there are no such locks on Windows
    import fcntl


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    tablewright: int
    game: str
    seed: str
    by_hand: bool = False
    """Dice are thrown by people: the table does not throw what it waits for when it is loaded."""


class TableFile:
    """Keeps a table's journal in a file."""

    def __init__(self, path: Path, table: Table, kept: int = 0) -> None:
        self.path, self.table, self._kept = path, table, kept

    @staticmethod
    def create(path: Path, table: Table) -> TableFile:
        """A new file for a table; refused if there is one already."""
        head = Head(1, table.game.name, table.seed, not table.fair_dice)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                try:
                    file.write(_text(head, table))
                    _sync(file)
                except OSError:
                    path.unlink()
                    raise
        except OSError as error:
            if isinstance(error, FileExistsError) and path.exists():
                raise Refused(f"{path} is there already: resume it, or choose another name.") from None
            raise Refused(f"{path} cannot be written: {error.strerror}.") from None
        return TableFile(path, table, len(table.journal))

    @staticmethod
    def game_of(path: Path) -> str:
        """The name of the game a file is of."""
        return _head(_read(path).split(b"\n", 1)[0], path).game

    @staticmethod
    def load(path: Path, game: Game) -> tuple[TableFile, str]:
        """The table a file holds, and what had to be left out of it (nothing, if all is well)."""
        text = _read(path)
        first, *lines = text.split(b"\n")
        head = _head(first, path)
        said = ""
        if lines and lines[-1]:
            said = "The last entry was cut off before it was written: it is left out. "
        lines = lines[:-1]
        entries, fault = [], None
        for i, line in enumerate(lines):
            try:
                entries.append(from_line(_decoded(line, i), i))
            except BrokenJournal as broken:
                fault = broken
                break
        try:
            table = Table.replay(game, entries, head.seed)
        except BrokenJournal as broken:
            if broken.kept is None:
                raise
            table, fault = broken.kept, broken
        kept = TableFile(path, table, len(table.journal))
        try:
            if fault is not None:
                said += f"{fault} The file as it was is kept beside it as {_set_aside(path, text)}."
            if said:
                kept._rewrite(head)
        except OSError as error:
            raise Refused(f"{path} cannot be mended: {error.strerror}.") from None
        table.fair_dice = not head.by_hand
        table.throw()
        kept.save()
        return kept, said.strip()

    def save(self) -> None:
        """Writes what is new. Raises Refused if the disk does not take it; the table then forgets it too."""
        new = self.table.journal[self._kept :]
        if not new:
            return
        size = None
        try:
            size = self.path.stat().st_size
            with self.path.open("ab") as file:
                file.write(to_lines(new).encode())
                _sync(file)
        except OSError as error:
            if size is not None:
                os.truncate(self.path, size)
            self.table.forget(self._kept)
            raise Refused(f"{self.path} cannot be written: {error.strerror}. Nothing was kept.") from None
        self._kept = len(self.table.journal)

    def _rewrite(self, head: Head) -> None:
        fresh = self.path.with_name(self.path.name + ".new")
        with fresh.open("wb") as file:
            file.write(_text(head, self.table))
            _sync(file)
        fresh.replace(self.path)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Holds a table's file for this process alone: a table has one writer at a time.

    The hold is a lock on a file beside it, so that replacing the file does not lose it; it goes with the process.
    """
    if fcntl is None:
        yield
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Refused(f"{path} is open elsewhere: a table has one writer at a time.") from None
    try:
        yield
    finally:
        os.close(lock)


def _text(head: Head, table: Table) -> bytes:
    return msgspec.json.encode(head) + b"\n" + to_lines(table.journal).encode()


def _set_aside(path: Path, text: bytes) -> str:
    """Keeps a broken file as it was, beside those that broke before; the name it is kept under."""
    aside, n = path.with_name(f"{path.name}.broken"), 1
    while aside.exists():
        n += 1
        aside = path.with_name(f"{path.name}.broken-{n}")
    with aside.open("xb") as file:
        file.write(text)
        _sync(file)
    return aside.name


def _head(line: bytes, path: Path) -> Head:
    try:
        return msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        raise Refused(f"{path} is not a table's file.") from None


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BrokenJournal(number, "it is not text.") from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None


def _sync(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
