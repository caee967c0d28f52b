"""Serving: one command, one port. Prints where it is and the host's link, and stops cleanly."""

from __future__ import annotations

import gc
import os
import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Timer

import msgspec

from tablewright.rules import Refused
from tablewright.server.connections import AsgiServer, ConnectionOptions, TrustedProxies, listening_at
from tablewright.server.http import create_app
from tablewright.server.workers import can_pass_sockets, passed_through, run_acceptor
from tablewright.table.stores import SqliteStore, TableStore, open_database

from .accounts import hash_token, new_token
from .context import ServerConfig, ServerContext
from .limits import Limits
from .logs import configure_logging

PORT = 8765


class ServeOptions(msgspec.Struct, frozen=True):
    """What to serve, and where."""

    data: Path
    host: str = "127.0.0.1"
    port: int = PORT
    root_path: str = ""
    database: str = ""
    workers: int = 1
    anyone_begins: bool = False
    limits: Limits = Limits()
    open_page: bool = True
    folders: tuple[str, ...] = ()


def host_token(data: Path) -> str:
    """The token that makes somebody the host: made once, readable by its owner alone."""
    path = data / "host"
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError), os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as f:
            f.write(new_token())
        return path.read_text().strip() or secrets.token_urlsafe(32)
    except FileExistsError:
        raise Refused(f"Nothing can be kept in {data}: it is a file, not a folder.") from None
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", "") or "it holds no token. Remove it, and another is made"
        raise Refused(f"The host's link cannot be kept in {path}: {why}.") from None


def store_opener(serving: ServeOptions) -> Callable[[], TableStore]:
    """How the store is opened, by every part that needs one of its own."""
    if serving.database:
        return partial(open_database, serving.database, shared=True)
    if serving.workers > 1:
        raise Refused("Several workers need a database they can share: --database postgresql://… and --workers.")
    return lambda: SqliteStore(serving.data)


def bind_port(serving: ServeOptions) -> socket.socket:
    """The port, taken; refused with a sentence if it is somebody else's."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((serving.host, serving.port))
        taken.listen(2048)  # whoever comes while all is still being set up waits a moment
    except (OSError, OverflowError) as error:  # somebody else's, or no port at all
        taken.close()
        why = getattr(error, "strerror", None) or "a port is a number from 0 to 65535"
        raise Refused(f"Port {serving.port} of {serving.host} cannot be had: {why}.") from None
    return taken


def run_server(serving: ServeOptions, say: Callable[[str], None]) -> None:
    """Serves until it is told to stop."""
    token, open_store = host_token(serving.data), store_opener(serving)
    if serving.workers > 1 and not can_pass_sockets():
        raise Refused("On this system there can be one worker only.")
    open_store().close()  # refused now, with a sentence, rather than in the middle of starting
    port = bind_port(serving)
    number = port.getsockname()[1]
    shown = serving.host if serving.host not in ("0.0.0.0", "::") else socket.gethostname()
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{number}{serving.root_path}/"
    configure_logging()
    say(f"Tablewright is at {address}")
    say(f"The host's link: {address}#host={token}")
    if serving.open_page:
        Timer(1.0, webbrowser.open, (f"{address}#host={token}",)).start()
    if serving.workers > 1:
        run_acceptor(port, serving.workers, partial(run_worker, serving, hash_token(token)))
        return
    server = build_server(serving, hash_token(token))
    for told_to_stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told_to_stop, lambda *_: sys.exit(0))  # until the server itself hears them
    freeze_gc()
    server.run(listening_at(port))


def freeze_gc() -> None:
    """What has been loaded stays; looking through it over and over would cost a tenth of every move."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def run_worker(serving: ServeOptions, host_hash: str, channel: socket.socket) -> None:
    """What a worker does, in its own process."""
    configure_logging()
    with suppress(KeyboardInterrupt):  # it has ended as it should
        server = build_server(serving, host_hash)
        freeze_gc()
        server.run(passed_through(channel))


def build_server(serving: ServeOptions, host_hash: str) -> AsgiServer:
    """Return the server of the application, not yet running."""
    counters = max(1, ((os.cpu_count() or 2) - 1) // serving.workers)
    rules = ServerConfig(host_hash, serving.anyone_begins, counters, serving.limits, serving.folders)
    open_store = store_opener(serving)
    limits = serving.limits
    options = ConnectionOptions(
        serving.root_path, limits.silence, limits.message_bytes, TrustedProxies.from_environment()
    )
    return AsgiServer(*create_app(lambda: ServerContext(open_store, rules)), options)
