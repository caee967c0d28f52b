"""What can be spoilt, and the tests that should notice."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GAMES = Path("src/tablewright/games")
GOLDEN = "mutation/test_golden.py"


class Target(NamedTuple):
    """Some code, by the folder it lies in, and what pytest is told to run for it; paths are from the root."""

    name: str
    code: Path
    tests: tuple[str, ...]
    game: str = ""

    def files(self) -> list[Path]:
        """The Python files that are spoilt."""
        return sorted(path.relative_to(ROOT) for path in (ROOT / self.code).rglob("*.py"))

    def test_files(self) -> list[Path]:
        """The files with tests in them."""
        found = (path for test in self.tests for path in [ROOT / test, *(ROOT / test).rglob("test_*.py")])
        return sorted(path.relative_to(ROOT) for path in found if path.is_file())


def names() -> list[str]:
    """Every game of the shelf, and the kernel."""
    folders = (path.parent.name for path in (ROOT / GAMES).glob("*/ledger.toml"))
    return [*sorted(folder.replace("_", "-") for folder in folders), "rules"]


def target(name: str) -> Target:
    """A game is tried by its own tests and its golden plays; the kernel by what is nearest to it."""
    if name == "rules":
        near = ("tests/rules", "tests/engine", "tests/solver", "tests/table/seat")
        return Target(name, Path("src/tablewright/rules"), (*near, GOLDEN))
    folder = name.replace("-", "_")
    return Target(name, GAMES / folder, (f"tests/games/{folder}", GOLDEN), name)
