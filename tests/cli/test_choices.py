"""The choices of a field as they are listed."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from tablewright.cli.choices import Choices
from tablewright.cli.out import THEME
from tablewright.table.draft import Choice, DraftField


def shown(kind: str, *choices: Choice) -> str:
    out = Console(file=StringIO(), width=80, theme=THEME)
    Choices(DraftField("x", "x", "X", kind, True, True, choices=choices), out).show()  # type: ignore[arg-type]
    return " ".join(out.file.getvalue().split())  # type: ignore[attr-defined]


def test_numbers_are_listed_as_they_are() -> None:
    """4 and 6 are typed as 4 and 6, so no place stands before them; names have one."""
    assert shown("number", Choice(4, "4", "short"), Choice(6, "6", "normal")) == "4 short 6 normal"
    assert shown("choice", Choice("a", "Ada", "whole"), Choice("b", "Bo")) == "1 Ada whole 2 Bo"


def test_yes_and_no_show_what_is_known_of_them() -> None:
    """A question about a background stands over the background; without a note there is nothing to list."""
    assert shown("flag", Choice(False, "no"), Choice(True, "yes", "flew ore haulers")) == "flew ore haulers"
    assert shown("flag", Choice(False, "no"), Choice(True, "yes")) == ""
