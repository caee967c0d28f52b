"""Widgets in the terminal: every kind is drawn, and says that it changed."""

from __future__ import annotations

import io

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from rich.console import RenderableType

from tablewright.rules.widgets import Panel, TextWidget, Widget
from tablewright.terminal.render import describe_changes, make_console, sheets
from tablewright.terminal.render.widgets.panel import drawing_of
from tests.widgets import DIE_NUMBER, KINDS, LETTERS, random_widgets

MARKUP = st.just("[red]ж[/red]")
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
few = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])  # of each kind


def drawn(*widgets: Widget) -> str:
    """Draw a sheet of one panel, and return it on one line."""
    sheet = sheets([msgspec.structs.replace(Panel("Sheet"), words=widgets)], make_console(width=200))
    return " ".join(render(sheet).split())


def render(*things: RenderableType) -> str:
    """Return what a terminal shows."""
    file = io.StringIO()
    make_console(file=file, width=200).print(*things)
    return file.getvalue()


@every_kind
@few
@given(data=st.data())
def test_every_kind_is_drawn(kind: type[Widget], data: st.DataObject) -> None:
    """Its drawing shows its label."""
    widget = data.draw(random_widgets(kind, LETTERS, DIE_NUMBER))
    assert widget.label in drawn(widget)


@every_kind
@few
@given(data=st.data())
def test_no_kind_obeys_the_markup_in_a_text(kind: type[Widget], data: st.DataObject) -> None:
    """A text that reads like markup is shown as it stands, in the drawing and in the news."""
    before, now = (data.draw(random_widgets(kind, MARKUP, DIE_NUMBER)) for _ in range(2))
    news = " ".join(render(drawing_of(now).change(before, now), drawing_of(now).removal(now)).split())
    for shown in (drawn(now), news):
        assert shown.count("ж") == shown.count("[red]ж[/red]")


@every_kind
@few
@given(data=st.data())
def test_every_kind_says_that_it_changed(kind: type[Widget], data: st.DataObject) -> None:
    """What is on a sheet and was not there before is news, and so is what reads otherwise than before."""
    before = data.draw(random_widgets(kind, LETTERS, DIE_NUMBER))
    now = data.draw(random_widgets(kind, LETTERS, DIE_NUMBER))
    assume(before.row() != now.row() and not (isinstance(now, TextWidget) and now.kind == "quiet"))
    bare, old, new = (msgspec.structs.replace(Panel("", of="x"), words=words) for words in ((), (before,), (now,)))
    assert list(describe_changes([bare], [new])) != []
    assert list(describe_changes([old], [new])) != []
    news = drawing_of(now).change(before, now)
    assert now.label in news or isinstance(now, TextWidget)
