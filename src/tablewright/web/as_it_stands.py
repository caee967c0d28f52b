"""A table as it stands, for the lab to go on from: all that whoever asks may know of it, if they may foresee it."""

from __future__ import annotations

from litestar.exceptions import PermissionDeniedException

from tablewright.kernel.errors import Refused
from tablewright.lab.question import Beginning
from tablewright.lab.start import from_table
from tablewright.run.shelf import Boxed
from tablewright.table import At

from .visitor import AnyConnection, room_of


def as_it_stands(connection: AnyConnection, box: Boxed, scenario: str, table: str) -> Beginning:
    """The state that a scenario goes on from, as a forecast at the table does, and after which entry of which table it
    is; denied to whoever gets no forecast there.
    """
    member, room = room_of(connection, table)
    if room.box.source != box.source:
        raise Refused(f"That is a table of {room.box.game.title}, and {box.game.title} is asked.")
    at = At(room.table, member.seat)
    if not at.may_foresee:
        raise PermissionDeniedException("Only whoever may foresee how a table goes on begins with it: its master.")
    from_table(box.game, box.game.scenario(scenario))
    named = f"{room.kept.head.name}, after entry {room.table.standing.entries - 1}"
    return Beginning(at.foreseen(scenario)[1], named, "table")
