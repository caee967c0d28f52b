"""Sitting at a table, live: what is seen and told is kept up to date, and what is done is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablewright.kernel.errors import Refused
from tablewright.web import wishes as w

MOST = 64 * 1024 * 1024
PATIENCE = 20.0
Frame = dict[str, Any]


class Sitting:
    """One seat. `panels`, `asks`, `foremost` and `seats` are as the server last showed them; `feed` is all that was
    told since one came. A lost connection is made again by itself, and what was missed is asked for.
    """

    def __init__(self, address: str, table: str, token: str, since: int = -1) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.table, self.token, self.next = table, token, since
        self.welcome: Frame = {}
        self.panels: dict[str, Frame] = {}
        self.look: Frame = {}
        self.feed: list[Frame] = []
        self.people: Frame = {}
        self.ended = ""
        """Why the server let this seat go, if it did."""
        self.changed = asyncio.Event()
        self.bytes = 0
        """Bytes received so far."""
        self.on_frame: Callable[[Frame], None] = lambda _: None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[Frame]]] = {}
        self._socket: ClientConnection | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._here = asyncio.Event()

    async def __aenter__(self) -> Sitting:
        self._hearing = asyncio.ensure_future(self._stay())
        await self.until(lambda: bool(self.look) or bool(self.ended))
        if self.ended:
            raise Refused(self.ended)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # what is there

    @property
    def asks(self) -> list[Frame]:
        return self.look.get("asks") or []

    @property
    def mine(self) -> list[Frame]:
        """The questions this seat may answer."""
        return [ask for ask in self.asks if ask["mine"] and ask["kind"] in ("choose", "write")]

    @property
    def guides(self) -> list[Frame]:
        """The guided paths open to this seat."""
        return self.look.get("guides") or []

    @property
    def entries(self) -> int:
        return int(self.look.get("entries", -1))

    async def until(self, holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
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

    async def answer(self, ask: Frame, choice: str) -> int:
        """Answers a question, by the key or the label of an option."""
        place = {"of": ask["of"], "at": ask["at"]}
        return await self._done(do="answer", **place, choice=choice, nonce=secrets.token_hex(8), seen=self.entries)

    async def do(self, what: str, **said: Any) -> int:
        """Anything else that changes the table: say, undo, redo, roll, throw, withdraw, edit, hand, chance, …"""
        return await self._done(do=what, **said)

    async def draft(self, action: str, values: dict[str, Any] | None = None) -> Frame:
        return await self._ask("draft", do="draft", action=action, values=values or {})

    async def odds(self, action: str, values: dict[str, Any] | None = None) -> Frame:
        return await self._ask("odds", do="odds", action=action, values=values or {})

    async def counsel(self, ask: Frame) -> Frame:
        return await self._ask("counsel", do="counsel", of=ask["of"], at=ask["at"])

    async def actions(self) -> list[Frame]:
        found: Any = await self._ask("actions", do="actions")
        return list(found)

    async def desk(self) -> Frame:
        """What this seat does in one tap, and what it can foresee."""
        return await self._ask("desk", do="desk")

    async def forecast(self, name: str, policy: str = "", round: int = 0) -> Frame:
        """How something is likely to go on from here."""
        return await self._ask("forecast", do="forecast", name=name, policy=policy, round=round)

    async def _done(self, **wish: Any) -> int:
        return int((await self._said(wish))["entry"])

    async def _ask(self, part: str, **wish: Any) -> Frame:
        found: Frame = (await self._said(wish))[part]
        return found

    async def _said(self, wish: Frame) -> Frame:
        """Says something and waits for its answer; what was not answered is said again after a lost connection."""
        id = wish.setdefault("id", secrets.token_hex(8))
        text = msgspec.json.encode(wish)
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._waiting[id] = text, future
        try:
            await self._send(text)
            answer = await future
        finally:
            self._waiting.pop(id, None)
        if answer["is"] == "no":
            raise Refused(answer["why"], answer.get("field", ""))
        return answer

    async def _send(self, text: bytes) -> None:
        if self.ended:
            raise Refused(self.ended)
        if self._socket is not None and self._here.is_set():
            with suppress(ConnectionClosed):  # it is said again once the connection is back
                await self._socket.send(text.decode())

    # the connection

    async def _stay(self) -> None:
        """Connects, again and again, until the server lets the seat go."""
        pause = 0.05
        while not self.ended:
            try:
                async with connect(
                    self.url,
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    max_size=MOST,
                    compression=None,
                    proxy=None,
                ) as socket:
                    self._socket = socket
                    await socket.send(msgspec.json.encode(w.Hello(self.next)).decode())
                    await self._hear(socket)
            except ConnectionClosed as closed:
                self._ended(closed)
            except OSError:
                pass
            self._here.clear()
            await asyncio.sleep(pause)
            pause = min(1.0, pause * 2)

    def _ended(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else 0
        if code in (4403, 4400, 4410):
            self.ended = (closed.rcvd.reason if closed.rcvd else "") or "The connection was ended."
            for _, future in self._waiting.values():
                if not future.done():
                    future.set_exception(Refused(self.ended))
            self.changed.set()

    async def _hear(self, socket: ClientConnection) -> None:
        async for text in socket:
            self.bytes += len(text)
            frame: Frame = msgspec.json.decode(text)
            self._take(frame)
            if frame["is"] == "welcome":
                self._here.set()
                for said, _ in list(self._waiting.values()):
                    await socket.send(said.decode())
            self.on_frame(frame)
            self.changed.set()

    def _take(self, frame: Frame) -> None:
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
            case _ if frame.get("id") in self._waiting:
                _, future = self._waiting[frame["id"]]
                if not future.done():
                    future.set_result(frame)

    def _looked(self, frame: Frame) -> None:
        panels = {**self.panels, **frame.get("panels", {})}
        order = frame.get("order") or list(self.panels)
        self.panels = {key: panels[key] for key in order}
        self.look |= {name: part for name, part in frame.items() if name not in ("is", "panels", "order")}
