"""Dice for anybody: thrown, counted, compared and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.terminal import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["roll", *words]) == 0
    return capsys.readouterr().out


def test_the_chance_of_so_much_or_more(capsys: pytest.CaptureFixture[str]) -> None:
    """As a percentage and as a fraction, and for every total in JSON."""
    assert "2d6 is 9 or more: 27.78% (5/18)" in said(capsys, "2d6", "--at-least", "9")
    found = json.loads(said(capsys, "2d6", "--odds", "--json"))
    assert found["at_least"]["9"] == pytest.approx(10 / 36)
    assert found["deviation"] == pytest.approx((35 / 6) ** 0.5)


def test_the_chance_of_so_much_or_less(capsys: pytest.CaptureFixture[str]) -> None:
    """By itself, between two ends, for every total, and as a column beside the other way round."""
    assert "2d6 is 5 or less: 27.78% (5/18)" in said(capsys, "2d6", "--at-most", "5")
    assert "4dF is from 0 to 1: 43.21% (35/81)" in said(capsys, "4dF", "--at-least", "0", "--at-most", "1")
    found = json.loads(said(capsys, "2d6", "--at-most", "5", "--json"))
    assert found["chance"] == found["at_most"]["5"] == pytest.approx(10 / 36)
    row = next(line for line in said(capsys, "2d6", "--odds").splitlines() if "│     5 │" in line)
    assert row.split("│")[2:6] == [" 11.11% ", "     1/9 ", "  83.33% ", "  27.78% "]


def test_a_long_fraction_leaves_the_bars_whole(capsys: pytest.CaptureFixture[str]) -> None:
    """In a terminal of 80."""
    assert "…" not in said(capsys, "d6!", "--odds")


def test_two_rolls_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """How often the first is above the second, and how often they are the same."""
    assert "1d6 is above 1d4: 58.33%; the same: 16.67%." in said(capsys, "d6", "d4", "--odds")


def test_several_are_thrown_and_the_same_seed_throws_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Each for itself; one alone is thrown as it always was."""
    both = json.loads(said(capsys, "3d6!", "8d10>=7", "--seed", "x", "--json"))
    assert [one["roll"] for one in both] == ["3d6!", "8d10>=7"]
    assert both[0] == json.loads(said(capsys, "3d6!", "--seed", "x", "--json"))
    assert both[0]["total"] == sum(face for throw in both[0]["dice"] for face in throw["faces"])


def test_odds_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As one SVG with everything that was asked for."""
    path = tmp_path / "dice.svg"
    said(capsys, "4d6kh3", "3d6", "--plot", str(path))
    text = path.read_text()
    assert text.startswith("<svg")
    assert "4d6kh3" in text
    assert main(["roll", "3d6", "--plot", str(tmp_path / "no" / "dice.svg")]) == 2


def test_only_what_is_drawn_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """No SVG in a file that says it is something else."""
    assert main(["roll", "3d6", "--plot", str(tmp_path / "dice.png")]) == 2
    assert "should end in .svg" in capsys.readouterr().err
    assert not (tmp_path / "dice.png").exists()


def test_dice_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    """They are dice, and no option that nobody knows."""
    assert "-1d6 is -3 or more: 50.00% (1/2)" in said(capsys, "-1d6", "--at-least", "-3")
    assert -6 <= json.loads(said(capsys, "-d6", "--json"))["total"] <= -1


def test_totals_that_are_not_listed_are_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    """How many, how far they go, and how likely they are together; nothing is said where all are listed."""
    text = " ".join(said(capsys, "3d6!", "--odds").split())
    assert "Not listed: 137 totals from 44 to 180, rarer than 0.01% each" in text
    assert "Not listed" not in said(capsys, "3d6", "--odds")


def test_how_often_dice_explode_stands_beside_the_odds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As a line, in JSON and on the drawing, and as often as was asked for; nothing of it where none explodes."""
    assert "A die explodes 9 times at most" in said(capsys, "d6!", "--odds")
    assert "A die explodes once at most" in said(capsys, "d6!", "--at-least", "9", "--explosions", "1")
    found = json.loads(said(capsys, "d6!", "--odds", "--json", "--explosions", "2"))
    assert (found["explosions"], max(map(int, found["chances"]))) == (2, 18)
    path = tmp_path / "dice.svg"
    said(capsys, "d6!", "--plot", str(path))
    assert "explodes 9 times at most" in path.read_text()
    assert "explode" not in said(capsys, "d6", "--odds")
    assert "explosions" not in json.loads(said(capsys, "d6", "--odds", "--json"))


def test_the_dice_that_the_guide_names_have_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """Thrown again, exploding and kept at once; compared with many that explode."""
    assert "4d6r=1!kh3 is 20 or more: 30.39%" in said(capsys, "4d6r1!kh3", "--at-least", "20")
    assert "4d6r=1!kh3 is above 10d10!: 0.12%" in said(capsys, "4d6r1!kh3", "10d10!", "--odds")
