"""The host: what is theirs alone, and how somebody stops being one."""

from __future__ import annotations

from pathlib import Path

from tablewright.client import Client
from tests.server.people import GAME, evening, refused, stranger
from tests.server.running import Server


def test_only_the_host_gets_the_seed_of_an_open_session(tmp_path: Path) -> None:
    """Whoever began a table takes it out without; of a closed one it is everybody's to know."""
    with Server(tmp_path, "--anyone") as server:

        async def play() -> None:
            async with stranger(server, "Eve") as eve, server.host() as host:
                table = await eve.create_table(GAME)
                assert "the seed of an open session" in await refused(eve.export(table.id, with_seed=True), 403)
                assert b"\nseed " not in await eve.export(table.id)
                link = await eve.invite(table.id)
                await host.join(link.token, "Mo", (await host.invitation(link.token)).seats[0].id)
                assert b"\nseed " in await host.export(table.id, with_seed=True)
                await eve.close(table.id)
                shown = await eve.export(table.id, with_seed=True)
                assert b"\nseed " in shown
                await eve.reopen(table.id)
                await refused(eve.export(table.id, with_seed=True), 403)

        evening(play)


def test_nobody_but_the_host_brings_in_dice_they_know(tmp_path: Path) -> None:
    """A table that comes with its seed goes on with the same dice for the host, and with others for anybody else."""
    with Server(tmp_path, "--anyone") as server:

        async def play() -> None:
            async with stranger(server, "Eve") as eve, server.host() as host:
                known = await host.export((await host.create_table(GAME)).id, with_seed=True)
                seed = known.split(b"\nseed ")[1].split(b"\n")[0]
                mine, theirs = await host.import_file(known), await eve.import_file(known)
                assert mine.notice == ""
                assert theirs.notice == "Its seed is known: the dice are committed anew."
                assert seed in await host.export(mine.table, with_seed=True)
                await eve.close(theirs.table)
                assert seed not in await eve.export(theirs.table, with_seed=True)

        evening(play)


def test_a_new_hosts_link_ends_what_the_old_one_gave(tmp_path: Path) -> None:
    """Who came by the old one stays, as a guest with their tables; who comes by the new one is the host."""
    with Server(tmp_path) as server:

        async def play() -> None:
            async with server.host() as host:
                old, table = host.token, await host.create_table(GAME)
            server.stop()
            server.start()
            async with Client(server.address, old) as same:
                await same.until_up()
                assert (await same.me()).host
            server.stop()
            (tmp_path / "host").unlink()
            server.start()
            async with Client(server.address, old) as guest:
                await guest.until_up()
                me = await guest.me()
                assert (me.name, me.host, me.may_begin) == ("Mo", False, False)
                assert [one.id for one in await guest.tables()] == [table.id]
                await refused(guest.ask("GET", "/metrics", bytes), 403)
                await refused(guest.create_table(GAME), 403)
                assert not (await guest.set_name("Moritz")).host
                assert (await guest.become_host(server.token)).host
                assert (await guest.me()).host

        evening(play)


def test_the_host_comes_back_by_their_link_from_anywhere(tmp_path: Path) -> None:
    """In a browser that knows nobody they are who they were, with their tables, under one name; a guest stays a guest,
    and somebody else who is known stays themselves.
    """
    with Server(tmp_path) as server:

        async def play() -> None:
            async with Client(server.address) as first:
                await first.until_up()
                await first.become_host(server.token, again=True)
                await first.set_name("Mo")
                table = await first.create_table(GAME)
                async with Client(server.address) as idle:
                    await idle.become_host(server.token)  # somebody else, who never sat down anywhere
                async with Client(server.address) as other:
                    assert await other.become_host(server.token, again=True) == await first.me()
                    assert [one.id for one in await other.tables()] == [table.id]
                    async with other.connect(table.id) as seat:
                        await seat.say("from the sofa")
                    await other.set_name("Mona")
                    assert (await first.me()).name == "Mona"
                async with stranger(server, "Eve") as eve:
                    await refused(eve.become_host("nonsense", again=True), 403)
                    known = await eve.me()
                    assert (await eve.become_host(server.token, again=True)).id == known.id
                    assert await eve.tables() == []

        evening(play)
