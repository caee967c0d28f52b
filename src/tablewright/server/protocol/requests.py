"""What a client may say to a table, as tagged JSON: deeds, questions and little else."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a client says."""


class Hello(Request, frozen=True, tag="hello"):
    """The first thing said: `since` is the number of the first item of the feed that is not known yet."""

    since: Number = 0


class Command(Request, frozen=True):
    """What changes the table. The same `id` twice does nothing twice; `seen` is how many entries were known."""

    id: Id


class TakeAction(Command, frozen=True, tag="act"):
    action: Text
    values: dict[str, Any] = {}
    nonce: Nonce = ""
    seen: Number = -1


class AnswerPrompt(Command, frozen=True, tag="answer"):
    of: Number
    at: Text
    choice: Text
    nonce: Nonce = ""
    seen: Number = -1


class EnterDice(Command, frozen=True, tag="roll"):
    """Dice from somebody's own hand."""

    of: Number
    at: Text
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=1000)]
    nonce: Nonce = ""


class RequestThrow(Command, frozen=True, tag="throw"):
    """The table throws what is waited for."""

    nonce: Nonce = ""


class WithdrawAction(Command, frozen=True, tag="withdraw"):
    of: Number


class EditValue(Command, frozen=True, tag="edit"):
    path: Text
    value: Any


class SendMessage(Command, frozen=True, tag="say"):
    text: Text
    to: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] = ()


class Undo(Command, frozen=True, tag="undo"):
    to: Number | None = None


class Redo(Command, frozen=True, tag="redo"):
    to: Number | None = None


class HandOverCharacter(Command, frozen=True, tag="hand"):
    """A character for another seat; for nobody, if none is named."""

    who: Text
    to: Text = ""


class RenameSeat(Command, frozen=True, tag="rename"):
    name: Text
    seat: Text = ""


class LeaveSeat(Command, frozen=True, tag="leave"):
    seat: Text = ""


class CloseSession(Command, frozen=True, tag="close"):
    pass


class PausePlay(Command, frozen=True, tag="pause"):
    why: Text = ""


class ResumePlay(Command, frozen=True, tag="resume"):
    pass


class TakeRandomStep(Command, frozen=True, tag="chance"):
    """The next thing on a guided path, left to chance: as often as is wished, one thing at a time."""

    path: Text
    of: Text = ""
    nonce: Nonce = ""


class UndoGuideStep(Command, frozen=True, tag="step-back"):
    """Back to how it was when a step of a guided path was begun, counted from 0."""

    path: Text
    of: Text
    step: Number


class AgreeToProposal(Command, frozen=True, tag="agree"):
    of: Number


class RejectProposal(Command, frozen=True, tag="object"):
    of: Number


class Query(Request, frozen=True):
    """What changes nothing and is answered when it has been counted; the last of its kind counts."""

    id: Id


class QueryDraft(Query, frozen=True, tag="draft"):
    action: Text
    values: dict[str, Any] = {}


class QueryOdds(Query, frozen=True, tag="odds"):
    action: Text
    values: dict[str, Any] = {}


class QueryAdvice(Query, frozen=True, tag="counsel"):
    of: Number
    at: Text


class QueryActions(Query, frozen=True, tag="actions"):
    """Everything this seat might do, the impossible with its reason."""


class QueryQuickActions(Query, frozen=True, tag="desk"):
    """What this seat does in one tap, and what it can foresee."""


class QueryForecast(Query, frozen=True, tag="forecast"):
    """How something is likely to go on from here: for the master, or for all where nobody is. Later rounds tell it
    better.
    """

    name: Text
    policy: Text = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


class QueryValues(Query, frozen=True, tag="values"):
    """What stands behind a word of a panel, for whoever may set it by hand."""

    panel: Text
    label: Text


class SetPreparing(Request, frozen=True, tag="drafting"):
    """That somebody prepares an action, or no longer does. Not which."""

    on: bool


PlayCommand: TypeAlias = (
    TakeAction
    | AnswerPrompt
    | EnterDice
    | RequestThrow
    | WithdrawAction
    | EditValue
    | Undo
    | Redo
    | TakeRandomStep
    | UndoGuideStep
)
SeatCommand: TypeAlias = (
    SendMessage
    | HandOverCharacter
    | RenameSeat
    | LeaveSeat
    | CloseSession
    | PausePlay
    | ResumePlay
    | AgreeToProposal
    | RejectProposal
)
AnyCommand: TypeAlias = PlayCommand | SeatCommand
AnyQuery: TypeAlias = (
    QueryDraft | QueryOdds | QueryAdvice | QueryActions | QueryQuickActions | QueryForecast | QueryValues
)
AnyRequest: TypeAlias = Hello | AnyCommand | AnyQuery | SetPreparing

request_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
