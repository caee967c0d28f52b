"""The shelf: games found by name, by folder and by path; never the wrong one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import tablewright.template
from tablewright.catalog import installed
from tablewright.rules import GameError, Refused, UnknownName

TEMPLATE = Path(tablewright.template.__file__).parent


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder of games that is forgotten afterwards."""
    path, modules = list(sys.path), set(sys.modules)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def a_game(folder: Path, name: str) -> Path:
    return Path(shutil.copytree(TEMPLATE, folder / name, ignore=shutil.ignore_patterns("__pycache__")))


def test_an_unknown_game_is_answered_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those on the shelf."""
    monkeypatch.setattr(installed, "installed_games", lambda: {"lantern": None, "harbour": None})
    with pytest.raises(UnknownName, match=r"no game called 'lantren'. Did you mean lantern\?"):
        installed.find_game("lantren")


def test_every_game_on_the_shelf_is_found_by_its_name() -> None:
    """And knows its own folder."""
    for name, box in installed.installed_games().items():
        assert installed.find_game(name) is box
        assert box.game.name == name
        assert box.ledger.game == name


def test_a_path_leads_to_the_game_in_a_folder(elsewhere: Path) -> None:
    """With its ledger, its README, its golden transcripts and its sources."""
    box = installed.find_game(str(a_game(elsewhere, "a_game_of_mine")))
    assert box.game.title == "Template"
    assert "step.roll" in box.ledger
    assert "independent implementation" in " ".join(box.readme.split())
    assert list(box.golden()) == ["a_walk.txt"]
    assert "rules.py" in box.sources()
    assert box.unbuilt() == ()


def test_what_is_not_built_yet_is_read_line_by_line(elsewhere: Path) -> None:
    """Remarks and empty lines aside."""
    folder = a_game(elsewhere, "half_built")
    (folder / "unbuilt.txt").write_text("# not yet\nstep.roll\n\nlight.out  # soon\n")
    assert installed.load_game_at(folder).unbuilt() == ("step.roll", "light.out")


def test_a_folder_that_is_no_game_is_refused(elsewhere: Path) -> None:
    """Without an __init__.py it cannot be one."""
    with pytest.raises(Refused, match=r"is not a game's folder: it has no __init__.py"):
        installed.find_game(f"{elsewhere}/nothing")


def test_a_package_without_a_game_is_its_authors_fault(elsewhere: Path) -> None:
    """It must declare GAME."""
    (elsewhere / "gameless").mkdir()
    (elsewhere / "gameless" / "__init__.py").write_text("GAME = 'no'\n")
    with pytest.raises(GameError, match="gameless must declare GAME"):
        installed.load_game_at(elsewhere / "gameless")


def test_two_folders_of_one_name_are_not_mistaken_for_each_other(elsewhere: Path) -> None:
    """The second is refused with a way out; never is the first one played instead."""
    for place in ("here", "there"):
        (elsewhere / place).mkdir()
        a_game(elsewhere / place, "twin_game")
    installed.load_game_at(elsewhere / "here" / "twin_game")
    with pytest.raises(Refused, match=r"another package is called twin_game\. Rename the folder"):
        installed.load_game_at(elsewhere / "there" / "twin_game")


def test_a_game_without_a_ledger_is_its_authors_fault(elsewhere: Path) -> None:
    """Every rule is cited from somewhere."""
    folder = a_game(elsewhere, "no_ledger")
    (folder / "ledger.toml").unlink()
    box = installed.load_game_at(folder)
    with pytest.raises(GameError, match=r"no_ledger has no ledger.toml"):
        _ = box.ledger


def test_no_game_of_ours_is_damaged() -> None:
    """Everything in the games' folder can be opened."""
    assert installed.broken_games() == {}


def test_a_damaged_game_does_not_close_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are still there; asked for by name, it says what is wrong with it."""
    (tmp_path / "torn_box").mkdir()
    (tmp_path / "torn_box" / "__init__.py").write_text("import nothing_like_this\n")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("torn", "torn_box", installed.ENTRY_POINTS)
    monkeypatch.setattr("tablewright.catalog.installed.entry_points", lambda group: [point])
    installed._load_installed.cache_clear()
    try:
        assert len(installed.installed_games()) >= 1
        assert "nothing_like_this" in installed.broken_games()["torn_box"]
        with pytest.raises(GameError, match="torn-box cannot be opened"):
            installed.find_game("torn-box")
    finally:
        monkeypatch.undo()
        installed._load_installed.cache_clear()
