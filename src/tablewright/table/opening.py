"""Opening a kept table: every record is looked at, the last snapshot decoded, and only what came after it replayed.

Nothing is ever cut off, and opening writes nothing. Where the rules have changed so that the rest no longer replays,
the table goes on from the last moment they understand; where there is none, or a record is damaged, it can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game

from . import fair
from .carrying import carry_on
from .course import Course
from .journal import TURNS, BrokenJournal, Opened, Redone, deed
from .moment import Ended, Moment
from .past import InMemory, Lost, Past
from .record import Record
from .snapshot import SNAPSHOTS, Undecodable, standing_at
from .standing import Standing, opening
from .store import Head, Kept
from .table import Table

ANEW = "The rules have changed, and the table was played once more under them."


def open_kept(game: Game, kept: Kept) -> tuple[Table, str]:
    """The table, and what there is to say about it."""
    head = kept.head
    if head.game != game.name:
        raise Refused(f"{head.name} is a table of {head.game}, not of {game.name}.")
    whole, fault = unbroken(kept, head)
    while fault and (now := kept.head) != head:  # it went on while we looked
        head = now
        whole, fault = unbroken(kept, head)
    if not whole:
        raise Refused(f"{head.name} cannot be opened. {fault}")
    seed = kept.seed()
    try:
        table, why = opened(game, kept, whole, seed, fair_dice=not head.by_hand)
    except Lost:  # what a scan of the store still gives, one entry after the other, can be read
        past = InMemory(record for record, _ in zip(kept.chain(), range(whole), strict=False))
        table, why = opened(game, past, whole, seed, fair_dice=not head.by_hand)
        fault = fault or "The store of this table is damaged."
    if not fault and head.closed != table.closed:
        fault = "Whether its session is closed is not as it was written."
    said = ""
    if fault:
        table.read_only = f"{fault} The table can be read up to there; nothing of it has been removed."
    elif seed and not table.closed and fair.commitment(seed) != table.standing.commitment:
        table.read_only = "The seed kept for this table is not the one it committed to."
    elif not table.closed and (why or table.standing.version != game.version):
        said = carry_on(table, why)
    if not seed and not table.closed:
        said = f"{said} The seed of its dice is not here: dice are thrown by hand.".strip()
        table.fair_dice = False
    return table, table.read_only or said


def unbroken(kept: Kept, head: Head) -> tuple[int, str]:
    """How many records are as they were written, and what is wrong with the next, if anything is."""
    before, count = "", 0
    for record in kept.chain():
        if record.number != count:
            return count, f"Entry {count} is missing."
        if not record.fits(before):
            return count, f"Entry {count} is not as it was written."
        before, count = record.hash, count + 1
    if count < head.length:
        return count, f"The last {head.length - count} entries are missing."
    if count > head.length or before != head.hash:
        return count, "The journal does not end as it was written."
    return count, ""


def opened(game: Game, past: Past, length: int, seed: str, fair_dice: bool = True) -> tuple[Table, str]:
    """The table after so many records; and, if the rules as they are now lead elsewhere, why."""
    course = Course(game, past)
    standing = _stands(past, length, _begun(game, past))
    try:
        found = course.found(length - 1, standing.line)
    except Lost:
        raise
    except Refused as refused:
        why = str(refused)
        only = f"This table cannot go on under the rules as they are now. {why} All that was told can still be read."
        return Table(course, standing, Moment(None), seed, fair_dice, only), why
    lost = " ".join(_given_up(game, ended) for ended in found.moment.ended)
    course.remember(length - 1, standing, found.moment)
    return Table(course, standing, found.moment, seed, fair_dice), lost or ("" if found.alike else ANEW)


def _given_up(game: Game, ended: Ended) -> str:
    title = next((action.title for action in game.actions if action.name == ended.action), ended.action)
    return f"{title} by {ended.seat.title} is given up. {ended.why}"


def _begun(game: Game, past: Past) -> Standing:
    """How the table stood when it was opened."""
    (first,) = past.records(0, 0)
    body = first.read()
    if not isinstance(body.entry, Opened):
        raise BrokenJournal(0, "a journal begins with an opening.")
    if body.entry.game != game.name:
        raise Refused(f"This journal is of {body.entry.game}, not of {game.name}.")
    return opening(body.entry).but(told=body.told_from + len(body.told), hash=first.hash)


def _stands(past: Past, length: int, begun: Standing) -> Standing:
    """How the table stands after so many records: from its latest snapshot that is whole, or from the beginning."""
    for start in reversed([number for number in past.snapshots() if 0 < number < length and number % SNAPSHOTS == 0]):
        try:
            return skimmed(standing_at(past, start), past.records(start + 1, length - 1))
        except Undecodable:
            continue
    return skimmed(begun, past.records(1, length - 1))


def skimmed(standing: Standing, records: Sequence[Record]) -> Standing:
    """How a table stands after these records, without playing any of them: they were legal when they were kept."""
    for record in records:
        body = record.read()
        turn = deed(body.entry)
        turned = standing.future if isinstance(turn, Redone) else standing.line
        if isinstance(turn, TURNS) and not turned.holds(turn.to):
            raise BrokenJournal(record.number, f"there is no entry {turn.to} to go to.")
        standing = standing.after(record.number, body.entry)
        standing = standing.but(told=body.told_from + len(body.told), hash=record.hash)
    return standing
