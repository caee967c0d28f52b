"""`lab best` on the command line: for programs, for people, and refused in a sentence."""

from __future__ import annotations

import json

import pytest

from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("best-cli", tmp_path_factory.mktemp("games")))


def test_best_play_is_answered_as_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Worth, bounds, shipped policies and situations; the settings it was found for."""
    assert main(["lab", "best", game, "walk", "--set", "light=4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["proven"] is True
    assert found["lower"] <= found["value"] <= found["upper"]
    assert found["params"]["light"] == 4
    assert found["value"] >= max(policy["value"] for policy in found["shipped"]) - 1e-6
    assert found["situations"][0]["options"]


def test_best_play_is_told_to_people(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """That it is proven, the policies beside it, and what to do where it matters most, the best option marked."""
    assert main(["lab", "best", game, "walk"]) == 0
    told = capsys.readouterr().out
    assert "and it is proven" in " ".join(told.split())
    assert "Beside the shipped policies" in told
    most = told.split("Where it matters most")[1].splitlines()
    assert any(line.startswith("    * ") for line in most)


def test_what_to_go_by_is_told_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """Where, what then, how often that is and how often it is the best; and what is given away by it."""
    assert main(["lab", "best", "venus-engine", "lots"]) == 0
    told = capsys.readouterr().out
    assert "Rule of thumb, the first line that fits (gives away 0.0" in told
    assert "rules of thumb" in told
    (line,) = [line for line in told.splitlines() if line.lstrip().startswith("2 or more successes so far")]
    assert "→ leave the dice as they are" in line
    assert line.split()[-1] == "100%"


def test_best_play_needs_a_scenario_that_is_there(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is nearly right is answered with the right one."""
    assert main(["lab", "best", game, "wlak"]) == 2
    assert "Did you mean walk?" in capsys.readouterr().err


def test_a_house_ruling_changes_what_is_best(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The worth under another ruling is another."""
    worths = []
    for ruling in ("dims", "frightens"):
        assert main(["lab", "best", game, "walk", "--ruling", f"stumble={ruling}", "--json"]) == 0
        worths.append(json.loads(capsys.readouterr().out)["value"])
    assert worths[0] != pytest.approx(worths[1], abs=1e-3)
