"""Policies: decisions for sailors in the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy


def eager(ask: Choose[Any]) -> Any:
    """Pull as long as there is strength."""
    return ask.options[-1]


POLICIES: Mapping[str, Policy] = {"eager": eager}
