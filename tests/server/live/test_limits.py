"""Nonsense, too much and too fast over one connection: refused with a sentence, and the table goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablewright.rules.errors import Refused
from tablewright.server.protocol import AnyMessage, Presence, RequestRejected, Welcome
from tests.server.running import Server, limited, party

GAME = "veil-runners-classic"


NONSENSE = [
    "",
    "{",
    "null",
    "[]",
    '{"type":"fly"}',
    '{"type":"take-action"}',
    '{"type":"take-action","action":"x"}',
    '{"type":"take-action","id":"","action":"x"}',
    '{"type":"send-message","id":"a","text":5}',
    '{"type":"undo","id":"a","to_event":-7}',
    '{"type":"send-message","id":"a","text":"b","more":1}',
    '{"type":"hello"}',
    '{"type":"take-action","id":"a","action":"personal_roll","values":' + "[" * 3000 + "]" * 3000 + "}",
]


@pytest.mark.parametrize("said", NONSENSE)
def test_nonsense_is_refused_and_the_table_goes_on(server: Server, said: str) -> None:
    """One sentence, no state change, and the connection stays."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            refused: list[RequestRejected] = []
            ann.on_message = lambda message, _: (
                refused.append(message) if isinstance(message, RequestRejected) else None
            )
            before = ann.version
            await ann._send(said.encode())
            await ann.until(lambda: bool(refused))
            assert refused[0].reason
            assert await ann.say("still here") == before

    asyncio.run(evening())


DEEP = msgspec.json.decode("[" * 30 + "]" * 30)
UNCLEAR: dict[str, dict[str, Any]] = {
    "at most 4,000 letters": {"type": "send-message", "text": "x" * 4001},
    "'dance'": {"type": "dance"},
    "nested too deeply": {"type": "take-action", "action": "throw_dice", "values": {"dice": DEEP}},
    "unknown field `more`": {"type": "send-message", "text": "hm", "more": 1},
    "Expected `str`, got `int`": {"type": "send-message", "text": 5},
}


@pytest.mark.parametrize("why", UNCLEAR)
def test_who_is_not_understood_is_told_which_wish_it_was(server: Server, why: str) -> None:
    """By its id, and what is wrong with it; whatever else was said goes on."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            other = asyncio.ensure_future(ann.draft("personal_roll"))
            with pytest.raises(Refused) as caught:
                async with asyncio.timeout(10):
                    await ann._exchange("unclear", msgspec.json.encode({**UNCLEAR[why], "id": "unclear"}))
            assert why in str(caught.value)
            assert (caught.value.field == "text") is ("letters" in why)
            assert (await other).action == "personal_roll"

    asyncio.run(evening())


def test_whoever_says_nothing_but_nonsense_is_no_longer_listened_to(server: Server) -> None:
    """After a while, with a sentence; and may come again."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            visit = table.visits[1]
            url = f"{server.address.replace('http', 'ws', 1)}api/tables/{table.table.id}/live"
            async with connect(url, additional_headers={"Authorization": f"Bearer {visit.token}"}, proxy=None) as late:
                await late.send('{"type":"hello","since":0}')
                async with asyncio.timeout(20):
                    with suppress(ConnectionClosed):
                        for _ in range(5_000):
                            await late.send("{")
                    with suppress(ConnectionClosed):
                        async for _ in late:
                            pass
                assert "cannot be understood" in (late.close_reason or "")
            async with visit.connect(table.table.id) as again:
                assert again.version >= 0

    asyncio.run(evening())


def test_what_is_too_large_is_refused_before_it_is_said(server: Server) -> None:
    """The connection stays; a client that sends it all the same is refused, and goes on after it."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            welcomes: list[AnyMessage] = []
            ann.on_message = lambda message, _: welcomes.append(message) if isinstance(message, Welcome) else None
            with pytest.raises(Refused, match="at most 65,536 bytes"):
                await ann.act("throw_dice", {"dice": "x" * 70_000})
            assert await ann.say("fine")
            assert welcomes == []
            ann._welcome = msgspec.structs.replace(ann.welcome, max_message_bytes=1_000_000)
            with pytest.raises(Refused, match="too much at once"):
                async with asyncio.timeout(10):
                    await ann.act("throw_dice", {"dice": "x" * 70_000})
            assert await ann.say("fine again")
            assert len(welcomes) == 1

    asyncio.run(evening())


def test_whoever_drafts_and_stops_a_thousand_times_is_told_of_a_few_times(server: Server) -> None:
    """Nobody at the table, and no other process, has to hear of each."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            heard: list[type[AnyMessage]] = []
            master.on_message = lambda message, _: heard.append(type(message))
            for n in range(1_001):
                await ann._send(b'{"type":"set-preparing","on":%s}' % (b"false" if n % 2 else b"true"))
            await master.until(lambda: master.presence.preparing == ("ann",))
            await ann.say("done")
            await asyncio.sleep(0.3)
            assert master.presence.preparing == ("ann",)
            assert heard.count(Presence) < 100

    asyncio.run(evening())


def test_a_message_too_large_ends_the_connection_and_nothing_else(server: Server) -> None:
    """Whoever sends it is let go; the others notice nothing."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            url, headers = ann.url, {"Authorization": f"Bearer {ann.token}"}
            async with connect(url, additional_headers=headers, proxy=None) as socket:
                await socket.send('{"type":"hello"}')
                await socket.send("x" * 100_000)
                await asyncio.wait_for(socket.wait_closed(), 5)
                assert socket.close_code == 1009
            await master.say("all is well")
            await ann.until(lambda: ann.feed[-1].text == "all is well")

    asyncio.run(evening())


def test_too_many_deeds_a_second_are_refused(tmp_path: Path) -> None:
    """With a sentence; and after a moment they are taken again."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            _, ann = table.seats
            results = await asyncio.gather(*(ann.say(str(n)) for n in range(120)), return_exceptions=True)
            refused = [str(r) for r in results if isinstance(r, Refused)]
            assert refused
            assert all("too fast: at most 5 deeds a second" in why for why in refused)
            await asyncio.sleep(0.5)
            await ann.say("slowly")

    with Server(tmp_path, *limited(deeds=5)) as server:  # so few that no machine is too slow to be too fast
        asyncio.run(evening())


def test_who_reads_nothing_stalls_nobody(server: Server) -> None:
    """A client that stops reading is let go at some time, and never waited for."""

    async def evening() -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            headers = {"Authorization": f"Bearer {ann.token}"}
            async with connect(ann.url, additional_headers=headers, proxy=None, max_queue=1) as deaf:
                await deaf.send('{"type":"hello"}')
                for n in range(30):
                    await master.say(f"{n} " + "x" * 3000)
                await ann.until(lambda: ann.feed[-1].text.startswith("29 "))

    asyncio.run(evening())
