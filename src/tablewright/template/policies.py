"""Policies: decisions for a walker in the lab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import Choose, Policy


def proud(ask: Choose[Any]) -> Any:
    """Never spend nerve."""
    return ask.options[0]


def nervous(ask: Choose[Any]) -> Any:
    """Spend nerve as long as there is some."""
    return ask.options[-1]


POLICIES: Mapping[str, Policy] = {"proud": proud, "nervous": nervous}
