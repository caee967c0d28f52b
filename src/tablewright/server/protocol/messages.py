"""What a client may be told of a table, as tagged JSON."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tablewright.rules.widgets import Offer, Panel
from tablewright.server.limits import Limits
from tablewright.table.core import TransferableCharacter
from tablewright.table.log import EventRange, FeedItem
from tablewright.table.odds import Advice, OddsSummary
from tablewright.table.seat import ActionSummary, Draft, EditableValue, GuideView, QuickActions, SeatPrompt

from .forecast import Forecast
from .websocket import frame_text


class Message(msgspec.Struct, frozen=True, tag_field="is"):
    """What a client is told."""


class ProposalInfo(msgspec.Struct, frozen=True):
    """What somebody proposes, where everybody has to consent; `agreed` are the seats that have."""

    number: int
    seat: str
    what: str
    agreed: tuple[str, ...]


class SeatInfo(msgspec.Struct, frozen=True):
    """Somebody at the table, as everybody knows them."""

    id: str
    role: str
    name: str
    master: bool
    plays: tuple[str, ...] = ()
    """The characters this seat plays, by name."""
    called: str = ""
    """What people call their role."""


class Welcome(Message, frozen=True, tag="welcome"):
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
    by_hand: bool = False
    """Whether people throw their own dice here, and say what fell."""
    most: int = Limits().message_bytes
    """As many bytes as one message may have: a longer one ends the connection."""


class FeedMessage(Message, frozen=True, tag="feed"):
    """What has been told, in order; `next` is the number to come back with. `announce` is the same for the ear."""

    items: tuple[FeedItem, ...]
    next: int
    announce: str = ""


class ViewUpdate(Message, frozen=True, tag="look", omit_defaults=True):
    """What has changed of what a seat sees. Nothing is said of what has not."""

    entries: int
    panels: dict[str, Panel] = {}
    order: tuple[str, ...] | None = None
    asks: tuple[SeatPrompt, ...] | None = None
    foremost: tuple[Offer, ...] | None = None
    guides: tuple[GuideView, ...] | None = None
    """The guided paths open to this seat, each with where it stands."""
    seats: tuple[SeatInfo, ...] | None = None
    cast: tuple[TransferableCharacter, ...] | None = None
    """The characters this seat may hand over, or take."""
    motions: tuple[ProposalInfo, ...] | None = None
    line: tuple[EventRange, ...] | None = None
    """The entries in effect, in stretches: what an undone one told is marked."""
    undoes: int | None = None
    """The first entry in effect that this seat may take back, or ask to; -1, if there is none."""
    stays: int = 0
    """So many of the stretches known before stay; `line` comes after them."""
    waiting: str | None = None
    over: str | None = None
    closed: bool | None = None
    paused: str | None = None
    """Why nobody plays on now."""
    read_only: str | None = None


class Presence(Message, frozen=True, tag="people"):
    """Who is here, and who of them prepares something."""

    here: tuple[str, ...]
    drafting: tuple[str, ...] = ()


class CommandAccepted(Message, frozen=True, tag="done"):
    id: str
    entry: int


class RequestRejected(Message, frozen=True, tag="no"):
    """Refused, and why: nothing has changed. `field` is the field of the form it is about, if it is about one."""

    id: str
    why: str
    field: str = ""


class DraftResult(Message, frozen=True, tag="drafted"):
    id: str
    entries: int
    draft: Draft


class OddsResult(Message, frozen=True, tag="counted"):
    id: str
    entries: int
    odds: OddsSummary


class AdviceResult(Message, frozen=True, tag="counselled"):
    id: str
    entries: int
    counsel: Advice


class ActionsResult(Message, frozen=True, tag="doables"):
    id: str
    entries: int
    actions: tuple[ActionSummary, ...]


class QuickActionsResult(Message, frozen=True, tag="at hand"):
    id: str
    entries: int
    desk: QuickActions


class ForecastResult(Message, frozen=True, tag="foreseen"):
    id: str
    entries: int
    forecast: Forecast


class ValuesResult(Message, frozen=True, tag="behind"):
    id: str
    entries: int
    values: tuple[EditableValue, ...]


AnyMessage: TypeAlias = (
    Welcome
    | FeedMessage
    | ViewUpdate
    | Presence
    | CommandAccepted
    | RequestRejected
    | DraftResult
    | OddsResult
    | AdviceResult
    | ActionsResult
    | QuickActionsResult
    | ForecastResult
    | ValuesResult
)
encode_json = msgspec.json.Encoder().encode


def encode_message(frame: AnyMessage) -> bytes:
    """A frame as it goes over the line, to one client or to many."""
    return frame_text(encode_json(frame))


def raw_json(encoded: bytes) -> Any:
    """What has been encoded already, in the place of what it is."""
    return msgspec.Raw(encoded)
