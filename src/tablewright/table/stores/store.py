"""Stores of tables: the protocols that every store fulfils."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

import msgspec

from tablewright.rules import Refused
from tablewright.table.log import Record, RecordLog

MAX_NAME = 80

OnAppend: TypeAlias = Callable[[Mapping[str, int]], None]  # called with the tables' new lengths


class VersionConflict(Refused):
    """Raised if a table is longer than its writer knows: another process has appended first."""

    def __init__(self) -> None:
        super().__init__("This table has gone on elsewhere: open it again.")


class DuplicateCommand(Refused):
    """Raised if a command with the same tag was appended before."""

    def __init__(self) -> None:
        super().__init__("This was done already.")


class StoreUnavailable(Refused):
    """Raised if the store cannot be reached just now. It may be back in a moment."""


class TableHeader(msgspec.Struct, frozen=True):
    """Facts about a table that are known without opening it.

    `source` is the place of its game: its name for an installed one, a folder for any other. `length` and `hash` are
    those of its journal, so that a lost end is noticed.
    """

    id: str
    name: str
    game: str
    source: str
    by_hand: bool = False
    """True if people throw the dice: on opening, the table does not throw those it waits for."""
    created: float = 0.0
    touched: float = 0.0
    length: int = 0
    hash: str = ""
    closed: bool = False


class AppendBatch(msgspec.Struct, frozen=True):
    """Records for one table, to be appended together.

    `tag` is the caller's id for them, if any. `seed` is the seed of the dice from then on, if they commit to a new one.
    """

    of: str
    records: tuple[Record, ...]
    tag: str = ""
    seed: str = ""


class Document(msgspec.Struct, frozen=True):
    """A small document beside the tables: who sits where, which links lead in. `body` is JSON.

    It is found by its kind and key, or with all of its kind that are `of` a table or `by` a person.
    """

    kind: str
    key: str
    body: bytes
    of: str = ""
    by: str = ""


class DocumentStore(Protocol):
    """A store of documents."""

    def document(self, kind: str, key: str) -> Document | None: ...

    def documents(self, kind: str, of: str = "", by: str = "") -> list[Document]:
        """Documents of a kind, oldest first; of one table or by one person, if one is named."""
        ...

    def put(self, *papers: Document) -> None:
        """Write all of them or none, in place of any with the same kind and key."""
        ...

    def put_if_absent(self, paper: Document) -> bool:
        """Write a document unless there is one of its kind and key. True if it was written; only one writer
        succeeds.
        """
        ...

    def remove(self, kind: str, *keys: str) -> None: ...


class StoredTable(RecordLog, Protocol):
    """The records of one table in a store."""

    @property
    def head(self) -> TableHeader:
        """The current header."""
        ...

    def chain(self) -> Iterator[Record]:
        """Every record in order, without snapshots, to check them."""
        ...

    def tags(self, most: int) -> dict[str, int]:
        """Tags of the last records, with their numbers."""
        ...

    def tagged(self, tag: str) -> int:
        """The number of the record with this tag."""
        ...

    def seed(self) -> str:
        """The seed of its dice, which is kept apart from the journal; "" if it is not here."""
        ...


class TableStore(DocumentStore, Protocol):
    """A store of tables by name."""

    @property
    def shared(self) -> bool:
        """True if several processes play at its tables at once; an append is refused if another was first."""
        ...

    def create(self, head: TableHeader, seed: str, records: Sequence[Record]) -> StoredTable:
        """Create a table with its first records, all or nothing. Refuses a name that is taken."""
        ...

    def headers(self) -> list[TableHeader]:
        """Every table, last played first."""
        ...

    def kept(self, name: str) -> StoredTable:
        """Find a table by name. Refuses an unknown name with the nearest ones."""
        ...

    def table(self, id: str) -> StoredTable:
        """Find a table by id. Refuses an unknown one."""
        ...

    def append_all(self, bundles: Sequence[AppendBatch]) -> list[Refused | None]:
        """Append to many tables at once; returns the reason for each that failed."""
        ...

    def rename(self, name: str, new: str) -> None: ...

    def reseed(self, id: str, seed: str) -> None:
        """Write a new seed for a table whose last one was shown. Refused while its session is open."""
        ...

    def set_by_hand(self, name: str, by_hand: bool) -> None: ...

    def delete(self, name: str) -> None: ...

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Lock a table for its player: it has one writer at a time, unless the store is shared."""
        ...

    def mutex(self, what: str) -> AbstractContextManager[None]:
        """A mutex among all processes that share the store."""
        ...

    def subscribe(self, heard: OnAppend, word: Callable[[str], None]) -> None:
        """Call `heard`, from another thread, with the new lengths of tables, if other processes write.

        `word` is called with each message of `notify`.
        """
        ...

    def notify(self, word: str) -> None:
        """Send a short message to every process that listens, this one included. It is not stored."""
        ...

    def close(self) -> None: ...


def check_table_name(name: str) -> str:
    """Normalize a table's name: one line, not empty, not too long, without terminal codes."""
    words = " ".join(name.split())
    if not words or len(words) > MAX_NAME or not words.isprintable():
        raise Refused(f"A table's name has 1 to {MAX_NAME} letters.")
    return words


def unique_table_name(wish: str, taken: set[str]) -> str:
    """The name, with a number appended if it is taken."""
    name, n = wish, 1
    while name in taken:
        n += 1
        name = f"{wish} {n}"
    return name
