"""A PostgreSQL of the tests' own: a cluster in a folder of its own, under an unprivileged user, on a Unix socket.

It is begun by the first test that needs it, synced to the disk like any other, and goes with the process that began it.
"""

from __future__ import annotations

import asyncio
import atexit
import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import asyncpg

#: Where Debian and others put it, beside the path.
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
MISSING = "There is no PostgreSQL here: ./table test installs it (Debian's package postgresql)."
ENVIRONMENT = "TABLEWRIGHT_TEST_CLUSTER"
"""Where a process of a test finds the cluster of whoever started it."""


def binary(name: str) -> str:
    """A program of PostgreSQL; said, if there is none."""
    on_path = shutil.which(name)
    found = [str(path) for place in PLACES for path in Path("/").glob(f"{place[1:]}/{name}")]
    if not on_path and not found:
        raise RuntimeError(MISSING)
    return max(found) if found else str(on_path)


def unprivileged() -> dict[str, Any]:
    """How a process is started as somebody who is not root: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def goes_with_us() -> list[str]:
    """How a process is started that is ended when whoever started it dies, where the system knows how."""
    return ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []


class Cluster:
    """A PostgreSQL that can be stopped and started again."""

    def __init__(self, folder: Path, options: tuple[str, ...] = ()) -> None:
        self.folder, self.data, self.options = folder, folder / "data", options
        self.process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        started = unprivileged()
        if started:
            os.chown(self.folder, started["user"], started["group"])
        init = [binary("initdb"), "-D", str(self.data), "-U", "host", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run([*init, "--no-sync"], check=True, capture_output=True, cwd="/", **started)

    def start(self) -> None:
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "100"}
        said = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = [*goes_with_us(), binary("postgres"), "-D", str(self.data), *said, *self.options]
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd="/",
                **unprivileged(),
            )
        self._until_up()

    def _until_up(self) -> None:
        assert self.process is not None
        until = time.monotonic() + 60
        while True:
            try:
                self.execute("SELECT 1")
                return
            except (OSError, asyncpg.CannotConnectNowError):
                assert self.process.poll() is None, "PostgreSQL did not start"
                assert time.monotonic() < until, "PostgreSQL did not start in a minute"
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Fast, as when it is restarted: whoever is connected is let go."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder.parent / f"{self.folder.name}.log").unlink(missing_ok=True)

    def url(self, schema: str = "public", user: str = "host") -> str:
        return f"postgresql://{user}@/postgres?host={self.folder}&search_path={schema}"

    def execute(self, *statements: str, schema: str = "public") -> Any:
        """Runs statements as the host; what the last of them gives first."""
        return asyncio.run(_execute(self.url(schema), statements))


async def _execute(url: str, statements: tuple[str, ...]) -> Any:
    connection = await asyncpg.connect(url)
    try:
        for statement in statements[:-1]:
            await connection.execute(statement)
        return await connection.fetchval(statements[-1])
    finally:
        await connection.close()


def new_cluster(*options: str) -> Cluster:
    """A cluster of one's own, to break. Whoever makes it removes it."""
    made = Cluster(Path(tempfile.mkdtemp(prefix="tablewright-")), options)
    try:
        made.make()
        made.start()
    except BaseException:
        made.remove()
        raise
    return made


@lru_cache(maxsize=1)
def cluster() -> Cluster:
    """The one cluster of this process and those it starts."""
    there = os.environ.get(ENVIRONMENT)
    if there:
        return Cluster(Path(there))
    made = new_cluster()
    atexit.register(made.remove)
    os.environ[ENVIRONMENT] = str(made.folder)
    return made


def database(folder: Path, of: Callable[[], Cluster] = cluster) -> str:
    """The URL of a database that stands for a folder: made when it is first asked for, the same ever after."""
    schema = "t" + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:20]
    found = of()
    found.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}", "SELECT 1")
    return found.url(schema)
