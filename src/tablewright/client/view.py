"""The view of a seat, put together from the updates the server sends."""

from __future__ import annotations

import msgspec

from tablewright.rules.widgets import Offer, Panel
from tablewright.server.protocol import (
    EventRange,
    GuideView,
    ProposalInfo,
    SeatInfo,
    SeatPrompt,
    TransferableCharacter,
    ViewUpdate,
)


class View(msgspec.Struct, frozen=True):
    """All that a seat sees of its table. Each field is as `ViewUpdate` says."""

    version: int = -1
    panels: dict[str, Panel] = {}
    """Sheets and scene by key, in the order in which they are shown."""
    prompts: tuple[SeatPrompt, ...] = ()
    suggestions: tuple[Offer, ...] = ()
    guides: tuple[GuideView, ...] = ()
    seats: tuple[SeatInfo, ...] = ()
    characters: tuple[TransferableCharacter, ...] = ()
    proposals: tuple[ProposalInfo, ...] = ()
    timeline: tuple[EventRange, ...] = ()
    undo_from: int = -1
    waiting_for: str = ""
    ending: str = ""
    closed: bool = False
    paused: str = ""
    read_only: str = ""

    def updated(self, update: ViewUpdate) -> View:
        """Return the view after an update."""
        parts = {name: getattr(update, name) for name in self.__struct_fields__}
        changed = {name: part for name, part in parts.items() if part is not None}
        panels = {**self.panels, **update.panels}
        changed["panels"] = {key: panels[key] for key in update.order or panels}
        if update.timeline is not None:
            changed["timeline"] = self.timeline[: update.timeline_kept] + update.timeline
        return msgspec.structs.replace(self, **changed)
