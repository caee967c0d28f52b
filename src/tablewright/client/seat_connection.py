"""Sitting at a table, live: what is seen and told is kept up to date, and what is done is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tablewright.rules import Refused
from tablewright.server import Limits
from tablewright.server.protocol import FINAL_CODES
from tablewright.server.protocol import requests as w

from .pending import JsonObject, PendingRequests

MAX_MESSAGE_BYTES = 64 * 1024 * 1024
REQUEST_TIMEOUT = 20.0
"""Seconds to wait for something to hold, or for a first connection."""
RECONNECT_TIMEOUT = 300.0
"""Seconds that a lost connection is tried again for."""
SOONEST, LATEST = 0.05, 4.0
"""Seconds before the first try to connect again, and before any but the first few."""
TOO_LARGE = 1009


def retry_delays() -> Iterator[float]:
    """How long to wait before the next try to connect: each time longer, up to a few seconds."""
    pause = SOONEST
    while True:
        yield pause
        pause = min(LATEST, pause * 2)


class SeatConnection:
    """One seat. `panels` and `look` are as the server last showed them; `feed` is all that was told since one came.

    A lost connection is made again by itself, what was missed is asked for, and what was not answered is said again.
    After `patience` seconds without one, or when the server lets the seat go, it has `ended`: whatever waits for an
    answer is refused, and so is whatever is said from then on.
    """

    def __init__(
        self, address: str, table: str, token: str, since: int = -1, patience: float = RECONNECT_TIMEOUT
    ) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.table, self.token, self.next, self.patience = table, token, since, patience
        self.welcome: JsonObject = {}
        self.panels: dict[str, JsonObject] = {}
        self.look: JsonObject = {}
        self.feed: list[JsonObject] = []
        self.people: JsonObject = {}
        self.ended = ""
        """Why there is no connection any more, and will be none."""
        self.away = ""
        """Why there is no connection just now; it is tried again."""
        self.changed = asyncio.Event()
        self.bytes = 0
        """Bytes received so far."""
        self.on_frame: Callable[[JsonObject], None] = lambda _: None
        self._waiting = PendingRequests()
        self._socket: ClientConnection | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._here = asyncio.Event()

    async def __aenter__(self) -> SeatConnection:
        self.ended = ""
        self._hearing = asyncio.ensure_future(self._stay())
        try:
            await self.until(lambda: bool(self.look) or bool(self.ended), min(REQUEST_TIMEOUT, self.patience))
            if self.ended:
                raise Refused(self.ended)
        except TimeoutError:
            await self.leave()
            raise Refused(f"The table cannot be reached: {self.away or 'nothing is heard of it.'}") from None
        except BaseException:
            await self.leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        self._end("You have left the table.")
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # what is there

    @property
    def asks(self) -> list[JsonObject]:
        return self.look.get("asks") or []

    @property
    def mine(self) -> list[JsonObject]:
        """The questions this seat may answer."""
        return [ask for ask in self.asks if ask["mine"] and ask["kind"] in ("choose", "write")]

    @property
    def guides(self) -> list[JsonObject]:
        """The guided paths open to this seat."""
        return self.look.get("guides") or []

    @property
    def entries(self) -> int:
        return int(self.look.get("entries", -1))

    async def until(self, holds: Callable[[], bool], seconds: float = REQUEST_TIMEOUT) -> None:
        """Waits until something holds; TimeoutError, if it does not in time."""
        async with asyncio.timeout(seconds):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    # what is done and asked

    async def act(self, action: str, values: dict[str, Any] | None = None) -> int:
        """Takes an action; the number of its entry. Refused with a sentence."""
        nonce = secrets.token_hex(8)
        return await self._done(do="act", action=action, values=values or {}, nonce=nonce, seen=self.entries)

    async def answer(self, ask: JsonObject, choice: str) -> int:
        """Answers a question, by the key or the label of an option."""
        place = {"of": ask["of"], "at": ask["at"]}
        return await self._done(do="answer", **place, choice=choice, nonce=secrets.token_hex(8), seen=self.entries)

    async def do(self, what: str, **said: Any) -> int:
        """Anything else that changes the table: say, undo, redo, roll, throw, withdraw, edit, hand, chance, …"""
        return await self._done(do=what, **said)

    async def draft(self, action: str, values: dict[str, Any] | None = None) -> JsonObject:
        return await self._ask("draft", do="draft", action=action, values=values or {})

    async def odds(self, action: str, values: dict[str, Any] | None = None) -> JsonObject:
        return await self._ask("odds", do="odds", action=action, values=values or {})

    async def counsel(self, ask: JsonObject) -> JsonObject:
        return await self._ask("counsel", do="counsel", of=ask["of"], at=ask["at"])

    async def actions(self) -> list[JsonObject]:
        found: Any = await self._ask("actions", do="actions")
        return list(found)

    async def desk(self) -> JsonObject:
        """What this seat does in one tap, and what it can foresee."""
        return await self._ask("desk", do="desk")

    async def forecast(self, name: str, policy: str = "", round: int = 0) -> JsonObject:
        """How something is likely to go on from here."""
        return await self._ask("forecast", do="forecast", name=name, policy=policy, round=round)

    async def values(self, panel: str, label: str) -> list[JsonObject]:
        """What stands behind a word of a panel, for whoever may set it by hand."""
        found: Any = await self._ask("values", do="values", panel=panel, label=label)
        return list(found)

    async def prepares(self, on: bool) -> None:
        """Lets the others know that something is being prepared here, or no longer is."""
        await self._send(msgspec.json.encode(w.SetPreparing(on)))

    async def _done(self, **wish: Any) -> int:
        return int((await self._said(wish))["entry"])

    async def _ask(self, part: str, **wish: Any) -> JsonObject:
        found: JsonObject = (await self._said(wish))[part]
        return found

    async def _said(self, wish: JsonObject) -> JsonObject:
        """Says something and waits for its answer; what was not answered is said again after a lost connection."""
        id = wish.setdefault("id", secrets.token_hex(8))
        text = msgspec.json.encode(wish)
        most = int(self.welcome.get("most", Limits().message_bytes))
        if len(text) > most:
            raise Refused(f"That is too much at once: at most {most:,} bytes.")
        if self.ended:
            raise Refused(self.ended)
        future = self._waiting.wait(id, text)
        try:
            await self._send(text)
            answer = await future
        finally:
            self._waiting.forget(id)
        if answer["is"] == "no":
            raise Refused(answer["why"], answer.get("field", ""))
        return answer

    async def _send(self, text: bytes) -> None:
        if self._socket is not None and self._here.is_set():
            with suppress(ConnectionClosed):  # it is said again once the connection is back
                await self._socket.send(text.decode())

    # the connection

    async def _stay(self) -> None:
        """Connects, again and again, until there is nothing left to come back to."""
        loop = asyncio.get_running_loop()
        pause, lost = retry_delays(), loop.time()
        while not self.ended:
            try:
                await self._connected()
            except ConnectionClosed as closed:
                self._closed(closed)
            except (
                OSError,
                InvalidHandshake,
            ) as error:  # a proxy's 502 among them: whatever is behind it may come back
                self.away = f"{error or type(error).__name__}."
            except Exception as error:
                self._end(f"The connection cannot go on: {error or type(error).__name__}.", error)
            self.away = self.away or "The connection was lost."
            if self._here.is_set():
                pause, lost = retry_delays(), loop.time()
            self._here.clear()
            if loop.time() - lost >= self.patience:
                self._end(f"There is no connection, and it is given up after {self.patience:g} seconds: {self.away}")
            if not self.ended:
                await asyncio.sleep(next(pause))

    async def _connected(self) -> None:
        """One connection, from hello to its end."""
        async with connect(
            self.url,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            max_size=MAX_MESSAGE_BYTES,
            compression=None,
            proxy=None,
        ) as socket:
            self._socket = socket
            await socket.send(msgspec.json.encode(w.Hello(self.next)).decode())
            await self._hear(socket)

    def _closed(self, closed: ConnectionClosed) -> None:
        """Whether it is for good is said by how the server closes it."""
        code, why = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")
        self.away = why
        if code in FINAL_CODES:
            self._end(why or "The connection was ended.")
        elif code == TOO_LARGE:
            self._waiting.refuse_largest("That is too much at once for this server.")
        elif closed.sent is not None and closed.sent.code == TOO_LARGE:
            self._end("What the server sends is too much at once.")

    def _end(self, why: str, cause: BaseException | None = None) -> None:
        """Nothing more is said or heard: whoever waits for an answer gets none."""
        self.ended = self.ended or why
        self._waiting.refuse(self.ended, cause)
        self.changed.set()

    async def _hear(self, socket: ClientConnection) -> None:
        """All that is said; whoever says nothing at all in time is no table."""
        async with asyncio.timeout(REQUEST_TIMEOUT):
            first = await socket.recv()
        await self._heard(socket, first)
        async for text in socket:
            await self._heard(socket, text)

    async def _heard(self, socket: ClientConnection, text: str | bytes) -> None:
        self.bytes += len(text)
        frame: JsonObject = msgspec.json.decode(text)
        self._take(frame)
        if frame["is"] == "welcome":
            self.away = ""
            self._here.set()
            for said in self._waiting.texts:
                await socket.send(said.decode())
        self.on_frame(frame)
        self.changed.set()

    def _take(self, frame: JsonObject) -> None:
        match frame["is"]:
            case "welcome":
                self.welcome, self.panels, self.look = frame, {}, {}
            case "look":
                self._looked(frame)
            case "feed":
                known = self.feed[-1]["number"] if self.feed else -1
                self.feed += [item for item in frame["items"] if item["number"] > known]
                self.next = frame["next"]
            case "people":
                self.people = frame
            case _:
                self._waiting.answer(frame)

    def _looked(self, frame: JsonObject) -> None:
        panels = {**self.panels, **frame.get("panels", {})}
        order = frame.get("order") or list(self.panels)
        self.panels = {key: panels[key] for key in order}
        self.look |= {name: part for name, part in frame.items() if name not in ("is", "panels", "order")}
