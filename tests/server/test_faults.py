"""Faults, with real processes: whatever is full, gone, damaged or old, nothing that was seen is lost."""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame, find_game
from tablewright.rules.errors import Refused
from tablewright.server.accounts import Accounts, Member
from tablewright.table.lifecycle.library import create_table
from tablewright.table.lifecycle.open import open_stored
from tablewright.table.stores.store import TableStore
from tests.postgres import Cluster, cluster, database, new_cluster, unprivileged
from tests.table.support.stores import STORES

from .chatter import nothing_lost_or_doubled, talking
from .conftest import KINDS, server_of
from .running import Server, party

GAME = "veil-runners-classic"

# full, gone and back


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk_is_said_and_the_table_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """What could not be kept was never seen by anybody."""

    async def evening(server: Server) -> None:
        assert server.process is not None
        pid = server.process.pid
        async with party(server, GAME) as table:
            master, ann = table.seats
            entries = await ann.say("there is room")
            soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            largest = max(path.stat().st_size for path in server.data.rglob("*"))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, hard))
            with pytest.raises(Refused, match=r"cannot keep this: .*\. Nothing was changed\."):
                await ann.say("x" * 4000)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
            assert await ann.say("there is room again") == entries + 1
            await master.until(lambda: master.feed[-1].text == "there is room again")
            assert not any(item.text.startswith("xxx") for item in master.feed)

    with server_of("sqlite", tmp_path / "data") as server:
        asyncio.run(evening(server))


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    made = new_cluster()
    yield made
    made.remove()


def test_a_database_that_is_gone_is_said_and_all_go_on_when_it_is_back(own_cluster: Cluster, tmp_path: Path) -> None:
    """Nobody has to do anything, and nothing that was said meanwhile is there by halves."""

    async def evening(server: Server) -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            async with talking(master, ann) as talkers:
                await talkers[1].until_said(3)
                await asyncio.to_thread(own_cluster.stop)
                before = len(talkers[1].said)
                while not talkers[1].refused:
                    await asyncio.sleep(0.05)
                await asyncio.to_thread(own_cluster.start)
                for talker in talkers:
                    await talker.until_said(3)
            assert all("The database cannot" in why for why in talkers[1].refused)
            assert len(talkers[1].said) >= before + 3
            async with table.visits[0].connect(table.table.id, 0) as now:
                await now.until(lambda: now.next >= max(ann.next, master.next))
                nothing_lost_or_doubled(talkers, now)

    with Server(tmp_path / "data", "--database", own_cluster.url(), "--workers", "2") as server:
        asyncio.run(evening(server))
        assert server.stop() == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes, where this machine lets us have one."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", str(folder)], check=False)
    if made.returncode:
        pytest.skip("a disk to fill is mounted, which takes root")
    owner = unprivileged()
    if owner:
        os.chown(folder, owner["user"], owner["group"])
        for above in folder.parents:  # a database may only use what it can reach
            if above.stat().st_uid == os.geteuid() and not above.stat().st_mode & 0o001:
                above.chmod(above.stat().st_mode | 0o001)
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_databases_full_disk_is_said_and_the_table_goes_on_when_there_is_room(
    own_cluster: Cluster, small_disk: Path, tmp_path: Path
) -> None:
    """What could not be kept was never seen by anybody."""
    own_cluster.execute(f"CREATE TABLESPACE small LOCATION '{small_disk}'", "SELECT 1")
    own_cluster.execute("ALTER DATABASE postgres SET default_tablespace = small", "SELECT 1")
    ballast, noise = small_disk / "ballast", random.Random(1)

    def long() -> str:
        return "".join(chr(noise.randrange(0x4E00, 0x9000)) for _ in range(3000))  # which nothing makes smaller

    async def evening(server: Server) -> None:
        async with party(server, GAME) as table:
            master, ann = table.seats
            await ann.say("there is room")
            with suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(bytes(4096))
            kept, why = 0, ""
            while not why and kept < 100:  # what was free in its files before is taken first
                try:
                    await ann.say(long())
                    kept += 1
                except Refused as refused:
                    why = str(refused)
            assert re.search(r"cannot keep this: could not extend .*No space left.*Nothing was changed\.", why)
            ballast.unlink()
            await ann.say("there is room again")
            await master.until(lambda: master.feed[-1].text == "there is room again")
            words = [item.text for item in master.feed if item.kind == "said"]
            assert len(words) == kept + 2

    with Server(tmp_path / "data", "--database", own_cluster.url()) as server:
        asyncio.run(evening(server))
        assert server.stop() == 0


