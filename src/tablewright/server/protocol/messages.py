"""Messages: what the server sends over the WebSocket, and how a message becomes bytes."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tablewright.rules.widgets import Offer, Panel
from tablewright.server.limits import Limits
from tablewright.table.core import TransferableCharacter
from tablewright.table.log import EventRange, FeedItem
from tablewright.table.seat import GuideView, SeatPrompt

from .framing import frame_text


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the server. Its `type` tells which."""


class ProposalInfo(msgspec.Struct, frozen=True):
    """A proposal that waits for everybody's consent; `agreed` are the seats that have given it."""

    number: int
    seat: str
    what: str
    agreed: tuple[str, ...]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat of the table, as everybody knows it."""

    id: str
    role: str
    name: str
    master: bool
    plays: tuple[str, ...] = ()
    """The characters this seat plays, by name."""
    role_title: str = ""
    """What people call the role."""


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `hello`. The feed begins at item `since`; `undoable` are the kinds of items an undo takes back."""

    table: str
    name: str
    game: str
    title: str
    seat: str
    master: bool
    since: int
    commitment: str
    undoable: tuple[str, ...]
    notice: str = ""
    """What there was to say when the table was opened."""
    physical_dice: bool = False
    """People throw their own dice here and enter what they show."""
    max_message_bytes: int = Limits().message_bytes
    """A longer message of a client ends the connection."""


class FeedMessage(Message, frozen=True, tag="feed"):
    """New items of the feed, in order; `next` is the number to reconnect with.

    `announce` is the same in a sentence, for screen readers.
    """

    items: tuple[FeedItem, ...]
    next: int
    announce: str = ""


class ViewUpdate(Message, frozen=True, tag="view", omit_defaults=True):
    """Changes of what a seat sees. A part that has not changed is left out."""

    version: int
    """How many events the table has."""
    panels: dict[str, Panel] = {}
    order: tuple[str, ...] | None = None
    prompts: tuple[SeatPrompt, ...] | None = None
    suggestions: tuple[Offer, ...] | None = None
    guides: tuple[GuideView, ...] | None = None
    seats: tuple[SeatInfo, ...] | None = None
    characters: tuple[TransferableCharacter, ...] | None = None
    """The characters this seat may hand over, or take."""
    proposals: tuple[ProposalInfo, ...] | None = None
    timeline: tuple[EventRange, ...] | None = None
    """The events in effect, as ranges, after the first `timeline_kept` ranges known before."""
    timeline_kept: int = 0
    undo_from: int | None = None
    """The first event in effect that this seat may undo, or ask to; -1, if there is none."""
    waiting_for: str | None = None
    ending: str | None = None
    """Why the game is over."""
    closed: bool | None = None
    paused: str | None = None
    """Why nobody plays on now."""
    read_only: str | None = None
    """Why nothing can be changed at this table."""


class Presence(Message, frozen=True, tag="presence"):
    """The seats that are online, and those that prepare an action."""

    online: tuple[str, ...]
    preparing: tuple[str, ...] = ()


class CommandAccepted(Message, frozen=True, tag="accepted"):
    """The answer to a command: it is done, as this event."""

    id: str
    event: int


class RequestRejected(Message, frozen=True, tag="rejected"):
    """The answer to a request that was refused: nothing has changed. `field` is the field of the form it is about."""

    id: str
    reason: str
    field: str = ""


class QueryResult(Message, frozen=True, tag="result"):
    """The answer to a query of type `query`, as the table was at `version`."""

    id: str
    version: int
    query: str
    result: msgspec.Raw
    """JSON of the query's answer type."""


AnyMessage: TypeAlias = Welcome | FeedMessage | ViewUpdate | Presence | CommandAccepted | RequestRejected | QueryResult
encode_json = msgspec.json.Encoder().encode
message_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


def encode_message(message: AnyMessage) -> bytes:
    """Encode and frame a message, for one client or for many."""
    return frame_text(encode_json(message))


def raw_json(encoded: bytes) -> Any:
    """Put what is encoded already in the place of a value."""
    return msgspec.Raw(encoded)
