"""Faults, with real processes: whatever is killed, full, gone, damaged or old, nothing that was seen is lost."""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed, find
from tablewright.table.keeping import begin
from tablewright.table.opening import open_kept
from tablewright.table.store import Store
from tablewright.web.people import Member, People
from tests.postgres import Cluster, cluster, database, new_cluster, unprivileged
from tests.table.stores import STORES

from .conftest import KINDS, server_of
from .running import Server, party
from .talking import all_heard, nothing_lost_or_doubled, talking

GAME = "veil-runners-classic"


def workers(folder: Path) -> list[int]:
    """The processes that serve the tables of a database."""
    schema = database(folder).rpartition("search_path=")[2]
    select = "SELECT string_agg(DISTINCT application_name, ' ') FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    names = cluster().execute(select, schema=schema) or ""
    return sorted(int(word) for word in names.split() if word.isdigit() and _serves(int(word), folder))


def _serves(pid: int, folder: Path) -> bool:
    """Whether a process descends from the server of this folder."""
    while pid > 1:
        try:
            if str(folder) in Path(f"/proc/{pid}/cmdline").read_text():
                return True
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            return False
    return False


# killed


def test_what_is_acknowledged_outlives_a_look_from_outside_and_a_kill(tmp_path: Path) -> None:
    """Whoever lists, backs up or tries to serve the same tables meanwhile takes nothing of them away."""
    server = Server(tmp_path / "data")
    words = (["tables"], ["backup", str(tmp_path / "copy")], ["serve", "--no-open", "--port"])

    def look_in() -> None:
        for word in words:
            port = [str(server.port)] if word[-1] == "--port" else []
            command = [sys.executable, "-m", "tablewright", *word, *port, "--data", str(server.data)]
            subprocess.run(command, capture_output=True, timeout=60, check=False)

    async def evening() -> None:
        async with server.host() as host:
            table = await host.begin(GAME)
            async with host.sit(table.id, 0) as seat:
                await seat.do("say", text="before")
                await asyncio.to_thread(look_in)
                for n in range(5):
                    await seat.do("say", text=str(n))
                await asyncio.to_thread(server.stop, signal.SIGKILL)
                await asyncio.to_thread(server.start)
                await seat.do("say", text="after")
            async with host.sit(table.id, 0) as now:
                await now.until(lambda: bool(now.feed) and now.feed[-1]["text"] == "after")
                said = [item["text"] for item in now.feed if item["kind"] == "said"]
                assert said == ["before", "0", "1", "2", "3", "4", "after"]

    with server:
        asyncio.run(evening())


def killed(server: Server, times: int) -> None:
    """A server is killed under load so many times, and started again each time."""
    chance = random.Random(times)

    async def evening() -> None:
        async with party(server, GAME, 2) as table:
            async with talking(*table.seats) as talkers:
                for _ in range(times):
                    await talkers[0].until_said(2)
                    await asyncio.sleep(chance.random() * 0.3)
                    await asyncio.to_thread(server.stop, signal.SIGKILL)
                    await asyncio.to_thread(server.start)
                for talker in talkers:
                    await talker.until_said(2)
            async with table.visits[0].sit(table.table.id, 0) as now:
                await all_heard(talkers, now, table.visits[0])
                nothing_lost_or_doubled(talkers, now)
                assert not now.welcome["said"]

    asyncio.run(evening())


def test_whatever_was_acknowledged_or_seen_survives_a_kill(own_server: Server) -> None:
    """And every start works; people come back by themselves and go on."""
    killed(own_server, 2)


@pytest.mark.soak
def test_a_hundred_kills_lose_nothing(own_server: Server) -> None:
    """A hundred of a hundred starts."""
    killed(own_server, 100)


def worker_killed(folder: Path, times: int) -> None:
    async def evening(server: Server) -> None:
        async with party(server, GAME, 2) as table:
            async with talking(*table.seats) as talkers:
                for n in range(times):
                    await talkers[0].until_said(3)
                    async with asyncio.timeout(60):
                        while len(found := await asyncio.to_thread(workers, folder)) < 2:
                            await asyncio.sleep(0.1)
                    os.kill(found[n % 2], signal.SIGKILL)
                    for talker in talkers:
                        await talker.until_said(3)
            async with table.visits[0].sit(table.table.id, 0) as now:
                await all_heard(talkers, now, table.visits[0])
                nothing_lost_or_doubled(talkers, now)

    with server_of("postgres", folder) as server:
        asyncio.run(evening(server))
        assert server.stop() == 0


def test_a_worker_killed_in_the_middle_hands_its_tables_to_the_others(tmp_path: Path) -> None:
    """Each once: whoever sat with it comes back by themselves, and it is replaced."""
    worker_killed(tmp_path / "data", 2)


@pytest.mark.soak
def test_fifty_workers_killed_lose_nothing(tmp_path: Path) -> None:
    """One after the other, under load."""
    worker_killed(tmp_path / "data", 50)


# several at once


def test_two_processes_racing_for_one_table_lose_and_double_nothing(tmp_path: Path) -> None:
    """Two servers know nothing of each other but one database; everybody hears everything, in one order."""
    url = database(tmp_path)
    one, two = (Server(tmp_path / name, "--database", url) for name in ("one", "two"))

    async def evening() -> None:
        async with party(one, GAME, 2) as table:
            ann = table.seats[1]
            elsewhere = table.visits[1].sit(table.table.id, 0)
            elsewhere.url = elsewhere.url.replace(one.address.rstrip("/")[4:], two.address.rstrip("/")[4:])
            async with elsewhere as there:
                async with talking(*table.seats, there) as talkers:
                    for talker in talkers:
                        await talker.until_said(12)
                async with asyncio.timeout(30):
                    while ann.next != there.next or not there.feed:  # whichever of them hears the last word last
                        await asyncio.sleep(0.02)
                async with table.visits[0].sit(table.table.id, 0) as now:
                    await now.until(lambda: now.next >= there.next)
                    nothing_lost_or_doubled(talkers, now)
                assert [t.refused for t in talkers] == [[], [], [], []]

    with one, two:
        asyncio.run(evening())


