"""Guided paths over the wire: shown as they stand, left to chance, gone back on."""

from __future__ import annotations

import asyncio

import pytest

from tablewright.client import SeatConnection
from tablewright.rules.errors import Refused
from tablewright.server.protocol import TakeRandomStep, UndoGuideStep
from tablewright.table.seat import GuideView
from tests.server.running import Server, party


def creation(seat: SeatConnection) -> GuideView | None:
    return next((guide for guide in seat.view.guides if guide.name == "creation"), None)


def stands_at(seat: SeatConnection) -> str:
    guide = creation(seat)
    return guide.now.title if guide and guide.now else ""


def test_a_path_is_shown_as_it_stands_and_walked(server: Server) -> None:
    """A player at an empty table begins a character; the path goes on about them, with what was chosen."""

    async def evening() -> None:
        async with party(server, "veridia", empty=True) as table:
            _, ann = table.seats
            await ann.until(lambda: stands_at(ann) == "Begin")
            await ann.act("new_character", {"name": "Mirel", "race": "orc"})
            await ann.until(lambda: stands_at(ann) == "Concept")
            guide = creation(ann)
            assert guide is not None
            assert guide.subject_name == "Mirel"
            assert guide.steps[0].chosen == "Mirel, orc"
            assert guide.steps[2].left == "250 experience left"
            offer = guide.steps[2].offers[0]
            draft = await ann.draft(offer.action, offer.params)
            assert next(field for field in draft.fields if field.name == "point").budget

    asyncio.run(evening())


def test_what_is_left_may_be_left_to_chance(server: Server) -> None:
    """One thing at a time until the path is over; then there is somebody, who is played by whoever made them."""

    async def evening() -> None:
        async with party(server, "veridia", empty=True) as table:
            _, ann = table.seats
            await ann.until(lambda: creation(ann) is not None)
            for _ in range(20):
                guide = creation(ann)
                if guide is None:
                    break
                entry = await ann.request(TakeRandomStep("creation", guide.subject))
                await ann.until(lambda entry=entry: ann.version > entry)  # type: ignore[misc]
            assert creation(ann) is None
            mine = next(seat for seat in ann.view.seats if seat.id == ann.welcome.seat)
            assert len(mine.plays) == 1

    asyncio.run(evening())


def test_a_step_is_gone_back_to_and_nobody_walks_for_others(server: Server) -> None:
    """What is one's own is undone; a path that is not open is refused in a sentence."""

    async def evening() -> None:
        async with party(server, "veridia", 2, empty=True) as table:
            _, ann, ben = table.seats
            await ann.act("new_character", {"name": "Mirel", "concept": "an exile"})
            await ann.until(lambda: stands_at(ann) == "Experience")
            guide = creation(ann)
            assert guide is not None
            with pytest.raises(Refused, match="open path"):
                await ben.request(TakeRandomStep("creation", guide.subject))
            await ann.request(UndoGuideStep("creation", guide.subject, 0))
            await ann.until(lambda: stands_at(ann) == "Begin")

    asyncio.run(evening())
