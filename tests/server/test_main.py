"""Serving: what every answer carries, what is kept of people, what is logged and measured, how it starts and stops."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablewright.client import Client
from tablewright.rules.errors import Refused
from tablewright.server.limits import Limits, parse_limits
from tablewright.server.protocol import QueryActions
from tablewright.server.protocol.close_codes import CloseCode
from tests import ROOT

from .people import GAME, evening, refused, stranger
from .running import Server, limited, party

SECRET = "the-marked-secret"


def ask(server: Server, method: str, path: str, **more: object) -> httpx.Response:
    return httpx.request(method, f"{server.address.rstrip('/')}{path}", trust_env=False, timeout=60, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/health"),
        ("GET", "/openapi.json"),
        ("GET", "/metrics"),
        ("GET", "/no/such/path"),
        ("PUT", "/health"),
        ("POST", "/api/me"),
        ("GET", "/api/tables/x"),
        ("OPTIONS", "/api/me"),
        ("GET", "/%ff%00"),
    ],
)
def test_every_answer_is_strict_about_what_a_page_may_do(server: Server, method: str, path: str) -> None:
    """Found or not, refused or not: no code from elsewhere, no frame, no guessing, nothing kept by a cache."""
    answer = ask(server, method, path)
    assert answer.status_code < 500
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/health", "/openapi.json", "/api/me", "/no/such/path", "/metrics"])
def test_whoever_asks_for_the_head_alone_gets_it(server: Server, path: str) -> None:
    """What the whole answer would say of itself, and nothing else."""
    whole, head = ask(server, "GET", path), ask(server, "HEAD", path)
    assert head.status_code == whole.status_code
    assert head.headers["content-length"] == whole.headers["content-length"] != "0"
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.content == b""


def test_a_cookie_is_for_our_own_pages_alone(server: Server) -> None:
    """No script reads it, no other site sends it; behind HTTPS it goes nowhere else."""
    plain = ask(server, "POST", "/api/me", json={"name": "Ann"}).headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=strict" in plain
    assert "secure" not in plain
    proxied = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    behind = ask(server, "POST", "/api/me", json={"name": "Ann"}, headers=proxied).headers["set-cookie"].lower()
    assert "secure" in behind


@pytest.mark.parametrize(("proxy", "believed"), [("127.0.0.1", True), ("192.0.2.1", False)])
def test_a_proxy_is_believed_where_a_host_says_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str, believed: bool
) -> None:
    """Whoever it speaks for is somebody of their own; where it is not believed, all who come by it are one."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxy)
    with Server(tmp_path, *limited(requests=2, burst=1)) as server:

        def asked(who: int) -> int:
            return ask(server, "GET", "/health", headers={"X-Forwarded-For": f"198.51.100.{who}"}).status_code

        assert {asked(who) for who in range(10)} == ({200} if believed else {200, 429})


def test_no_token_is_kept(tmp_path: Path) -> None:
    """Neither a person's nor a link's stands anywhere in the data, but for the host's own file."""
    with Server(tmp_path / "data") as own_server:
        _no_token_is_kept(own_server)


def _no_token_is_kept(own_server: Server) -> None:

    async def play() -> tuple[str, str]:
        async with party(own_server, GAME) as table:
            link = await table.visits[0].invite(table.table.id)
            return table.visits[1].token, link.token

    tokens = asyncio.run(play())
    kept = [p for p in own_server.data.rglob("*") if p.is_file()]
    assert any(p.suffix == ".sqlite3" for p in kept)
    for token in (*tokens, own_server.token):
        holds = [p.name for p in kept if token.encode() in p.read_bytes()]
        assert holds == (["host"] if token == own_server.token else [])
    assert (own_server.data / "host").stat().st_mode & 0o077 == 0


