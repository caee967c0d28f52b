"""The runs: ours and boardgame.io with the same toy, every game of the shelf, long tables, coming back, memory."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rich.box import SIMPLE
from rich.table import Table as Drawn
from tests.postgres import new_cluster

from tablewright.catalog import installed_games
from tablewright.client import Client
from tablewright.table import Table
from tablewright.table.lifecycle import encode_file
from tablewright.table.log import InMemoryLog
from tablewright.table.stores import TableHeader

from . import ours, theirs
from .drive import Seated, cpu_seconds, drive, memory_kb, workers_of

TABLES = 100
TOY = "load-toy"
ON_POSTGRES = "veridia"
"""What is played there: where the rules take longest, a second process for them shows."""
#: What must be reached: milliseconds at one move a second; moves a second of the toy, and of a game on one core; how
#: fast long tables and two workers are against short ones and one.
P50, P99, TOY_MOVES, GAME_MOVES, LONG, WORKERS = 5.0, 25.0, 2_000, 400, 0.9, 1.5
TURNS = 3
"""How often one worker and two are measured, by turns."""


async def measured(
    what: str, pids: Sequence[int], tables: Sequence[Seated], seconds: float, bar: float
) -> dict[str, Any]:
    """One row: at one move a second at each table, and as fast as they can. What the machine had left is said too."""
    calm = await drive(tables, seconds, pace=1.0)
    before, began = cpu_seconds(*pids), os.getloadavg()[0]
    full = await drive(tables, seconds)
    cpu = (cpu_seconds(*pids) - before) / max(1, len(full.waits))
    at_rest, at_most = calm.figures(), full.figures()
    row: dict[str, Any] = {
        "what": what,
        "tables": len(tables),
        "p50_ms": at_rest["p50"],
        "p99_ms": at_rest["p99"],
        "moves_per_second": at_most["moves_per_second"],
        "p50_full_ms": at_most["p50"],
        "p99_full_ms": at_most["p99"],
        "cpu_ms": cpu * 1e3,
        "moves_per_core_second": 1 / cpu if cpu else 0.0,
        "refused": at_rest["refused"] + at_most["refused"],
        "load": began,
        "bar": bar,
    }
    quick = row["p50_ms"] <= P50 and row["p99_ms"] <= P99
    speed = row["moves_per_second"] if bar == TOY_MOVES else row["moves_per_core_second"]
    row["reached"] = not bar or (quick and speed >= bar)
    return row


async def ours_with(game: str, many: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data, ours.served(Path(data)) as served:
        async with Client(served.address) as visit:
            await visit.until_up(60)
        bare = memory_kb(served.pid)
        tables = await ours.tables(served, game, many)
        seated = memory_kb(served.pid)
        row = await measured(game, [served.pid], tables, seconds, TOY_MOVES if game == TOY else GAME_MOVES)
        row["kb_a_table"] = (seated - bare) / many
        row["action"] = tables[0].deed.action
        return row


async def on_postgres(game: str, many: int, seconds: float) -> list[dict[str, Any]]:
    """The same tables in a PostgreSQL of their own, with one worker and with two, by turns; two have to be faster.

    Shown is the middle run of each; the ratio is the middle one of those within a turn.
    """
    turns = [[await with_workers(game, workers, many, seconds) for workers in (1, 2)] for _ in range(TURNS)]
    rows = [sorted(runs, key=moves)[TURNS // 2] for runs in zip(*turns, strict=True)]
    rows[1]["times_one"] = median(moves(two) / moves(one) for one, two in turns)
    rows[1]["bar"] = WORKERS * moves(rows[0])
    rows[1]["reached"] = rows[1]["times_one"] >= WORKERS
    return rows


def moves(row: dict[str, Any]) -> float:
    return float(row["moves_per_second"])


async def with_workers(game: str, workers: int, many: int, seconds: float) -> dict[str, Any]:
    cluster = await asyncio.to_thread(new_cluster)
    try:
        more = ("--database", cluster.url(), "--workers", str(workers))
        with tempfile.TemporaryDirectory() as data, ours.served(Path(data), *more) as served:
            async with Client(served.address) as visit:
                await visit.until_up(60)
            pids = workers_of(served.pid)
            bare = sum(map(memory_kb, pids))
            tables = await ours.tables(served, game, many)
            seated = sum(map(memory_kb, pids))
            what = f"{game} on PostgreSQL, {workers} worker{'s' if workers > 1 else ''}"
            row = await measured(what, pids, tables, seconds, 0)
    finally:
        await asyncio.to_thread(cluster.remove)
    row["kb_a_table"], row["action"] = (seated - bare) / many, tables[0].deed.action
    return row


async def theirs_with(disk: bool, many: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as data, theirs.served(Path(data) if disk else None) as (pid, port):
        bare = memory_kb(pid)
        tables = await theirs.tables(port, many)
        seated = memory_kb(pid)
        row = await measured(f"boardgame.io {'on disk' if disk else 'in memory'}", [pid], tables, seconds, 0)
        row["kb_a_table"] = (seated - bare) / many
        return row


class Played:
    """A table in memory, as a store would keep it: to be written to a file."""

    def __init__(self, table: Table, past: InMemoryLog) -> None:
        self.table, self.past = table, past
        self.snapshots, self.snapshot = past.snapshots, past.snapshot

    @property
    def head(self) -> TableHeader:
        return TableHeader("", "Long", self.table.game.name, self.table.game.name)

    def chain(self) -> Any:
        return iter(self.past.kept)

    def seed(self) -> str:
        return self.table.seed


def long_table(entries: int) -> bytes:
    """A toy's table that has been played for so many moves, as a file."""
    past = InMemoryLog()
    table = Table.open(ours.game_of(TOY), seed="long", past=past)
    while table.metadata.length < entries:
        table.act("p0", "move", nonce="n")
    played: Any = Played(table, past)
    return encode_file(played, with_seed=True)[0]


