"""Answers that were found before, kept by what they depend on: the question, and every line of code that answers it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.rules import Refused

T = TypeVar("T")

ANSWERING = ("results/interval", "results/run_result", "results/spread")
CODE = ("rules/**/*.py", "catalog/*.py", "engine/**/*.py", "solver/*.py", "lab/spec/*.py", "lab/execution/*.py")
PARTS = (*CODE, *(f"lab/{name}.py" for name in ANSWERING))
"""The code that an answer comes from; how it is shown and compared is none of it."""
SHORT = 12


def cache_folder() -> Path:
    """Where answers are kept: $TABLEWRIGHT_CACHE, or the user's cache folder."""
    given = os.environ.get("TABLEWRIGHT_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(home) / "tablewright"


_MARKS: dict[str, str] = {}


def code_hash(box: InstalledGame) -> str:
    """The rules' code as a short mark: another line anywhere in a game's folder gives another.

    Taken once: a package that has been loaded stays what it was, whatever becomes of its folder.
    """
    if box.package not in _MARKS:
        mark = sha256()
        for name, text in sorted(box.sources().items()):
            mark.update(f"{name}\0{text}\0".encode())
        _MARKS[box.package] = mark.hexdigest()[:SHORT]
    return _MARKS[box.package]


@cache
def _ours() -> str:
    """The mark of what plays, counts and solves."""
    mark = sha256()
    for path in sorted(_files()):
        mark.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for package in ("numpy", "scipy"):
        mark.update(version(package).encode())
    return mark.hexdigest()


def _files() -> Iterator[Path]:
    for part in PARTS:
        yield from Path(__file__).parents[1].glob(part)


class AnswerCache:
    """Answers on the disk. `fresh` forgets what is there and keeps what is found now."""

    def __init__(self, folder: Path | None = None, fresh: bool = False) -> None:
        self.folder, self.fresh = folder or cache_folder() / "lab", fresh

    def key(self, box: InstalledGame, asked: Any) -> str:
        """Return the key of an answer: a hash of our code, the game's code and what was asked."""
        return sha256(f"{_ours()} {code_hash(box)} ".encode() + msgspec.json.encode(asked, order="sorted")).hexdigest()

    def find(self, key: str, kind: type[T]) -> T | None:
        """What was found before; nothing, where nothing is kept or it cannot be read any more."""
        path = self._path(key)
        if self.fresh or not path.is_file():
            return None
        try:
            return msgspec.json.decode(path.read_bytes(), type=kind)
        except (msgspec.DecodeError, OSError):
            return None

    def keep(self, key: str, answer: Any) -> None:
        """Kept whole or not at all; a disk that takes nothing is no reason not to answer."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(msgspec.json.encode(answer))
            Path(file.name).replace(path)
        except OSError:
            return

    def forget(self) -> int:
        """Everything that is kept, thrown away; how many answers that were."""
        found = list(self.folder.glob("*/*.json"))
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _path(self, key: str) -> Path:
        if not key.isalnum():
            raise Refused("That is no key of a kept answer.")
        return self.folder / key[:2] / f"{key}.json"
