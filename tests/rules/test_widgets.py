"""Widgets: they go to JSON and back, are read as plain text, and give up their offers to a spectator."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablewright.rules import widgets as v
from tablewright.table.transcript.plain_text import panels_to_text
from tests.widgets import KINDS, random_widgets

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
few = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])  # of each kind


@every_kind
@few
@given(data=st.data())
def test_every_kind_survives_json(kind: type[v.Widget], data: st.DataObject) -> None:
    """A browser gets what the game said, and a widget that is read back is the same."""
    widget = data.draw(random_widgets(kind))
    assert msgspec.json.decode(msgspec.json.encode(widget), type=v.AnyWidget) == widget


@every_kind
@few
@given(data=st.data())
def test_every_kind_is_read_as_plain_text(kind: type[v.Widget], data: st.DataObject) -> None:
    """Its text says its label."""
    widget = data.draw(random_widgets(kind))
    assert widget.label in panels_to_text([widget])


@every_kind
@few
@given(data=st.data())
def test_no_kind_keeps_an_offer_that_is_stripped(kind: type[v.Widget], data: st.DataObject) -> None:
    """Neither a spectator's widget nor its JSON holds one; its text is as it was."""
    widget = data.draw(random_widgets(kind))
    bare = v.strip_offers(widget)
    assert v.iter_offers(bare) == []
    assert offers_in(msgspec.to_builtins(bare)) == 0
    assert offers_in(msgspec.to_builtins(widget)) == len(v.iter_offers(widget))
    assert panels_to_text([bare]) == panels_to_text([widget])


def offers_in(value: Any) -> int:
    """Count what looks like an offer in JSON."""
    if isinstance(value, dict):
        return int({"action", "params"} <= value.keys()) + sum(map(offers_in, value.values()))
    return sum(map(offers_in, value)) if isinstance(value, list | tuple) else 0


def test_a_track_that_goes_below_zero_says_how_far() -> None:
    """A track that begins at zero says its end alone."""
    assert (
        panels_to_text([v.TrackWidget("Edge", -2, 3, ((-3, "Rook"),), least=-3)])
        == "Edge: -2, from -3 to 3, Rook at -3"
    )
    assert panels_to_text([v.TrackWidget("Light", 2, 6)]) == "Light: 2 of 6"


def test_a_ruler_is_cut_by_its_lines_and_bears_its_die() -> None:
    """A line stands on the left of its number; a die beyond the row stands after its end."""
    ruler = v.RulerWidget("Track", 2, 7, (4, 6), 5, 3, ("low", "middle", "high"))
    assert panels_to_text([ruler]) == "Track: 2 3 | 4 [5] | 6 7, the die on 5 shows 3 (low | middle | high)"
    assert v.ruler_zones(v.RulerWidget("Track", 2, 4, (4,), 9)) == ((2, 3), (4, 9))


def test_the_reasons_of_a_pool_are_a_sum() -> None:
    """A reason with a minus is subtracted, also after another one."""
    assert (
        v.format_reasons(("4 reaction", "2 parry", "- 1 armor", "-2 dark")) == "4 reaction + 2 parry - 1 armor - 2 dark"
    )
    assert v.format_reasons(("-1 dark", "3 NAV")) == "-1 dark + 3 NAV"
    assert v.format_reasons(()) == ""


def test_a_widget_has_only_what_its_game_says() -> None:
    """A ruler bears no die, a panel lies open, no round has begun."""
    ruler = v.RulerWidget("Track", 2, 7)
    assert (ruler.at, ruler.face, v.Panel("All").folded, v.TurnOrderWidget("Turns", ()).round) == (None, 0, False, 0)


def test_offers_are_found_however_deep_they_lie() -> None:
    """In panels inside panels and on the cards of a deck."""
    card = v.CardWidget("Ace", offer=v.Offer("play"))
    deck = v.DeckWidget(
        "Deck", 3, known=(card,), drawn=(v.CardWidget("King", offer=v.Offer("keep")),), offer=v.Offer("draw")
    )
    panel = v.Panel("All", (v.Panel("Inner", (deck,)), v.TextWidget("no offer"), v.FieldWidget("x", "1")))
    assert [offer.action for offer in v.iter_offers(panel)] == ["draw", "play", "keep"]


def test_a_spectator_is_offered_nothing() -> None:
    """Every offer is taken out, however deep it lies; the widgets stay as they are."""
    offer = v.Offer("go", {"who": "ada"})
    deck = v.DeckWidget("Finds", 2, (v.CardWidget("Known", offer=offer),), (v.CardWidget("Drawn", offer=offer),), offer)
    panel = v.Panel("All", (v.Panel("Inner", (v.FieldWidget("Step", "on", offer),)), deck, v.TextWidget("Plain.")))
    assert len(v.iter_offers(panel)) == 4
    bare = v.strip_offers(panel)
    assert v.iter_offers(bare) == []
    assert bare == v.Panel(
        "All",
        (
            v.Panel("Inner", (v.FieldWidget("Step", "on"),)),
            v.DeckWidget("Finds", 2, (v.CardWidget("Known"),), (v.CardWidget("Drawn"),)),
            v.TextWidget("Plain."),
        ),
    )
