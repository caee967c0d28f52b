"""Policies: decisions for a duellist in the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy


def bold(ask: Choose[Any]) -> Any:
    """Play the highest card first."""
    return max(ask.about, key=lambda card: card.rank).id


POLICIES: Mapping[str, Policy] = {"bold": bold}
