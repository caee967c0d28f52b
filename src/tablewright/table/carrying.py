"""Going on under other rules than a table was played by: from the last moment they understand, or not at all.

Nothing is written for that until somebody does something: whoever only looks, or mends the rules first, finds the
table as it was left.
"""

from __future__ import annotations

import re

from .course import holding
from .journal import BrokenJournal, Carried
from .moment import Moment
from .snapshot import Damaged, Found, Undecodable, unpacked
from .table import Table


def carry_on(table: Table, why: str) -> str:
    """Lets a table go on under the rules as they are now, if it can; what there is to say about it."""
    version, newer = table.game.version, is_newer(table.standing.version, table.game.version)
    later = f"It was played under version {table.standing.version} of the rules, which is newer than {version}"
    if newer and why:
        table.read_only = f"{later}, and these cannot go on with it. All that was told can still be read."
        return table.read_only
    if table.state is not None:
        # What was given up is told by itself.
        _carry(table, table.standing.line.last[1], "" if table.now.ended else why, table.now)
        return why or (
            f"{later}." if newer else f"The rules have a new version, {version}: the table goes on under it."
        )
    found = furthest(table)
    if found is None:
        return table.read_only
    to = table.standing.line.cut(found.standing.entries - 1)[0].last[1]
    _carry(table, to, why, found.moment)
    table.read_only = ""
    return f"The rules have changed. {why} The table goes on from entry {to}; all that was told can still be read."


def furthest(table: Table) -> Found | None:
    """The table as far as the rules play it, with the people who sit there now.

    Nothing, if that is further back than its last snapshot.
    """
    past, line, course, seats = table.past, table.standing.line.unfolded(), table.course, table.standing.seats
    for number in reversed([n for n in past.snapshots() if line.holds(n)]):
        try:
            found = unpacked(table.game, past, number)
            found = course.replay(found, _broken(table, found) - 1, line)
            with holding(number):
                there = course.seated(found.moment, found.standing.seats, seats)
        except Damaged:
            continue
        except (Undecodable, BrokenJournal):
            return None
        return Found(found.standing, there, found.alike)
    return None


def _broken(table: Table, found: Found) -> int:
    """The first entry after a snapshot that the rules do not play."""
    try:
        table.course.replay(found, table.standing.entries - 1, table.standing.line)
    except BrokenJournal as broken:
        return broken.number
    return table.standing.entries


def _carry(table: Table, to: int, why: str, moment: Moment) -> None:
    entry = Carried(table.game.version, to, why)
    proposal = table.sealed(entry, table.standing.after(table.standing.entries, entry), moment)
    table.accept(proposal)
    table.unkept = (proposal.record,)


def is_newer(version: str, than: str) -> bool:
    """Whether one version is later than another, by its numbers; what has none is not."""
    return _numbers(version) > _numbers(than)


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
