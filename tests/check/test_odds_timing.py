"""Whatever odds somebody asks for, there is an answer."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame, installed_games
from tablewright.check.play.odds_timing import OddsTimer
from tablewright.rules import Param, Rule, action, roll, tell
from tablewright.rules.errors import Refused
from tablewright.table import Table, view_from
from tests.example_games.tavern_night import GAME, Inn

from .test_suite import BOXES

boxes = pytest.mark.parametrize("box", BOXES, ids=lambda box: box.game.name)


@boxes
def test_no_odds_are_silent_or_refused(box: InstalledGame) -> None:
    """In random play, of any action and any question, from any seat."""
    found = OddsTimer(box.game, steps=60, seed=3)
    assert found.asked
    assert [f"{one.answer}: {one.what}" for one in found.wrong] == []


@pytest.mark.soak
@boxes
def test_no_odds_are_silent_or_refused_at_length(box: InstalledGame) -> None:
    """Twenty thousand steps; how long people wait is measured by `./table bench seat`."""
    assert [f"{one.answer}: {one.what}" for one in OddsTimer(box.game, steps=20_000, seed=5).wrong] == []


@pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)
def test_secrets_beside_the_matter_leave_the_odds_as_they_are(box: InstalledGame) -> None:
    """A note and a clock only the master sees: whoever else asks is told all the same."""
    table = Table.open(box.game, seed="beside")
    for master in (seat.id for seat in table.seats.values() if box.game.is_master(seat)):
        view_from(table, master).act("write_note", {"title": "Not yet", "text": "Nobody knows."})
        view_from(table, master).act("start_clock", {"title": "Not yet", "hidden": True})
    for seat in table.seats:
        here = view_from(table, seat)
        for doable in here.actions:
            if not doable.why_not and here.draft(doable.name).ready:
                assert here.odds(doable.name).counted != "hidden", doable.name


# the law of the walk itself


@action("inn.price", title="Grumble")
def grumble(s: Inn, to: Annotated[str, Param("To whom")] = "all") -> Rule[Inn]:
    """A die falls, and nothing comes of it."""
    yield from roll(1, why="Grumble")
    yield tell("inn.price", "Hm.")
    return s


@action("inn.price", title="Sulk")
def sulk(s: Inn) -> Rule[Inn]:
    """It can be taken, and yet not be counted."""
    (die,) = yield from roll(1, why="Sulk")
    if die == 6:
        raise Refused("Nobody sulks on a six.")
    return s


def asked_of(*actions: object) -> OddsTimer:
    return OddsTimer(msgspec.structs.replace(GAME, actions=actions), steps=12, seed=1)


def test_what_falls_for_nothing_says_so() -> None:
    """An action whose dice change nothing that is counted is answered with that."""
    assert set(asked_of(grumble).answers) == {"whole"}
    found = view_from(Table.open(msgspec.structs.replace(GAME, actions=(grumble,)), seed="hm"), "ann").odds("grumble")
    assert found.note == "What falls changes nothing that is counted here."


def test_the_walk_notices_odds_that_are_refused() -> None:
    """A rule that refuses in the middle is found."""
    assert {one.answer for one in asked_of(sulk).wrong} == {"refused"}
