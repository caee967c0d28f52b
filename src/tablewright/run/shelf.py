"""The shelf: every game there is, found by folder and by entry point, never by name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from pkgutil import iter_modules

from tablewright.games import __name__ as GAMES
from tablewright.games import __path__ as FOLDERS
from tablewright.kernel.errors import Faulty, Refused, Unknown
from tablewright.kernel.game import Game
from tablewright.kernel.ledger import Ledger

ENTRY_POINTS = "tablewright.games"


class Boxed:
    """A game with what lies in its folder."""

    def __init__(self, game: Game, package: str, source: str = "") -> None:
        self.game, self.package = game, package
        self.source = source or game.name
        """Where it was found: its name, for one on the shelf; its folder, for any other."""
        self.folder: Traversable = files(package)
        self.again: Callable[[], Boxed] = partial(unbox, package, source)
        """Finds the same game in another process."""

    def _text(self, name: str) -> str:
        file = self.folder / name
        return file.read_text("utf-8") if file.is_file() else ""

    @property
    def ledger(self) -> Ledger:
        return _ledger(self.package)

    @property
    def readme(self) -> str:
        return self._text("README.md")

    def unbuilt(self) -> tuple[str, ...]:
        """The ledger ids a game under construction does not make true yet: its `unbuilt.txt`, one a line."""
        lines = (line.split("#")[0].strip() for line in self._text("unbuilt.txt").splitlines())
        return tuple(line for line in lines if line)

    def golden(self) -> dict[str, str]:
        """The golden transcripts, by name."""
        folder = self.folder / "golden"
        if not folder.is_dir():
            return {}
        found = {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith(".txt")}
        return dict(sorted(found.items()))

    def sources(self) -> dict[str, str]:
        """The game's Python files."""
        return dict(_sources(self.folder, ""))


def _sources(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for item in sorted(folder.iterdir(), key=lambda f: f.name):
        if item.name.endswith(".py"):
            yield prefix + item.name, item.read_text("utf-8")
        elif item.is_dir() and not item.name.startswith(("_", ".")):
            yield from _sources(item, f"{prefix}{item.name}/")


@cache
def _ledger(package: str) -> Ledger:
    file = files(package) / "ledger.toml"
    if not file.is_file():
        raise Faulty(f"{package} has no ledger.toml.")
    return Ledger.parse(file.read_text("utf-8"))


def unbox(package: str, source: str = "") -> Boxed:
    """The game a package declares as GAME."""
    game = getattr(import_module(package), "GAME", None)
    if not isinstance(game, Game):
        raise Faulty(f"{package} must declare GAME, a Game.")
    return Boxed(game, package, source)


@cache
def _unboxed() -> tuple[dict[str, Boxed], dict[str, str]]:
    packages = [f"{GAMES}.{m.name}" for m in iter_modules(FOLDERS) if m.ispkg]
    packages += [point.value for point in entry_points(group=ENTRY_POINTS)]
    boxes, damaged = list[Boxed](), dict[str, str]()
    for package in dict.fromkeys(packages):
        try:
            boxes.append(unbox(package))
        except Exception as error:  # one game that cannot be opened must not close the shelf
            damaged[package] = f"{type(error).__name__}: {error}"
    return {box.game.name: box for box in sorted(boxes, key=lambda b: b.game.title)}, damaged


def shelf() -> dict[str, Boxed]:
    """Every game that can be opened, by name."""
    return _unboxed()[0]


def damaged() -> dict[str, str]:
    """The packages on the shelf that cannot be opened, and why."""
    return _unboxed()[1]


def find(name: str) -> Boxed:
    """The game of this name, or of the folder at this path."""
    if os.sep in name or name.startswith("."):
        return at(Path(name))
    found = shelf().get(name)
    if found is None:
        for package, why in damaged().items():
            if package.rpartition(".")[2].replace("_", "-") == name:
                raise Faulty(f"{name} cannot be opened. {why}")
        raise Unknown("game", name, shelf())
    return found


def at(folder: Path) -> Boxed:
    """The game in a folder anywhere."""
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise Refused(f"{folder} is not a game's folder: it has no __init__.py.")
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    box = unbox(folder.name, str(folder))
    if Path(str(box.folder)).resolve() != folder:
        raise Refused(f"{folder} cannot be opened: another package is called {folder.name}. Rename the folder.")
    return box
