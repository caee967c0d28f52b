"""The front: listens at the port, hands every connection to a worker, and starts again a worker that has died."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any

from .socket_passing import READ_TIMEOUT, peek_request_line, requested_table, send_connection, worker_for_table

log = logging.getLogger("tablewright")
SOON, LATE = 0.1, 2.0
"""Seconds before a worker is started again: at first, and if it keeps dying."""
HEALTHY_AFTER = 10.0
"""Seconds after which a worker has lived well."""
SHUTDOWN_TIMEOUT = 15.0
"""Seconds a worker has to end in."""

Work = Callable[[socket.socket], None]


class WorkerSlot:
    """A place for a worker. It is filled again when its worker dies."""

    def __init__(self, number: int, work: Work) -> None:
        self.number, self.work = number, work
        self.process: BaseProcess | None = None
        self.channel: socket.socket | None = None
        self.ready = False

    def fill(self) -> int:
        """Starts a worker; what can be read once it has died."""
        ours, theirs = socket.socketpair()
        with theirs:
            # A copy of a process that has done nothing but read our code: one that dies is soon replaced.
            context = multiprocessing.get_context("forkserver")
            self.process = context.Process(target=self.work, args=(theirs,), name=f"worker-{self.number}")
            self.process.start()
        ours.setblocking(False)
        self.channel, self.ready = ours, False
        return self.process.sentinel

    def clear(self) -> None:
        self.ready = False
        if self.channel is not None:
            self.channel.close()
            self.channel = None


class Acceptor:
    """Accepts, looks and hands on."""

    def __init__(self, port: socket.socket, posts: list[WorkerSlot]) -> None:
        self.port, self.posts = port, posts
        self.turn = 0
        self.changed = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until it is told to stop."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop.set)
        self.port.setblocking(False)
        self.port.listen(2048)
        keeping = [asyncio.ensure_future(self._staff(post)) for post in self.posts]
        accepting = asyncio.ensure_future(self._accept())
        await stop.wait()
        accepting.cancel()
        self.port.close()
        for task in (*keeping, *self.tasks):
            task.cancel()
        await asyncio.gather(accepting, *keeping, *self.tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(self._leave, post) for post in self.posts))

    def _leave(self, post: WorkerSlot) -> None:
        """A worker that is handed no more ends by itself; at last it is ended."""
        post.clear()
        if post.process is not None:
            post.process.join(SHUTDOWN_TIMEOUT)
            if post.process.is_alive():
                post.process.kill()
                post.process.join()

    async def _staff(self, post: WorkerSlot) -> None:
        loop, pause = asyncio.get_running_loop(), SOON
        while True:
            began, died = loop.time(), asyncio.Event()
            sentinel = post.fill()
            assert post.channel is not None
            loop.add_reader(sentinel, died.set)
            loop.add_reader(post.channel, self._hears, post)
            try:
                await died.wait()
            finally:
                loop.remove_reader(sentinel)
                if post.channel is not None:
                    loop.remove_reader(post.channel)
            post.clear()
            pause = SOON if loop.time() - began > HEALTHY_AFTER else min(LATE, pause * 2)
            log.warning("a worker has died and is started again")
            await asyncio.sleep(pause)

    def _hears(self, post: WorkerSlot) -> None:
        """A worker says that it is ready, or ends."""
        assert post.channel is not None
        try:
            said = post.channel.recv(16)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            asyncio.get_running_loop().remove_reader(post.channel)
        post.ready = bool(said)
        self.changed.set()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(self.port)
            except OSError:  # no more can be open at once; some will end
                await asyncio.sleep(0.05)
                continue
            task = asyncio.ensure_future(self._pass_on(connection))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _pass_on(self, connection: socket.socket) -> None:
        with connection:
            line = await peek_request_line(connection)
            if not line:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(READ_TIMEOUT):
                    while not self._handed(connection, line):
                        self.changed.clear()
                        await self.changed.wait()

    def _handed(self, connection: socket.socket, line: bytes) -> bool:
        """To the worker of its table, or to whoever's turn it is; not, if there is nobody."""
        while ready := {post.number: post for post in self.posts if post.ready}:
            table = requested_table(line)
            self.turn += 1
            numbers = sorted(ready)
            post = ready[worker_for_table(table, numbers) if table else numbers[self.turn % len(numbers)]]
            assert post.channel is not None
            try:
                send_connection(post.channel, connection)
                return True
            except BlockingIOError:  # it is not listening just now: another shall
                post.ready = False
                asyncio.get_running_loop().call_later(0.05, self._again, post)
            except OSError:
                post.ready = False
        return False

    def _again(self, post: WorkerSlot) -> None:
        post.ready = post.channel is not None
        self.changed.set()


def run_acceptor(port: socket.socket, workers: int, work: Any) -> None:
    """Serves at a port with so many workers, until it is told to stop."""
    multiprocessing.set_forkserver_preload(["tablewright.server.main"])
    asyncio.run(Acceptor(port, [WorkerSlot(number, work) for number in range(workers)]).run())
