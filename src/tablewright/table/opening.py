"""Opening a kept table: every record is looked at, the last snapshot decoded, and only what came after it replayed.

Nothing is ever cut off. Where the rules have changed so that the rest no longer replays, the table goes on from its
last snapshot; where even that does not decode, or a record is damaged, it can still be read.
"""

from __future__ import annotations

from contextlib import suppress

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game

from . import fair
from .course import Course
from .history import holds, last_of
from .journal import BrokenJournal, Carried, Opened
from .moment import Moment
from .past import Past
from .record import Record, seal
from .snapshot import Undecodable, standing_of, unpack
from .standing import Standing
from .store import Kept
from .table import Table


def open_kept(game: Game, kept: Kept, *, look_only: bool = False) -> tuple[Table, str]:
    """The table, and what there is to say about it. Whoever only looks changes nothing."""
    head = kept.head
    if head.game != game.name:
        raise Refused(f"{head.name} is a table of {head.game}, not of {game.name}.")
    whole, fault = unbroken(kept)
    if not whole:
        raise Refused(f"{head.name} cannot be opened. {fault}")
    seed = kept.seed()
    table, why = opened(game, kept, whole, seed, fair_dice=not head.by_hand)
    said = ""
    if fault:
        table.read_only = f"{fault} The table can be read up to there; nothing of it has been removed."
    elif seed and fair.commitment(seed) != table.standing.commitment:
        table.read_only = "The seed kept for this table is not the one it committed to."
    elif not look_only and not table.closed and (why or table.standing.version != game.version):
        said = carry_on(table, why)
    if not seed and not table.closed:
        said = f"{said} The seed of its dice is not here: dice are thrown by hand.".strip()
        table.fair_dice = False
    return table, table.read_only or said


def unbroken(kept: Kept) -> tuple[int, str]:
    """How many records are as they were written, and what is wrong with the next, if anything is."""
    head, before, count = kept.head, "", 0
    for number, body, hash in kept.chain():
        if number != count:
            return count, f"Entry {count} is missing."
        if seal(before, body) != hash:
            return count, f"Entry {count} is not as it was written."
        before, count = hash, count + 1
    if count < head.length:
        return count, f"The last {head.length - count} entries are missing."
    if count > head.length or before != head.hash:
        return min(count, head.length), "The journal does not end as it was written."
    return count, ""


def opened(game: Game, past: Past, length: int, seed: str, fair_dice: bool = True) -> tuple[Table, str]:
    """The table after so many records; and, if the rules as they are now lead elsewhere, why."""
    course = Course(game, past)
    snapshots = [number for number in past.snapshots() if number < length]
    standing = _stands(past, snapshots, length)
    try:
        moment = course.moment_at(last_of(standing.line), standing)
    except Refused as refused:
        why = str(refused)
    else:
        return Table(course, standing, moment, seed, fair_dice), ""
    if not any(_decodes(game, past, number) for number in snapshots):
        with suppress(Refused):
            last = last_of(standing.line)
            moment = course.from_the_start(last, standing.line, exactly=False)
            course.remember(last, moment)
            return Table(course, standing, moment, seed, fair_dice), ""
    only = f"This table cannot go on under the rules as they are now: {why} All that was told can still be read."
    return Table(course, standing, Moment(None), seed, fair_dice, only), why


def _decodes(game: Game, past: Past, number: int) -> bool:
    try:
        unpack(game, past.snapshot(number))
    except Undecodable:
        return False
    return True


def _stands(past: Past, snapshots: list[int], length: int) -> Standing:
    """How the table stands after so many records: from its latest snapshot that is whole, or from the beginning."""
    for start in reversed(snapshots):
        try:
            return skimmed(standing_of(past.snapshot(start)), past.records(start + 1, length - 1))
        except Undecodable:
            continue
    first, *rest = past.records(0, length - 1)
    entry = first.read().entry
    if not isinstance(entry, Opened):
        raise BrokenJournal(0, "a journal begins with an opening.")
    return skimmed(skimmed(Standing(entry.seats, entry.commitment, entry.version), [first]), rest)


def skimmed(standing: Standing, records: list[Record]) -> Standing:
    """How a table stands after these records, without playing any of them: they were legal when they were kept."""
    for record in records:
        body = record.read()
        standing = standing.after(record.number, body.entry)
        standing = standing.but(told=record.told_from + len(body.told), hash=record.hash)
    return standing


def carry_on(table: Table, why: str) -> str:
    """Lets a table go on under the rules as they are now, from the last moment that they still understand."""
    version = table.game.version
    if not why:
        table.do(Carried(version, last_of(table.standing.line)))
        return f"The rules have a new version, {version}: the table goes on under it."
    table.read_only, kept = "", table.read_only
    for number in reversed(table.past.snapshots()):
        if holds(table.standing.line, number):
            try:
                table.do(Carried(version, number, why))
            except (Undecodable, BrokenJournal):
                continue
            return f"{why} So the table goes on from entry {number}; all that was told can still be read."
    table.read_only = kept
    return kept
