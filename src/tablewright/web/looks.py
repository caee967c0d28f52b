"""Looks: what a seat sees of the table, encoded once and sent as changes."""

from __future__ import annotations

from typing import Any

import msgspec

from tablewright.kernel.view import Panel
from tablewright.table import At, Table
from tablewright.table.asks import waiting_for
from tablewright.table.history import Stretch
from tablewright.table.naming import keyed
from tablewright.table.seating import handable, paused_words
from tablewright.table.telling import motion_words

from .frames import Motion, SeatAt, Sight, encode, raw


class Whole(msgspec.Struct):
    """All that a seat sees, part by part, each as it is sent."""

    entries: int
    panels: dict[str, bytes]
    parts: dict[str, bytes]
    line: tuple[Stretch, ...]


def whole(table: Table, seat: str) -> Whole:
    """What a seat sees now."""
    at = At(table, seat)
    over = None if at.unread else at.game.over(at.seen)
    parts = {
        "asks": at.asks if not at.unread else (),
        "foremost": at.foremost,
        "guides": at.guides,
        "seats": _seats(at),
        "cast": handable(at.game, table.standing, at.seen, at.seat),
        "motions": tuple(Motion(m.number, m.seat, motion_words(m.what), m.agreed) for m in table.motions),
        "undoes": at.undoes,
        "waiting": waiting_for(at.asks) if not at.unread else "",
        "over": over or "",
        "closed": table.closed,
        "paused": paused_words(table.standing),
        "read_only": table.read_only,
    }
    encoded = {name: encode(part) for name, part in parts.items()}
    return Whole(table.standing.entries, by_key(at.sheet), encoded, tuple(table.standing.line))


def by_key(panels: tuple[Panel, ...]) -> dict[str, bytes]:
    """Panels by what they are of, so that each can be sent by itself."""
    return {key: encode(panel) for key, panel in keyed(panels).items()}


def changed(before: Whole | None, now: Whole) -> Sight | None:
    """What is to be said to somebody who knows what was before; nothing, if it is all the same."""
    panels = {k: raw(b) for k, b in now.panels.items() if before is None or before.panels.get(k) != b}
    parts: dict[str, Any] = {
        name: raw(part) for name, part in now.parts.items() if before is None or before.parts[name] != part
    }
    if before is None or list(before.panels) != list(now.panels):
        parts["order"] = tuple(now.panels)
    if before is None or before.line != now.line:
        parts["stays"] = _alike(before.line, now.line) if before is not None else 0
        parts["line"] = now.line[parts["stays"] :]
    if not panels and not parts and before is not None and before.entries == now.entries:
        return None
    return Sight(now.entries, panels, **parts)


def _alike(one: tuple[Stretch, ...], other: tuple[Stretch, ...]) -> int:
    """How many stretches two lines have in common before they part."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _seats(at: At) -> tuple[SeatAt, ...]:
    """Who sits at the table, and whom they play, as far as this seat knows."""
    cast = {} if at.unread else at.game.cast(at.seen)
    return tuple(
        SeatAt(
            seat.id,
            seat.role,
            seat.title,
            at.game.is_master(seat),
            tuple(at.names.get(who, who) for who, player in cast.items() if player == seat.id),
            at.game.role(seat.role).called,
        )
        for seat in at.table.standing.seats
    )
