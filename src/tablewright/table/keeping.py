"""Tables in a store: begun, resumed, brought in. A table belongs to the game it was begun with, wherever that lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.kernel.form import recorded
from tablewright.kernel.seat import Seat
from tablewright.run.shelf import Boxed

from . import fair
from .journal import Committed
from .older import is_older, read_older
from .opening import open_kept
from .portable import head_of, parse, read_bytes
from .store import Head, Kept, Store, fresh_name
from .table import Table


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
    seed = fair.new_seed() if seed is None else seed
    name = name or fresh_name(box.game.title, {head.name for head in store.heads()})
    Table.open(box.game, seats=seats, rulings=rulings, seed=seed, empty=empty)  # refused before anything is written
    kept = store.create(Head("", name, box.game.name, box.source, box.game.version, by_hand), seed)
    table = Table.open(box.game, seats=seats, rulings=rulings, seed=seed, empty=empty, fair_dice=not by_hand, past=kept)
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
    table, said = open_kept(box.game, kept)
    begun = box.game.ruling_form.read(table.opened.rulings)
    for ruling, value in box.game.ruling_form.read({**table.opened.rulings, **(rulings or {})}).items():
        if value != begun[ruling]:
            known = recorded(begun)[ruling]
            raise Refused(f"{name} was begun with {ruling}={known}: begin another table to rule otherwise.")
    if seed is not None and seed != table.seed:
        raise Refused(f"{name} has a seed already: begin another table to throw by this one.")
    return table, kept, said


def bring_in(store: Store, path: Path, box: Boxed, name: str = "", mend: bool = False) -> tuple[Kept, str]:
    """A table from a file, as a new one of the store; and what there is to say about it.

    A damaged file is refused, unless it is to be mended: then all that is whole is taken.
    """
    text = read_bytes(path)
    found = read_older(text, path, box.game) if is_older(text) else parse(text, path)
    if found.first.game != box.game.name:
        raise Refused(f"{path} is a table of {found.first.game}, not of {box.game.name}.")
    if found.fault and not (mend and found.records):
        raise Refused(f"{path} is damaged: {found.fault} With --mend all that is whole is taken.")
    wish = name or found.first.name
    free = name or fresh_name(wish, {head.name for head in store.heads()})
    seed = found.seed or fair.new_seed()
    kept = store.create(head_of(found.first, box.source, free), seed)
    kept.append(*found.records)
    said = f"{found.fault} Everything before it was taken." if found.fault else ""
    table, more = open_kept(box.game, kept, look_only=True)
    if not found.seed and not table.closed:
        table.read_only, more = "", "The seed did not come with it: the dice are committed anew."
        table.do(Committed(fair.commitment(seed)))
    return kept, " ".join(filter(None, (said, more)))
