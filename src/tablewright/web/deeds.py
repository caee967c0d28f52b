"""What each wish does at a table: the seat's own words for it."""

from __future__ import annotations

from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.table import At
from tablewright.table.journal import Paused, Resumed

from . import wishes as w
from .offering import Offering
from .room import Room


def doing(room: Room, seat: str, wish: w.AnyDeed) -> Any:
    """The deed of a wish, for the table to be offered. Refused if it was wished for in another situation."""

    def deed(table: Offering) -> Any:
        match wish:
            case w.Act():
                return _act(room, table, seat, wish)
            case w.Answer():
                return _answer(room, table, seat, wish)
            case w.Roll():
                return table.roll(seat, wish.of, wish.at, wish.faces, wish.nonce)
            case w.Throw():
                return table.throw(seat, wish.nonce)
            case w.Withdraw():
                return table.withdraw(seat, wish.of)
            case w.Edit():
                return table.edit(seat, wish.path, wish.value)
            case w.Say():
                return table.say(seat, wish.text, wish.to)
            case w.Undo():
                return table.undo(seat, wish.to)
            case w.Redo():
                return table.redo(seat, wish.to)
            case w.Hand():
                return table.hand(seat, wish.who, wish.to)
            case w.Rename():
                return table.rename(wish.seat or seat, wish.name, seat)
            case w.Leave():
                return table.leave(wish.seat or seat, seat)
            case w.Close():
                return table.close(seat)
            case w.Pause():
                return table.do(Paused(seat, wish.why))
            case w.Resume():
                return table.do(Resumed(seat))
            case w.Chance():
                return At(table, seat).by_chance(wish.path, wish.of, wish.nonce)
            case w.StepBack():
                return At(table, seat).step_back(wish.path, wish.of, wish.step)
            case w.Agree():
                return table.agree(seat, wish.of)
            case w.Object():
                return table.object(seat, wish.of)

    return deed


def _act(room: Room, table: Offering, seat: str, wish: w.Act) -> int:
    """An action; if it is refused and something has happened since it was wished for, what."""
    try:
        return At(table, seat).act(wish.action, wish.values, wish.nonce)
    except Refused as refused:
        if 0 <= wish.seen < table.standing.entries and (news := room.news(wish.seen)):
            raise Refused(f"{refused} {news}", refused.field) from None
        raise


def _answer(room: Room, table: Offering, seat: str, wish: w.Answer) -> int:
    why = room.changed_since(wish.of, wish.at, wish.seen)
    if why:
        raise Refused(why)
    return At(table, seat).answer(wish.choice, wish.of, wish.at, wish.nonce)