def test_who_is_here_is_known_in_every_process(tmp_path: Path) -> None:
    """Whoever comes to a table, prepares something or leaves, at whichever of two servers with one database."""
    url = database(tmp_path)
    one, two = (Server(tmp_path / name, "--database", url) for name in ("one", "two"))

    async def evening() -> None:
        async with party(one, GAME, 2) as table:
            master, ann, bob = table.seats
            mine, anns, bobs = (seat.welcome["seat"] for seat in (master, ann, bob))
            await bob.leave()
            await master.until(lambda: set(master.people.get("here", ())) == {mine, anns})
            elsewhere = table.visits[2].sit(table.table.id, 0)
            elsewhere.url = elsewhere.url.replace(one.address.rstrip("/")[4:], two.address.rstrip("/")[4:])
            async with elsewhere as there:
                await there.until(lambda: set(there.people.get("here", ())) == {mine, anns, bobs})
                await master.until(lambda: set(master.people.get("here", ())) == {mine, anns, bobs})
                await there._send(b'{"do":"drafting","on":true}')
                await master.until(lambda: master.people.get("drafting") == [bobs])
            await master.until(lambda: set(master.people.get("here", ())) == {mine, anns})

    with one, two:
        asyncio.run(evening())


# full, gone and back


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_a_full_disk_is_said_and_the_table_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """What could not be kept was never seen by anybody."""

    async def evening(server: Server) -> None:
        assert server.process is not None
        pid = server.process.pid
        async with party(server, GAME) as table:
            master, ann = table.seats
            entries = await ann.do("say", text="there is room")
            soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            largest = max(path.stat().st_size for path in server.data.rglob("*"))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, hard))
            with pytest.raises(Refused, match=r"cannot keep this: .*\. Nothing was changed\."):
                await ann.do("say", text="x" * 4000)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
            assert await ann.do("say", text="there is room again") == entries + 1
            await master.until(lambda: master.feed[-1]["text"] == "there is room again")
            assert not any(item["text"].startswith("xxx") for item in master.feed)

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
            async with table.visits[0].sit(table.table.id, 0) as now:
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
            await ann.do("say", text="there is room")
            with suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(bytes(4096))
            kept, why = 0, ""
            while not why and kept < 100:  # what was free in its files before is taken first
                try:
                    await ann.do("say", text=long())
                    kept += 1
                except Refused as refused:
                    why = str(refused)
            assert re.search(r"cannot keep this: could not extend .*No space left.*Nothing was changed\.", why)
            ballast.unlink()
            await ann.do("say", text="there is room again")
            await master.until(lambda: master.feed[-1]["text"] == "there is room again")
            words = [item["text"] for item in master.feed if item["kind"] == "said"]
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
            ids = [(await host.begin(GAME, name)).id for name in ("damaged", "whole")]
            for id in ids:
                async with host.sit(id) as seat:
                    await seat.do("say", text="good evening")
            return host.token, ids

    async def after(token: str, ids: list[str]) -> None:
        async with server.host() as host:
            host.token = token
            async with host.sit(ids[0], 0) as damaged, host.sit(ids[1], 0) as whole:
                assert "Entry 1 is not as it was written" in damaged.welcome["said"]
                with pytest.raises(Refused, match="Entry 1 is not as it was written"):
                    await damaged.do("say", text="hello?")
                await whole.do("say", text="hello")
                await whole.until(lambda: whole.feed[-1]["text"] == "hello")

    with server:
        token, ids = asyncio.run(before())
        server.stop()
        damage(kind, folder, ids[0])
        server.start()
        asyncio.run(after(token, ids))


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_of_older_rules_goes_on_under_those_of_today(kind: str, tmp_path: Path) -> None:
    """That is told once, though several workers open it."""
    folder, box = tmp_path / "data", find(GAME)
    server = server_of(kind, folder)

    async def evening(store: Store) -> None:
        older = Boxed(msgspec.structs.replace(box.game, version="0.0.1"), box.package, box.source)
        table, kept = begin(store, older, "old", seats=box.game.seats)
        async with server.host() as host:
            me = await host.me()
            People(store, lambda: 0.0).enrol(Member(kept.head.id, me.id, next(iter(table.seats)), owner=True))
            await asyncio.gather(*(host.feed(kept.head.id) for _ in range(6)))
            async with host.sit(kept.head.id, 0) as seat:
                await seat.do("say", text="we go on")
                await seat.until(lambda: seat.feed[-1]["text"] == "we go on")
                assert [item["kind"] for item in seat.feed].count("carried") == 1

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
            table, kept = begin(store, find(GAME), "walk", seed="clock")
            for n in range(6):
                monkeypatch.setattr(time, "time", partial(float, 1.8e9 + jump * (n % 2)))
                table.say("way", str(n))
            entry = table.act("ann", "personal_roll", {"who": "lars"}, "nonce")
            assert entry == 7
            hashes.append([record.hash for record in kept.chain()])
            monkeypatch.undo()
            assert open_kept(find(GAME).game, kept)[1] == ""
    assert hashes[0] == hashes[1]
