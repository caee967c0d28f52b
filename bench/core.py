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
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from tablewright.catalog import installed_games
from tablewright.check.play import RandomPlayer
from tablewright.rules import Choose, Game, Outcome, Refused, Role, Rule, Rulings, Seat, State, action, roll, tell
from tablewright.rules.state import get_path as at_path
from tablewright.rules.state import leaf_paths
from tablewright.rules.widgets import Panel
from tablewright.table import Table, view_from
from tablewright.table.lifecycle import open_stored
from tablewright.table.stores import SqliteStore, SqliteTable, TableHeader

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
    """What a game's opening calls for first that throws dice or asks: who takes it, and with what."""

    def __init__(self, game: Game) -> None:
        self.game = game
        table = Table.open(game, seed="bench")
        self.master = next(seat.id for seat in table.seats.values() if game.is_master(seat))
        values = [path for path in leaf_paths(table.state) if type(at_path(table.state, path)) is int]
        self.path = next(path for path in values if not path.startswith("rulings."))
        self.seat, self.action, self.values = next(self._ready(table))

    def _ready(self, table: Table) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Forms filled in at random, the same every time, until one is taken."""
        stranger = RandomPlayer(self.game, 1)
        for seat in sorted(table.seats, key=lambda id: id == self.master) * 20:
            here = view_from(table, seat)
            for name in dict.fromkeys((*(offer.action for offer in here.suggestions), *(d.name for d in here.actions))):
                action_ = self.game.action(name)
                if any(cite.startswith("kit.") for cite in action_.cites):
                    continue  # what every game has
                values = stranger.params(action_, here.state)
                try:
                    table.act(seat, name, values, nonce="bench")
                except Refused:
                    continue
                if table.metadata.throws or table.play_state.pending:
                    yield seat, name, values
                table.undo(self.master, 0)


def filled(deed: Deed, length: int, undone: bool) -> Table:
    """A table in memory, as long as it should be."""
    table = Table.open(deed.game, seed="bench")
    value = at_path(table.state, deed.path)
    while table.metadata.length < length:
        if table.metadata.length % 10 == 9:
            table.say(deed.master, "And on it goes.")
        elif undone and table.metadata.length % 4 == 3:
            table.undo(deed.master)
        else:
            table.edit(deed.master, deed.path, value)
    return table


@contextmanager
def kept(deed: Deed, length: int, undone: bool, folder: Path) -> Iterator[SqliteTable]:
    """The same in a store of its own."""
    table = filled(deed, length, undone)
    with closing(SqliteStore(folder / str(length))) as store:
        head = TableHeader("", "long", deed.game.name, deed.game.name)
        yield store.create(head, table.seed, table.record_log.records(0, table.metadata.length - 1))


def timed(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return time.perf_counter() - start


def worked(do: Callable[[], object]) -> float:
    """Seconds of the processor: what else the machine does, and its disk, say nothing about how it grows."""
    start = time.process_time()
    do()
    return time.process_time() - start


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

    def __init__(self, deed: Deed, kept: SqliteTable, folder: Path) -> None:
        self.deed, self.kept = deed, kept
        self.opens = [worked(self.open) for _ in range(9)]
        self.table = self.open()
        self.memory = self.remembered()
        bodies = [record.body for record in kept.chain()]
        self.plain = Plain(folder / f"{len(bodies)}.sqlite3", bodies)
        self.reads = [worked(self.plain.read) for _ in range(9)]
        self.acts, self.adds, self.undos, self.far = list[float](), list[float](), list[float](), list[float]()
        self.busy = 0.0
        """Seconds the processor worked on the acts."""
        self.half = self.table.metadata.length // 2

    def open(self) -> Table:
        return open_stored(self.deed.game, self.kept)[0]

    def remembered(self) -> int:
        """Bytes that a table in play holds on to, after some deeds."""
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        table = self.open()
        for _ in range(40):
            table.edit(self.deed.master, self.deed.path, at_path(table.state, self.deed.path))
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        self.table = self.open()
        return size

    def turn(self) -> None:
        """One deed, taken back at once; the same bytes where nobody plays."""
        deed, table = self.deed, self.table
        there = table.metadata.length - 1
        act = partial(table.act, deed.seat, deed.action, deed.values)
        self.busy += worked(lambda: self.acts.append(timed(act)))
        (record,) = self.kept.records(there + 1, there + 1)
        self.adds.append(timed(lambda: self.plain.add(record.body)))
        self.undos.append(timed(lambda: table.undo(deed.master)))

    def look_back(self) -> None:
        """To somewhere in the middle of it all and forth again: from the snapshot before it entries are replayed."""
        self.half -= 7  # somewhere else than before, where nothing is at hand
        to = next(number for number in self.table.metadata.timeline.backwards() if number <= self.half)
        self.far.append(timed(lambda: self.table.undo(self.deed.master, to)))
        self.table.redo(self.deed.master)


def measured(name: str, game: Game, undone: bool = False, turns: int = 150) -> dict[str, Any]:
    """One row: the lengths in turns, so that a busy moment of the machine hurts none in particular."""
    deed = Deed(game)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_:
        here = Path(folder)
        long = [Long(deed, open_.enter_context(kept(deed, n, undone, here)), here) for n in LENGTHS]
        for _ in range(turns):
            for one in long:
                one.turn()
        for _ in range(9):
            for one in long:
                one.look_back()
    return row(name, deed, long)


def row(name: str, deed: Deed, long: list[Long]) -> dict[str, Any]:
    """What is taken back is remembered, some hundred bytes a time: where that is most of it, only opening has a bar."""
    last, growth = long[-1], long[-1].busy / long[0].busy
    act = [median(one.acts) * 1e3 for one in long]
    opening = [min(one.opens) * 1e3 for one in long]
    memory = [one.memory / 1024 for one in long]
    return {
        "table": name,
        "action": deed.action,
        "lengths": LENGTHS,
        "act_ms": act,
        "act_busy_ms": [one.busy / len(one.acts) * 1e3 for one in long],
        "act_growth": growth,
        "times_plain_append": median(last.acts) / median(last.adds),
        "open_ms": opening,
        "times_plain_read": min(last.opens) / min(last.reads),
        "undo_ms": [median(one.undos) * 1e3 for one in long],
        "undo_half_ms": [median(one.far) * 1e3 for one in long],
        "memory_kb": memory,
        "memory_growth": memory[-1] / memory[0],
        "reached": opening[-1] < OPEN_MS and growth <= ACT and memory[-1] <= MEMORY * memory[0],
    }


def cores() -> list[dict[str, Any]]:
    rows = [measured("a toy", TOY), measured("a toy, much taken back", TOY, undone=True)]
    return rows + [measured(name, box.game) for name, box in installed_games().items()]
