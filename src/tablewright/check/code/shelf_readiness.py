"""Advice for a game in a folder of its own: what `./table test` asks of installed games and this one lacks."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from tablewright.catalog import InstalledGame
from tablewright.check.finding import Finding

from .citations import cited_ids
from .sources import Source, tree_of

MAX_NAMED = 4
ROOT = Path(__file__).parents[3]  # the clone, where this is one


def shelf_requirements(box: InstalledGame, sources: list[Source], cited: set[str]) -> Iterator[Finding]:
    """Advise on a game that is not installed. `cited` are the ids its golden transcripts cite."""
    if box.on_shelf:
        return
    marks = list(claims(box))
    sentences = [*_place(box), *_tested(box, marks, cited), *_imports(box, sources)]
    yield Finding("what it would need on the shelf", (), "advice: nothing of it fails a folder", tuple(sentences))


class TestMark:
    """A `pytest` mark of a test: the examples of an id that it plays, or the ids it exercises."""

    def __init__(self, name: str, args: tuple[object, ...]) -> None:
        self.examples = {(str(args[0]), place) for place in args[1:]} if name == "example" and args else set()
        self.ids = {str(arg) for arg in args if isinstance(arg, str)}


def claims(box: InstalledGame) -> Iterator[TestMark]:
    """Find the marks of a game's tests, in its own `tests` folder and in `tests/games`."""
    name = box.package.rpartition(".")[2]
    for folder in (box.path / "tests", ROOT / "tests" / "games" / name):
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else ():
            for node in ast.walk(tree_of(path.name, path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    marked = node.func.attr in ("example", "exercises")
                    if marked and all(isinstance(arg, ast.Constant) for arg in node.args):
                        yield TestMark(node.func.attr, tuple(a.value for a in node.args if isinstance(a, ast.Constant)))


def _place(box: InstalledGame) -> Iterator[str]:
    name = box.package.rpartition(".")[2]
    yield (
        f"to lie in src/tablewright/games/{name}, with its tests in tests/games/{name} (and an __init__.py there); "
        "ruff and mypy --strict read both."
    )
    if not (ROOT / "docs" / "reference" / f"{box.game.name}.md").is_file():
        yield f"its page docs/reference/{box.game.name}.md: `./table reference` writes it."


def _tested(box: InstalledGame, marks: list[TestMark], cited: set[str]) -> Iterator[str]:
    unbuilt, ledger = set(box.unbuilt()), box.ledger
    claimed = {example for mark in marks for example in mark.examples}
    exercised = cited.union(*(mark.ids for mark in marks))
    examples = [(e.id, i) for e in ledger for i in range(len(e.examples)) if e.id not in unbuilt]
    missing = [f"{id} {place}" for id, place in examples if (id, place) not in claimed]
    if missing:
        yield f"tests that play the ledger's examples, marked example(id, position): {_some(missing)}."
    idle = [id for id in ledger.played if id not in exercised | unbuilt]
    if idle:
        yield f"tests marked exercises(id), or a golden play that cites them, for {_some(idle)}."
    known = {(e.id, i) for e in ledger for i in range(len(e.examples))}
    lost = [f"{id} {place}" for id, place in sorted(claimed - known, key=str)]
    lost += sorted({id for mark in marks for id in mark.ids if id not in ledger})
    if lost:
        yield f"no tests that claim what is not in the ledger: {_some(lost)}."
    done = sorted(unbuilt & cited_ids(box) & exercised)
    if done:
        yield f"no unbuilt.txt with what is built: {_some(done)}."


def _imports(box: InstalledGame, sources: list[Source]) -> Iterator[str]:
    """Name imports that an installed game may not have: absolute ones of itself, any outside `tablewright.rules`."""
    own, others = list[str](), list[str]()
    for source in sources:
        for node in ast.walk(source.tree):
            for name in _imported(node):
                if name.split(".")[0] == box.package:
                    own.append(source.line(node))
                elif name.startswith("tablewright.") and not f"{name}.".startswith("tablewright.rules."):
                    others.append(f"{name} at {source.line(node)}")
    if own:
        yield f"imports of its own modules by a dot, as in `from .state import ...`, at {_some(own)}."
    if others:
        yield f"no imports of Tablewright's but the kernel's: {_some(others)}."


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []


def _some(things: Iterable[str]) -> str:
    named = list(dict.fromkeys(things))
    rest = len(named) - MAX_NAMED
    return ", ".join(named[:MAX_NAMED]) + (f" and {rest} more" if rest > 0 else "")
