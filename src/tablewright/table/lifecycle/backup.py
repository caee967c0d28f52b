"""A backup of a folder of tables, made while they are played at: a folder like it, or one archive.

It holds every secret and every seed, and is its owner's alone.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

from tablewright.rules import Refused
from tablewright.table.stores import fsync_folder, os_error_text

DATABASE, SEEDS, HOST = "tables.sqlite3", "seeds", "host"
ARCHIVES = (".tar", ".tar.gz", ".tgz")
OTHERS = frozenset((".7z", ".bz2", ".db", ".dump", ".gz", ".rar", ".sqlite", ".sqlite3", ".table", ".xz", ".zip"))
"""How files of other kinds end: a folder of such a name would be taken for one."""
TRIES = 10
"""How often it is begun again because a session began with new dice meanwhile."""

Seen = dict[str, tuple[int, int]]


def write_backup(data: Path, to: Path) -> int:
    """Writes everything in a folder of tables to a new folder, or a new archive; how many tables."""
    if not (data / DATABASE).exists():
        raise Refused(f"There are no tables in {data}.")
    if not to.name.endswith(ARCHIVES) and to.suffix.lower() in OTHERS:
        raise Refused(f"{to} would be a folder. A backup in one file ends in .tar, .tar.gz or .tgz.")
    if to.exists():
        raise Refused(f"{to} is there already: nothing is overwritten.")
    part = to.with_name(f".{to.name}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700, parents=True)
        tables = _copied(data, part)
        if to.name.endswith(ARCHIVES):
            _archived(part, to)
        else:
            for folder in (part / SEEDS, part):
                fsync_folder(folder)
            part.replace(to)
        fsync_folder(to.parent)
    except (OSError, sqlite3.Error, tarfile.TarError) as error:
        raise Refused(f"{to} cannot be written: {os_error_text(error)}.") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tables


def _copied(data: Path, part: Path) -> int:
    """The database as it was at one moment, with the seeds of that moment: a table's is there before the table."""
    for _ in range(TRIES):
        before = _seen(data / SEEDS)
        tables = _database(data / DATABASE, part / DATABASE)
        _files(data / SEEDS, part / SEEDS)
        after = _seen(data / SEEDS)
        if all(after.get(name, seen) == seen for name, seen in before.items()):
            break
    else:
        raise Refused("So many sessions are begun just now that no moment can be caught: try again.")
    if (data / HOST).exists():
        _file(data / HOST, part / HOST)
    return tables


def _database(source: Path, to: Path) -> int:
    _new(to)
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(to)) as copy:
        there.backup(copy)
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    _sync(to)
    return int(tables)


def _seen(folder: Path) -> Seen:
    """Which seeds lie there: another in the place of one is another file."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.iterdir()}


def _files(folder: Path, to: Path) -> None:
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(mode=0o700)
    for path in folder.iterdir():
        if not path.name.endswith(".new"):  # one that is just being changed, and does not count yet
            _file(path, to / path.name)


def _file(path: Path, to: Path) -> None:
    _new(to)
    to.write_bytes(path.read_bytes())
    _sync(to)


def _new(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _archived(part: Path, to: Path) -> None:
    made = part / to.name
    _new(made)
    with tarfile.open(made, "w" if to.suffix == ".tar" else "w:gz") as archive:
        for name in (DATABASE, SEEDS, HOST):
            if (part / name).exists():
                archive.add(part / name, f"tablewright/{name}")
    _sync(made)
    made.replace(to)
