"""What a game in a folder of its own would still need on the shelf is said, and fails nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright.catalog.installed import installed_games, load_game_at
from tablewright.check import check_game
from tablewright.terminal import main

from .broken import broken, line

WANTS = "what it would need on the shelf"


def wanted(folder: Path) -> str:
    (finding,) = (f for f in check_game(load_game_at(folder), steps=20) if f.name == WANTS)
    assert finding.holds
    return "\n".join(finding.wanted)


def test_a_folder_is_told_where_it_would_lie_and_what_would_be_tested(tmp_path: Path) -> None:
    """Its place, its page, the examples nobody claims, the rules nothing exercises."""
    folder = broken(tmp_path, "rules.py")
    text = wanted(folder)
    name = folder.name.replace("_", "-")
    assert f"src/tablewright/games/{folder.name}, with its tests in tests/games/{folder.name}" in text
    assert f"docs/reference/{name}.md: `./table reference` writes it" in text
    assert "marked example(id, position): road.length 0." in text
    assert "for road.length, light.most, light.out, nerve.start and " in text


def test_what_its_own_tests_claim_is_no_longer_wanted(tmp_path: Path) -> None:
    """Those in its folder; and what they claim of nothing is said. Tests cite nothing."""
    folder = broken(tmp_path, "rules.py")
    (folder / "tests").mkdir()
    ids = ", ".join(f'"{id}"' for id in (*load_game_at(folder).ledger.played, "no.such.id"))
    (folder / "tests" / "test_walk.py").write_text(
        f'import pytest\n\n\n@pytest.mark.example("road.length", 0)\n@pytest.mark.exercises({ids})\n'
        "def test_it() -> None: ...\n"
    )
    text = wanted(folder)
    assert "example(id" not in text
    assert "exercises(id)" not in text
    assert "no tests that claim what is not in the ledger: no.such.id." in text


def test_imports_that_would_not_do_are_named(tmp_path: Path) -> None:
    """The kernel alone, and its own modules by a dot."""
    folder = broken(
        tmp_path, "rules.py", ("from .state import", "import tablewright.engine.trees.distribution\nfrom .state import")
    )
    (folder / "policies.py").write_text(
        (folder / "policies.py").read_text().replace("from typing", f"import {folder.name}.state\nfrom typing")
    )
    text = wanted(folder)
    assert f"by a dot, as in `from .state import ...`, at {line(folder, 'policies.py', '.state')}." in text
    at_line = line(folder, "rules.py", "tablewright.engine.trees.distribution")
    assert f"no imports of Tablewright's but the kernel's: tablewright.engine.trees.distribution at {at_line}." in text


def test_what_is_built_and_still_on_the_list_is_named(tmp_path: Path) -> None:
    """An unbuilt.txt only shrinks."""
    folder = broken(tmp_path, "rules.py")
    (folder / "unbuilt.txt").write_text("step.swift\n")
    assert "no unbuilt.txt with what is built: step.swift." in wanted(folder)


def test_it_is_printed_as_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the game passes."""
    assert main(["check", str(broken(tmp_path, "rules.py")), "--steps", "20"]) == 0
    assert f"wants  {WANTS}" in capsys.readouterr().out


def test_a_game_on_the_shelf_is_told_by_its_tests() -> None:
    """There is nothing to add for one that is there."""
    box = next(iter(installed_games().values()))
    assert box.on_shelf
