"""What a client may say to a table, as tagged JSON: deeds, questions and little else."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
Nonce: TypeAlias = Annotated[str, msgspec.Meta(max_length=64)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=4000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Wish(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a client says."""


class Hello(Wish, frozen=True, tag="hello"):
    """The first thing said: `since` is the number of the first item of the feed that is not known yet."""

    since: Number = 0


class Deed(Wish, frozen=True):
    """What changes the table. The same `id` twice does nothing twice; `seen` is how many entries were known."""

    id: Id


class Act(Deed, frozen=True, tag="act"):
    action: Text
    values: dict[str, Any] = {}
    nonce: Nonce = ""
    seen: Number = -1


class Answer(Deed, frozen=True, tag="answer"):
    of: Number
    at: Text
    choice: Text
    nonce: Nonce = ""
    seen: Number = -1


class Roll(Deed, frozen=True, tag="roll"):
    """Dice from somebody's own hand."""

    of: Number
    at: Text
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=1000)]
    nonce: Nonce = ""


class Throw(Deed, frozen=True, tag="throw"):
    """The table throws what is waited for."""

    nonce: Nonce = ""


class Withdraw(Deed, frozen=True, tag="withdraw"):
    of: Number


class Edit(Deed, frozen=True, tag="edit"):
    path: Text
    value: Any


class Say(Deed, frozen=True, tag="say"):
    text: Text
    to: Annotated[tuple[str, ...], msgspec.Meta(max_length=100)] = ()


class Undo(Deed, frozen=True, tag="undo"):
    to: Number | None = None


class Redo(Deed, frozen=True, tag="redo"):
    to: Number | None = None


class Hand(Deed, frozen=True, tag="hand"):
    """A character for another seat; for nobody, if none is named."""

    who: Text
    to: Text = ""


class Rename(Deed, frozen=True, tag="rename"):
    name: Text
    seat: Text = ""


class Leave(Deed, frozen=True, tag="leave"):
    seat: Text = ""


class Close(Deed, frozen=True, tag="close"):
    pass


class Pause(Deed, frozen=True, tag="pause"):
    why: Text = ""


class Resume(Deed, frozen=True, tag="resume"):
    pass


class Chance(Deed, frozen=True, tag="chance"):
    """The next thing on a guided path, left to chance: as often as is wished, one thing at a time."""

    path: Text
    of: Text = ""
    nonce: Nonce = ""


class StepBack(Deed, frozen=True, tag="step-back"):
    """Back to how it was when a step of a guided path was begun, counted from 0."""

    path: Text
    of: Text
    step: Number


class Agree(Deed, frozen=True, tag="agree"):
    of: Number


class Object(Deed, frozen=True, tag="object"):
    of: Number


class Question(Wish, frozen=True):
    """What changes nothing and is answered when it has been counted; the last of its kind counts."""

    id: Id


class DraftOf(Question, frozen=True, tag="draft"):
    action: Text
    values: dict[str, Any] = {}


class OddsOf(Question, frozen=True, tag="odds"):
    action: Text
    values: dict[str, Any] = {}


class CounselOn(Question, frozen=True, tag="counsel"):
    of: Number
    at: Text


class Actions(Question, frozen=True, tag="actions"):
    """Everything this seat might do, the impossible with its reason."""


class DeskOf(Question, frozen=True, tag="desk"):
    """What this seat does in one tap, and what it can foresee."""


class ForecastOf(Question, frozen=True, tag="forecast"):
    """How something is likely to go on from here: for the master, or for all where nobody is. Later rounds tell it
    better.
    """

    name: Text
    policy: Text = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


class ValuesOf(Question, frozen=True, tag="values"):
    """What stands behind a word of a panel, for whoever may set it by hand."""

    panel: Text
    label: Text


class Drafting(Wish, frozen=True, tag="drafting"):
    """That somebody prepares an action, or no longer does. Not which."""

    on: bool


Playing: TypeAlias = Act | Answer | Roll | Throw | Withdraw | Edit | Undo | Redo | Chance | StepBack
Meeting: TypeAlias = Say | Hand | Rename | Leave | Close | Pause | Resume | Agree | Object
AnyDeed: TypeAlias = Playing | Meeting
AnyQuestion: TypeAlias = DraftOf | OddsOf | CounselOn | Actions | DeskOf | ForecastOf | ValuesOf
AnyWish: TypeAlias = Hello | AnyDeed | AnyQuestion | Drafting

wishes: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)
