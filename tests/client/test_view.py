"""The client's view: put together from the updates, as the server sends them."""

from __future__ import annotations

from tablewright.client import View
from tablewright.rules.widgets import Panel, TextWidget
from tablewright.server.protocol import ViewUpdate

SHEETS = {"ann": Panel("Ann", (TextWidget("hale"),)), "bob": Panel("Bob", ())}


def test_a_view_has_every_part_of_an_update() -> None:
    """A part that is added to the update is not left behind."""
    assert {*ViewUpdate.__struct_fields__} - {*View.__struct_fields__} == {"order", "timeline_kept"}
    assert {*View.__struct_fields__} <= {*ViewUpdate.__struct_fields__}


def test_what_an_update_leaves_out_stays() -> None:
    first = View().updated(ViewUpdate(3, SHEETS, order=("ann", "bob"), waiting_for="Ann", closed=False))
    second = first.updated(ViewUpdate(4, closed=True))
    assert (second.version, second.waiting_for, second.closed) == (4, "Ann", True)
    assert second.panels == SHEETS


def test_panels_are_those_of_the_order_and_in_it() -> None:
    """One that is no longer shown is no longer there."""
    first = View().updated(ViewUpdate(3, SHEETS, order=("ann", "bob")))
    assert list(first.updated(ViewUpdate(4, order=("bob", "ann"))).panels) == ["bob", "ann"]
    assert list(first.updated(ViewUpdate(4, order=("bob",))).panels) == ["bob"]


def test_a_timeline_goes_on_after_what_is_kept_of_it() -> None:
    first = View().updated(ViewUpdate(9, timeline=((0, 3), (6, 8))))
    assert first.updated(ViewUpdate(12, timeline=((6, 11),), timeline_kept=1)).timeline == ((0, 3), (6, 11))
    assert first.updated(ViewUpdate(12)).timeline == ((0, 3), (6, 8))
