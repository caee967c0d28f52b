"""View words: what a sheet is made of. The browser, the terminal and the printed sheet all draw from these.

A word says what a thing is, never how it looks. It may carry the action it offers.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """An action a word invites to, with the parameters already known."""

    action: str
    params: dict[str, Any] = {}
    title: str = ""


class Widget(msgspec.Struct, frozen=True, tag_field="word"):
    """Base of the view words. Where a word shows a rule, its `cites` names it."""


class TextWidget(Widget, frozen=True, tag="text"):
    text: str
    kind: Literal["plain", "good", "bad", "quiet"] = "plain"
    cites: str = ""


class FieldWidget(Widget, frozen=True, tag="field"):
    """A name and a value."""

    label: str
    value: str
    offer: Offer | None = None
    cites: str = ""


class TrackWidget(Widget, frozen=True, tag="track"):
    """Pips: so many of so many. `marks` puts words at places of the track, such as levels or lines.

    A track may begin below nothing: `least` is its first place.
    """

    label: str
    value: int
    most: int
    marks: tuple[tuple[int, str], ...] = ()
    offer: Offer | None = None
    cites: str = ""
    least: int = 0


class RulerWidget(Widget, frozen=True, tag="ruler"):
    """A row of numbers from `first` to `last`, cut by lines: one stands left of each number in `cuts`.

    A die may stand on one of them: `at` is its place, which may lie beyond the row, and `face` what it shows.
    `zones` say what the stretches between the lines mean.
    """

    label: str
    first: int
    last: int
    cuts: tuple[int, ...] = ()
    at: int | None = None
    face: int = 0
    zones: tuple[str, ...] = ()
    offer: Offer | None = None
    cites: str = ""


class TokenWidget(Widget, frozen=True, tag="token"):
    """Something one has or has not."""

    label: str
    on: bool
    note: str = ""
    offer: Offer | None = None
    cites: str = ""


class PoolWidget(Widget, frozen=True, tag="pool"):
    """Dice, with where they come from: ("2 NAV", "1 AFTERBURNERS"); what is taken away begins with a minus.

    Dice that lie somewhere and can be laid elsewhere say so: `place` is what the action that `moves` them calls how
    many lie there. Neighbours that the same action moves share their dice.
    """

    label: str
    dice: int
    sides: int = 6
    reasons: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    offer: Offer | None = None
    cites: str = ""
    place: str = ""
    moves: Offer | None = None


class ClockWidget(Widget, frozen=True, tag="clock"):
    label: str
    filled: int
    size: int
    kind: str = ""
    note: str = ""
    offer: Offer | None = None
    cites: str = ""


class CardWidget(Widget, frozen=True, tag="card"):
    title: str
    text: str = ""
    state: str = ""
    offer: Offer | None = None
    cites: str = ""


class DeckWidget(Widget, frozen=True, tag="deck"):
    """Cards still in it, and those this seat may read."""

    label: str
    left: int
    known: tuple[CardWidget, ...] = ()
    drawn: tuple[CardWidget, ...] = ()
    offer: Offer | None = None
    cites: str = ""


class TableWidget(Widget, frozen=True, tag="table"):
    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    offer: Offer | None = None
    cites: str = ""


class TurnOrderWidget(Widget, frozen=True, tag="order"):
    """Who acts when; `turn` is the place of whoever acts now."""

    label: str
    names: tuple[str, ...]
    turn: int | None = None
    round: int = 0
    cites: str = ""


class Panel(Widget, frozen=True, tag="panel"):
    """A titled group of words. `of` is the character or thing it shows, if it is one.

    `folded` is for what people look up rather than watch: only its title shows until somebody opens it.
    """

    title: str
    words: tuple[AnyWidget, ...] = ()
    of: str = ""
    note: str = ""
    folded: bool = False


AnyWidget: TypeAlias = (
    Panel
    | TextWidget
    | FieldWidget
    | TrackWidget
    | RulerWidget
    | TokenWidget
    | PoolWidget
    | ClockWidget
    | CardWidget
    | DeckWidget
    | TableWidget
    | TurnOrderWidget
)


def format_reasons(reasons: tuple[str, ...]) -> str:
    """The reasons of a pool as a sum: "4 reaction + 2 parry - 1 armor"."""
    first, *rest = reasons or ("",)
    return first + "".join(f" - {r[1:].lstrip()}" if r.startswith("-") else f" + {r}" for r in rest)


def ruler_zones(ruler: RulerWidget) -> tuple[tuple[int, ...], ...]:
    """The numbers of a ruler between its lines; a die beyond its end stands among the last of them."""
    beyond = (ruler.at,) if ruler.at is not None and ruler.at > ruler.last else ()
    found: list[list[int]] = [[]]
    for number in (*range(ruler.first, ruler.last + 1), *beyond):
        if number in ruler.cuts:
            found.append([])
        found[-1].append(number)
    return tuple(map(tuple, found))


def iter_offers(word: AnyWidget) -> list[Offer]:
    """Every offer in a word and in the words inside it."""
    found = [getattr(word, "offer", None), getattr(word, "moves", None)]
    for inner in (*getattr(word, "words", ()), *getattr(word, "known", ()), *getattr(word, "drawn", ())):
        found += iter_offers(inner)
    return [offer for offer in found if offer is not None]


W = TypeVar("W", bound=Widget)


def strip_offers(word: W) -> W:
    """The same word, and the words inside it, for somebody who only looks on."""
    inside = {
        name: tuple(strip_offers(inner) if isinstance(inner, Widget) else inner for inner in value)
        for name in word.__struct_fields__
        if isinstance(value := getattr(word, name), tuple)
    }
    bare = {name: None for name in ("offer", "moves") if name in word.__struct_fields__}
    return msgspec.structs.replace(word, **inside, **bare)
