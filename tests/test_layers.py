"""Imports point one way, the kernel and the games are pure, and no game is named outside its folder."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tablewright.catalog.installed import installed_games
from tablewright.check.code.purity import IMPURE, IMPURE_CALLS
from tests import ROOT

SRC = ROOT / "src" / "tablewright"

#: What each layer may import of Tablewright.
MAY = {
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


def modules() -> Iterator[tuple[str, Path, ast.Module]]:
    for path in sorted(SRC.rglob("*.py")):
        yield (
            ".".join(path.relative_to(SRC.parent).with_suffix("").parts).removesuffix(".__init__"),
            path,
            ast.parse(path.read_text()),
        )


def imports(name: str, path: Path, tree: ast.Module) -> Iterator[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            yield f"{base}.{node.module}".strip(".") if node.module else base


def layer(module: str) -> str:
    """The folder a module lies in; nothing, for those at the top."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (SRC / parts[1]).is_dir() else ""


def test_imports_point_one_way() -> None:
    """Each layer imports only what it may."""
    wrong = [
        f"{name} imports {other}"
        for name, path, tree in modules()
        for other in imports(name, path, tree)
        if other.split(".")[0] == "tablewright" and layer(other) not in MAY[layer(name)]
        and not (layer(name) == "games" and other.startswith(".".join(name.split(".")[:3])))
        and not (layer(name) == "template" and layer(other) == "template")
    ]  # fmt: skip
    assert wrong == []


def test_a_game_imports_no_other_game() -> None:
    """A game's folder stands on the kernel alone."""
    wrong = [
        f"{name} imports {other}"
        for name, path, tree in modules()
        if layer(name) == "games"
        for other in imports(name, path, tree)
        if other.startswith("tablewright.games.") and other.split(".")[2] != (name.split(".") + [""] * 3)[2]
    ]
    assert wrong == []


@pytest.mark.parametrize("pure", ["rules", "games", "template"])
def test_rules_are_pure(pure: str) -> None:
    """No I/O, clock or randomness in the kernel and the games."""
    wrong = []
    for name, path, tree in modules():
        if layer(name) != pure:
            continue
        wrong += [f"{name} imports {other}" for other in imports(name, path, tree) if other.split(".")[0] in IMPURE]
        calls = [n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
        wrong += [f"{name} calls {call}" for call in calls if call in IMPURE_CALLS]
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


def test_there_is_no_import_cycle() -> None:
    """Modules can be put in an order in which each imports only earlier ones."""
    known = {name for name, _, _ in modules()}
    graph: dict[str, set[str]] = {}
    for name, path, tree in modules():
        top = ast.Module([n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)], [])
        graph[name] = {o for o in imports(name, path, top) if o in known and not name.startswith(o + ".")} - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        pytest.fail(f"an import cycle: {' -> '.join(cycle.args[1])}")
