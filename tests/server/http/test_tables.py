"""Tables over HTTP: begun, listed, renamed, thrown away and restored, closed and reopened, taken out and brought in."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablewright.catalog.installed import find_game
from tablewright.server.protocol import Undo
from tablewright.table.lifecycle.dice_verification import verify_dice
from tablewright.table.lifecycle.library import import_text
from tablewright.table.stores.sqlite import SqliteStore
from tests.example_games import EXAMPLES
from tests.server.people import GAME, evening, refused, stranger
from tests.server.running import Server, limited, party


def test_a_table_is_begun_ready_made_or_empty(server: Server) -> None:
    """Whoever begins it is its master; a ready-made one has the game's seats, an empty one nobody else's."""

    async def play() -> None:
        async with server.host() as host:
            ready, bare = await host.create_table(GAME), await host.create_table(GAME, empty=True, my_name="Mo")
            assert ready.master
            assert bare.owner
            ways = [await host.invitation((await host.invite(table.id)).token) for table in (ready, bare)]
            assert [len(way.seats) for way in ways] == [3, 0]
            assert "crew" in ways[1].roles

    evening(play)


def test_a_table_is_begun_with_house_rulings_or_refused_with_a_sentence(server: Server) -> None:
    """An unknown ruling, a wrong value, an unknown game, a name that is none: nothing is begun."""

    async def play() -> None:
        async with server.host() as host:
            ruled = (await host.ask("GET", f"/api/games/{GAME}", dict))["rulings"]
            choice = next(r for r in ruled if r["choices"])
            other = next(value for value in choice["choices"] if value != choice["usual"])
            assert (await host.create_table(GAME, rulings={choice["name"]: other})).id
            before = len(await host.tables())
            assert "no house ruling" in await refused(host.create_table(GAME, rulings={"fly": True}), 409)
            await refused(host.create_table(GAME, rulings={choice["name"]: "neither"}), 409)
            await refused(host.create_table("no-such-game"), 409)
            await refused(host.create_table(str(EXAMPLES)), 409)
            await refused(host.create_table(GAME, "two\nlines\x07"), 409)
            await refused(host.create_table(GAME, "x" * 81), 400)
            assert len(await host.tables()) == before

    evening(play)


def test_only_the_host_begins_tables_unless_anybody_may(server: Server, tmp_path: Path) -> None:
    """With `--anyone` everybody who is known does."""

    async def play() -> None:
        async with stranger(server, "Eve") as eve:
            assert not (await eve.me()).may_begin
            await refused(eve.create_table(GAME), 403)
            await refused(eve.import_file(b"{}"), 403)
        async with stranger(server) as nobody:
            await refused(nobody.create_table(GAME), 401)
        with Server(tmp_path, "--anyone") as open_to_all:
            async with stranger(open_to_all, "Eve") as eve:
                assert (await eve.create_table(GAME)).owner

    evening(play)


def test_my_tables_are_listed_and_nobody_elses(server: Server) -> None:
    """Last played first, with my seat and whether I am the master; a renamed table by its new name."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            await host.rename(table.table.id, "The long way round")
            (mine,) = await ann.tables()
            assert (mine.id, mine.name, mine.seat) == (table.table.id, "The long way round", "ann")
            assert (mine.master, mine.owner) == (False, False)
            one_process = "--workers" not in server.options  # of several, each knows who is here by itself
            assert set(mine.online) == {"way", "ann"} if one_process else set(mine.online) <= {"way", "ann"}
            first = (await host.tables())[0]
            assert (first.id, first.master, first.owner) == (table.table.id, True, True)
            assert "already" in await refused(
                host.rename((await host.create_table(GAME)).id, "The long way round"), 409
            )
        async with stranger(server) as nobody:
            assert await nobody.tables() == []

    evening(play)


