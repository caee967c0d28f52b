"""Views and logs of a seat, for tests of seats."""

from __future__ import annotations

from tablewright.rules.widgets import Offer, iter_offers
from tablewright.table import SeatView, Table
from tablewright.table.transcript.plain_text import panels_to_text


def offers(table: Table, seat: str) -> list[Offer]:
    """Everything this seat's sheet offers."""
    return [offer for panel in SeatView(table, seat).sheet for offer in iter_offers(panel)]


def offered(table: Table, seat: str, who: str) -> set[str]:
    """The actions that a seat's sheet offers for a character."""
    return {offer.action for offer in offers(table, seat) if offer.params.get("who") == who}


def shown(table: Table, seat: str) -> str:
    """A seat's sheet, as text."""
    return panels_to_text(SeatView(table, seat).panels)


def told(table: Table, seat: str) -> list[str]:
    """A seat's log, as text."""
    return [told.item.text for told in table.feed(seat)]
