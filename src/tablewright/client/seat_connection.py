"""A live seat: its view and feed kept up to date, its requests answered, over any number of reconnects."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar, cast

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tablewright.rules import Refused
from tablewright.server import Limits
from tablewright.server.protocol import (
    FINAL_CODES,
    Advice,
    AnsweredRequest,
    AnswerPrompt,
    AnyMessage,
    CloseCode,
    CommandAccepted,
    Draft,
    FeedItem,
    FeedMessage,
    Hello,
    JsonValue,
    OddsSummary,
    Presence,
    QueryAdvice,
    QueryDraft,
    QueryOdds,
    QueryResult,
    RequestRejected,
    SeatPrompt,
    SendMessage,
    SetPreparing,
    TakeAction,
    ViewUpdate,
    Welcome,
    answer_type,
    encode_json,
    message_decoder,
)

from .pending import PendingRequests
from .view import View

R = TypeVar("R")
MAX_MESSAGE_BYTES = 64 * 1024 * 1024
CONNECT_TIMEOUT = 20.0  # seconds; also for `until`
RECONNECT_TIMEOUT = 300.0  # seconds that a lost connection is retried for
MIN_RETRY, MAX_RETRY = 0.05, 4.0  # seconds before the first retry, and before any but the first few


def retry_delays() -> Iterator[float]:
    """Yield the seconds to wait before each try to reconnect (exponential backoff)."""
    delay = MIN_RETRY
    while True:
        yield delay
        delay = min(MAX_RETRY, delay * 2)


class SeatConnection:
    """A connection of one seat. `view` is what it sees now, `feed` all that was told since it came.

    A lost connection is retried: missed items are asked for, unanswered requests are resent. After `reconnect_timeout`
    seconds without one, or when the server lets the seat go, it has `ended`, and every request is refused.
    """

    def __init__(
        self, address: str, table: str, token: str, since: int = -1, reconnect_timeout: float = RECONNECT_TIMEOUT
    ) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        self.table, self.token, self.next, self.reconnect_timeout = table, token, since, reconnect_timeout
        self.view = View()
        self.feed: list[FeedItem] = []
        self.presence = Presence(())
        self.ended = ""
        """Why there is no connection any more, and will be none."""
        self.unavailable_reason = ""
        """Why there is no connection just now, while it is retried."""
        self.changed = asyncio.Event()
        self.bytes = 0
        """Bytes received so far."""
        self.on_message: Callable[[AnyMessage, bytes], None] = lambda message, text: None
        """Called with each message and its bytes, after the view has been updated."""
        self._welcome: Welcome | None = None
        self._pending = PendingRequests()
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._online = asyncio.Event()

    async def __aenter__(self) -> SeatConnection:
        self.ended = ""
        self._listening = asyncio.ensure_future(self._stay_connected())
        try:
            await self.until(
                lambda: self.version >= 0 or bool(self.ended), min(CONNECT_TIMEOUT, self.reconnect_timeout)
            )
            if self.ended:
                raise Refused(self.ended)
        except TimeoutError:
            await self.leave()
            raise Refused(
                f"The table cannot be reached: {self.unavailable_reason or 'nothing is heard of it.'}"
            ) from None
        except BaseException:
            await self.leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Disconnect for good."""
        self._end("You have left the table.")
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    # state

    @property
    def welcome(self) -> Welcome:
        """The server's answer to the last hello. Refused before there was one."""
        if self._welcome is None:
            raise Refused("The table has not been reached yet.")
        return self._welcome

    @property
    def version(self) -> int:
        """The number of events of the table, as far as they are shown here."""
        return self.view.version

    @property
    def my_prompts(self) -> list[SeatPrompt]:
        """The prompts this seat may answer in words."""
        return [prompt for prompt in self.view.prompts if prompt.is_mine and prompt.kind in ("choose", "write")]

    async def until(self, holds: Callable[[], bool], seconds: float = CONNECT_TIMEOUT) -> None:
        """Wait until something holds. Raises `TimeoutError` if it does not in time."""
        async with asyncio.timeout(seconds):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    # requests

    async def request(self, request: AnsweredRequest[R]) -> R:
        """Send a command or a query and return its answer: the number of a command's event, a query's result.

        Raises `Refused` where the server does. A request not answered yet is resent after a reconnect.
        """
        named = request if request.id else msgspec.structs.replace(request, id=secrets.token_hex(8))
        text = encode_json(named)
        max_bytes = self._welcome.max_message_bytes if self._welcome else Limits().message_bytes
        if len(text) > max_bytes:
            raise Refused(f"That is too much at once: at most {max_bytes:,} bytes.")
        answer = await self._exchange(named.id, text)
        if isinstance(answer, CommandAccepted):
            return cast(R, answer.event)
        return cast(R, msgspec.json.decode(answer.result, type=answer_type(type(request))))

    async def _exchange(self, id: str, text: bytes) -> CommandAccepted | QueryResult:
        """Send an encoded request and wait for its answer. Raises `Refused` if it is rejected."""
        if self.ended:
            raise Refused(self.ended)
        future = self._pending.add(id, text)
        try:
            await self._send(text)
            answer = await future
        finally:
            self._pending.remove(id)
        if isinstance(answer, RequestRejected):
            raise Refused(answer.reason, answer.field)
        return answer

    async def act(self, action: str, values: Mapping[str, JsonValue] | None = None) -> int:
        """Take an action with these values of its form."""
        return await self.request(
            TakeAction(action, dict(values or {}), secrets.token_hex(8), expected_version=self.version)
        )

    async def answer(self, prompt: SeatPrompt, choice: str) -> int:
        """Answer a prompt by the key or the label of an option, or in words."""
        place, nonce = (prompt.action_id, prompt.path), secrets.token_hex(8)
        return await self.request(AnswerPrompt(*place, choice, nonce, expected_version=self.version))

    async def say(self, text: str, recipients: Iterable[str] = ()) -> int:
        """Say something to everybody, or to these seats alone."""
        return await self.request(SendMessage(text, tuple(recipients)))

    async def draft(self, action: str, values: Mapping[str, JsonValue] | None = None) -> Draft:
        """Ask for the form of an action, as far as it is filled in."""
        return await self.request(QueryDraft(action, dict(values or {})))

    async def odds(self, action: str, values: Mapping[str, JsonValue] | None = None) -> OddsSummary:
        """Ask for the odds of an action."""
        return await self.request(QueryOdds(action, dict(values or {})))

    async def advice(self, prompt: SeatPrompt) -> Advice:
        """Ask for the odds of each answer to a prompt."""
        return await self.request(QueryAdvice(prompt.action_id, prompt.path))

    async def set_preparing(self, on: bool) -> None:
        """Tell the others whether something is being prepared here."""
        await self._send(encode_json(SetPreparing(on)))

    async def _send(self, text: bytes) -> None:
        if self._socket is not None and self._online.is_set():
            with suppress(ConnectionClosed):  # it is resent after the reconnect
                await self._socket.send(text.decode())

    # connection

    async def _stay_connected(self) -> None:
        """Connect and reconnect until it has ended."""
        loop = asyncio.get_running_loop()
        delays, lost = retry_delays(), loop.time()
        while not self.ended:
            try:
                await self._connect()
            except ConnectionClosed as closed:
                self._on_close(closed)
            except (OSError, InvalidHandshake) as error:  # a proxy's 502 among them: the server behind it may come back
                self.unavailable_reason = f"{error or type(error).__name__}."
            except Exception as error:
                self._end(f"The connection cannot go on: {error or type(error).__name__}.", error)
            self.unavailable_reason = self.unavailable_reason or "The connection was lost."
            if self._online.is_set():
                delays, lost = retry_delays(), loop.time()
            self._online.clear()
            if loop.time() - lost >= self.reconnect_timeout:
                given_up = f"There is no connection, and it is given up after {self.reconnect_timeout:g} seconds"
                self._end(f"{given_up}: {self.unavailable_reason}")
            if not self.ended:
                await asyncio.sleep(next(delays))

    async def _connect(self) -> None:
        """Serve one connection, from hello to its end."""
        async with connect(
            self.url,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            max_size=MAX_MESSAGE_BYTES,
            compression=None,
            proxy=None,
        ) as socket:
            self._socket = socket
            await socket.send(encode_json(Hello(self.next)).decode())
            async with asyncio.timeout(CONNECT_TIMEOUT):  # a server that says nothing at all is no table
                first = await socket.recv(decode=False)
            await self._receive(socket, first)
            while True:
                await self._receive(socket, await socket.recv(decode=False))

    def _on_close(self, closed: ConnectionClosed) -> None:
        """End for good if the close code says so; otherwise reconnect."""
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")
        self.unavailable_reason = reason
        if code in FINAL_CODES:
            self._end(reason or "The connection was ended.")
        elif code == CloseCode.MESSAGE_TOO_LARGE:
            self._pending.reject_largest("That is too much at once for this server.")
        elif closed.sent is not None and closed.sent.code == CloseCode.MESSAGE_TOO_LARGE:
            self._end("What the server sends is too much at once.")

    def _end(self, reason: str, cause: BaseException | None = None) -> None:
        """Stop for good: no request is answered any more."""
        self.ended = self.ended or reason
        self._pending.reject_all(self.ended, cause)
        self.changed.set()

    async def _receive(self, socket: ClientConnection, text: bytes) -> None:
        self.bytes += len(text)
        message = message_decoder.decode(text)
        match message:
            case Welcome():
                self._welcome, self.view, self.unavailable_reason = message, View(), ""
                self._online.set()
                for request in self._pending.texts:
                    await socket.send(request.decode())
            case ViewUpdate():
                self.view = self.view.updated(message)
            case FeedMessage():
                known = self.feed[-1].number if self.feed else -1
                self.feed += [item for item in message.items if item.number > known]
                self.next = message.next
            case Presence():
                self.presence = message
            case _:
                self._pending.on_answer(message)
        self.on_message(message, text)
        self.changed.set()
