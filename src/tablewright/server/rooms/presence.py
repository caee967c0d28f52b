"""Others: who is at a table in other processes, as far as they say so. Nothing but presence hangs on it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import monotonic

import msgspec

REPORT_INTERVAL, SILENT = 10.0, 25.0
"""Seconds after which a process says again who is there, and after which one that does not is no longer counted."""
PROCESS_ID = secrets.token_hex(8)
"""What this process goes by."""


class PresenceReport(msgspec.Struct, frozen=True, array_like=True):
    """Who is at a table in one process."""

    by: str
    table: str
    here: tuple[str, ...]
    drafting: tuple[str, ...]


class RemotePresence:
    """What other processes last said of one table."""

    def __init__(self, table: str, pass_on: Callable[[PresenceReport], None]) -> None:
        self.table, self.pass_on = table, pass_on
        self.known: dict[str, tuple[float, PresenceReport]] = {}

    def say(self, here: tuple[str, ...], drafting: tuple[str, ...]) -> None:
        self.pass_on(PresenceReport(PROCESS_ID, self.table, here, drafting))

    def hear(self, who: PresenceReport) -> bool:
        """Whether that is news."""
        before = self.known.pop(who.by, None)
        if who.here:
            self.known[who.by] = monotonic(), who
        return (before[1] if before else None) != (who if who.here else None)

    def forget_silent(self) -> bool:
        """Whether there was anybody."""
        gone = [by for by, (when, _) in self.known.items() if monotonic() - when > SILENT]
        for by in gone:
            del self.known[by]
        return bool(gone)

    def with_here(self, here: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*here, *(seat for _, who in self.known.values() for seat in who.here))))

    def with_drafting(self, drafting: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*drafting, *(seat for _, who in self.known.values() for seat in who.drafting))))


def encode_report(who: PresenceReport) -> str:
    return msgspec.json.encode(who).decode()


def decode_report(word: str) -> PresenceReport | None:
    """What another process says; nothing, if it is from ourselves or not to be understood."""
    try:
        who = msgspec.json.decode(word, type=PresenceReport)
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
    return who if who.by != PROCESS_ID else None