async def long_tables(seconds: float, lengths: tuple[int, int] = (1_000, 10_000), many: int = 3) -> dict[str, Any]:
    """Moves at a few tables of each length, in turns; and the bytes it takes to come back after missing so many."""
    with tempfile.TemporaryDirectory() as data, ours.served(Path(data)) as served:
        async with Client(served.address) as host:
            await host.until_up(60)
            await host.become_host(served.token)
            await host.set_name("Host")
            groups: list[list[ours.OurTable]] = []
            for length in lengths:
                text, group = long_table(length), list[ours.OurTable]()
                for _ in range(many):
                    brought = await host.import_file(text)
                    table = ours.OurTable(ours.Deed("p0", "move", {}), brought.table)
                    await table.sit(served, ["p0"], [host.token])
                    group.append(table)
                groups.append(group)
            await asyncio.sleep(0.5)
            cpus = [0.0, 0.0]
            moves = [0, 0]
            for _ in range(4):  # in turns, so that a busy moment hurts both
                for n, group in enumerate(groups):
                    before = cpu_seconds(served.pid)
                    driven = await drive(group, seconds / 4)
                    cpus[n] += cpu_seconds(served.pid) - before
                    moves[n] += len(driven.waits)
            speeds = [made / cpu if cpu else 0.0 for made, cpu in zip(moves, cpus, strict=True)]
            told = (await host.feed(groups[1][0].id, 10**6)).next
            told = (await last(host, groups[1][0].id)) if told == 10**6 else told
            back = {missed: await came_back(served, groups[1][0].id, host.token, told - missed) for missed in MISSED}
    ratio = speeds[1] / speeds[0]
    return {"lengths": lengths, "moves_per_core_second": speeds, "ratio": ratio, "reached": ratio >= LONG, "back": back}


MISSED = (0, 10, 100, 1_000)


async def last(host: Client, table: str) -> int:
    """The number after the last thing told."""
    since = 0
    while page := (await host.feed(table, since)).items:
        since = page[-1].number + 1
    return since


async def came_back(served: ours.Served, id: str, token: str, since: int) -> int:
    """The bytes somebody is sent who has everything before this number."""
    table = ours.OurTable(ours.Deed("p0", "move", {}), id)
    await table.sit(served, ["p0"], [token], since)
    await asyncio.sleep(1.0)
    (socket,) = table.sockets
    socket.close()
    return socket.bytes


def shown(rows: list[dict[str, Any]]) -> Drawn:
    many = rows[0]["tables"] if rows else TABLES
    drawn = Drawn(title=f"{many} tables of four, everybody sent everything", box=SIMPLE, padding=0)
    columns = (
        "what",
        "p50 ms",
        "p99 ms",
        "moves/s",
        "p50 full",
        "p99 full",
        "CPU ms",
        "moves/CPU s",
        "kB a table",
        "load",
        "bar",
        "reached",
    )
    for column in columns:
        drawn.add_column(column, justify="left" if column == "what" else "right")
    for row in rows:
        name = f"{row['what']}: {row['action']}" if "action" in row else row["what"]
        figures = [f"{row[key]:,.1f}" for key in ("p50_ms", "p99_ms")] + [f"{row['moves_per_second']:,.0f}"]
        figures += [f"{row[key]:,.0f}" for key in ("p50_full_ms", "p99_full_ms")] + [f"{row['cpu_ms']:.2f}"]
        figures += [f"{row['moves_per_core_second']:,.0f}", f"{row['kb_a_table']:,.0f}", f"{row['load']:.1f}"]
        bar = f"≥ {row['bar']:,.0f}" if row["bar"] else ""
        bar += f" ({row['times_one']:.2f} times one)" if "times_one" in row else ""
        drawn.add_row(name, *figures, bar, ("yes" if row["reached"] else "[bold red]no[/]") if row["bar"] else "")
    return drawn


def shown_long(found: dict[str, Any]) -> str:
    short, long = found["moves_per_core_second"]
    back = ", ".join(f"{missed:,} missed: {size:,} bytes" for missed, size in found["back"].items())
    return (
        f"A toy's table of {found['lengths'][1]:,} entries: {long:,.0f} moves in a second of one core, "
        f"{found['ratio']:.2f} times as many as one of {found['lengths'][0]:,} ({short:,.0f}).\nComing back: {back}."
    )


async def load(
    seconds: float, many: int = TABLES, games: Sequence[str] = ()
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Everything, one after the other."""
    wanted = games or (TOY, "boardgame.io", *sorted(installed_games()), "long", "postgres")
    rows = []
    for game in wanted:
        if game == "boardgame.io" and theirs.at_hand():
            rows += [await theirs_with(disk, many, seconds) for disk in (False, True)]
        elif game == "postgres":
            rows += await on_postgres(ON_POSTGRES, many, seconds)
        elif game not in ("boardgame.io", "long"):
            rows.append(await ours_with(game, many, seconds))
    return rows, await long_tables(seconds) if "long" in wanted else {}
