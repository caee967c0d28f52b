"""Owning tables: how many one may keep, and that a new one is somebody's or is not there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from tablewright.rules import Refused, Seat
from tablewright.server.accounts import Account, Accounts, Member
from tablewright.table.stores import StoredTable, TableStore


def check_table_quota(store: TableStore, person: str, most: int, binned: bool = False) -> None:
    """Refused if somebody keeps as many tables as one may, or has as many again in the bin; what lies there does not
    count as kept. `binned` is for a table that is there already, and comes out of the bin.
    """
    mine = [member.table for member in Accounts(store, time.time).members(person=person) if member.owner]
    kept = len(set(mine).difference(paper.of for paper in store.documents("trash")))
    if kept >= most:
        raise Refused(f"You keep {kept} tables, and that is as many as one may: throw one away first.")
    if len(mine) >= 2 * most and not binned:
        raise Refused(f"{len(mine) - kept} tables of yours lie in the bin, and that is enough: wait until one is gone.")


@contextmanager
def create_or_delete(store: TableStore, kept: StoredTable) -> Iterator[None]:
    """What belongs to a new table is done; or there is no such table."""
    try:
        yield
    except BaseException:
        store.delete(kept.head.name)
        raise


def assign_owner(store: TableStore, kept: StoredTable, person: Account, mine: Seat | None) -> Member:
    """A new table is somebody's, who sits there; or has no seat, where there is none."""
    member = Member(kept.head.id, person.id, mine.id if mine else "", mine.role if mine else "", owner=True)
    Accounts(store, time.time).enrol(member)
    return member
