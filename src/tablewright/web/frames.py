"""The wire: everything a client may say to a table and everything it may be told, as tagged JSON."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from tablewright.kernel.view import Offer, Panel
from tablewright.table.asks import Ask
from tablewright.table.desk import Desk
from tablewright.table.doable import Doable
from tablewright.table.draft import Draft
from tablewright.table.feed import Item
from tablewright.table.guide import Guide
from tablewright.table.history import Stretch
from tablewright.table.prospect import Prospect
from tablewright.table.weigh import Counsel

from .forecasts import Forecast
from .socket import framed

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


class Drafting(Wish, frozen=True, tag="drafting"):
    """That somebody prepares an action, or no longer does. Not which."""

    on: bool


Playing: TypeAlias = Act | Answer | Roll | Throw | Withdraw | Edit | Undo | Redo | Chance | StepBack
Meeting: TypeAlias = Say | Hand | Rename | Leave | Close | Pause | Resume | Agree | Object
AnyDeed: TypeAlias = Playing | Meeting
AnyQuestion: TypeAlias = DraftOf | OddsOf | CounselOn | Actions | DeskOf | ForecastOf
AnyWish: TypeAlias = Hello | AnyDeed | AnyQuestion | Drafting


class Frame(msgspec.Struct, frozen=True, tag_field="is"):
    """What a client is told."""


class Motion(msgspec.Struct, frozen=True):
    """What somebody proposes, where everybody has to consent; `agreed` are the seats that have."""

    number: int
    seat: str
    what: str
    agreed: tuple[str, ...]


class SeatAt(msgspec.Struct, frozen=True):
    """Somebody at the table, as everybody knows them."""

    id: str
    role: str
    name: str
    master: bool
    plays: tuple[str, ...] = ()
    """The characters this seat plays, by name."""


class Welcome(Frame, frozen=True, tag="welcome"):
    """Where one sits. The feed begins at `since`; `undoable` are the kinds of items that an undo takes back."""

    table: str
    name: str
    game: str
    title: str
    seat: str
    master: bool
    since: int
    commitment: str
    undoable: tuple[str, ...]
    said: str = ""
    """What there was to say when the table was opened."""


class Feed(Frame, frozen=True, tag="feed"):
    """What has been told, in order; `next` is the number to come back with. `announce` is the same for the ear."""

    items: tuple[Item, ...]
    next: int
    announce: str = ""


class Sight(Frame, frozen=True, tag="look", omit_defaults=True):
    """What has changed of what a seat sees. Nothing is said of what has not."""

    entries: int
    panels: dict[str, Panel] = {}
    order: tuple[str, ...] | None = None
    asks: tuple[Ask, ...] | None = None
    foremost: tuple[Offer, ...] | None = None
    guides: tuple[Guide, ...] | None = None
    """The guided paths open to this seat, each with where it stands."""
    seats: tuple[SeatAt, ...] | None = None
    motions: tuple[Motion, ...] | None = None
    line: tuple[Stretch, ...] | None = None
    """The entries in effect, in stretches: what an undone one told is marked."""
    stays: int = 0
    """So many of the stretches known before stay; `line` comes after them."""
    waiting: str | None = None
    over: str | None = None
    closed: bool | None = None
    paused: str | None = None
    """Why nobody plays on now."""
    read_only: str | None = None


class People(Frame, frozen=True, tag="people"):
    """Who is here, and who of them prepares something."""

    here: tuple[str, ...]
    drafting: tuple[str, ...] = ()


class Done(Frame, frozen=True, tag="done"):
    id: str
    entry: int


class No(Frame, frozen=True, tag="no"):
    """Refused, and why: nothing has changed. `field` is the field of the form it is about, if it is about one."""

    id: str
    why: str
    field: str = ""


class Drafted(Frame, frozen=True, tag="drafted"):
    id: str
    entries: int
    draft: Draft


class Counted(Frame, frozen=True, tag="counted"):
    id: str
    entries: int
    odds: Prospect


class Counselled(Frame, frozen=True, tag="counselled"):
    id: str
    entries: int
    counsel: Counsel


class Doables(Frame, frozen=True, tag="doables"):
    id: str
    entries: int
    actions: tuple[Doable, ...]


class AtHand(Frame, frozen=True, tag="at hand"):
    id: str
    entries: int
    desk: Desk


class Foreseen(Frame, frozen=True, tag="foreseen"):
    id: str
    entries: int
    forecast: Forecast


AnyFrame: TypeAlias = (
    Welcome | Feed | Sight | People | Done | No | Drafted | Counted | Counselled | Doables | AtHand | Foreseen
)
encode = msgspec.json.Encoder().encode
wishes: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)


def ready(frame: AnyFrame) -> bytes:
    """A frame as it goes over the line, to one client or to many."""
    return framed(encode(frame))


def raw(encoded: bytes) -> Any:
    """What has been encoded already, in the place of what it is."""
    return msgspec.Raw(encoded)
