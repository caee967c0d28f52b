"""Widgets in the terminal: every kind is drawn, and says that it changed."""

from __future__ import annotations

import io

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tablewright.rules.widgets import Panel, TextWidget, Widget
from tablewright.terminal.render import describe_changes, make_console, sheets
from tablewright.terminal.render.widgets.panel import drawing_of
from tests.widgets import DIE_NUMBER, KINDS, LETTERS, random_widgets

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
few = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])  # of each kind


def drawn(*widgets: Widget) -> str:
    """Draw a sheet of one panel, on one line."""
    file = io.StringIO()
    out = make_console(file=file, width=200)
    out.print(sheets([msgspec.structs.replace(Panel("Sheet"), words=widgets)], out))
    return " ".join(file.getvalue().split())


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
