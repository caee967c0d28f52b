"""The table's core: what acting, opening, taking back and remembering cost when a table has been played for years.

Extent: tables of 100, 1,000 and 10,000 entries in SQLite (WAL, `synchronous=FULL`), a toy and every game of the shelf.
The years are edits by the master, with a word in between; one toy has every fourth entry taken back. What is timed
is an action of the game with its dice, from proposing it to its being on the disk. Beside it: one row with the same
bytes added to a plain SQLite table, and every row of such a table read and decoded, which is what replaying a journal
costs before anything is played. `python -m bench core`.
"""

from __future__ import annotations

import gc
import json
import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tablewright.kernel import Choose, Game, Outcome, Role, Rule, Rulings, Seat, State, action, roll, tell
from tablewright.kernel.state import at, paths
from tablewright.kernel.view import Panel
from tablewright.run.shelf import shelf
from tablewright.table import Table
from tablewright.table.opening import open_kept
from tablewright.table.sqlite import KeptTable, SqliteStore
from tablewright.table.store import Head

LENGTHS = (100, 1_000, 10_000)
OPEN_MS, MEMORY, ACT = 100.0, 2.0, 1.1
"""The bars: opening the longest, and how many times the shortest the longest may take."""


class Toy(State, frozen=True):
    value: int = 0


@action("toy.throw", title="Throw")
def throw(s: Toy) -> Rule[Toy]:
    """Dice, a question and a line."""
    dice = yield from roll(2, by="player", why="A throw")
    if (yield from Choose("player", "Twice?", (False, True))):
        dice = dice * 2
    yield tell("toy.throw", "That is {n}.", n=sum(dice))
    yield Outcome(sum(dice))
    return s.but(value=sum(dice))


TOY = Game(
    name="toy",
    title="Toy",
    version="1",
    roles=(Role("master", "runs it", master=True, fewest=1, most=1), Role("player", "plays")),
    state=Toy,
    rulings=Rulings,
    setup=lambda _: Toy(),
    actions=(throw,),
    sheet=lambda s, seat: (Panel("Toy"),),
    seats=(Seat("master", "master"), Seat("player", "player")),
)


class Deed:
    """The first action of a game that throws dice as its ready-made table stands; who takes it, and with what."""

    def __init__(self, game: Game) -> None:
        self.game = game
        table = Table.open(game, seed="bench")
        self.master = next(seat.id for seat in table.seats.values() if game.is_master(seat))
        self.seat, self.action, self.values = next(self._thrown(table))
        self.path = next(path for path in paths(table.state) if type(at(table.state, path)) is int)

    def _thrown(self, table: Table) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        for seat in table.seats:
            for action_ in table.legal(seat):
                values: dict[str, Any] = {}
                for field in action_.fields:
                    among = field.at_hand(table.seen(seat))
                    if field.required and among:
                        values[field.name] = among[0]
                try:
                    table.act(seat, action_.name, values, nonce="bench")
                except Exception:
                    continue
                if table.standing.throws:
                    yield seat, action_.name, values
                table.undo(self.master, 0)


def filled(deed: Deed, length: int, undone: bool) -> Table:
    """A table in memory, as long as it should be."""
    table = Table.open(deed.game, seed="bench")
    value = at(table.state, deed.path)
    while table.standing.entries < length:
        if table.standing.entries % 10 == 9:
            table.say(deed.master, "And on it goes.")
        elif undone and table.standing.entries % 4 == 3:
            table.undo(deed.master)
        else:
            table.edit(deed.master, deed.path, value)
    return table


@contextmanager
def kept(deed: Deed, length: int, undone: bool, folder: Path) -> Iterator[tuple[SqliteStore, KeptTable]]:
    """The same in a store of its own."""
    table = filled(deed, length, undone)
    with closing(SqliteStore(folder / str(length))) as store:
        head = Head("", "long", deed.game.name, deed.game.name)
        yield store, store.create(head, table.seed, table.past.records(0, table.standing.entries - 1))


