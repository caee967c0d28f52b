"""Tables in a store: begun, resumed, brought in. A table belongs to the game it was begun with, wherever that lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tablewright.catalog import InstalledGame
from tablewright.rules import Refused, Seat
from tablewright.rules.forms import to_recorded_values
from tablewright.table.core import EventReducer, Table, provably_fair, seed_commit_text
from tablewright.table.log import FeedItem, InMemoryLog, Record, RecordBody, SeedCommitted, TableOpened, seal_record
from tablewright.table.stores import StoredTable, TableHeader, TableStore, unique_table_name

from .open import open_stored, rebuild_table
from .table_file import file_table_header, parse_file, read_bytes


class FileDamaged(Refused):
    """A file is not as it was written. `mendable` if something of it is whole: how to ask for that, the asked say."""

    def __init__(self, text: str, mendable: bool) -> None:
        super().__init__(text)
        self.mendable = mendable

    def with_advice(self, advice: str) -> Refused:
        """The same, with how it is mended, where it can be."""
        return Refused(f"{self} {advice}" if self.mendable else str(self))


def create_table(
    store: TableStore,
    box: InstalledGame,
    name: str = "",
    *,
    seats: Iterable[Seat] = (),
    rulings: Mapping[str, Any] | None = None,
    seed: str | None = None,
    empty: bool = False,
    by_hand: bool = False,
) -> tuple[Table, StoredTable]:
    """A new table in the store. Without a name it gets the game's, with a number if there is one already."""
    begun = Table.open(box.game, seats=seats, rulings=rulings, seed=seed, empty=empty)
    with nullcontext() if name else store.mutex("a name"):  # of two who look for one, the second finds another
        name = name or unique_table_name(box.game.title, {head.name for head in store.headers()})
        head = TableHeader("", name, box.game.name, box.source, by_hand)
        kept = store.create(head, begun.seed, begun.record_log.records(0, 0))
    table = Table(EventReducer(box.game, kept), begun.metadata, begun.play_state, begun.seed, fair_dice=not by_hand)
    return table, kept


def tables_of_game(store: TableStore, box: InstalledGame) -> list[TableHeader]:
    """The tables of a game, last played first: of this very game, not of one it was copied from."""
    return [head for head in store.headers() if (head.game, head.source) == (box.game.name, box.source)]


def resume_table(
    store: TableStore,
    box: InstalledGame,
    name: str,
    *,
    rulings: Mapping[str, Any] | None = None,
    seed: str | None = None,
) -> tuple[Table, StoredTable, str]:
    """The table of this name, and what there is to say about it. Its rulings and its seed were chosen when it began."""
    kept = store.kept(name)
    head = kept.head
    if head.source != box.source:
        raise Refused(f"{name} is a table of the game at {head.source}, not of the one at {box.source}.")
    if seed is not None and seed != kept.seed():
        raise Refused(f"{name} has a seed already: begin another table to throw by this one.")
    _same_rulings(box, kept, rulings or {})
    table, said = open_stored(box.game, kept)
    return table, kept, said


def _same_rulings(box: InstalledGame, kept: StoredTable, rulings: Mapping[str, Any]) -> None:
    """Refused if a house ruling is asked for that is not the one the table was begun with."""
    first = kept.records(0, 0) if rulings else []
    opened = first[0].read().event if first else None
    if not isinstance(opened, TableOpened):
        return
    form = box.game.ruling_form
    known = {field.name for field in form.fields}
    begun = form.read({ruling: value for ruling, value in opened.rulings.items() if ruling in known})
    for ruling, value in form.read({**begun, **rulings}).items():
        if value != begun[ruling]:
            there = to_recorded_values(begun)[ruling]
            raise Refused(f"{kept.head.name} was begun with {ruling}={there}: begin another table to rule otherwise.")


def import_file(
    store: TableStore, path: Path, box: InstalledGame, name: str = "", mend: bool = False
) -> tuple[StoredTable, str]:
    """A table from a file, as a new one of the store; and what there is to say about it.

    A damaged file is refused, unless it is to be mended: then all that is whole is taken.
    """
    return import_text(store, read_bytes(path), path, box, name, mend)


def import_text(
    store: TableStore,
    text: bytes,
    path: Path,
    box: InstalledGame,
    name: str = "",
    mend: bool = False,
    trusted: bool = True,
) -> tuple[StoredTable, str]:
    """The same, from what stands in the file; `path` is only what it is called. The dice to come of a session that is
    not closed go by the seed in the file only if whoever brings it may know them: if they are `trusted`.
    """
    found = parse_file(text, path)
    if found.first.game != box.game.name:
        raise Refused(f"{path} is a table of {found.first.game}, not of {box.game.name}.")
    if found.fault and not (mend and found.records):
        raise FileDamaged(f"{path} is damaged: {found.fault}", bool(found.records))
    records, seed, said = list(found.records), found.seed, found.fault and f"{found.fault} All that is whole was taken."
    if not (seed and trusted) and not found.closed:
        why = "Its seed is known" if seed else "The seed did not come with it"
        seed = provably_fair.new_seed()
        records.append(seed_commit_record(records[-1], seed))
        said = f"{said} {why}: the dice are committed anew.".strip()
    _, why = rebuild_table(box.game, InMemoryLog(records), len(records), seed)  # refused before anything is written
    free = name or unique_table_name(found.first.name, {head.name for head in store.headers()})
    kept = store.create(file_table_header(found.first, box.source, free), seed, records)
    return kept, " ".join(filter(None, (said, why)))


def seed_commit_record(last: Record, seed: str) -> Record:
    """The record by which a copy of a table commits its dice to a seed of its own."""
    body, number = last.read(), last.number + 1
    entry, first = SeedCommitted(provably_fair.commitment(seed)), body.told_from + len(body.told)
    item = FeedItem(first, number, number, "committed", seed_commit_text(entry))
    return seal_record(number, RecordBody(first, entry, (item,), body.state), last.hash)
