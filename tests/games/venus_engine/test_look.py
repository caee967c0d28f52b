"""The theme of the page."""

from __future__ import annotations

from tablewright.games.venus_engine.look import LOOK
from tests.games.looks import is_legible


def test_its_page_can_be_read() -> None:
    """Size, spacing and weight of its titles, and its colour, are what eyes are used to."""
    assert is_legible(LOOK)
