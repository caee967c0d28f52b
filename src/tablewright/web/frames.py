"""What a client may be told of a table, as tagged JSON."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tablewright.kernel.view import Offer, Panel
from tablewright.table.asks import Ask
from tablewright.table.behind import Value
from tablewright.table.desk import Desk
from tablewright.table.doable import Doable
from tablewright.table.draft import Draft
from tablewright.table.feed import Item
from tablewright.table.guide import Guide
from tablewright.table.history import Stretch
from tablewright.table.prospect import Prospect
from tablewright.table.seating import Handable
from tablewright.table.weigh import Counsel

from .forecasts import Forecast
from .limits import Limits
from .socket import framed


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
    called: str = ""
    """What people call their role."""


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
    by_hand: bool = False
    """Whether people throw their own dice here, and say what fell."""
    most: int = Limits().message_bytes
    """As many bytes as one message may have: a longer one ends the connection."""


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
    cast: tuple[Handable, ...] | None = None
    """The characters this seat may hand over, or take."""
    motions: tuple[Motion, ...] | None = None
    line: tuple[Stretch, ...] | None = None
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


class Behind(Frame, frozen=True, tag="behind"):
    id: str
    entries: int
    values: tuple[Value, ...]


AnyFrame: TypeAlias = (
    Welcome | Feed | Sight | People | Done | No | Drafted | Counted | Counselled | Doables | AtHand | Foreseen | Behind
)
encode = msgspec.json.Encoder().encode


def ready(frame: AnyFrame) -> bytes:
    """A frame as it goes over the line, to one client or to many."""
    return framed(encode(frame))


def raw(encoded: bytes) -> Any:
    """What has been encoded already, in the place of what it is."""
    return msgspec.Raw(encoded)
