"""Installed games, found by folder and by entry point, never by name."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from inspect import getfile, getsourcelines
from pathlib import Path
from pkgutil import iter_modules

import msgspec

from tablewright.games import __name__ as GAMES
from tablewright.games import __path__ as FOLDERS
from tablewright.rules import Game, GameError, Ledger, Refused, UnknownName
from tablewright.rules.forms import Form
from tablewright.rules.state import find_type_error

from . import loader as games_folder
from .fault_location import relative_to_folder, to_game_error
from .ledger_errors import FILE, locate_ledger_error

ENTRY_POINTS = "tablewright.games"


class InstalledGame:
    """A game and the files of its folder."""

    def __init__(self, game: Game, package: str, source: str = "") -> None:
        self.game, self.package = game, package
        self.source = source or game.name
        """The game's name if it is installed, else the path of its folder."""
        self.folder: Traversable = files(package)
        self.again: Callable[[], InstalledGame] = partial(load_declared_game, package, source)
        """Loads the same game in another process."""

    def __repr__(self) -> str:
        return f"<box of {self.game.title}, from {self.source}>"

    @property
    def path(self) -> Path:
        return Path(str(self.folder))

    @property
    def on_shelf(self) -> bool:
        """True if the game is found by name; False for one in a folder that somebody gave."""
        return not is_game_path(self.source)

    def _text(self, name: str) -> str:
        file = self.folder / name
        return read_game_text(file, name) if file.is_file() else ""

    @property
    def ledger(self) -> Ledger:
        return _ledger(self.package)

    @property
    def readme(self) -> str:
        return self._text("README.md")

    def unbuilt(self) -> tuple[str, ...]:
        """Ledger ids that a game under construction does not implement yet: its `unbuilt.txt`, one a line."""
        lines = (line.split("#")[0].strip() for line in self._text("unbuilt.txt").splitlines())
        return tuple(line for line in lines if line)

    def golden(self) -> dict[str, str]:
        """Golden transcripts by name."""
        folder = self.folder / "golden"
        if not folder.is_dir():
            return {}
        found = {f.name: read_game_text(f, f"golden/{f.name}") for f in folder.iterdir() if f.name.endswith(".txt")}
        return dict(sorted(found.items()))

    def sources(self) -> dict[str, str]:
        """Python files of the game by path."""
        return dict(_sources(self.folder, ""))


def _sources(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for item in sorted(folder.iterdir(), key=lambda f: f.name):
        if item.name.endswith(".py"):
            yield prefix + item.name, read_game_text(item, prefix + item.name)
        elif item.is_dir() and not item.name.startswith(("_", ".")):
            yield from _sources(item, f"{prefix}{item.name}/")


def read_game_text(file: Traversable, name: str) -> str:
    """Read a text file of a game. Raises `GameError` with the line that is not UTF-8."""
    raw = file.read_bytes()
    try:
        return raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise GameError("This is not UTF-8: save the file in that encoding.", f"{name}:{line}") from None


@cache
def _ledger(package: str) -> Ledger:
    file = files(package) / FILE
    if not file.is_file():
        raise GameError(f"{package} has no {FILE}.")
    text = read_game_text(file, FILE)
    try:
        return Ledger.parse(text)
    except (ValueError, msgspec.ValidationError) as error:
        raise locate_ledger_error(text, error) from None


def load_declared_game(package: str, source: str = "") -> InstalledGame:
    """Load the game that a package declares as GAME."""
    game = getattr(import_module(package), "GAME", None)
    if not isinstance(game, Game):
        raise GameError(f"{package} must declare GAME, a Game.", f"__init__.py:{_line_of_game(package)}")
    wrong = find_declaration_error(game)
    if wrong:
        raise GameError(wrong, f"__init__.py:{_line_of_game(package)}")
    return InstalledGame(game, package, source)


def find_declaration_error(game: Game) -> str:
    """Describe a wrong part of a Game; empty if there is none."""
    wrong = find_type_error(game, Game)
    if wrong.startswith("actions.") and "(function)" in wrong:
        wrong += "; put @action(...) above it"
    if not wrong and not game.roles:
        wrong = "nobody could sit down: it has no roles"
    return wrong and f"GAME is no game yet: {wrong}."


def _line_of_game(package: str) -> int:
    """The line where GAME is set; the last line if it is not."""
    text = read_game_text(files(package) / "__init__.py", "__init__.py")
    sets = [n.lineno for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name) and n.id == "GAME"]
    return min(sets, default=max(1, len(text.splitlines())))


@cache
def _load_installed() -> tuple[dict[str, InstalledGame], dict[str, str]]:
    packages = [f"{GAMES}.{m.name}" for m in iter_modules(FOLDERS) if m.ispkg]
    packages += [point.value for point in entry_points(group=ENTRY_POINTS)]
    boxes, damaged = list[InstalledGame](), dict[str, str]()
    for package in dict.fromkeys(packages):
        try:
            boxes.append(load_declared_game(package))
        except Exception as error:  # one broken game must not hide the others
            damaged[package] = str(to_game_error(error, _folder_of(package)))
    return {box.game.name: box for box in sorted(boxes, key=lambda b: b.game.title)}, damaged


def _folder_of(package: str) -> Path:
    """Find the folder of a package that could not be imported."""
    spec = find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else Path()


def installed_games() -> dict[str, InstalledGame]:
    """Every installed game that can be loaded, by name."""
    return _load_installed()[0]


def broken_games() -> dict[str, str]:
    """Packages of installed games that cannot be loaded, each with the reason."""
    return _load_installed()[1]


def is_game_path(name: str) -> bool:
    """True if a game is given by the path of its folder and not by its name."""
    return os.sep in name or name.startswith(".")


def find_game(name: str) -> InstalledGame:
    """Find a game by its name or by the path of its folder."""
    if is_game_path(name):
        return load_game_at(Path(name))
    found = installed_games().get(name)
    if found is None:
        for package, why in broken_games().items():
            if package.rpartition(".")[2].replace("_", "-") == name:
                raise GameError(f"{name} cannot be opened. {why}")
        if (Path(name) / "__init__.py").is_file():
            raise Refused(f"There is no game called {name!r} on the shelf. The folder here is ./{name}.")
        raise UnknownName("game", name, installed_games())
    return found


def load_game_at(folder: Path) -> InstalledGame:
    """Load the game in a folder. This runs its code."""
    folder = folder.resolve()
    box = load_declared_game(games_folder.load_package(folder), str(folder))
    box.again = partial(load_game_at, folder)
    try:
        all_forms(box.game)
    except Exception as error:
        fault = to_game_error(error, folder)
        fault.at = (
            fault.at or f"{relative_to_folder(folder, getfile(box.game.rulings))}:{getsourcelines(box.game.rulings)[1]}"
        )
        raise fault from error
    return box


def all_forms(game: Game) -> list[Form]:
    """Build every form of a game. Raises `GameError` for one that nobody could fill in."""
    return [game.ruling_form, *(a.form for a in game.actions), *(s.form for s in game.scenarios)]
