"""Bodies and answers of the HTTP interface."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from tablewright.rules import Theme
from tablewright.table.log import FeedItem

from .json_value import Values

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Token: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
ShortText: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class NameBody(RequestBody, frozen=True):
    """A name for a person or a table."""

    name: Name


class TokenBody(RequestBody, frozen=True):
    """The token of an invitation."""

    token: Token


class HostTokenBody(TokenBody, frozen=True):
    """The host's token. With `again`, a browser that knows nobody becomes the host there was."""

    again: bool = False


class NewTableBody(RequestBody, frozen=True):
    """A table to create: with the game's ready-made characters and opening, or empty."""

    game: ShortText
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    rulings: Values = msgspec.field(default_factory=dict)
    empty: bool = False
    physical_dice: bool = False
    """People throw their own dice and enter what they show."""
    my_name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """The creator's name at this table."""


class NewInvitationBody(RequestBody, frozen=True):
    """An invitation to create: to any free seat, to one role, or to one seat."""

    role: ShortText = ""
    seat: ShortText = ""


class JoinBody(RequestBody, frozen=True):
    """A seat to take by an invitation: a free one, or a new one of a role."""

    token: Token
    name: Name
    seat: ShortText = ""
    role: ShortText = ""


class CurrentUser(msgspec.Struct, frozen=True):
    """The person a request is from; without an id, nobody yet."""

    id: str = ""
    name: str = ""
    host: bool = False
    may_begin: bool = False


class RoleInfo(msgspec.Struct, frozen=True):
    """A role of a game: how many seats it has, and whether it is the master's."""

    name: str
    doc: str
    master: bool
    fewest: int
    most: int
    title: str
    """What people call it."""


class RulingInfo(msgspec.Struct, frozen=True):
    """A house ruling: the question, its usual answer and the others, as they are written."""

    name: str
    question: str
    usual: str
    cites: str
    choices: tuple[str, ...] = ()


class GameInfo(msgspec.Struct, frozen=True):
    """An installed game."""

    name: str
    title: str
    version: str
    about: str
    roles: tuple[RoleInfo, ...]
    rulings: tuple[RulingInfo, ...]
    actions: int
    rules: int
    theme: Theme
    font: str = ""
    """Path of its title font, below the root of the server."""


class RuleInfo(msgspec.Struct, frozen=True):
    """One rule of a game's ledger."""

    id: str
    title: str
    section: str
    text: str
    ours: str = ""
    """Our reading, where the book leaves it open."""


class RulesSummary(msgspec.Struct, frozen=True):
    """A game's rules in short: what it is about, and each section with its rules."""

    title: str
    about: str
    sections: tuple[tuple[str, str], ...]


class TableInfo(msgspec.Struct, frozen=True):
    """A table of the person who asks."""

    id: str
    name: str
    game: str
    title: str
    seat: str
    owner: bool
    master: bool
    version: int
    changed_at: float
    closed: bool
    online: tuple[str, ...] = ()
    trashed_at: float = 0.0
    """When it was put into the trash; 0, if it was not."""


class FreeSeat(msgspec.Struct, frozen=True):
    """A seat nobody sits in."""

    id: str
    name: str
    role: str
    plays: tuple[str, ...]


class InvitationInfo(msgspec.Struct, frozen=True):
    """The table an invitation leads to, its free seats, and the roles with room for one more."""

    table: str
    name: str
    game: str
    title: str
    seats: tuple[FreeSeat, ...]
    roles: tuple[str, ...]
    role_titles: dict[str, str]
    """Titles of the game's roles, by name."""
    my_seat: str = ""
    """The seat this person has there already."""


class Invitation(msgspec.Struct, frozen=True):
    """An invitation of a table, as its master sees it."""

    id: str
    role: str
    seat: str
    since: float
    token: str = ""
    """Its secret part. Shown once, when it is created."""


class SeatAssignment(msgspec.Struct, frozen=True):
    """A seat that was taken."""

    table: str
    seat: str


class ImportResult(msgspec.Struct, frozen=True):
    """A table that was imported. `notice` says what could not be taken over, if anything."""

    table: str
    name: str
    notice: str


class FeedPage(msgspec.Struct, frozen=True):
    """A page of the feed; `next` is the number of the first item after it."""

    items: tuple[FeedItem, ...]
    next: int


class ErrorBody(msgspec.Struct, frozen=True):
    """A refusal, in a sentence. `field` is the field of the body it is about."""

    reason: str
    field: str = ""


class Health(msgspec.Struct, frozen=True):
    """The server is up."""

    ok: bool
    version: str
