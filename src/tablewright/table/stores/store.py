"""Stores: where tables are kept. What every store can do, whatever it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeAlias

import msgspec

from tablewright.rules import Refused
from tablewright.table.log import Record, RecordLog

MAX_NAME = 80

OnAppend: TypeAlias = Callable[[Mapping[str, int]], None]
"""Is told which tables have which length now."""


class VersionConflict(Refused):
    """A table is longer than its writer knows: somebody else went on with it."""

    def __init__(self) -> None:
        super().__init__("This table has gone on elsewhere: open it again.")


class DuplicateCommand(Refused):
    """What somebody calls so has been kept already."""

    def __init__(self) -> None:
        super().__init__("This was done already.")


class StoreUnavailable(Refused):
    """The store cannot be reached just now. It may be back in a moment."""


class TableHeader(msgspec.Struct, frozen=True):
    """What is known of a table without opening it.

    `source` is where its game was found: its name for one on the shelf, a folder for any other. `length` and `hash` are
    those of its journal, so that a lost end is noticed.
    """

    id: str
    name: str
    game: str
    source: str
    by_hand: bool = False
    """Dice are thrown by people: the table does not throw what it waits for when it is opened."""
    created: float = 0.0
    touched: float = 0.0
    length: int = 0
    hash: str = ""
    closed: bool = False


class AppendBatch(msgspec.Struct, frozen=True):
    """Records for one table, to be kept together. `tag` is what whoever asked for them calls it, if anything; `seed` is
    the seed of the dice from then on, where they commit to a new one.
    """

    of: str
    records: tuple[Record, ...]
    tag: str = ""
    seed: str = ""


class Document(msgspec.Struct, frozen=True):
    """Something small that is kept beside the tables: who sits where, which links lead in. `body` is JSON.

    Found by its kind and key, or with all of its kind that are `of` a table or `by` a person.
    """

    kind: str
    key: str
    body: bytes
    of: str = ""
    by: str = ""


class DocumentStore(Protocol):
    """What is kept beside the tables."""

    def document(self, kind: str, key: str) -> Document | None: ...

    def documents(self, kind: str, of: str = "", by: str = "") -> list[Document]:
        """Every paper of a kind, oldest first; of one table or by one person, if one is named."""
        ...

    def put(self, *papers: Document) -> None:
        """Keeps them all or none, in place of any of the same kind and key."""
        ...

    def put_if_absent(self, paper: Document) -> bool:
        """Keeps it unless one of its kind and key is there; whether it was kept. Of several, one is."""
        ...

    def remove(self, kind: str, *keys: str) -> None: ...


class StoredTable(RecordLog, Protocol):
    """The past of one table in a store."""

    @property
    def head(self) -> TableHeader:
        """As it is now."""
        ...

    def chain(self) -> Iterator[Record]:
        """Every record in order, without snapshots: to see whether all is as it was written."""
        ...

    def tags(self, most: int) -> dict[str, int]:
        """What the last records were called by whoever asked for them, and their numbers."""
        ...

    def tagged(self, tag: str) -> int:
        """The number of the record that was called so."""
        ...

    def seed(self) -> str:
        """The seed of its dice, which is kept apart from the journal; nothing, if it is not here."""
        ...


class TableStore(DocumentStore, Protocol):
    """Keeps tables by name."""

    @property
    def shared(self) -> bool:
        """Whether several processes play at its tables at once, each refused where another was first."""
        ...

    def create(self, head: TableHeader, seed: str, records: Sequence[Record]) -> StoredTable:
        """A new table with its first records, all at once or not at all; refused if there is one of this name."""
        ...

    def headers(self) -> list[TableHeader]:
        """Every table, last played first."""
        ...

    def kept(self, name: str) -> StoredTable:
        """The table of this name; refused with the nearest names if there is none."""
        ...

    def table(self, id: str) -> StoredTable:
        """The table of this id, whatever it is called; refused if there is none."""
        ...

    def append_all(self, bundles: Sequence[AppendBatch]) -> list[Refused | None]:
        """Keeps what is waiting for many tables at once; why not, for each that could not be kept."""
        ...

    def rename(self, name: str, new: str) -> None: ...

    def reseed(self, id: str, seed: str) -> None:
        """Keeps a new seed for a table whose last one has been shown; refused while its session is not closed."""
        ...

    def set_by_hand(self, name: str, by_hand: bool) -> None: ...

    def delete(self, name: str) -> None: ...

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Holds a table for whoever plays at it: it has one writer at a time, unless the store is shared."""
        ...

    def mutex(self, what: str) -> AbstractContextManager[None]:
        """Whoever does this does so one after the other, in whatever process of those that share the store."""
        ...

    def subscribe(self, heard: OnAppend, word: Callable[[str], None]) -> None:
        """Has somebody told, from another thread, which tables have reached which length. Nothing, if nobody else
        writes.

        No table at all: some may have been missed. `word` is given whatever is said by `pass_on`.
        """
        ...

    def notify(self, word: str) -> None:
        """Says something short to every process that listens, this one included. It is kept nowhere."""
        ...

    def close(self) -> None: ...


def check_table_name(name: str) -> str:
    """A table's name as it is kept: one line, not empty, not endless, nothing that a terminal would obey."""
    words = " ".join(name.split())
    if not words or len(words) > MAX_NAME or not words.isprintable():
        raise Refused(f"A table's name has 1 to {MAX_NAME} letters.")
    return words


def unique_table_name(wish: str, taken: set[str]) -> str:
    """The name wished for, with a number behind it if there is one already."""
    name, n = wish, 1
    while name in taken:
        n += 1
        name = f"{wish} {n}"
    return name
