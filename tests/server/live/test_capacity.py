"""How much is too much, when many come at once: what is refused leaves nothing behind, and what is allowed is all."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablewright.client import Client
from tablewright.rules.errors import Refused
from tests.server.people import GAME, evening, refused
from tests.server.running import Server, limited, party


async def knock(server: Server, visit: Client, table: str) -> ClientConnection:
    """A connection to a table, before anything is said."""
    address = server.address.replace("http", "ws").rstrip("/")
    headers = {"Authorization": f"Bearer {visit.token}"}
    return await connect(f"{address}/api/tables/{table}/live", additional_headers=headers, max_size=None, proxy=None)


async def sits(line: ClientConnection) -> bool:
    """Whether somebody who says hello is let in."""
    try:
        await line.send('{"type":"hello","since":0}')
        return bool(json.loads(await line.recv())["type"] == "welcome")
    except ConnectionClosed:
        return False


def test_what_finds_no_room_in_memory_is_not_begun(tmp_path: Path) -> None:
    """While all tables are taken, beginning one is refused and leaves none; one brought in is its owner's."""
    with Server(tmp_path, *limited(open_tables=1)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                host, id = table.visits[0], table.table.id
                for _ in range(2):
                    assert "All tables" in await refused(host.create_table(GAME), 409)
                assert [one.id for one in await host.tables()] == [id]
                brought = await host.import_file(await host.export(id), "A copy")
                assert {one.id: one.owner for one in await host.tables()} == {id: True, brought.table: True}
                for seat in table.seats:
                    await seat.leave()
                await asyncio.sleep(0.2)
                async with host.connect(brought.table) as again:
                    assert again.view.panels

        evening(play)


def test_of_tables_begun_at_once_no_more_are_begun_than_fit(tmp_path: Path) -> None:
    """As many as one may keep, however quickly they are asked for; and as many in memory."""
    with Server(tmp_path, *limited(tables=3)) as server:

        async def play() -> None:
            async with server.host() as host:
                asked: list[Any] = await asyncio.gather(
                    *(host.create_table(GAME) for _ in range(6)), return_exceptions=True
                )
                assert len(await host.tables()) == 3
                assert sum("as many as one may" in str(one) for one in asked) == 3

        evening(play)


def test_a_table_in_the_bin_makes_room_for_another(tmp_path: Path) -> None:
    """It is not kept; but the bin holds as many again and no more, and none comes out of it that is one too many."""
    with Server(tmp_path, *limited(tables=2)) as server:

        async def play() -> None:
            async with server.host() as host:
                old = [await host.create_table(GAME) for _ in range(2)]
                assert "throw one away first" in await refused(host.create_table(GAME), 409)
                await host.trash(old[0].id)
                new = await host.create_table(GAME)
                assert "throw one away first" in await refused(host.restore(old[0].id), 409)
                for table in (old[1], new):
                    await host.trash(table.id)
                last = await host.create_table(GAME)
                assert "lie in the bin" in await refused(host.create_table(GAME), 409)
                await host.trash(last.id)
                assert "lie in the bin" in await refused(host.create_table(GAME), 409)
                for table in (old[0], last):
                    assert (await host.restore(table.id)).owner
                assert (await host.restore(last.id)).owner

        evening(play)


def test_no_more_people_sit_at_a_table_than_may(tmp_path: Path) -> None:
    """However many have knocked before anybody said hello."""
    with Server(tmp_path, *limited(people=3)) as server:

        async def play() -> None:
            async with server.host() as host:
                table = await host.create_table(GAME)
                lines = [await knock(server, host, table.id) for _ in range(8)]
                assert sum([await sits(line) for line in lines]) == 3
                assert {line.close_reason for line in lines[3:]} == {"This table is full: try again later."}
                await asyncio.gather(*(line.close() for line in lines))

        evening(play)


def test_a_table_with_as_many_entries_as_one_may_have_takes_no_more(tmp_path: Path) -> None:
    """It is read, closed and taken out as before; and goes on where the host allows more."""
    server = Server(tmp_path, *limited(entries=5))

    async def fills_up() -> tuple[str, str]:
        async with party(server, GAME) as table:
            host, ann, id = table.visits[0], table.seats[1], table.table.id
            said = await asyncio.gather(*(ann.say("more") for _ in range(8)), return_exceptions=True)
            whys = [str(why) for why in said if isinstance(why, Refused)]
            assert len(whys) >= 3
            assert all("This table has 5 entries, as many as one may" in why for why in whys)
            assert (await host.table(id)).version == 5
            assert await host.export(id)
            await host.close(id)
            with pytest.raises(Refused, match="as many as one may"):
                await host.reopen(id)
            return id, host.token

    async def goes_on(id: str, token: str) -> None:
        async with Client(server.address, token) as host:
            await host.until_up()
            await host.reopen(id)
            async with host.connect(id) as seat:
                assert await seat.say("and more") == 7

    with server:
        known = asyncio.run(fills_up())
        server.stop()
        server.options = ()
        server.start()
        asyncio.run(goes_on(*known))
