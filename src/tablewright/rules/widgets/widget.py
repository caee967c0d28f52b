"""The base of all widgets, and the offers found in them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from .offer import Offer
from .row import Row


class Widget(msgspec.Struct, frozen=True, tag_field="widget"):
    """A part of a sheet. It says what something is, never how it looks.

    A kind of widget is declared here once: its fields, its `label`, and its `row`, which plain text, the terminal and
    lists of changes read. A field of another widget, or a tuple of them, holds children. A field of an `Offer` holds an
    action that it invites to. Where it shows a rule, its `cites` names it.
    """

    def __init_subclass__(cls) -> None:
        """Raise TypeError for a widget that would be drawn as nothing."""
        super().__init_subclass__()
        if cls.label is Widget.label:
            raise TypeError(f"{cls.__name__} has no label: declare a field or a property of that name.")
        if cls.row is Widget.row:
            raise TypeError(f"{cls.__name__} has no row(): plain text and the terminal would show nothing of it.")

    @property
    @abstractmethod
    def label(self) -> str:
        """The name it goes by on its sheet."""

    @abstractmethod
    def row(self) -> Row:
        """Return it in words."""

    @property
    def key(self) -> str:
        """The name under which it is the same thing as before, even if its label changes."""
        return self.label

    @property
    def offer(self) -> Offer | None:
        """The action that stands beside it, if any."""
        return None

    def offers(self) -> tuple[Offer, ...]:
        """Return its own offers, without those of its children."""
        return tuple(_find(Offer, self))

    def children(self) -> tuple[Widget, ...]:
        """Return the widgets in its fields, in their order."""
        return tuple(_find(Widget, self))


W = TypeVar("W", bound=Widget)


def iter_offers(widget: Widget) -> list[Offer]:
    """Return every offer in a widget and in its children."""
    return [*widget.offers(), *(offer for child in widget.children() for offer in iter_offers(child))]


def strip_offers(widget: W) -> W:
    """Return the widget without its offers and those of its children, as a spectator sees it."""
    offers = {name: _without(getattr(widget, name)) for name in fields_holding(Offer, type(widget))}
    children = {name: _strip(getattr(widget, name)) for name in fields_holding(Widget, type(widget))}
    return msgspec.structs.replace(widget, **offers, **children)


@cache  # by type: one answer may draw a hundred sheets
def fields_holding(kind: type, widget: type[Widget]) -> tuple[str, ...]:
    """Return the fields of a widget that may hold a kind of value, alone or in a tuple."""
    hints = get_type_hints(widget)
    return tuple(name for name in widget.__struct_fields__ if _mentions(kind, hints[name]))


def _mentions(kind: type, hint: Any) -> bool:
    return (isinstance(hint, type) and issubclass(hint, kind)) or any(_mentions(kind, arg) for arg in get_args(hint))


def _find(kind: type, widget: Widget) -> Iterator[Any]:
    for name in fields_holding(kind, type(widget)):
        value = getattr(widget, name)
        if isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield value


def _without(value: Any) -> Any:
    return () if isinstance(value, tuple) else None


def _strip(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(strip_offers, value))
    return strip_offers(value) if value is not None else None
