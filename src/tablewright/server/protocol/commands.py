"""Commands: every change a seat can make to its table, each with the call on the seat or table that makes it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from tablewright.table import SeatView
from tablewright.table.log import PlayPaused, PlayResumed

from .json_value import JsonValue, Values
from .requests import Command, Nonce, Number, Text


class TakeAction(Command, frozen=True, tag="take-action"):
    """Take an action of the game with these values of its form."""

    action: Text
    values: Values = msgspec.field(default_factory=dict)
    nonce: Nonce = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.act(self.action, self.values, self.nonce)


class AnswerPrompt(Command, frozen=True, tag="answer-prompt"):
    """Answer a prompt by the key or the label of an option, or in words."""

    action_id: Number
    path: Text
    choice: Text
    nonce: Nonce = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.answer(self.choice, self.action_id, self.path, self.nonce)

    @property
    def prompt(self) -> tuple[int, str]:
        return self.action_id, self.path


class EnterDice(Command, frozen=True, tag="enter-dice"):
    """Enter dice somebody has thrown by hand."""

    action_id: Number
    path: Text
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=1000)]
    nonce: Nonce = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.roll(seat.seat.id, self.action_id, self.path, self.faces, self.nonce)


class RequestThrow(Command, frozen=True, tag="throw-dice"):
    """Let the table throw whatever dice it waits for."""

    nonce: Nonce = ""

    def run(self, seat: SeatView[Any]) -> int | None:
        return seat.table.throw(seat.seat.id, self.nonce)


class WithdrawAction(Command, frozen=True, tag="withdraw-action"):
    """Give up an action that waits."""

    action_id: Number

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.withdraw(seat.seat.id, self.action_id)


class EditValue(Command, frozen=True, tag="edit-value"):
    """Set a value of the state by hand."""

    path: Text
    value: JsonValue

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.edit(seat.seat.id, self.path, self.value)


class SendMessage(Command, frozen=True, tag="send-message"):
    """Say something to everybody, or to these seats alone."""

    text: Text
    recipients: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] = ()

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.say(seat.seat.id, self.text, self.recipients)


class Undo(Command, frozen=True, tag="undo"):
    """Go back to how the table was after event `to_event`; to before the last action or edit, if it is not given."""

    to_event: Number | None = None

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.undo(seat.seat.id, self.to_event)


class Redo(Command, frozen=True, tag="redo"):
    """Do again what was undone, up to event `to_event`; all of it, if it is not given."""

    to_event: Number | None = None

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.redo(seat.seat.id, self.to_event)


class HandOverCharacter(Command, frozen=True, tag="hand-over"):
    """Give a character to another seat; to nobody, if none is named."""

    character: Text
    to_seat: Text = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.hand_over(seat.seat.id, self.character, self.to_seat)


class RenameSeat(Command, frozen=True, tag="rename-seat"):
    """Rename a seat; one's own, if none is named."""

    name: Text
    seat: Text = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.rename(self.seat or seat.seat.id, self.name, seat.seat.id)


class LeaveSeat(Command, frozen=True, tag="leave-seat"):
    """Give up a seat; one's own, if none is named."""

    seat: Text = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.leave(self.seat or seat.seat.id, seat.seat.id)


class CloseSession(Command, frozen=True, tag="close-session"):
    """End the session and show the seed of its dice."""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.close(seat.seat.id)


class PausePlay(Command, frozen=True, tag="pause"):
    """Stop the play for everybody."""

    reason: Text = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.apply(PlayPaused(seat.seat.id, self.reason))


class ResumePlay(Command, frozen=True, tag="resume"):
    """Let the play go on."""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.apply(PlayResumed(seat.seat.id))


class TakeRandomStep(Command, frozen=True, tag="random-step"):
    """Leave the next step of a guide to chance; `subject` is whom the guide is about."""

    guide: Text
    subject: Text = ""
    nonce: Nonce = ""

    def run(self, seat: SeatView[Any]) -> int:
        return seat.take_random_step(self.guide, self.subject, self.nonce)


class UndoGuideStep(Command, frozen=True, tag="undo-step"):
    """Go back to where a step of a guide began, counted from 0."""

    guide: Text
    subject: Text
    step: Number

    def run(self, seat: SeatView[Any]) -> int:
        return seat.undo_guide_step(self.guide, self.subject, self.step)


class AgreeToProposal(Command, frozen=True, tag="agree"):
    """Consent to a proposal, by the number of its event."""

    proposal: Number

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.agree(seat.seat.id, self.proposal)


class RejectProposal(Command, frozen=True, tag="reject"):
    """Reject a proposal, by the number of its event."""

    proposal: Number

    def run(self, seat: SeatView[Any]) -> int:
        return seat.table.reject(seat.seat.id, self.proposal)
