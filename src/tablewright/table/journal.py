"""The journal: an append-only list of what people did and what the dice said. Everything else is replayed from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.seat import Seat

MOST_CHAT = 4000


class Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True, omit_defaults=True):
    """One entry. Its number is its place in the journal; the opening is number 0."""


class Opened(Entry, frozen=True, tag="opened"):
    """A table for this game under these house rulings, with the commitment to its dice."""

    game: str
    version: str
    rulings: dict[str, Any]
    commitment: str
    seats: tuple[Seat, ...] = ()


class Joined(Entry, frozen=True, tag="joined"):
    seat: Seat


class Acted(Entry, frozen=True, tag="acted"):
    """A seat takes an action."""

    seat: str
    action: str
    params: dict[str, Any] = {}


class Answered(Entry, frozen=True, tag="answered"):
    """A seat chooses. `of` is the entry of the action that asked, `at` the place in it."""

    seat: str
    of: int
    at: str
    choice: str


class Rolled(Entry, frozen=True, tag="rolled"):
    """Dice as they fell, or the places of cards drawn; by the table's seed, or by the hand of a seat."""

    of: int
    at: str
    faces: tuple[int, ...]
    sides: int
    drawn: bool = False
    hand: str = ""


class Withdrawn(Entry, frozen=True, tag="withdrawn"):
    """An action that waits is given up."""

    seat: str
    of: int


class Edited(Entry, frozen=True, tag="edited"):
    """The master sets a value by hand."""

    seat: str
    path: str
    value: Any


class Undone(Entry, frozen=True, tag="undone"):
    """The table is as it was after entry `to`."""

    seat: str
    to: int


class Redone(Entry, frozen=True, tag="redone"):
    """What was undone is done again, up to entry `to`."""

    seat: str
    to: int


class Said(Entry, frozen=True, tag="said"):
    seat: str
    text: str


class Closed(Entry, frozen=True, tag="closed"):
    """The session ends and the seed is shown: every die can be checked."""

    seed: str


AnyEntry: TypeAlias = Opened | Joined | Acted | Answered | Rolled | Withdrawn | Edited | Undone | Redone | Said | Closed

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encode = msgspec.json.Encoder().encode


class BrokenJournal(Refused):
    """A journal that cannot be replayed to its end: at which entry, and why. What came before it stands."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"Entry {number} of the journal does not hold: {why} Everything before it is kept.")
        self.number, self.why = number, why
        self.kept: Any = None
        """The table as it was before that entry, where there is one."""


def to_lines(entries: Iterable[AnyEntry]) -> str:
    """One JSON document a line."""
    return "".join(_encode(entry).decode() + "\n" for entry in entries)


def from_line(line: str, number: int) -> AnyEntry:
    try:
        return _decoder.decode(line)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise BrokenJournal(number, f"{error}.") from None
