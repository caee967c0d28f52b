"""What the HTTP API takes and gives, as plain structs."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from tablewright.rules import Theme
from tablewright.table.log import FeedItem

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Token: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
ShortText: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request brings."""


class NameBody(RequestBody, frozen=True):
    name: Name


class TokenBody(RequestBody, frozen=True):
    """A token that is shown: the host's, or a link's."""

    token: Token


class HostTokenBody(TokenBody, frozen=True):
    """The host's token. `again`: in a browser that knows nobody yet, whoever was the host by it before."""

    again: bool = False


class NewTableBody(RequestBody, frozen=True):
    """A table to begin: with the game's ready-made people and opening, or with nothing on it."""

    game: ShortText
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    rulings: dict[str, Any] = {}
    empty: bool = False
    by_hand: bool = False
    """Dice are thrown by people, not by the table."""
    me: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """What whoever begins it is called there."""


class NewInvitationBody(RequestBody, frozen=True):
    """A link for anybody: to any free seat, to one role, or to one seat."""

    role: ShortText = ""
    seat: ShortText = ""


class JoinBody(RequestBody, frozen=True):
    """Sits down by a link: in a free seat, or in a new one of a role."""

    token: Token
    name: Name
    seat: ShortText = ""
    role: ShortText = ""


class CurrentUser(msgspec.Struct, frozen=True):
    """Who one is here; nobody yet, without an id."""

    id: str = ""
    name: str = ""
    host: bool = False
    may_begin: bool = False


class RoleInfo(msgspec.Struct, frozen=True):
    name: str
    doc: str
    master: bool
    fewest: int
    most: int
    called: str
    """What people call it."""


class RulingInfo(msgspec.Struct, frozen=True):
    """A house ruling: the question, its usual answer and the others, as they are written."""

    name: str
    question: str
    usual: str
    cites: str
    choices: tuple[str, ...] = ()


class GameInfo(msgspec.Struct, frozen=True):
    """A game on the shelf."""

    name: str
    title: str
    version: str
    about: str
    roles: tuple[RoleInfo, ...]
    rulings: tuple[RulingInfo, ...]
    actions: int
    rules: int
    look: Theme
    font: str = ""
    """Where its title font is, from the root of the server."""


class RuleInfo(msgspec.Struct, frozen=True):
    """One rule of a game's ledger."""

    id: str
    title: str
    section: str
    text: str
    ours: str = ""
    """How we read it, where the book leaves it open."""


class RulesSummary(msgspec.Struct, frozen=True):
    """A game's rules in short: what it is, and each section's rules one after the other."""

    title: str
    about: str
    sections: tuple[tuple[str, str], ...]


class TableInfo(msgspec.Struct, frozen=True):
    """A table of mine."""

    id: str
    name: str
    game: str
    title: str
    seat: str
    owner: bool
    master: bool
    entries: int
    touched: float
    closed: bool
    here: tuple[str, ...] = ()
    thrown_away: float = 0.0
    """Since when it is in the bin; 0, if it is not."""


class FreeSeat(msgspec.Struct, frozen=True):
    """A seat that can be taken."""

    id: str
    name: str
    role: str
    plays: tuple[str, ...]


class InvitationInfo(msgspec.Struct, frozen=True):
    """Where a link leads: the table, the seats nobody sits in, the roles one may still sit down as."""

    table: str
    name: str
    game: str
    title: str
    seats: tuple[FreeSeat, ...]
    roles: tuple[str, ...]
    called: dict[str, str]
    """What people call the roles of the game."""
    mine: str = ""
    """The seat one has there already."""


class Invitation(msgspec.Struct, frozen=True):
    id: str
    role: str
    seat: str
    since: float
    token: str = ""
    """Shown once, when it is made."""


class SeatAssignment(msgspec.Struct, frozen=True):
    table: str
    seat: str


class ImportResult(msgspec.Struct, frozen=True):
    table: str
    name: str
    said: str


class FeedPage(msgspec.Struct, frozen=True):
    """A stretch of the feed."""

    items: tuple[FeedItem, ...]
    next: int


class ErrorBody(msgspec.Struct, frozen=True):
    """Why not, in a sentence."""

    why: str
    field: str = ""


class Health(msgspec.Struct, frozen=True):
    ok: bool
    version: str
