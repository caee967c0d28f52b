"""Offers: actions that a widget invites to."""

from __future__ import annotations

from typing import Any

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """An action to take, with the parameters that are already known."""

    action: str
    params: dict[str, Any] = {}
    title: str = ""
