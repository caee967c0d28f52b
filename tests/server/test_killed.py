"""Killed under load, or raced for by several processes: nothing that was acknowledged or seen is lost or doubled."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tablewright.server.protocol import QueryActions
from tests.postgres import cluster, database

from .chatter import all_heard, nothing_lost_or_doubled, talking
from .conftest import server_of
from .running import Server, party

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
            table = await host.create_table(GAME)
            async with host.connect(table.id, 0) as seat:
                await seat.say("before")
                await asyncio.to_thread(look_in)
                for n in range(5):
                    await seat.say(str(n))
                await asyncio.to_thread(server.stop, signal.SIGKILL)
                await asyncio.to_thread(server.start)
                await seat.say("after")
            async with host.connect(table.id, 0) as now:
                await now.until(lambda: bool(now.feed) and now.feed[-1].text == "after")
                said = [item.text for item in now.feed if item.kind == "said"]
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
            async with table.visits[0].connect(table.table.id, 0) as now:
                await all_heard(talkers, now, table.visits[0])
                nothing_lost_or_doubled(talkers, now)
                assert not now.welcome.notice

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
            async with table.visits[0].connect(table.table.id, 0) as now:
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


def family(pid: int) -> set[int]:
    """A process and all that descend from it."""
    parents = dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended while we looked
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def living(pids: set[int]) -> set[int]:
    """Those of them that have not ended."""
    states = dict[int, str]()
    for pid in pids:
        with suppress(OSError):
            states[pid] = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return {pid for pid, state in states.items() if state not in "ZX"}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="nothing else tells who descends from whom")
def test_whoever_is_killed_leaves_nobody_behind(own_server: Server) -> None:
    """Neither workers nor those who count: who starts it again finds the tables, the port and the memory free."""

    async def evening() -> set[int]:
        async with party(own_server, GAME) as table:
            await table.seats[1].request(QueryActions())
            assert own_server.process is not None
            found = family(own_server.process.pid)
            await asyncio.to_thread(own_server.stop, signal.SIGKILL)
            return found

    found = asyncio.run(evening())
    assert len(found) > 1
    until = time.monotonic() + 20
    while left := living(found):
        assert time.monotonic() < until, left
        time.sleep(0.1)


# several at once


def test_two_processes_racing_for_one_table_lose_and_double_nothing(tmp_path: Path) -> None:
    """Two servers know nothing of each other but one database; everybody hears everything, in one order."""
    url = database(tmp_path)
    one, two = (Server(tmp_path / name, "--database", url) for name in ("one", "two"))

    async def evening() -> None:
        async with party(one, GAME, 2) as table:
            ann = table.seats[1]
            elsewhere = table.visits[1].connect(table.table.id, 0)
            elsewhere.url = elsewhere.url.replace(one.address.rstrip("/")[4:], two.address.rstrip("/")[4:])
            async with elsewhere as there:
                async with talking(*table.seats, there) as talkers:
                    for talker in talkers:
                        await talker.until_said(12)
                async with asyncio.timeout(30):
                    while ann.next != there.next or not there.feed:  # whichever of them hears the last word last
                        await asyncio.sleep(0.02)
                async with table.visits[0].connect(table.table.id, 0) as now:
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
            mine, anns, bobs = (seat.welcome.seat for seat in (master, ann, bob))
            await bob.leave()
            await master.until(lambda: set(master.presence.online) == {mine, anns})
            elsewhere = table.visits[2].connect(table.table.id, 0)
            elsewhere.url = elsewhere.url.replace(one.address.rstrip("/")[4:], two.address.rstrip("/")[4:])
            async with elsewhere as there:
                await there.until(lambda: set(there.presence.online) == {mine, anns, bobs})
                await master.until(lambda: set(master.presence.online) == {mine, anns, bobs})
                await there.set_preparing(True)
                await master.until(lambda: master.presence.preparing == (bobs,))
            await master.until(lambda: set(master.presence.online) == {mine, anns})

    with one, two:
        asyncio.run(evening())