def test_another_sites_page_is_not_heard(server: Server) -> None:
    """Neither by a form nor by a socket; our own page is, and who sends no origin is no page."""

    async def play() -> None:
        async with party(server, GAME) as table:
            ann, id = table.visits[1], table.table.id
            for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "evil"):
                headers = {"Origin": origin}
                why = await refused(ann.ask("POST", "/api/me", bytes, {"name": "Fool"}, headers=headers), 403)
                assert "another site" in why
                headers |= {"Authorization": f"Bearer {ann.token}"}
                async with connect(table.seats[1].url, additional_headers=headers, proxy=None) as socket:
                    with pytest.raises(ConnectionClosed):
                        await socket.recv()
                    assert (socket.close_code, socket.close_reason) == (4403, "This was asked by another site's page.")
            ours = {"Origin": server.address.rstrip("/")}
            await ann.ask("POST", "/api/me", bytes, {"name": "Ann"}, headers=ours)
            assert (await ann.table(id)).seat == "ann"

    evening(play)


def test_metrics_are_the_hosts_and_name_nobody(server: Server) -> None:
    """Numbers alone; by the host's cookie or the host's token."""

    async def play() -> None:
        async with party(server, GAME, name="Nobody's business") as table, stranger(server, "Eve") as eve:
            host, ann = table.visits
            await refused(ann.ask("GET", "/metrics", bytes), 403)
            await refused(eve.ask("GET", "/metrics", bytes), 403)
            text = (await host.ask("GET", "/metrics", bytes)).decode()
            assert "tablewright_deeds_total" in text
            assert not any(word in text for word in ("business", table.table.id, "Player 1", GAME, host.token))
            async with Client(server.address, server.token) as monitor:
                assert b"tablewright_up_seconds" in await monitor.ask("GET", "/metrics", bytes)

    evening(play)


def test_logs_hold_no_token_no_secret_and_no_word_said(own_server: Server) -> None:
    """Whatever is done, asked or refused; one JSON object a line."""

    async def play() -> list[str]:
        async with party(own_server, GAME) as table:
            host, ann = table.visits
            link = await host.invite(table.table.id)
            await table.master.act("write_note", {"title": SECRET, "text": SECRET})
            await table.seats[1].say(SECRET, ["way"])
            await refused(ann.ask("GET", f"/api/tables/{SECRET}", bytes), 403)
            await refused(ann.invitation(SECRET), 409)
            headers = {"Authorization": f"Bearer {SECRET}"}
            async with connect(table.seats[1].url, additional_headers=headers, proxy=None) as socket:
                await socket.wait_closed()
            return [SECRET, link.token, ann.token, host.token]

    hidden = [*asyncio.run(play()), own_server.token]
    assert own_server.stop() == 0
    assert not [line for line in own_server.log for secret in hidden if secret in line]
    assert all("at" in json.loads(line) for line in own_server.log)


