"""A cache of answers on disk, by what they depend on: the question, the game's code and the code that computes them."""

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
#: the code that answers come from; how they are shown and compared is not part of it
PARTS = (*CODE, *(f"lab/{name}.py" for name in ANSWERING))
SHORT = 12


def cache_folder() -> Path:
    """The folder of the cache: $TABLEWRIGHT_CACHE, or one in the user's cache folder."""
    given = os.environ.get("TABLEWRIGHT_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(home) / "tablewright"


_CODE_HASHES: dict[str, str] = {}


def code_hash(box: InstalledGame) -> str:
    """Hash the code of a game's folder, in short form.

    The hash is taken once: a loaded package stays the same, even if its folder changes.
    """
    if box.package not in _CODE_HASHES:
        digest = sha256()
        for name, text in sorted(box.sources().items()):
            digest.update(f"{name}\0{text}\0".encode())
        _CODE_HASHES[box.package] = digest.hexdigest()[:SHORT]
    return _CODE_HASHES[box.package]


@cache
def _program_hash() -> str:
    """Hash the code that plays, counts and solves."""
    digest = sha256()
    for path in sorted(_files()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for package in ("numpy", "scipy"):
        digest.update(version(package).encode())
    return digest.hexdigest()


def _files() -> Iterator[Path]:
    for part in PARTS:
        yield from Path(__file__).parents[1].glob(part)


class AnswerCache:
    """Answers on disk. With `fresh`, stored ones are ignored and replaced."""

    def __init__(self, folder: Path | None = None, fresh: bool = False) -> None:
        self.folder, self.fresh = folder or cache_folder() / "lab", fresh

    def key(self, box: InstalledGame, asked: Any) -> str:
        """Return the key of an answer: a hash of our code, the game's code and what was asked."""
        return sha256(
            f"{_program_hash()} {code_hash(box)} ".encode() + msgspec.json.encode(asked, order="sorted")
        ).hexdigest()

    def find(self, key: str, kind: type[T]) -> T | None:
        """Read a stored answer; None if there is none or it cannot be read."""
        path = self._path(key)
        if self.fresh or not path.is_file():
            return None
        try:
            return msgspec.json.decode(path.read_bytes(), type=kind)
        except (msgspec.DecodeError, OSError):
            return None

    def keep(self, key: str, answer: Any) -> None:
        """Store an answer atomically. Errors of the disk are ignored: the answer itself is fine."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(msgspec.json.encode(answer))
            Path(file.name).replace(path)
        except OSError:
            return

    def forget(self) -> int:
        """Delete all stored answers and return their number."""
        found = list(self.folder.glob("*/*.json"))
        for path in found:
            path.unlink(missing_ok=True)
        return len(found)

    def _path(self, key: str) -> Path:
        if not key.isalnum():
            raise Refused("This is not the key of a stored answer.")
        return self.folder / key[:2] / f"{key}.json"
