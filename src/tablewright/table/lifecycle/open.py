"""Opening a kept table: every record is looked at, the last snapshot decoded, and only what came after it replayed.

Nothing is ever cut off, and opening writes nothing. Where the rules have changed so that the rest no longer replays,
the table goes on from the last moment they understand; where there is none, or a record is damaged, it can be read.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablewright.rules import Game, Refused
from tablewright.table.core import (
    SNAPSHOT_EVERY,
    EventReducer,
    FinishedAction,
    PlayState,
    SnapshotOutdated,
    Table,
    TableMetadata,
    initial_metadata,
    metadata_at,
    provably_fair,
)
from tablewright.table.log import (
    HISTORY_EVENTS,
    CorruptJournal,
    InMemoryLog,
    Record,
    RecordLog,
    RecordsMissing,
    Redone,
    TableOpened,
    effective_event,
)
from tablewright.table.stores import StoredTable, TableHeader

from .rules_upgrade import upgrade_rules

REPLAYED_NOTE = "The rules have changed, and the table was played once more under them."


def open_stored(game: Game, kept: StoredTable) -> tuple[Table, str]:
    """The table, and what there is to say about it."""
    head = kept.head
    if head.game != game.name:
        raise Refused(f"{head.name} is a table of {head.game}, not of {game.name}.")
    whole, fault = count_intact(kept, head)
    while fault and (now := kept.head) != head:  # it went on while we looked
        head = now
        whole, fault = count_intact(kept, head)
    if not whole:
        raise Refused(f"{head.name} cannot be opened. {fault}")
    seed = kept.seed()
    try:
        table, why = rebuild_table(game, kept, whole, seed, fair_dice=not head.by_hand)
    except RecordsMissing:  # what a scan of the store still gives, one entry after the other, can be read
        past = InMemoryLog(record for record, _ in zip(kept.chain(), range(whole), strict=False))
        table, why = rebuild_table(game, past, whole, seed, fair_dice=not head.by_hand)
        fault = fault or "The store of this table is damaged."
    if not fault and head.closed != table.closed:
        fault = "Whether its session is closed is not as it was written."
    said = ""
    if fault:
        table.read_only = f"{fault} The table can be read up to there; nothing of it has been removed."
    elif seed and not table.closed and provably_fair.commitment(seed) != table.metadata.commitment:
        table.read_only = "The seed kept for this table is not the one it committed to."
    elif not table.closed and (why or table.metadata.version != game.version):
        said = upgrade_rules(table, why)
    if not seed and not table.closed:
        said = f"{said} The seed of its dice is not here: dice are thrown by hand.".strip()
        table.fair_dice = False
    return table, table.read_only or said


def count_intact(kept: StoredTable, head: TableHeader) -> tuple[int, str]:
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


def rebuild_table(game: Game, past: RecordLog, length: int, seed: str, fair_dice: bool = True) -> tuple[Table, str]:
    """The table after so many records; and, if the rules as they are now lead elsewhere, why."""
    course = EventReducer(game, past)
    standing = _stands(past, length, _begun(game, past))
    try:
        found = course.restore(length - 1, standing.timeline)
    except RecordsMissing:
        raise
    except Refused as refused:
        why = str(refused)
        only = f"This table cannot go on under the rules as they are now. {why} All that was told can still be read."
        return Table(course, standing, PlayState(None), seed, fair_dice, only), why
    lost = " ".join(_given_up(game, ended) for ended in found.moment.finished)
    course.remember(length - 1, standing, found.moment)
    return Table(course, standing, found.moment, seed, fair_dice), lost or ("" if found.alike else REPLAYED_NOTE)


def _given_up(game: Game, ended: FinishedAction) -> str:
    title = next((action.title for action in game.actions if action.name == ended.action), ended.action)
    return f"{title} by {ended.seat.title} is given up. {ended.why}"


def _begun(game: Game, past: RecordLog) -> TableMetadata:
    """How the table stood when it was opened."""
    (first,) = past.records(0, 0)
    body = first.read()
    if not isinstance(body.event, TableOpened):
        raise CorruptJournal(0, "a journal begins with an opening.")
    if body.event.game != game.name:
        raise Refused(f"This journal is of {body.event.game}, not of {game.name}.")
    return initial_metadata(body.event).but(feed_length=body.told_from + len(body.told), hash=first.hash)


def _stands(past: RecordLog, length: int, begun: TableMetadata) -> TableMetadata:
    """How the table stands after so many records: from its latest snapshot that is whole, or from the beginning."""
    for start in reversed(
        [number for number in past.snapshots() if 0 < number < length and number % SNAPSHOT_EVERY == 0]
    ):
        try:
            return skim_records(metadata_at(past, start), past.records(start + 1, length - 1))
        except SnapshotOutdated:
            continue
    return skim_records(begun, past.records(1, length - 1))


def skim_records(standing: TableMetadata, records: Sequence[Record]) -> TableMetadata:
    """How a table stands after these records, without playing any of them: they were legal when they were kept."""
    for record in records:
        body = record.read()
        turn = effective_event(body.event)
        turned = standing.redo_timeline if isinstance(turn, Redone) else standing.timeline
        if isinstance(turn, HISTORY_EVENTS) and not turned.holds(turn.to_event):
            raise CorruptJournal(record.number, f"there is no entry {turn.to_event} to go to.")
        standing = standing.after(record.number, body.event)
        standing = standing.but(feed_length=body.told_from + len(body.told), hash=record.hash)
    return standing
