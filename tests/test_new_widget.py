"""A new kind of widget: a row is enough to read and draw it, and what else it needs is named."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tablewright.rules.widgets import FieldWidget, Offer, Panel, Row, TextKind, Widget, iter_offers, strip_offers
from tablewright.table.transcript.plain_text import panels_to_text
from tablewright.terminal.render import describe_changes, make_console, sheets
from tests.widgets import missing_places


class ConditionWidget(Widget, frozen=True, tag="condition"):
    """A state somebody is in, and the fields that belong to it."""

    label: str
    stage: str
    note: str = ""
    kind: TextKind = "bad"
    cure: Offer | None = None
    ways: tuple[Offer, ...] = ()
    worst: FieldWidget | None = None

    def row(self) -> Row:
        return Row(self.label, self.stage, self.note, kind=self.kind)


def test_a_widget_without_a_label_or_a_row_is_refused() -> None:
    """The error says what to declare."""
    with pytest.raises(TypeError, match=r"^MoodWidget has no label: declare a field or a property of that name\.$"):

        class MoodWidget(Widget, frozen=True):
            text: str

    with pytest.raises(TypeError, match=r"^WoundWidget has no row\(\): plain text and the terminal would show nothing"):

        class WoundWidget(Widget, frozen=True):
            label: str


def test_a_row_is_enough_for_plain_text() -> None:
    """It stands in its panel, with its note in brackets."""
    assert panels_to_text(sheet(ConditionWidget("Tired", "a little", "no running"))).splitlines() == [
        "Ada",
        "  Tired: a little (no running)",
    ]


def test_a_row_is_enough_for_the_terminal() -> None:
    """It is drawn in its tone, and told of when it comes, changes and goes."""
    file = io.StringIO()
    out = make_console(file=file, width=60)
    out.print(sheets(sheet(ConditionWidget("Tired", "a little", "no running")), out))
    assert "│ Tired: a little (no running) " in file.getvalue()
    none, little, very = sheet(), sheet(ConditionWidget("Tired", "a little")), sheet(ConditionWidget("Tired", "very"))
    assert list(describe_changes(none, little)) == ["[head]Ada[/]  Tired: [bad]a little[/]"]
    assert list(describe_changes(little, very)) == ["[head]Ada[/]  Tired: a little → [head]very[/]"]
    assert list(describe_changes(very, none)) == ["[head]Ada[/]  [quiet]no longer Tired[/]"]
    assert list(describe_changes(very, very)) == []


def test_its_offers_and_children_follow_from_its_fields() -> None:
    """Alone or in a tuple, under any name; a spectator gets none of the offers."""
    worst = FieldWidget("Worst", "fainting", Offer("faint"))
    widget = ConditionWidget("Tired", "very", cure=Offer("rest"), ways=(Offer("eat"), Offer("sleep")), worst=worst)
    assert widget.children() == (worst,)
    assert [offer.action for offer in iter_offers(widget)] == ["rest", "eat", "sleep", "faint"]
    assert strip_offers(widget) == ConditionWidget("Tired", "very", worst=FieldWidget("Worst", "fainting"))


def test_what_is_missing_of_a_new_kind_is_named() -> None:
    """A kind that is declared and nothing more is in no panel, on no page and in no document."""
    assert missing_places(ConditionWidget) == [
        "ConditionWidget is not in AnyWidget (rules/widgets/panel.py): no panel may hold it.",
        "The page has no component for 'condition' (COMPONENTS in WidgetList.svelte).",
        "ConditionWidget is not in the list of widgets in docs/cookbook.md.",
    ]


@pytest.mark.parametrize(
    "kind", [k for k in Widget.__subclasses__() if k.__module__.startswith("tablewright.")], ids=lambda k: k.__name__
)
def test_nothing_is_missing_of_a_kind_that_there_is(kind: type[Widget]) -> None:
    """Panels hold it, the page draws it, and the cookbook shows it."""
    assert missing_places(kind) == []


def sheet(*widgets: Any) -> list[Panel]:
    """Return a sheet of one panel."""
    return [Panel("Ada", widgets)]
