"""boardgame.io under the same load: its own server, spoken to as its own client speaks."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .drive import all_at
from .sockets import Socket, connected

HERE = Path(__file__).parent / "boardgame"
GAME = "load-toy"


def at_hand() -> bool:
    """Whether there is a Node to run it, and a place to get it from or a copy of it."""
    if not shutil.which("npm"):
        return False
    if (HERE / "node_modules").is_dir():
        return True
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    return subprocess.run(command, cwd=HERE, check=False).returncode == 0


@contextmanager
def served(folder: Path | None) -> Iterator[tuple[int, int]]:
    """Its server's process and port: in memory, or on the disk storage it brings."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["node", "server.js", str(port), *([str(folder)] if folder else [])]
    process = subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    try:
        while "ready" not in (line := process.stdout.readline()):
            assert line, "boardgame.io did not start"
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


class TheirTable:
    """Four people at one of its matches."""

    def __init__(self, match: str) -> None:
        self.match, self.state = match, 0
        self.sockets: list[Socket] = []
        self.updates, self.people, self.synced = 0, 4, 0
        self.done: Callable[[bool], None] = lambda _: None

    async def sit(self, port: int) -> None:
        """One after the other: the first makes the match."""
        for player in range(1, self.people + 1):
            self.sockets.append(await connected(port, "/socket.io/?EIO=4&transport=websocket", "", self.heard))
            async with asyncio.timeout(60):
                while self.synced < player:
                    await asyncio.sleep(0.01)

    def heard(self, socket: Socket, frame: bytes) -> None:
        if frame == b"2":
            socket.say(b"3")
        elif frame.startswith(b"0"):
            socket.say(f"40/{GAME},".encode())
        elif frame.startswith(b"40/"):
            player = str(self.sockets.index(socket)) if socket in self.sockets else str(len(self.sockets))
            said = json.dumps(["sync", self.match, player, None, self.people])
            socket.say(f"42/{GAME},{said}".encode())
        elif b'["sync"' in frame[:30]:
            self.synced += 1
        elif b'["update"' in frame[:30]:
            self.updates += 1
            if self.updates == self.people:
                self.state += 1
                self.done(True)

    def move(self, done: Callable[[bool], None]) -> None:
        self.updates, self.done = 0, done
        payload = {"type": "move", "args": [], "playerID": "0", "credentials": None}
        said = ["update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.match, "0"]
        self.sockets[0].say(f"42/{GAME},{json.dumps(said)}".encode())


async def tables(port: int, many: int) -> list[TheirTable]:
    """So many matches: each is made by whoever comes to it first."""
    numbers = iter(range(many))

    async def one() -> TheirTable:
        table = TheirTable(f"match{next(numbers)}")
        await table.sit(port)
        return table

    return await all_at([one] * many)
