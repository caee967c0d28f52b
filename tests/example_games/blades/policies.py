"""How a duellist decides when nobody is there to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy


def bold(ask: Choose[Any]) -> Any:
    """Plays the highest card first."""
    return max(ask.about, key=lambda card: card.rank).id


POLICIES: Mapping[str, Policy] = {"bold": bold}
