"""What a seat sees of the table, encoded once and sent as changes."""

from __future__ import annotations

from typing import Any

import msgspec

from tablewright.rules.widgets import Panel
from tablewright.server.protocol import ProposalInfo, SeatInfo, ViewUpdate, encode_json, raw_json
from tablewright.table import SeatView, Table
from tablewright.table.core import describe_proposal, pause_reason, transferable_characters
from tablewright.table.log import EventRange
from tablewright.table.seat import describe_waiting_for, panels_by_key


class SeatSnapshot(msgspec.Struct):
    """A seat's whole view, each part encoded as it is sent."""

    version: int
    panels: dict[str, bytes]
    parts: dict[str, bytes]
    timeline: tuple[EventRange, ...]


def take_snapshot(table: Table, seat: str) -> SeatSnapshot:
    """Encode what a seat sees now."""
    at = SeatView(table, seat)
    over = None if at.is_unreadable else at.game.ending(at.state)
    parts = {
        "prompts": at.prompts if not at.is_unreadable else (),
        "suggestions": at.suggestions,
        "guides": at.guides,
        "seats": _seats(at),
        "characters": transferable_characters(at.game, table.metadata, at.state, at.seat),
        "proposals": tuple(
            ProposalInfo(m.number, m.seat, describe_proposal(m.what), m.agreed) for m in table.proposals
        ),
        "undo_from": at.undo_from,
        "waiting_for": describe_waiting_for(at.prompts) if not at.is_unreadable else "",
        "ending": over or "",
        "closed": table.closed,
        "paused": pause_reason(table.metadata),
        "read_only": table.read_only,
    }
    encoded = {name: encode_json(part) for name, part in parts.items()}
    return SeatSnapshot(table.metadata.length, encode_panels(at.sheet), encoded, tuple(table.metadata.timeline))


def encode_panels(panels: tuple[Panel, ...]) -> dict[str, bytes]:
    """Encode panels by their keys, so that each can be sent by itself."""
    return {key: encode_json(panel) for key, panel in panels_by_key(panels).items()}


def diff_views(before: SeatSnapshot | None, now: SeatSnapshot) -> ViewUpdate | None:
    """Return the update for a client that knows `before`; nothing, if nothing has changed."""
    panels = {k: raw_json(b) for k, b in now.panels.items() if before is None or before.panels.get(k) != b}
    parts: dict[str, Any] = {
        name: raw_json(part) for name, part in now.parts.items() if before is None or before.parts[name] != part
    }
    if before is None or list(before.panels) != list(now.panels):
        parts["order"] = tuple(now.panels)
    if before is None or before.timeline != now.timeline:
        kept = _common_length(before.timeline, now.timeline) if before is not None else 0
        parts |= {"timeline_kept": kept, "timeline": now.timeline[kept:]}
    if not panels and not parts and before is not None and before.version == now.version:
        return None
    return ViewUpdate(now.version, panels, **parts)


def _common_length(one: tuple[EventRange, ...], other: tuple[EventRange, ...]) -> int:
    """Count the ranges two timelines begin with in common."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def _seats(at: SeatView) -> tuple[SeatInfo, ...]:
    """List the seats and the characters they play, as far as this seat knows."""
    cast = {} if at.is_unreadable else at.game.cast(at.state)
    return tuple(
        SeatInfo(
            seat.id,
            seat.role,
            seat.title,
            at.game.is_master(seat),
            tuple(at.names.get(who, who) for who, player in cast.items() if player == seat.id),
            at.game.role(seat.role).called,
        )
        for seat in at.table.metadata.seats
    )
