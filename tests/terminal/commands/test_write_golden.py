"""`check --write` fills in golden transcripts and lists what came to nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game

SCRIPT = """# Short.
seed z
! 6 1
> ann take_step who=Ada
< ann No
> ann fly
> bob take_step who=ada
    refused: Ada is played by Ann; Bob plays Bo.
! 2 2
"""


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> tuple[Path, str]:
    """A golden transcript of inputs, and what --write said about it."""
    folder = write_game(f"golden-{abs(hash(request.node.name))}", tmp_path)
    path = folder / "golden" / "a_walk.txt"
    path.write_text(SCRIPT)
    main(["check", str(folder), "--write", "--steps", "20", "--json"])
    return path, capsys.readouterr().out


def test_what_was_refused_and_what_was_never_thrown_is_listed(written: tuple[Path, str]) -> None:
    """With the line it has now; what stood there as refused is no news."""
    path, out = written
    said = json.loads(out)["golden"]
    lines = path.read_text().splitlines()
    fly, dice = lines.index("> ann fly") + 1, lines.index("! 2 2") + 1
    assert [text.split("`")[0] + text.split("`")[1] for text in said] == [
        f"golden/a_walk.txt:{fly}: > ann fly",
        f"golden/a_walk.txt:{dice}: ! 2 2",
    ]
    assert "is refused: There is no action in" in said[0]
    assert said[1].endswith("is never thrown.")


def test_what_came_of_it_is_written(written: tuple[Path, str]) -> None:
    """Below what was said, which stays as it was said."""
    text = written[0].read_text()
    assert "> ann take_step who=Ada\n    Ada: A step: 6 1\n" in text
    assert "< ann No\n    Ada: Steady yourself and throw again, for 1 nerve? no [step.nerve]\n" in text


def test_it_is_said_to_people_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before the findings."""
    folder = write_game("golden-people", tmp_path)
    (folder / "golden" / "a_walk.txt").write_text("! 1\n")
    main(["check", str(folder), "--write", "--steps", "20"])
    first = " ".join(capsys.readouterr().out.splitlines()[0].split())
    assert first == "· golden/a_walk.txt:1: `! 1` is never thrown."
