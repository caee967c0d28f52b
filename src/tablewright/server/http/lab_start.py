"""A table as it stands, for the lab to go on from: all that whoever asks may know of it, if they may foresee it."""

from __future__ import annotations

from litestar.exceptions import PermissionDeniedException

from tablewright.catalog import InstalledGame
from tablewright.lab.spec import StartState, from_table
from tablewright.rules import Refused
from tablewright.server.auth import AnyConnection, require_room
from tablewright.table import SeatView


def start_from_table(connection: AnyConnection, box: InstalledGame, scenario: str, table: str) -> StartState:
    """The state that a scenario goes on from, as a forecast at the table does, and after which entry of which table it
    is; denied to whoever gets no forecast there.
    """
    member, room = require_room(connection, table)
    if room.box.source != box.source:
        raise Refused(f"That is a table of {room.box.game.title}, and {box.game.title} is asked.")
    at = SeatView(room.table, member.seat)
    if not at.may_forecast:
        raise PermissionDeniedException("Only whoever may foresee how a table goes on begins with it: its master.")
    from_table(box.game, box.game.scenario(scenario))
    named = f"{room.kept.head.name}, after entry {room.table.metadata.length - 1}"
    return StartState(at.forecast_start(scenario)[1], named, "table")
