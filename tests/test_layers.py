"""The architecture: layers, doors and names of the product's folders, read from its import statements."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import pytest

from tablewright.catalog.installed import installed_games
from tablewright.check.code.purity import IMPURE, IMPURE_CALLS
from tests import ROOT

SRC = ROOT / "src" / "tablewright"

#: Layers that each layer may import.
MAY_IMPORT = {
    "rules": {"rules"},
    "games": {"rules"},
    "template": {"rules"},
    "catalog": {"rules", "catalog", "games"},  # it lists the games' folder; it imports none by name
    "engine": {"rules", "engine"},
    "solver": {"rules", "engine", "solver"},
    "table": {"rules", "catalog", "engine", "table"},
    "lab": {"rules", "catalog", "engine", "solver", "lab"},
    "check": {"rules", "catalog", "engine", "table", "lab", "check"},
    "server": {"rules", "catalog", "solver", "table", "lab", "server", ""},
    "client": {"rules", "server", "client"},
    "terminal": {"rules", "catalog", "engine", "solver", "table", "lab", "check", "server", "terminal", ""},
    "": {"rules", "catalog", "engine", "table", "terminal"},
}

#: Modules that are imported past their folder's door, each with its reason. This list may only shrink.
PAST_THE_DOOR = {
    "tablewright.server.main": "the server's door imports nothing, so that a client loads the protocol alone",
}

#: Folders of whole games: they have one door each, and their own tests.
GAMES = ("games", "template")
MAX_FILES = 15

#: Functions of one name in several modules: each is the entry of its module, and means the same everywhere.
ENTRY_POINTS = {"main", "run_command"}

METHODS: tuple[type, ...] = (FunctionType, classmethod, staticmethod, property)


class Module(NamedTuple):
    name: str
    path: Path
    tree: ast.Module

    @property
    def is_door(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def folder(self) -> str:
        return self.name if self.is_door else self.name.rpartition(".")[0]

    @property
    def layer(self) -> str:
        return layer(self.name)


@cache
def modules() -> dict[str, Module]:
    """All modules of the product by dotted name."""
    found = {}
    for path in sorted(SRC.rglob("*.py")):
        name = ".".join(path.relative_to(SRC.parent).with_suffix("").parts).removesuffix(".__init__")
        found[name] = Module(name, path, ast.parse(path.read_text()))
    return found


@cache
def imports(module: Module) -> tuple[str, ...]:
    """Dotted names of what a module imports; of `from x import y`, `x.y` where that is a module."""
    return tuple(_imports(module))


def _imports(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = module.folder.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            whole = f"{base}.{node.module}".strip(".") if node.module else base
            for alias in node.names:
                inner = f"{whole}.{alias.name}"
                yield inner if inner in modules() else whole


def layer(module: str) -> str:
    """The top folder of a module; empty for those beside the folders."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (SRC / parts[1]).is_dir() else ""


def test_imports_point_one_way() -> None:
    """Each layer imports only what it may."""
    wrong = [
        f"{module.name} imports {other}"
        for module in modules().values()
        for other in imports(module)
        if other.split(".")[0] == "tablewright" and layer(other) not in MAY_IMPORT[module.layer]
        and not (module.layer == "games" and other.startswith(".".join(module.name.split(".")[:3])))
        and not (module.layer == "template" and layer(other) == "template")
    ]  # fmt: skip
    assert wrong == []


def goes_past_a_door(module: Module, other: str) -> bool:
    """True if a module reaches into a folder that is neither its own nor around it."""
    found = modules().get(other)
    if found is None or other in PAST_THE_DOOR or layer(other) in GAMES:
        return False
    around = f"{module.folder}.".startswith(f"{found.folder}.")
    inside = module.is_door and f"{found.folder}.".startswith(f"{module.folder}.")
    return not found.is_door and not around and not inside


def exports(door: Module) -> list[str]:
    """The names in `__all__`."""
    for node in door.tree.body:
        if isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["__all__"]:
            return list(ast.literal_eval(node.value))
    return []


def test_folders_are_entered_by_their_doors() -> None:
    """From outside a folder only what its `__init__` exports is imported; a module it exports is a namespace."""
    wrong = []
    for module in modules().values():
        for other in imports(module):
            if goes_past_a_door(module, other):
                door, _, name = other.rpartition(".")
                if name not in exports(modules()[door]):
                    wrong.append(f"{module.name} imports {other}")
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    """A module that nobody imports past its door any more leaves the list."""
    past = {other for m in modules().values() for other in imports(m) if m.folder != other.rpartition(".")[0]}
    assert set(PAST_THE_DOOR) <= past


@pytest.mark.parametrize("door", [m for m in modules().values() if m.is_door], ids=lambda door: door.name)
def test_a_door_says_what_lives_there(door: Module) -> None:
    """It has a docstring, and exports each name it imports."""
    assert ast.get_docstring(door.tree)
    brought = [a.asname or a.name for n in door.tree.body if isinstance(n, ast.ImportFrom) and n.level for a in n.names]
    if door.layer not in GAMES and exports(door):
        assert {*brought, *defined(door)} <= set(exports(door))


def defined(module: Module) -> list[str]:
    """Public functions and classes of a module."""
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    return [n.name for n in module.tree.body if isinstance(n, kinds) and not n.name.startswith("_")]


