"""How a walker decides when nobody is there to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy


def proud(ask: Choose[Any]) -> Any:
    """Never spends nerve."""
    return ask.options[0]


def nervous(ask: Choose[Any]) -> Any:
    """Spends nerve as long as there is some."""
    return ask.options[-1]


POLICIES: Mapping[str, Policy] = {"proud": proud, "nervous": nervous}
