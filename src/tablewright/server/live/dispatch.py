"""Dispatch of commands: from a request to the call on the table that its class declares."""

from __future__ import annotations

from collections.abc import Callable

from tablewright.rules import Refused
from tablewright.server.protocol import Command
from tablewright.server.rooms import Room
from tablewright.table import SeatView, Table


def command_handler(room: Room, seat: str, command: Command) -> Callable[[Table], int | None]:
    """Return the function that runs a command on a table, from a seat.

    It raises `Refused` as the command does. A sender who was behind is told what has happened since.
    """
    seen = command.expected_version

    def run(table: Table) -> int | None:
        if command.prompt and (stale := room.stale_answer_reason(*command.prompt, seen)):
            raise Refused(stale)
        try:
            return command.run(SeatView(table, seat))
        except Refused as refused:
            if 0 <= seen < table.metadata.length and (news := room.events_since_text(seen)):
                raise Refused(f"{refused} {news}", refused.field) from None
            raise

    return run
