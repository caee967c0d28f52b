"""Sheets as plain text: for transcripts, for terminals without colour and for people who read by ear."""

from __future__ import annotations

from collections.abc import Iterable

from tablewright.rules.widgets import Widget


def panels_to_text(panels: Iterable[Widget]) -> str:
    """Return widgets as lines of text; those inside another are indented."""
    return "\n".join(line for panel in panels for line in panel.row().lines())
