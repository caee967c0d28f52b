"""Which seats one keyboard sits in, and which of them looks, acts and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Faulty
from tablewright.run.question import Question
from tablewright.table import Table
from tablewright.table.seating import voters

ALL = "all"


class Sitting:
    """One seat, or all of them in turn.

    In all of them one sees what the master sees. Where there is no master nobody sees everything: one looks with the
    eyes of whoever is asked, or else of whoever acted last, and consents for all.
    """

    def __init__(self, table: Table, seat: str = "") -> None:
        self.table, self.game = table, table.game
        self.at, self._last = ALL, ""
        self.take(seat or ALL)

    def take(self, seat: str) -> None:
        """Sit in this seat, or in all."""
        if seat != ALL:
            self.table.seat(seat)
        self.at = seat

    @property
    def everywhere(self) -> bool:
        return self.at == ALL

    @property
    def eyes(self) -> str:
        """Whose sheet is shown: the seat sat in, or the master's, or that of whose turn it is."""
        if not self.everywhere:
            return self.at
        seats = self.table.seats.values()
        masters = [s.id for s in seats if self.game.is_master(s)]
        if masters:
            return masters[0]
        waiting = self.table.now.waiting()
        if waiting:
            return self.answerer(waiting[0][1])
        return self._last if self._last in self.table.seats else self._players()[0]

    @property
    def readers(self) -> tuple[str, ...]:
        """Whom news are read by: in all seats, where none of them sees everything, everybody."""
        return self._players() if self.everywhere and not self.game.has_master else (self.eyes,)

    def actions(self) -> list[Action[Any]]:
        """What may be done from here now."""
        legal = [action for seat in self.readers for action in self.table.legal(seat)]
        return [action for action in self.game.actions if action in legal]

    def doer(self, action: Action[Any]) -> str:
        """Which seat would take an action, before it is said for whom."""
        if not self.everywhere or self.game.has_master:
            return self.eyes
        fits = [seat for seat in self.readers if action in self.table.legal(seat)]
        return self.eyes if self.eyes in fits or not fits else fits[0]

    def hand(self, action: Action[Any], params: Mapping[str, Any]) -> str:
        """Which seat takes an action: the one sat in, or, in all of them, whoever it belongs to."""
        if not self.everywhere:
            return self.at
        cast = self.game.cast(self.table.state)
        for field in action.fields:
            who = params.get(field.name)
            if field.param.mine and isinstance(who, str) and cast.get(who) in self.table.seats:
                return self._turned(cast[who])
        if not self.game.has_master:
            return self._turned(self.doer(action))
        fits = [s.id for s in self.table.seats.values() if s.role in action.by]
        return fits[0] if fits else self.eyes

    def answerer(self, q: Question) -> str:
        """Which seat answers a question."""
        if not self.everywhere:
            return self.at
        seats = [s for s in self.table.seats.values() if self.game.may_answer(s, q.by, self.table.state)]
        if not seats:
            raise Faulty(f"“{q.question}” is for {', '.join(q.by)}, and nobody at this table is or plays them.")
        own = [s for s in seats if not self.game.is_master(s)]
        return (own or seats)[0].id

    def consent(self) -> None:
        """In all seats at once, what one of them proposes the others agree to."""
        while self.everywhere and self.table.motions:
            motion = self.table.motions[-1]
            for seat in voters(self.game, self.table.standing):
                if seat not in motion.agreed:
                    self.table.agree(seat, motion.number)

    def _turned(self, seat: str) -> str:
        self._last = seat
        return seat

    def _players(self) -> tuple[str, ...]:
        return tuple(s.id for s in self.table.seats.values() if self.game.may_play(s)) or tuple(self.table.seats)
