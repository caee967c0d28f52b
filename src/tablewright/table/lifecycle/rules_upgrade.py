"""Going on under other rules than a table was played by: from the last moment they understand, or not at all.

Nothing is written for that until somebody does something: whoever only looks, or mends the rules first, finds the
table as it was left.
"""

from __future__ import annotations

import re

from tablewright.table.core import (
    PlayState,
    RestoredTable,
    SnapshotCorrupt,
    SnapshotOutdated,
    Table,
    as_corrupt_journal,
    load_snapshot,
)
from tablewright.table.log import CorruptJournal, RulesUpgraded


def upgrade_rules(table: Table, why: str) -> str:
    """Lets a table go on under the rules as they are now, if it can; what there is to say about it."""
    version, newer = table.game.version, is_newer(table.metadata.version, table.game.version)
    later = f"It was played under version {table.metadata.version} of the rules, which is newer than {version}"
    if newer and why:
        table.read_only = f"{later}, and these cannot go on with it. All that was told can still be read."
        return table.read_only
    if table.state is not None:
        # What was given up is told by itself.
        _carry(table, table.metadata.timeline.last[1], "" if table.play_state.finished else why, table.play_state)
        return why or (
            f"{later}." if newer else f"The rules have a new version, {version}: the table goes on under it."
        )
    found = replay_furthest(table)
    if found is None:
        return table.read_only
    to = table.metadata.timeline.cut(found.standing.length - 1)[0].last[1]
    _carry(table, to, why, found.moment)
    table.read_only = ""
    return f"The rules have changed. {why} The table goes on from entry {to}; all that was told can still be read."


def replay_furthest(table: Table) -> RestoredTable | None:
    """The table as far as the rules play it, with the people who sit there now.

    Nothing, if that is further back than its last snapshot.
    """
    past, line, course, seats = (
        table.record_log,
        table.metadata.timeline.unfolded(),
        table.reducer,
        table.metadata.seats,
    )
    for number in reversed([n for n in past.snapshots() if line.holds(n)]):
        try:
            found = load_snapshot(table.game, past, number)
            found = course.replay(found, _broken(table, found) - 1, line)
            with as_corrupt_journal(number):
                there = course.with_seats(found.moment, found.standing.seats, seats)
        except SnapshotCorrupt:
            continue
        except (SnapshotOutdated, CorruptJournal):
            return None
        return RestoredTable(found.standing, there, found.alike)
    return None


def _broken(table: Table, found: RestoredTable) -> int:
    """The first entry after a snapshot that the rules do not play."""
    try:
        table.reducer.replay(found, table.metadata.length - 1, table.metadata.timeline)
    except CorruptJournal as broken:
        return broken.number
    return table.metadata.length


def _carry(table: Table, to: int, why: str, moment: PlayState) -> None:
    entry = RulesUpgraded(table.game.version, to, why)
    proposal = table.build_record(entry, table.metadata.after(table.metadata.length, entry), moment)
    table.accept(proposal)
    table.pending_records = (proposal.record,)


def is_newer(version: str, than: str) -> bool:
    """Whether one version is later than another, by its numbers; what has none is not."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
