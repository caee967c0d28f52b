"""What new-game prints can be typed as it stands, from wherever it was run."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablewright.terminal import main
from tests import ROOT


def typed(line: str, here: Path, called: str) -> subprocess.CompletedProcess[str]:
    """Types a line into a shell, at a place; the words that call us run this program."""
    door = f"'{sys.executable}' -m tablewright"
    assert line.startswith(f"  {called} ")
    command = door + line.removeprefix(f"  {called}") + " --json"
    return subprocess.run(["sh", "-c", command], cwd=here, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("into", ["", "games", "my games", "./x/../y", "ABSOLUTE", "$HOME", "[bold]"])
def test_the_commands_it_prints_work_from_where_it_was_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], into: str
) -> None:
    """Here, in another folder, in one with a space in its name, in one by its whole path; in a narrow terminal."""
    here = tmp_path / "a place with spaces"
    here.mkdir()
    (here / "x").mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("COLUMNS", "20")
    where = ["--into", str(tmp_path / "else where") if into == "ABSOLUTE" else into] if into else []
    assert main(["new-game", "lantern-walk", *where]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first.endswith("lantern_walk is a small game that is complete. Next:")
    assert [line.split()[1] for line in lines] == ["check", "play"]
    done = typed(lines[0].replace(" check ", " rules ", 1), here, "tablewright")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("called", ["./table", "../clone/table", "/opt/a clone/table"])
def test_it_is_called_as_it_was_called(tmp_path: Path, called: str) -> None:
    """By the script, wherever that lies; a path with spaces in it is quoted."""
    done = subprocess.run(
        [sys.executable, "-m", "tablewright", "new-game", "lantern-walk"],
        cwd=tmp_path, env=os.environ | {"TABLEWRIGHT_CALLED": called}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[1] == f"  {shlex.quote(called)} check ./lantern_walk"


@pytest.mark.parametrize("called", ["../a clone/table", "ABSOLUTE"])
def test_the_script_runs_where_it_was_called(tmp_path: Path, called: str) -> None:
    """Paths are meant from there, it says how it was called, and modules are not looked for there."""
    clone, here = tmp_path / "a clone", tmp_path / "here"
    here.mkdir()
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || echo "$PWD|$TABLEWRIGHT_CALLED|$*"\n')
    python.chmod(0o755)
    (clone / "requirements").mkdir()
    for file in ("pyproject.toml", "requirements/run.txt", ".venv/installed-run"):
        (clone / file).touch()
    shutil.copy(ROOT / "table", clone)
    script = str(clone / "table") if called == "ABSOLUTE" else called
    done = subprocess.run([script, "check", "./x"], cwd=here, capture_output=True, text=True, check=True)
    assert done.stdout == f"{here}|{script}|-P -m tablewright check ./x\n"


@pytest.mark.parametrize("name", ["class", "random", "json", "statistics"])
def test_a_name_that_python_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Its folder could not be opened; another name is offered."""
    assert main(["new-game", name, "--into", str(tmp_path)]) == 2
    assert f"{name}-game would do" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_called_without_a_path_is_told_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bare name is a game's on the shelf."""
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "lantern-walk"]) == 0
    assert main(["rules", "lantern_walk"]) == 2
    assert "The folder here is ./lantern_walk." in capsys.readouterr().err


def test_help_says_that_a_path_runs_code(capsys: pytest.CaptureFixture[str]) -> None:
    """For everything, and for each command that takes a game."""
    for words in (["--help"], ["check", "--help"], ["play", "--help"], ["rules", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        said = " ".join(capsys.readouterr().out.split())
        assert "runs the code in it" in said or "whose code is run" in said
