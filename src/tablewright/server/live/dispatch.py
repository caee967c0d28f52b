"""What each wish does at a table: the seat's own words for it."""

from __future__ import annotations

from typing import Any

from tablewright.rules import Refused
from tablewright.server.protocol import requests as w
from tablewright.server.rooms import Room
from tablewright.table import SeatView, Table
from tablewright.table.log import PlayPaused, PlayResumed


def command_handler(room: Room, seat: str, wish: w.AnyCommand) -> Any:
    """The deed of a wish, for the table to be offered. Refused if it was wished for in another situation."""

    def deed(table: Table) -> Any:
        match wish:
            case w.TakeAction():
                return _act(room, table, seat, wish)
            case w.AnswerPrompt():
                return _answer(room, table, seat, wish)
            case w.EnterDice():
                return table.roll(seat, wish.of, wish.at, wish.faces, wish.nonce)
            case w.RequestThrow():
                return table.throw(seat, wish.nonce)
            case w.WithdrawAction():
                return table.withdraw(seat, wish.of)
            case w.EditValue():
                return table.edit(seat, wish.path, wish.value)
            case w.SendMessage():
                return table.say(seat, wish.text, wish.to)
            case w.Undo():
                return table.undo(seat, wish.to)
            case w.Redo():
                return table.redo(seat, wish.to)
            case w.HandOverCharacter():
                return table.hand_over(seat, wish.who, wish.to)
            case w.RenameSeat():
                return table.rename(wish.seat or seat, wish.name, seat)
            case w.LeaveSeat():
                return table.leave(wish.seat or seat, seat)
            case w.CloseSession():
                return table.close(seat)
            case w.PausePlay():
                return table.apply(PlayPaused(seat, wish.why))
            case w.ResumePlay():
                return table.apply(PlayResumed(seat))
            case w.TakeRandomStep():
                return SeatView(table, seat).take_random_step(wish.path, wish.of, wish.nonce)
            case w.UndoGuideStep():
                return SeatView(table, seat).undo_guide_step(wish.path, wish.of, wish.step)
            case w.AgreeToProposal():
                return table.agree(seat, wish.of)
            case w.RejectProposal():
                return table.reject(seat, wish.of)

    return deed


def _act(room: Room, table: Table, seat: str, wish: w.TakeAction) -> int:
    """An action; if it is refused and something has happened since it was wished for, what."""
    try:
        return SeatView(table, seat).act(wish.action, wish.values, wish.nonce)
    except Refused as refused:
        if 0 <= wish.seen < table.metadata.length and (news := room.events_since_text(wish.seen)):
            raise Refused(f"{refused} {news}", refused.field) from None
        raise


def _answer(room: Room, table: Table, seat: str, wish: w.AnswerPrompt) -> int:
    why = room.stale_answer_reason(wish.of, wish.at, wish.seen)
    if why:
        raise Refused(why)
    return SeatView(table, seat).answer(wish.choice, wish.of, wish.at, wish.nonce)
