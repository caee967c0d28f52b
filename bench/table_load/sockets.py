"""A WebSocket client that does next to nothing: it splits frames and hands them on, so that the server is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

Heard = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One connection. `heard` is given every text frame; `bytes` counts what came."""

    def __init__(self, path: str, host: str, headers: str, heard: Heard) -> None:
        self.path, self.host, self.headers, self.heard = path, host, headers, heard
        self.rest, self.open, self.bytes = b"", False, 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        asked = f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        asked += f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{self.headers}\r\n"
        transport.write(asked.encode())

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.rest += data
        if not self.open:
            head, ended, rest = self.rest.partition(b"\r\n\r\n")
            if not ended:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.open, self.rest = True, rest
            self.opened.set_result(None)
        self._frames()

    def _frames(self) -> None:
        rest, at = self.rest, 0
        while len(rest) - at >= 2:
            size, begin = rest[at + 1] & 127, at + 2
            if size == 126:
                size, begin = int.from_bytes(rest[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(rest[at + 2 : at + 10], "big"), at + 10
            if len(rest) < begin + size:
                break
            kind, at = rest[at] & 15, begin + size
            if kind == 1:
                self.heard(self, rest[begin:at])
            elif kind == 9:
                self._send(0x8A, rest[begin:at])
        self.rest = rest[at:]

    def say(self, text: bytes) -> None:
        self._send(0x81, text)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((kind, 128 | size)) if size < 126 else bytes((kind, 254)) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + payload)  # a mask of zeros leaves it as it is

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))

    def close(self) -> None:
        self.transport.close()


async def connected(port: int, path: str, headers: str, heard: Heard) -> Socket:
    loop = asyncio.get_running_loop()
    host = f"127.0.0.1:{port}"
    _, socket = await loop.create_connection(lambda: Socket(path, host, headers, heard), "127.0.0.1", port)
    await socket.opened
    return socket