def timed(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


class Plain:
    """The peer: rows of JSON in SQLite, synced one by one, and nothing else."""

    def __init__(self, path: Path, bodies: list[bytes]) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        self.db.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body BLOB NOT NULL)")
        self.db.execute("BEGIN")
        self.db.executemany("INSERT INTO entries (body) VALUES (?)", [(body,) for body in bodies])
        self.db.execute("COMMIT")

    def add(self, body: bytes) -> None:
        self.db.execute("INSERT INTO entries (body) VALUES (?)", (body,))

    def read(self) -> None:
        for (body,) in self.db.execute("SELECT body FROM entries ORDER BY number"):
            json.loads(body)


class Long:
    """A table of some length, in play, with what was measured of it."""

    def __init__(self, deed: Deed, kept: KeptTable, folder: Path) -> None:
        self.deed, self.kept = deed, kept
        self.opens = [timed(self.open) for _ in range(5)]
        self.table = self.open()
        self.memory = self.remembered()
        bodies = [record.body for record in kept.chain()]
        self.plain = Plain(folder / f"{len(bodies)}.sqlite3", bodies)
        self.reads = [timed(self.plain.read) for _ in range(5)]
        self.acts, self.adds, self.undos, self.far = list[float](), list[float](), list[float](), list[float]()
        self.half = self.table.standing.entries // 2

    def open(self) -> Table:
        return open_kept(self.deed.game, self.kept)[0]

    def remembered(self) -> int:
        """Bytes that a table in play holds on to, after some deeds."""
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        table = self.open()
        for _ in range(40):
            table.edit(self.deed.master, self.deed.path, at(table.state, self.deed.path))
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        self.table = self.open()
        return size

    def turn(self) -> None:
        """One deed, taken back at once; the same bytes where nobody plays."""
        deed, table = self.deed, self.table
        there = table.standing.entries - 1
        self.acts.append(timed(lambda: table.act(deed.seat, deed.action, deed.values)))
        (record,) = self.kept.records(there + 1, there + 1)
        self.adds.append(timed(lambda: self.plain.add(record.body)))
        self.undos.append(timed(lambda: table.undo(deed.master)))

    def look_back(self) -> None:
        """To the middle of it all and forth again: the most that is replayed."""
        seconds = timed(lambda: self.table.undo(self.deed.master, self._near(self.half)))
        self.far.append(seconds)
        self.table.redo(self.deed.master)

    def _near(self, number: int) -> int:
        line = self.table.standing.line
        return max(first if first > number else min(last, number) for first, last in line if first <= number)


def measured(name: str, game: Game, undone: bool = False, turns: int = 150) -> dict[str, Any]:
    """One row: the lengths in turns, so that a busy moment of the machine hurts none in particular."""
    deed = Deed(game)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        long: list[Long] = []
        stores = []
        for length in LENGTHS:
            place = kept(deed, length, undone, here)
            _, past = place.__enter__()
            stores.append(place)
            long.append(Long(deed, past, here))
        for _ in range(turns):
            for one in long:
                one.turn()
        for _ in range(5):
            for one in long:
                one.look_back()
        for place in stores:
            place.__exit__(None, None, None)
    return row(name, deed, long)


def row(name: str, deed: Deed, long: list[Long]) -> dict[str, Any]:
    first, last = long[0], long[-1]
    act = [median(one.acts) * 1e3 for one in long]
    opening = [min(one.opens) * 1e3 for one in long]
    memory = [one.memory / 1024 for one in long]
    return {
        "table": name,
        "action": deed.action,
        "lengths": LENGTHS,
        "act_ms": act,
        "act_growth": act[-1] / act[0],
        "times_plain_append": median(last.acts) / median(last.adds),
        "open_ms": opening,
        "times_plain_read": min(last.opens) / min(last.reads),
        "undo_ms": [median(one.undos) * 1e3 for one in long],
        "undo_half_ms": [median(one.far) * 1e3 for one in long],
        "memory_kb": memory,
        "memory_growth": memory[-1] / memory[0],
        "reached": act[-1] <= ACT * act[0] and opening[-1] < OPEN_MS and last.memory <= MEMORY * first.memory,
    }


def cores() -> list[dict[str, Any]]:
    rows = [measured("a toy", TOY), measured("a toy, much taken back", TOY, undone=True)]
    return rows + [measured(name, box.game) for name, box in shelf().items()]
