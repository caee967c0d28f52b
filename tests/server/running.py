"""Starting, stopping and killing a server; and an evening at one of its tables."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tablewright.client import Client, SeatConnection
from tablewright.server.protocol.http_types import TableInfo

STARTED = re.compile(r"Tablewright is at (\S+)")
LINK = re.compile(r"#host=(\S+)")


def limited(**limits: float) -> list[str]:
    """The options that say how much is too much."""
    return [part for name, value in limits.items() for part in ("--limit", f"{name}={value}")]


class Server:
    """`tablewright serve`, as a host would start it."""

    def __init__(self, data: Path, *options: str, port: int = 0, python: str = sys.executable) -> None:
        self.data, self.options, self.port, self.python = data, options, port, python
        self.process: subprocess.Popen[str] | None = None
        self.address, self.token = "", ""
        self.log: list[str] = []

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.stop()

    def start(self) -> None:
        command = [self.python, "-m", "tablewright", "serve", "--no-open", "--data", str(self.data)]
        command += ["--port", str(self.port), *self.options]
        env = {**os.environ, "COLUMNS": "400", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None
        said: list[str] = []
        self.address = self.token = ""
        while not self.token:
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {said} {self.process.stderr and self.process.stderr.read()}"
            said.append(line)
            if found := STARTED.search(line):
                self.address = found[1]
            if found := LINK.search(line):
                self.token = found[1]
        self.port = int(self.address.rsplit(":", 1)[1].split("/")[0])
        self.log = []
        self.reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
        self.reader.start()

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with process.stderr as stream:
            for line in stream:
                self.log.append(line)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it; its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        if how != signal.SIGKILL:  # what it started outlives it for a moment, and may still speak
            self.reader.join(10)
        return code

    @asynccontextmanager
    async def host(self, name: str = "Mo") -> AsyncIterator[Client]:
        """The host's visit."""
        async with Client(self.address) as visit:
            await visit.until_up()
            await visit.become_host(self.token)
            await visit.set_name(name)
            yield visit


class Party:
    """A table with its master and players, all live."""

    def __init__(self, table: TableInfo, visits: list[Client], seats: list[SeatConnection]) -> None:
        self.table, self.visits, self.seats = table, visits, seats

    @property
    def master(self) -> SeatConnection:
        return self.seats[0]


@asynccontextmanager
async def party(server: Server, game: str, players: int = 1, **more: object) -> AsyncIterator[Party]:
    """A new table of a game: its master, and players who came by a link and took a seat each."""
    visits: list[Client] = []
    seats: list[SeatConnection] = []
    async with server.host() as host:
        table = await host.create_table(game, **more)  # type: ignore[arg-type]
        link = await host.invite(table.id)
        visits.append(host)
        try:
            for n in range(players):
                visit = Client(server.address)
                visits.append(visit)
                way = await visit.invitation(link.token)
                free = way.seats[0].id if way.seats else ""
                await visit.join(link.token, f"Player {n + 1}", free, "" if free else way.roles[0])
            seats += [await visit.connect(table.id).__aenter__() for visit in visits]
            yield Party(table, visits, seats)
        finally:
            for seat in seats:
                await seat.leave()
            for visit in visits[1:]:
                await visit.http.aclose()
