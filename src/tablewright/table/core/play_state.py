"""The state of play at one moment: the game's state and the actions that wait in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.engine import LogLine, Prompt
from tablewright.engine.live import RuleProgress
from tablewright.rules import Refused, Seat
from tablewright.rules.effects import Outcome


class PendingAction(msgspec.Struct, frozen=True):
    """An action that waits: which, whose, with what parameters and answers so far. Plain data but for its progress."""

    number: int
    seat: Seat
    action: str
    params: Mapping[str, Any]
    answers: Mapping[str, Any]
    progress: RuleProgress
    state_at_roll: Any = None
    """The state its first dice fell in, once they have and if the action wants to know."""
    given: Mapping[str, Any] = {}
    """Its parameters as they were read in the state it waits in: in that state they need not be read again."""


class FinishedAction(msgspec.Struct, frozen=True):
    """An action that came to its end, or was given up for a reason."""

    number: int
    seat: Seat
    action: str
    params: Mapping[str, Any]
    lines: tuple[LogLine, ...]
    outcome: Outcome | None = None
    why: str = ""


class PlayState(msgspec.Struct, frozen=True):
    """The state of a table and the actions that wait in it."""

    state: Any
    pending: tuple[PendingAction, ...] = ()
    finished: tuple[FinishedAction, ...] = ()
    """What ended with the entry that made this moment."""
    edit: str = ""
    """What was set by hand with that entry, in words."""

    def waiting(self) -> list[tuple[PendingAction, Prompt]]:
        """Every open question, with the action that asks it."""
        return [(r, q) for r in self.pending for q in r.progress.questions]

    def find(self, number: int) -> PendingAction:
        """The action of this entry, if it still waits for something."""
        for running in self.pending:
            if running.number == number:
                return running
        raise Refused(f"The action of entry {number} no longer waits for anything.")


def describe_waiting(moment: PlayState, names: Mapping[str, str]) -> str:
    """Say in a sentence what the table waits for; who has no name here goes by their id."""
    parts = [
        f"{', '.join(names.get(who, who) for who in q.by) or 'anyone'} to answer “{q.question}”"
        for _, q in moment.waiting()
    ]
    return f"the table waits for {' and '.join(parts)}." if parts else "the table waits for nothing."
