"""Counting: apart from the tables, within limits of time and memory, once for all who may know the same."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from tablewright.client import Client
from tablewright.rules.errors import Refused
from tests.example_games import EXAMPLES
from tests.server.people import evening
from tests.server.running import Server, limited, party

SWAMP = ("--game", str(EXAMPLES / "swamp"))
GAME = "swamp"


async def counted(host: Client) -> int:
    """How much was counted so far, whoever asked for it."""
    text = (await host.ask("GET", "/metrics", bytes)).decode()
    return int(text.split("\ntablewright_counted_total ")[1].split("\n")[0])


def test_no_table_waits_for_what_cannot_be_counted_and_all_else_is_counted_after_it(tmp_path: Path) -> None:
    """What takes for ever, more memory than there is, or the life of whoever counts: each is refused by itself."""
    with Server(tmp_path, *SWAMP) as server:

        async def play() -> None:
            async with party(server, GAME, 2) as table:
                _, ann, bob = table.seats
                sinking = asyncio.ensure_future(ann.draft("sink"))
                await asyncio.sleep(0.3)
                began = time.monotonic()
                await bob.say("Where are you?")
                await ann.until(lambda: ann.feed[-1].text == "Where are you?")
                assert time.monotonic() - began < 2
                assert not sinking.done()
                with pytest.raises(Refused, match="takes too long to count"):
                    await sinking
                for too_much in ("swell", "die"):
                    with pytest.raises(Refused, match="too much to count here"):
                        await ann.draft(too_much)
                    assert (await bob.odds("wade")).groups

        evening(play)
        assert server.log == []


def test_rules_that_fail_at_counting_are_named_in_the_log(tmp_path: Path) -> None:
    """Where they fail, for whoever wrote them; whoever asked is told that they do."""
    with Server(tmp_path, *SWAMP) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                with pytest.raises(Refused, match=r"the game's rules fail at it \(\w+\)"):
                    await table.seats[1].draft("stumble")
                assert b"tablewright_faults_total 1\n" in await table.visits[0].ask("GET", "/metrics", bytes)

        evening(play)
        (line,) = server.log
        said = json.loads(line)
        assert "ZeroDivisionError" in said["error"]
        assert "swamp" in said["error"]
        assert said["table"]


def test_what_was_asked_before_is_no_longer_waited_for(tmp_path: Path) -> None:
    """The last question of a kind counts; whoever waited for the one before is told so at once."""
    with Server(tmp_path, *SWAMP) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                _, ann = table.seats
                sinking = asyncio.ensure_future(ann.draft("sink"))
                await asyncio.sleep(0.3)
                wading = asyncio.ensure_future(ann.draft("wade"))
                async with asyncio.timeout(2):
                    with pytest.raises(Refused, match="Something else was asked since"):
                        await sinking
                assert (await wading).title == "Wade"

        evening(play)


def test_who_may_know_the_same_is_answered_by_counting_once(tmp_path: Path) -> None:
    """Two walkers who play nobody; not their guide, and nobody once the table has gone on."""
    with Server(tmp_path, *SWAMP) as server:

        async def play() -> None:
            async with party(server, GAME, 2) as table:
                host, (guide, ann, bob) = table.visits[0], table.seats
                before = await counted(host)
                assert await ann.draft("wade") == await bob.draft("wade")
                assert await counted(host) == before + 1
                await guide.draft("wade")
                assert await counted(host) == before + 2
                await guide.say("On we go.")
                await ann.draft("wade")
                assert await counted(host) == before + 3

        evening(play)


def test_too_many_questions_a_second_are_refused(tmp_path: Path) -> None:
    """With a sentence; what is done meanwhile is done."""
    with Server(tmp_path, *SWAMP, *limited(questions=1, burst=2)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                _, ann = table.seats
                asked = [await asyncio.gather(ann.odds("wade"), return_exceptions=True) for _ in range(5)]
                refused = [str(why) for (why,) in asked if isinstance(why, Refused)]
                assert refused
                assert all("too fast: at most 1 questions a second" in why for why in refused)
                await ann.say("Never mind.")

        evening(play)