@pytest.mark.parametrize("asked", [(), ("--no-open",)], ids=["usually", "told not to"])
def test_the_browser_is_opened_at_the_hosts_link_unless_told_not_to(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """Once the server is there to be seen."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o700)
    command = [sys.executable, "-m", "tablewright", "serve", *asked, "--data", str(tmp_path / "data"), "--port", "0"]
    env = {**os.environ, "BROWSER": f"{browser} %s", "COLUMNS": "400", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        process.stdout.readline()
        link = process.stdout.readline().split(": ", 1)[1]
        until = time.monotonic() + (3 if asked else 20)
        while not opened.exists() and time.monotonic() < until:
            time.sleep(0.05)
        process.terminate()
    assert (opened.read_text() if opened.exists() else "") == ("" if asked else link)


def test_a_port_that_is_taken_is_said_in_a_sentence(server: Server, tmp_path: Path) -> None:
    """And nothing is served."""
    command = [sys.executable, "-m", "tablewright", "serve", "--no-open", "--data", str(tmp_path)]
    found = subprocess.run([*command, "--port", str(server.port)], capture_output=True, text=True, check=False)
    assert found.returncode != 0
    assert f"Port {server.port} of 127.0.0.1 cannot be had" in found.stdout + found.stderr


@pytest.mark.parametrize("port", [-1, 65536, 10**12])
def test_a_number_that_is_no_port_is_said_in_a_sentence(tmp_path: Path, port: int) -> None:
    """With what a port is."""
    command = [sys.executable, "-m", "tablewright", "serve", "--no-open", "--data", str(tmp_path), f"--port={port}"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert f"Port {port} of 127.0.0.1 cannot be had: a port is a number from 0 to 65535." in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_with_people_at_the_table(own_server: Server, how: signal.Signals) -> None:
    """Exit code 0 and nothing in the log; who was connected comes back by themselves once it is started again."""

    async def play() -> None:
        async with party(own_server, GAME) as table:
            seat = table.seats[1]
            await seat.say("before")
            assert await asyncio.to_thread(own_server.stop, how) == 0
            assert own_server.log == []
            await asyncio.to_thread(own_server.start)
            await seat.say("after")
            await seat.until(lambda: [i.text for i in seat.feed][-2:] == ["before", "after"])
            assert not seat.ended

    evening(play)


@pytest.mark.parametrize("path", ["tables", "//evil.example", "/a b", "/a?b", "/a#b", "/é"])
def test_a_path_that_is_none_is_refused(tmp_path: Path, path: str) -> None:
    """Before anything is served below it."""
    command = [sys.executable, "-m", "tablewright", "serve", "--no-open", "--data", str(tmp_path), "--port=0"]
    found = subprocess.run([*command, "--root-path", path], capture_output=True, text=True, check=False, timeout=30)
    assert found.returncode != 0
    assert "begins with a stroke" in " ".join(found.stderr.split())


def test_below_a_path_of_a_proxy(tmp_path: Path) -> None:
    """With or without the path before what is asked; the cookie is for below it."""
    with Server(tmp_path, "--root-path", "/tables") as server:
        assert server.address.endswith("/tables/")
        root = server.address.removesuffix("/tables/")
        for base in (server.address.rstrip("/"), root):
            assert httpx.get(f"{base}/health", trust_env=False).status_code == 200
        answer = httpx.post(f"{server.address}api/me", json={"name": "Ann"}, trust_env=False)
        assert "Path=/tables;" in answer.headers["set-cookie"]
        led = httpx.get(f"{root}/tables?a=b", trust_env=False)
        assert (led.status_code, led.headers["location"]) == (307, "/tables/?a=b")
        assert "default-src 'self'" in led.headers["content-security-policy"]
        for page in ("openapi.json", "api/schema/openapi.json"):
            assert httpx.get(f"{server.address}{page}", trust_env=False).json()["servers"] == [{"url": "/tables"}]

        async def play() -> None:
            async with party(server, GAME) as table:
                await table.seats[1].say("hm")

        evening(play)


def test_how_much_is_too_much_is_said(tmp_path: Path) -> None:
    """Every limit has its sentence, and the host sets it."""
    most = limited(tables=1, people=2, connections=3, message_bytes=2000, import_bytes=5000, requests=1000)
    with Server(tmp_path, *most) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                host, id = table.visits[0], table.table.id
                assert "You keep 1 tables" in await refused(host.create_table(GAME), 409)
                assert "2,000 bytes" in await refused(host.ask("POST", "/api/me", bytes, {"name": "x" * 3000}), 413)
                assert "5,000 bytes" in await refused(host.import_file(b"x" * 6000), 413)

                async def chunks() -> object:  # no length is said beforehand
                    for _ in range(10):
                        yield b"x" * 1000

                large = {"content": chunks(), "headers": {"Authorization": f"Bearer {host.token}"}}
                answer = await host.http.post("/api/me", **large)  # type: ignore[arg-type]
                assert answer.status_code == 413
                with pytest.raises(Refused, match="full"):
                    await host.connect(id, reconnect_timeout=0.2).__aenter__()
                await table.seats[1].say("as before")

        evening(play)
    with Server(tmp_path, *limited(requests=2, burst=1)) as server:
        answers = [ask(server, "GET", "/health") for _ in range(12)]
        slow = next(a for a in answers if a.status_code == 429)
        assert "at most 2 requests a second" in slow.json()["reason"]

        async def too_many() -> None:
            for _ in range(12):
                async with connect(f"ws{server.address[4:]}api/tables/0/live", proxy=None):
                    pass

        with pytest.raises(InvalidStatus):
            asyncio.run(too_many())


FULL = [
    (limited(connections=2), "This server is full"),
    (limited(people=2), "This table is full"),
    (limited(open_tables=1), "All tables of this server are taken"),
]


@pytest.mark.parametrize(("most", "why"), FULL, ids=["server", "table", "memory"])
def test_whoever_finds_no_room_may_come_again(tmp_path: Path, most: list[str], why: str) -> None:
    """The connection is closed as one for now, with the reason; by itself it is made again, and there is room then."""

    async def play() -> None:
        async with server.host() as host, Client(server.address, host.token) as late:
            id, other = (await host.create_table(GAME)).id, (await host.create_table(GAME)).id
            table = other if "All tables" in why else id
            first = [await host.connect(id).__aenter__() for _ in range(2)]
            headers = {"Authorization": f"Bearer {host.token}"}
            async with connect(late.connect(table).url, additional_headers=headers, proxy=None) as socket:
                with suppress(ConnectionClosed):  # it may have been closed by then
                    await socket.send('{"type":"hello"}')
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == CloseCode.TRY_AGAIN_LATER
                assert why in str(socket.close_reason)
            waiting = late.connect(table)
            coming = asyncio.ensure_future(waiting.__aenter__())
            while not waiting.unavailable_reason:
                await asyncio.sleep(0.01)
            assert why in waiting.unavailable_reason
            for seat in first:
                await seat.leave()
            async with await coming as seat:
                assert await seat.say("here at last")

    with Server(tmp_path, *most) as server:
        evening(play)


def test_a_limit_that_is_none_is_refused(tmp_path: Path) -> None:
    """By its name, or by what it must be."""
    command = [sys.executable, "-m", "tablewright", "serve", "--no-open", "--data", str(tmp_path), "--limit"]
    for said, why in (("wings=3", "no limit called 'wings'"), ("people=many", "greater than 0"), ("deeds=0", "people")):
        found = subprocess.run([*command, said], capture_output=True, text=True, check=False)
        assert found.returncode != 0
        assert (why if said != "deeds=0" else "greater than 0") in found.stdout + found.stderr


def test_a_host_can_read_of_every_limit() -> None:
    """By its name and as it is, unless it is set."""
    told = re.findall(r"`(\w+=\d+)` \|", (ROOT / "docs" / "host.md").read_text())
    assert sorted(said.partition("=")[0] for said in told) == sorted(msgspec.structs.asdict(Limits()))
    assert parse_limits(told) == Limits()


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    """When everybody has gone; what was told is there again."""
    with Server(tmp_path, *limited(idle=0.1, sweep=0.1)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                host, id = table.visits[0], table.table.id
                await table.master.say("before")
                for seat in table.seats:
                    await seat.leave()
                while b"tablewright_tables_open 0\n" not in await host.ask("GET", "/metrics", bytes):
                    await asyncio.sleep(0.1)
                async with host.connect(id) as again:
                    await again.until(lambda: bool(again.feed) and again.feed[-1].text == "before")
                    await again.say("after")

        evening(play)


def test_no_more_tables_are_open_than_fit(tmp_path: Path) -> None:
    """An empty one makes room; while all are taken, the next waits with a sentence."""
    with Server(tmp_path, *limited(open_tables=1)) as server:

        async def play() -> None:
            async with party(server, GAME) as table:
                host = table.visits[0]
                assert "All tables" in await refused(host.create_table(GAME), 409)
                for seat in table.seats:
                    await seat.leave()
                await asyncio.sleep(0.2)
                assert (await host.create_table(GAME)).id

        evening(play)


def test_a_game_in_a_folder_is_served_by_the_hosts_word(tmp_path: Path) -> None:
    """As one of the games; never by a path that comes from outside."""
    make = [sys.executable, "-m", "tablewright", "new-game", "harbour"]
    subprocess.run(make, cwd=tmp_path, check=True, capture_output=True)
    with Server(tmp_path / "data", "--game", str(tmp_path / "harbour")) as server:

        async def play() -> None:
            async with server.host() as host:
                (mine,) = [game for game in await host.games() if game.name == "harbour"]
                table = await host.create_table(mine.name)
                async with host.connect(table.id) as seat:
                    assert seat.view.panels
                    assert await seat.request(QueryActions())
                await refused(host.create_table(str(tmp_path / "harbour")), 409)

        evening(play)
