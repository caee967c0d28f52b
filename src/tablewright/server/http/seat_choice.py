"""Sitting down: which seats and roles are free, and what a new seat is called."""

from __future__ import annotations

import re
import unicodedata

from tablewright.rules import Game, Refused, Seat
from tablewright.server.accounts import InvitationLink, Member
from tablewright.server.protocol import FreeSeat
from tablewright.table import Table
from tablewright.table.core import check_name


def free_seats(table: Table, members: list[Member]) -> list[FreeSeat]:
    """Seats at the table that are nobody's."""
    taken = {member.seat for member in members}
    cast = table.game.cast(table.state) if table.state is not None else {}
    return [
        FreeSeat(
            seat.id,
            seat.title,
            seat.role,
            tuple(table.game.display_names(table.state, who) for who, player in cast.items() if player == seat.id),
        )
        for seat in table.metadata.seats
        if seat.id not in taken
    ]


def free_roles(table: Table) -> list[str]:
    """Roles that somebody may still sit down as."""
    sitting = [seat.role for seat in table.metadata.seats]
    return [role.name for role in table.game.all_roles if sitting.count(role.name) < role.most]


def allowed_by_link(
    link: InvitationLink, seats: list[FreeSeat], roles: list[str], game: Game
) -> tuple[list[FreeSeat], list[str]]:
    """Those a link is for. One that names neither is for players: nobody becomes the master by it."""
    masters = {role.name for role in game.roles if role.master}
    if link.seat:
        return [seat for seat in seats if seat.id == link.seat], []
    if link.role:
        return [seat for seat in seats if seat.role == link.role], [role for role in roles if role == link.role]
    return [seat for seat in seats if seat.role not in masters], [role for role in roles if role not in masters]


def new_seat(table: Table, name: str, role: str) -> Seat:
    """A seat for somebody of this name, with an id made of it that nobody had before.

    What was told is for ids: whoever had one that has left would be read by the next. No two sit down at one entry.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:20] or "seat"
    taken = {*table.seats, *(table.game.cast(table.state) if table.state is not None else ())}
    id = f"{base}-{table.metadata.length}"
    while id in taken:
        id += "-"
    return Seat(id, role, name)


def check_one_line(name: str) -> str:
    """A name as it is kept; refused if it is none."""
    words = " ".join(name.split())
    check_name(words)
    return words


def choose_seat(seats: list[FreeSeat], roles: list[str], seat: str, role: str) -> tuple[str, str]:
    """The seat somebody takes, or the role they sit down as anew; refused if a link does not lead there."""
    if seat:
        if not any(free.id == seat for free in seats):
            raise Refused("That seat is taken, or not for this link: choose another.", "seat")
        return seat, ""
    if role:
        if role not in roles:
            raise Refused("There is no place left in that role, or not by this link.", "role")
        return "", role
    if len(seats) == 1:
        return seats[0].id, ""
    if not seats and len(roles) == 1:
        return "", roles[0]
    if not seats and not roles:
        raise Refused("Every seat this link leads to is taken.")
    raise Refused("Say which seat, or as what you sit down.", "seat")
