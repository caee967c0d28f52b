"""What stands behind a word of a sheet, found without a game saying so."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest

from tablewright.catalog.installed import installed_games
from tablewright.rules import Refused
from tablewright.rules.widgets import FieldWidget, Panel, TokenWidget, TrackWidget
from tablewright.table import Table, view_from
from tablewright.table.seat.editable_values import find_widget
from tablewright.table.seat.labels import panels_by_key
from tests.example_games.tavern_night import GAME, Inn


def sheet(s: Inn, _: object) -> tuple[Panel, ...]:
    """Two words of a value each, one of two, and one of none."""
    ada = s.guests[0]
    words = (
        TrackWidget("Health", ada.health, 5),
        TokenWidget("Luck", ada.luck > 0),
        FieldWidget("Both", f"{ada.health} and {ada.luck}"),
        FieldWidget("Always", "the same"),
    )
    return (Panel(ada.name, words, ada.id), Panel("The inn", (FieldWidget("Stairs", str(s.trap)),)))


def drawn() -> Table:
    return Table.open(msgspec.structs.replace(GAME, sheet=sheet), seed="inn")


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Health", [("guests.ada.health", "number", 5)]),
        ("Luck", [("guests.ada.luck", "number", 2)]),
        ("Both", [("guests.ada.luck", "number", 2), ("guests.ada.health", "number", 5)]),
        ("Always", []),
    ],
)
def test_what_moves_a_word_is_behind_it(label: str, found: list[tuple[str, str, int]]) -> None:
    """A little more or less of it shows there; what it moves least of all beside stands first."""
    values = view_from(drawn(), "kim").editable_values("ada", label)
    assert [(value.path, value.kind, value.value) for value in values] == found


def test_a_value_is_called_what_it_is_called_where_it_stands() -> None:
    """Below its thing, or with what it belongs to."""
    table = drawn()
    assert [value.label for value in view_from(table, "kim").editable_values("ada", "Health")] == ["health"]
    assert [value.label for value in view_from(table, "kim").editable_values("The inn", "Stairs")] == ["trap"]


def test_looking_changes_nothing_and_is_the_masters() -> None:
    """Players are refused, and so is a word that is not there."""
    table = drawn()
    before = table.state, table.metadata
    view_from(table, "kim").editable_values("ada", "Health")
    assert (table.state, table.metadata) == before
    with pytest.raises(Refused, match="Only the game master"):
        view_from(table, "ann").editable_values("ada", "Health")
    with pytest.raises(Refused, match="no longer on the sheet"):
        view_from(table, "kim").editable_values("ada", "Wisdom")


@pytest.mark.parametrize("name", sorted(installed_games()))
def test_every_track_of_a_master_can_be_set_from_where_it_stands(name: str) -> None:
    """Setting the first value behind it by hand moves it, one way or the other."""
    table = Table.open(installed_games()[name].game, seed="s")
    master = next(seat.id for seat in table.metadata.seats if table.game.is_master(seat))
    seen = view_from(table, master)
    words = [(key, word) for key, panel in panels_by_key(seen.sheet).items() for word in panel.words]
    tracks = [(key, word) for key, word in words if isinstance(word, TrackWidget)]
    for key, track in tracks[:2]:
        value, moved = seen.editable_values(key, track.label)[0], set[object]()
        assert isinstance(value.value, int)
        for other in {value.value - 1, value.value + 1}:
            with suppress(Refused):
                table.edit(master, value.path, other)
                moved.add(find_widget(view_from(table, master).sheet, key, track.label))
                table.undo(master)
        assert moved - {track}
