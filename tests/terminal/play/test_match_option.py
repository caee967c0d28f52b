"""The choices of a field as they are listed."""

from __future__ import annotations

import io

from tablewright.table.seat.draft import DraftField, FieldChoice
from tablewright.terminal.play.match_option import OptionMatcher
from tablewright.terminal.render.console import make_console


def listed(field: DraftField) -> list[str]:
    file = io.StringIO()
    OptionMatcher(field, make_console(file=file, width=80)).show()
    return [line.strip() for line in file.getvalue().splitlines()]


def test_a_number_is_listed_as_itself_and_not_by_its_place() -> None:
    """Somebody who types 1 means 1, wherever it stands in the list."""
    choices = (FieldChoice(-1, "back"), FieldChoice(1, "1"), FieldChoice(2, "2", why_not="Too far."))
    field = DraftField("step", "step", "", "number", True, True, choices=choices)
    assert listed(field) == ["-1 back", "1", "2  not now: Too far."]


def test_of_many_numbers_only_those_that_something_is_said_of_are_listed() -> None:
    """The others are numbers all the same."""
    choices = tuple(FieldChoice(n, f"place {n}", "Ada" if n == 7 else "") for n in range(20))
    field = DraftField("at", "at", "", "number", True, True, choices=choices, typed=True)
    assert listed(field) == ["7 place 7  Ada"]


def test_of_yes_and_no_it_is_said_what_they_mean() -> None:
    """A price beside yes; nothing, where nothing is to be known."""
    choices = (FieldChoice(False, "no"), FieldChoice(True, "yes", "costs 2"))
    assert listed(DraftField("bold", "bold", "", "flag", False, True, choices=choices)) == ["yes: costs 2"]
    bare = (FieldChoice(False, "no"), FieldChoice(True, "yes"))
    assert listed(DraftField("bold", "bold", "", "flag", False, True, choices=bare)) == []
