"""Our server under load: started as a host starts it, with larger limits, and people at its tables."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tablewright.catalog import installed_games
from tablewright.catalog import load_game_at as folder_game
from tablewright.check.play import RandomPlayer
from tablewright.client import Client
from tablewright.rules import Game, Refused
from tablewright.table import Table, view_from

from .drive import all_at
from .sockets import Socket, connected

TOY = Path(__file__).parent / "load_toy"
LIMITS = ("deeds", "questions", "requests", "tables", "connections", "links")
PEOPLE = 4
AGAIN = 40
"""How often a deed must be possible one after the other, to be one that is driven."""


class Deed(NamedTuple):
    """What is done at every table, over and over: who does it, and how."""

    seat: str
    action: str
    values: dict[str, Any]


class Served(NamedTuple):
    pid: int
    port: int
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served(data: Path, *more: str) -> Iterator[Served]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "tablewright", "serve", "--no-open", "--port", "0", "--data", str(data)]
    command += ["--game", str(TOY), *(part for name in LIMITS for part in ("--limit", f"{name}=1000000")), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        said = process.stdout.readline() + process.stdout.readline()
        port, token = re.search(r":(\d+)/", said), re.search(r"#host=(\S+)", said)
        assert port, said
        assert token, said
        yield Served(process.pid, int(port[1]), token[1])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def game_of(name: str) -> Game:
    return folder_game(TOY).game if name == "load-toy" else installed_games()[name].game


def deed_of(game: Game) -> Deed:
    """What the game's opening calls for that throws dice, asks nothing, and can be done again and again."""
    stranger = RandomPlayer(game, 1)
    table = Table.open(game, seed="load")
    for seat in [s for s in table.seats if not game.is_master(table.seat(s))] + list(table.seats):
        here = view_from(table, seat)
        for name in dict.fromkeys(
            (*(o.action for o in here.suggestions), *(d.name for d in here.actions if not d.why_not))
        ):
            action = game.action(name)
            if any(cite.startswith("kit.") for cite in action.cites):
                continue  # what every game has
            for _ in range(10):
                values = stranger.params(action, here.state)
                if _holds(game, seat, name, values):
                    return Deed(seat, name, values)
    return Deed(next(iter(table.seats)), "throw_dice", {"dice": "5d6"})


def _holds(game: Game, seat: str, action: str, values: dict[str, Any]) -> bool:
    table = Table.open(game, seed="load")
    small = len(msgspec.json.encode(table.state))
    try:
        for _ in range(AGAIN):
            view_from(table, seat).act(action, values)
            if table.play_state.pending or not table.metadata.throws:
                return False
    except Refused:
        return False
    return len(msgspec.json.encode(table.state)) < 1.2 * small  # what piles up would be measured instead


class OurTable:
    """Four people at one of our tables."""

    def __init__(self, deed: Deed, id: str) -> None:
        self.deed, self.id = deed, id
        self.sockets: list[Socket] = []
        self.made = self.feeds = self.looks = 0
        self.acked = False
        self.done: Callable[[bool], None] = lambda _: None
        self.mover = 0
        self.people = 0

    async def sit(self, served: Served, seats: list[str], tokens: list[str], since: int = -1) -> None:
        for token in tokens:
            headers = f"Authorization: Bearer {token}\r\n"
            socket = await connected(served.port, f"/api/tables/{self.id}/live", headers, self.heard)
            socket.say(b'{"type":"hello","since":%d}' % since)
            self.sockets.append(socket)
        self.mover, self.people = seats.index(self.deed.seat), len(seats)

    def move(self, done: Callable[[bool], None]) -> None:
        self.made += 1
        self.feeds, self.acked, self.done = 0, False, done
        wish = {"type": "take-action", "id": f"m{self.made}", "action": self.deed.action, "values": self.deed.values}
        self.sockets[self.mover].say(json.dumps({**wish, "nonce": f"{self.made}"}).encode())

    def heard(self, _: Socket, frame: bytes) -> None:
        kind = frame[9:13]
        if kind == b"feed":
            self.feeds += 1
        elif kind == b"acce":
            self.acked = b'"m' in frame[:40]
            if b'"undo' in frame[:40]:
                self.done(False)
        elif kind == b"view":
            self.looks += 1
        elif kind == b"reje":
            self.sockets[0].say(b'{"type":"undo","id":"undo%d","to_event":0}' % self.made)
        if self.acked and self.feeds >= self.people:
            self.acked = False
            self.done(True)


async def tables(served: Served, game: str, many: int, people: int = PEOPLE) -> list[OurTable]:
    """So many tables with everybody connected: the master, and players who came by a link."""
    deed = deed_of(game_of(game))
    async with Client(served.address) as host:
        await host.until_up(60)
        await host.become_host(served.token)
        await host.set_name("Host")

        async def one() -> OurTable:
            table = await host.create_table(game)
            link = await host.invite(table.id)
            seats, tokens = [table.seat], [host.token]
            for n in range(people - 1):
                async with Client(served.address) as visit:
                    way = await visit.invitation(link.token)
                    joined = await visit.join(link.token, f"Player {n}", way.seats[0].id)
                    seats.append(joined.seat)
                    tokens.append(visit.token)
            made = OurTable(deed, table.id)
            await made.sit(served, seats, tokens)
            return made

        found: list[OurTable] = await all_at([one] * many)
    await asyncio.sleep(0.5)  # what everybody is sent at first
    return found
