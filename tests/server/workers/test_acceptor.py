"""One port, several workers: whose connection goes where, and what is refused before anything starts."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from tablewright.server.workers.socket_passing import (
    peek_request_line,
    receive_connections,
    requested_table,
    send_connection,
    worker_for_table,
)
from tablewright.terminal import main

LINE = b"GET /api/tables/0123abcd/live HTTP/1.1"


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (LINE, b"0123abcd"),
        (b"GET /rpg/api/tables/0123abcd/live?since=3 HTTP/1.1", b"0123abcd"),
        (b"GET /api/tables/0123abcd/feed HTTP/1.1", b""),
        (b"POST /api/tables HTTP/1.1", b""),
        (b"\x16\x03\x01", b""),
    ],
)
def test_a_live_connection_is_known_by_its_first_line(line: bytes, table: bytes) -> None:
    """Below whatever path a proxy shows it; anything else is nobody's in particular."""
    assert requested_table(line) == table


def test_when_a_worker_goes_only_its_own_tables_move() -> None:
    """And each has its share of them."""
    tables = [b"%08x" % n for n in range(400)]
    before = {table: worker_for_table(table, [0, 1, 2, 3]) for table in tables}
    after = {table: worker_for_table(table, [0, 1, 3]) for table in tables}
    assert {table for table in tables if before[table] != after[table]} == {t for t in tables if before[t] == 2}
    assert all(60 < list(before.values()).count(worker) < 140 for worker in range(4))


def test_what_is_looked_at_is_still_there_for_who_answers() -> None:
    """However slowly it comes; the connection itself is passed on."""

    async def evening() -> None:
        ours, theirs = socket.socketpair()
        here, there = socket.socketpair()
        with ours, theirs, here, there:
            ours.setblocking(False)
            looking = asyncio.ensure_future(peek_request_line(ours))
            for part in (LINE[:10], LINE[10:], b"\r\nHost: here\r\n\r\n"):
                await asyncio.sleep(0.01)
                theirs.sendall(part)
            assert (await looking).strip() == LINE
            send_connection(here, ours)
            (passed,), ended = receive_connections(there)
            with passed:
                assert not ended
                assert passed.recv(4096).startswith(LINE)
            here.close()
            assert receive_connections(there) == ([], True)

    asyncio.run(evening())


def test_who_connects_and_goes_asks_nothing() -> None:
    """Nobody waits for them."""

    async def evening() -> None:
        ours, theirs = socket.socketpair()
        with ours:
            ours.setblocking(False)
            theirs.close()
            assert await peek_request_line(ours) == b""

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--workers", "2"], "Several workers need a database they can share"),
        (["--database", "tables.db"], "A database is named by its URL"),
        (["--database", "postgresql://me:hush@127.0.0.1:1/tables"], "The database at 127.0.0.1 cannot be opened"),
    ],
)
def test_what_cannot_be_served_is_refused_before_it_starts(
    options: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence, without a password."""
    assert main(["serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data"), *options]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert "hush" not in said