def test_folders_are_small() -> None:
    """A folder of the product has at most fifteen modules beside its door."""
    files = Counter(m.path.parent for m in modules().values() if not m.is_door and m.layer not in GAMES)
    assert {str(folder.relative_to(SRC)): n for folder, n in files.items() if n > MAX_FILES} == {}


def test_a_name_means_one_thing() -> None:
    """No public class or function of the product has the name of another."""
    places = defaultdict(list)
    for module in modules().values():
        if module.layer not in GAMES:
            for name in set(defined(module)) - ENTRY_POINTS:
                places[name].append(module.name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_function_is_named_as_a_module_beside_it() -> None:
    """`from .odds import odds` would hide the module behind the function."""
    wrong = [
        f"{module.name}.{name}"
        for module in modules().values()
        if module.layer not in GAMES
        for name in defined(module)
        if f"{module.folder}.{name}" in modules()
    ]
    assert wrong == []


def test_nothing_is_imported_inside_a_function() -> None:
    """Modules import at the top; late loading goes by `import_module`, in a named place."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    wrong = [
        f"{module.path.relative_to(SRC)}:{inner.lineno}"
        for module in modules().values()
        for outer in ast.walk(module.tree)
        if isinstance(outer, functions)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert wrong == []


def is_private(name: str) -> bool:
    """True if the owner of a name means it for itself. An enum's `_value_` and the like are for everybody."""
    return name.startswith("_") and not name.startswith("__") and not name.endswith("_")


def test_nothing_private_of_a_library_is_imported() -> None:
    """Neither a module nor a name; ruff sees to attributes."""
    wrong = []
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                taken = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                taken = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            foreign = [name for name in taken if name.split(".")[0] != "tablewright"]
            wrong += [f"{module.name} imports {name}" for name in foreign if any(map(is_private, name.split(".")))]
    assert wrong == []


def test_no_private_method_of_a_library_is_overridden() -> None:
    """The library's next version may call it otherwise, or not at all."""
    wrong = []
    for module in modules().values():
        if module.name == "tablewright.__main__":
            continue
        for cls in vars(import_module(module.name)).values():
            if isinstance(cls, type) and cls.__module__ == module.name:
                ours = {name for name, value in vars(cls).items() if is_private(name) and isinstance(value, METHODS)}
                foreign = [base for base in cls.__mro__[1:] if not base.__module__.startswith("tablewright")]
                wrong += [f"{module.name}.{cls.__name__}.{name}" for base in foreign for name in ours & {*vars(base)}]
    assert wrong == []


def test_a_game_imports_no_other_game() -> None:
    """A game's folder stands on the rules layer alone."""
    wrong = [
        f"{module.name} imports {other}"
        for module in modules().values()
        if module.layer == "games"
        for other in imports(module)
        if other.startswith("tablewright.games.") and other.split(".")[2] != (module.name.split(".") + [""] * 3)[2]
    ]
    assert wrong == []


@pytest.mark.parametrize("pure", ["rules", "games", "template"])
def test_rules_are_pure(pure: str) -> None:
    """No I/O, clock or randomness in the rules layer and the games."""
    wrong = []
    for module in modules().values():
        if module.layer != pure:
            continue
        wrong += [f"{module.name} imports {other}" for other in imports(module) if other.split(".")[0] in IMPURE]
        nodes = ast.walk(module.tree)
        calls = [n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
        wrong += [f"{module.name} calls {call}" for call in calls if call in IMPURE_CALLS]
    assert wrong == []


def test_no_game_is_named_outside_its_folder() -> None:
    """Neither a game's name nor its title stands anywhere else in the program; a longer name is another game's."""
    folders = [box.package.rpartition(".")[2] for box in installed_games().values()]
    wrong = []
    for box, folder in zip(installed_games().values(), folders, strict=True):
        words = "|".join(re.escape(word) for word in (box.game.name, box.game.title, folder))
        named = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])(?! [A-Z])")
        for path in SRC.rglob("*.py"):
            if folder not in path.parts:
                wrong += [f"{path.relative_to(SRC)} names {found}" for found in named.findall(path.read_text())]
    assert wrong == []


def graph_of(by_folder: bool) -> dict[str, set[str]]:
    """Imports at import time: of modules, or of folders with the modules beside them left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules().values():
        if by_folder and module.is_door:
            continue
        for other in imports(module):
            if other in modules() and not f"{module.name}.".startswith(f"{other}."):
                a, b = (module.folder, modules()[other].folder) if by_folder else (module.name, other)
                if a != b and not (by_folder and {a, b} & outer_folders()):
                    found[a].add(b)
    return found


@cache
def outer_folders() -> frozenset[str]:
    """Folders with folders in them: their own modules stand above some of those and below others."""
    return frozenset(m.name.rpartition(".")[0] for m in modules().values() if m.is_door)


@pytest.mark.parametrize("by_folder", [False, True], ids=["modules", "folders"])
def test_there_is_no_import_cycle(by_folder: bool) -> None:
    """Modules, and folders, can be put in an order in which each imports only earlier ones."""
    try:
        TopologicalSorter(graph_of(by_folder)).prepare()
    except CycleError as cycle:
        pytest.fail(f"an import cycle: {' -> '.join(cycle.args[1])}")