def test_a_table_in_the_bin_is_left_alone_until_it_is_restored(server: Server) -> None:
    """Whoever is there is sent away with a sentence; nothing is done at it; restored, it goes on."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            id = table.table.id
            link = await host.invite(id)
            await host.trash(id)
            await table.seats[1].until(lambda: bool(table.seats[1].ended))
            assert "thrown away" in table.seats[1].ended
            assert (await host.table(id)).trashed_at
            for asked in (ann.feed(id), ann.story(id), host.export(id), host.close(id), host.invite(id)):
                assert "thrown away" in await refused(asked, 409)
            async with stranger(server) as eve:
                assert "thrown away" in await refused(eve.join(link.token, "Eve"), 409)
            await host.restore(id)
            async with ann.connect(id) as again:
                await again.say("back")

    evening(play)


def test_a_table_is_gone_after_the_grace(tmp_path: Path) -> None:
    """Its records, its seed and everything that let people in."""
    with Server(tmp_path, *limited(grace=0.1, idle=0.1, sweep=0.1)) as server:

        async def play() -> None:
            async with server.host() as host:
                kept, gone = await host.create_table(GAME, "kept"), await host.create_table(GAME, "gone")
                link = await host.invite(gone.id)
                await host.trash(gone.id)
                while len(await host.tables()) > 1:
                    await asyncio.sleep(0.1)
                assert [table.id for table in await host.tables()] == [kept.id]
                await refused(host.table(gone.id), 403)
                await refused(host.invitation(link.token), 409)

        evening(play)
        seeds = [path.name for path in (tmp_path / "seeds").iterdir()]
    assert len(seeds) == 1


def test_every_die_of_two_sessions_can_be_checked(server: Server, tmp_path: Path) -> None:
    """Closed, reopened with dice committed anew, closed again: both seeds are shown and give every die."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            id, master = table.table.id, table.master
            for session in (1, 2):
                await master.act("throw_dice", {"dice": "5d6"})
                assert "game master" in await refused(ann.close(id), 409)
                assert (await host.close(id)).closed
                if session == 1:
                    await refused(host.close(id), 409)
                    await refused(ann.reopen(id), 409)
                    assert not (await host.reopen(id)).closed
            text = await host.export(id)
            kept, said = import_text(SqliteStore(tmp_path), text, Path("it"), find_game(GAME))
            assert not said
            found = verify_dice(record.read().event for record in kept.chain())
            assert not found.wrong
            assert (found.throws, found.dice, found.older) == (2, 10, 0)

    evening(play)


def test_a_table_comes_back_from_its_file(server: Server) -> None:
    """As a new table of whoever brings it: the same feed, and it plays on. Damage is refused, or mended if asked."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, _ = table.visits
            await table.seats[1].act("personal_roll", {})
            text = await host.export(table.table.id, with_seed=True)
            assert b"\nseed " in text
            told = (await host.feed(table.table.id)).items
            brought = await host.import_file(text, "Brought")
            assert (await host.feed(brought.table)).items == told
            async with host.connect(brought.table) as again:
                await again.until(lambda: bool(again.my_prompts))
                await again.answer(again.my_prompts[0], again.my_prompts[0].options[0].key)
            damaged = text.replace(b"personal_roll", b"personal_rule")
            before = len(await host.tables())
            why = await refused(host.import_file(damaged), 409)
            assert "is damaged" in why
            assert "if you ask for it to be mended" in why
            assert "--" not in why
            assert len(await host.tables()) == before
            assert (await host.import_file(damaged, mend=True)).notice

    evening(play)


@pytest.mark.parametrize("text", [b"", b"\x00\xff", b"{}", b'{"game":5}', b'{"game":"moonveil"}', b"[" * 5000, b"\n\n"])
def test_a_file_that_is_no_table_is_refused(server: Server, text: bytes) -> None:
    """With a sentence, and nothing is begun."""

    async def play() -> None:
        async with server.host() as host:
            before = len(await host.tables())
            await refused(host.import_file(text), 400, 409)
            assert len(await host.tables()) == before

    evening(play)


def test_the_feed_is_read_page_by_page(server: Server) -> None:
    """Page after page gives what one reading gives, and an end."""

    async def play() -> None:
        async with party(server, GAME) as table:
            _, ann = table.visits
            for n in range(12):
                await table.master.say(str(n))
            id, since = table.table.id, 0
            items: list[object] = []
            while page := (await ann.feed(id, since, 5)).items:
                items += page
                since = page[-1].number + 1
            whole = await ann.feed(id)
            assert tuple(items) == whole.items
            assert whole.next == since
            await refused(ann.ask("GET", f"/api/tables/{id}/feed?since=-1", bytes), 400)
            await refused(ann.ask("GET", f"/api/tables/{id}/feed?most=5000", bytes), 400)

    evening(play)


def test_the_story_tells_what_happened_and_still_holds(server: Server) -> None:
    """Nobody's chatter, nothing undone, and words that stay words."""

    async def play() -> None:
        async with party(server, GAME) as table:
            host, ann = table.visits
            await host.rename(table.table.id, "*Stars* <b>")
            entry = await table.master.act("throw_dice", {"dice": "3d6"})
            await table.master.say("chatter")
            told = await ann.story(table.table.id)
            assert told.startswith("# \\*Stars\\* \\<b\\>\n")
            assert "3d6" in told
            assert "chatter" not in told
            await table.master.request(Undo(entry - 1))
            assert "3d6" not in await ann.story(table.table.id)

    evening(play)
