"""Picks: what can be chosen in a field, as people know it."""

from __future__ import annotations

from typing import Any

import msgspec


class FieldOption(msgspec.Struct, frozen=True):
    """One value of a field: what it is called where the sheet has no better name, a note, and why it cannot be
    chosen now, if it cannot.
    """

    value: Any
    label: str = ""
    note: str = ""
    why_not: str = ""