# damaged and old


def damage(kind: str, folder: Path, table: str) -> None:
    """The body of a table's first word is changed where it is kept."""
    change = f"UPDATE records SET hash = 'nonsense' WHERE of = '{table}' AND number = 1"
    if kind == "postgres":
        cluster().execute(change, "SELECT 1", schema=database(folder).rpartition("search_path=")[2])
        return
    with closing(sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)) as db:
        db.execute(change)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_table_can_be_read_and_hurts_no_other(kind: str, tmp_path: Path) -> None:
    """It says what is wrong with it, and takes nothing more."""
    folder = tmp_path / "data"
    server = server_of(kind, folder)

    async def before() -> tuple[str, list[str]]:
        async with server.host() as host:
            ids = [(await host.create_table(GAME, name)).id for name in ("damaged", "whole")]
            for id in ids:
                async with host.connect(id) as seat:
                    await seat.say("good evening")
            return host.token, ids

    async def after(token: str, ids: list[str]) -> None:
        async with server.host() as host:
            host.token = token
            async with host.connect(ids[0], 0) as damaged, host.connect(ids[1], 0) as whole:
                assert "Entry 1 is not as it was written" in damaged.welcome.notice
                with pytest.raises(Refused, match="Entry 1 is not as it was written"):
                    await damaged.say("hello?")
                await whole.say("hello")
                await whole.until(lambda: whole.feed[-1].text == "hello")

    with server:
        token, ids = asyncio.run(before())
        server.stop()
        damage(kind, folder, ids[0])
        server.start()
        asyncio.run(after(token, ids))


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_older_rules_goes_on_under_those_of_today(kind: str, tmp_path: Path) -> None:
    """That is told once, though several workers open it."""
    folder, box = tmp_path / "data", find_game(GAME)
    server = server_of(kind, folder)

    async def evening(store: TableStore) -> None:
        older = InstalledGame(msgspec.structs.replace(box.game, version="0.0.1"), box.package, box.source)
        table, kept = create_table(store, older, "old", seats=box.game.seats)
        async with server.host() as host:
            me = await host.me()
            Accounts(store, lambda: 0.0).enrol(Member(kept.head.id, me.id, next(iter(table.seats)), owner=True))
            await asyncio.gather(*(host.feed(kept.head.id) for _ in range(6)))
            async with host.connect(kept.head.id, 0) as seat:
                await seat.say("we go on")
                await seat.until(lambda: seat.feed[-1].text == "we go on")
                assert [item.kind for item in seat.feed].count("carried") == 1

    with server, closing(STORES[kind](folder)) as store:
        asyncio.run(evening(store))


# the clock


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_jumps_changes_nothing_but_when_a_table_was_touched(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what is kept nor what is thrown depends on it."""
    hashes = []
    for folder, jump in (("steady", 0.0), ("jumping", -7e8)):
        with closing(STORES[kind](tmp_path / folder)) as store:
            table, kept = create_table(store, find_game(GAME), "walk", seed="clock")
            for n in range(6):
                monkeypatch.setattr(time, "time", partial(float, 1.8e9 + jump * (n % 2)))
                table.say("way", str(n))
            entry = table.act("ann", "personal_roll", {"who": "lars"}, "nonce")
            assert entry == 7
            hashes.append([record.hash for record in kept.chain()])
            monkeypatch.undo()
            assert open_stored(find_game(GAME).game, kept)[1] == ""
    assert hashes[0] == hashes[1]
