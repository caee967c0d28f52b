"""Tables in a store: begun, resumed, brought in. A table belongs to the game it was begun with, wherever that lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.kernel.seat import Seat
from tablewright.run.shelf import Boxed

from . import fair
from .course import Course
from .feed import Item
from .journal import Committed, Opened
from .older import is_older, read_older
from .opening import open_kept, opened
from .past import InMemory
from .portable import head_of, parse, read_bytes
from .record import Body, Record, sealed
from .store import Head, Kept, Store, fresh_name
from .table import Table
from .telling import committed_words


class Damaged(Refused):
    """A file is not as it was written. `mendable` if something of it is whole: how to ask for that, the asked say."""

    def __init__(self, text: str, mendable: bool) -> None:
        super().__init__(text)
        self.mendable = mendable

    def with_advice(self, advice: str) -> Refused:
        """The same, with how it is mended, where it can be."""
        return Refused(f"{self} {advice}" if self.mendable else str(self))


def begin(
    store: Store,
    box: Boxed,
    name: str = "",
    *,
    seats: Iterable[Seat] = (),
    rulings: Mapping[str, Any] | None = None,
    seed: str | None = None,
    empty: bool = False,
    by_hand: bool = False,
) -> tuple[Table, Kept]:
    """A new table in the store. Without a name it gets the game's, with a number if there is one already."""
    begun = Table.open(box.game, seats=seats, rulings=rulings, seed=seed, empty=empty)
    with nullcontext() if name else store.turn("a name"):  # of two who look for one, the second finds another
        name = name or fresh_name(box.game.title, {head.name for head in store.heads()})
        head = Head("", name, box.game.name, box.source, by_hand)
        kept = store.create(head, begun.seed, begun.past.records(0, 0))
    table = Table(Course(box.game, kept), begun.standing, begun.now, begun.seed, fair_dice=not by_hand)
    return table, kept


def of_game(store: Store, box: Boxed) -> list[Head]:
    """The tables of a game, last played first: of this very game, not of one it was copied from."""
    return [head for head in store.heads() if (head.game, head.source) == (box.game.name, box.source)]


def resume(
    store: Store, box: Boxed, name: str, *, rulings: Mapping[str, Any] | None = None, seed: str | None = None
) -> tuple[Table, Kept, str]:
    """The table of this name, and what there is to say about it. Its rulings and its seed were chosen when it began."""
    kept = store.kept(name)
    head = kept.head
    if head.source != box.source:
        raise Refused(f"{name} is a table of the game at {head.source}, not of the one at {box.source}.")
    if seed is not None and seed != kept.seed():
        raise Refused(f"{name} has a seed already: begin another table to throw by this one.")
    _same_rulings(box, kept, rulings or {})
    table, said = open_kept(box.game, kept)
    return table, kept, said


def _same_rulings(box: Boxed, kept: Kept, rulings: Mapping[str, Any]) -> None:
    """Refused if a house ruling is asked for that is not the one the table was begun with."""
    first = kept.records(0, 0) if rulings else []
    opened = first[0].read().entry if first else None
    if not isinstance(opened, Opened):
        return
    form = box.game.ruling_form
    known = {field.name for field in form.fields}
    begun = form.read({ruling: value for ruling, value in opened.rulings.items() if ruling in known})
    for ruling, value in form.read({**begun, **rulings}).items():
        if value != begun[ruling]:
            there = recorded(begun)[ruling]
            raise Refused(f"{kept.head.name} was begun with {ruling}={there}: begin another table to rule otherwise.")


def bring_in(store: Store, path: Path, box: Boxed, name: str = "", mend: bool = False) -> tuple[Kept, str]:
    """A table from a file, as a new one of the store; and what there is to say about it.

    A damaged file is refused, unless it is to be mended: then all that is whole is taken.
    """
    return take_in(store, read_bytes(path), path, box, name, mend)


def take_in(
    store: Store, text: bytes, path: Path, box: Boxed, name: str = "", mend: bool = False, trusted: bool = True
) -> tuple[Kept, str]:
    """The same, from what stands in the file; `path` is only what it is called. The dice to come of a session that is
    not closed go by the seed in the file only if whoever brings it may know them: if they are `trusted`.
    """
    found = read_older(text, path, box.game) if is_older(text) else parse(text, path)
    if found.first.game != box.game.name:
        raise Refused(f"{path} is a table of {found.first.game}, not of {box.game.name}.")
    if found.fault and not (mend and found.records):
        raise Damaged(f"{path} is damaged: {found.fault}", bool(found.records))
    records, seed, said = list(found.records), found.seed, found.fault and f"{found.fault} All that is whole was taken."
    if not (seed and trusted) and not found.closed:
        why = "Its seed is known" if seed else "The seed did not come with it"
        seed = fair.new_seed()
        records.append(committed(records[-1], seed))
        said = f"{said} {why}: the dice are committed anew.".strip()
    _, why = opened(box.game, InMemory(records), len(records), seed)  # refused before anything is written
    free = name or fresh_name(found.first.name, {head.name for head in store.heads()})
    kept = store.create(head_of(found.first, box.source, free), seed, records)
    return kept, " ".join(filter(None, (found.said, said, why)))


def committed(last: Record, seed: str) -> Record:
    """The record by which a copy of a table commits its dice to a seed of its own."""
    body, number = last.read(), last.number + 1
    entry, first = Committed(fair.commitment(seed)), body.told_from + len(body.told)
    item = Item(first, number, number, "committed", committed_words(entry))
    return sealed(number, Body(first, entry, (item,), body.state), last.hash)
