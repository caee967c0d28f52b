"""Playing games without a master in the terminal: in all seats at once, or in one of them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from rich.console import Console

from tablewright.catalog.installed import load_declared_game
from tablewright.table import Table
from tablewright.terminal import main
from tablewright.terminal.play.loop import PlayLoop
from tablewright.terminal.render.widgets.meters import pips
from tests.example_games import EXAMPLES

DEAL = ["deal", "1 5 9 4 7 3 2 8 6"]

Typed = Callable[..., str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Types lines into `tablewright play` and gives back what it showed."""

    def play(lines: list[str], *flags: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", str(EXAMPLES / "blades"), "--dice", "hand", *flags]) == 0
        return " ".join(capsys.readouterr().out.split())

    return play


def test_one_keyboard_plays_a_whole_pass(typed: Typed) -> None:
    """In all seats, each question is asked with the eyes of whom it is for, and everybody's news are read."""
    shown = typed([*DEAL, "cross who=rook", "Have at you!", "blade-1", "cloak-1", "quit"])
    for words in (
        "Vera holds Blade 1, Cloak 2, Shield 3.",
        "Rook holds Cloak 1, Shield 1, Blade 3.",
        "Rook: How do you challenge them? (in your own words, at most 80 letters)",
        "Rook: Which card do you play? pass.secret (answered: Vera)",
        "Vera: Which card do you play? pass.secret 1 Blade 1",
        "Rook: Cross blades: -2 pass.edge",
        "Vera gains 2: Blade 1 against Cloak 1.",
        "Challenge: Have at you!",
    ):
        assert words in shown


def test_who_acts_is_asked_where_nobody_speaks_for_all(typed: Typed) -> None:
    """By the characters' names, whoever plays them."""
    shown = typed([*DEAL, "cross", "nobody", "rook", "quit"])
    assert "Who acts 1 Vera 2 Rook who: nobody" in shown
    assert "who: Nothing here is called 'nobody'. There is Vera or Rook." in shown
    assert "Rook: How do you challenge them?" in shown


def test_whoever_sits_in_one_seat_sees_with_its_eyes_alone(typed: Typed) -> None:
    """Ann is dealt her cards, and Ben's lie face down."""
    shown = typed([*DEAL, "", "log", "quit"], "--as", "ann")
    assert "Vera holds Blade 1, Cloak 2, Shield 3." in shown
    assert "Rook holds" not in shown
    assert "Rook ─" in shown
    assert "A card (face down)" in shown


def test_in_all_seats_consent_goes_without_saying(typed: Typed) -> None:
    """Undo and override are proposed and agreed to at once."""
    shown = typed([*DEAL, "set edge=2", "", "undo", "", "quit"])
    assert "ann proposes: set edge to 2. ben agrees." in shown
    assert "┃●●○ 2 (-3 to 3)" in shown
    assert "take back everything after entry" in shown
    assert shown.count("┃○○○ 0 (-3 to 3)") >= 2


def test_from_one_seat_it_waits_for_the_others(typed: Typed) -> None:
    """Ann's proposal is shown to Ben, who objects; the next he agrees to."""
    lines = [*DEAL, "as ann", "", "set edge=2", "as ben", "", "object", "as ann", "", "set edge=-1", "as ben", "",
             "agree", "", "agree", "quit"]  # fmt: skip
    shown = typed(lines)
    assert "ann proposes: set edge to 2. agree, or object." in shown
    assert "ben objects: nothing is done." in shown
    assert "┃●●○" not in shown
    assert "○○●┃○○○ -1 (-3 to 3)" in shown
    assert "Nothing has been proposed." in shown


def test_words_are_words_unless_they_are_a_command(typed: Typed) -> None:
    """A lone command is obeyed while words are asked; with anything else behind it, it is what was said."""
    shown = typed([*DEAL, "cross who=vera", "", "log", "undo your mask", "quit"])
    assert shown.count("How do you challenge them? (in your own words, at most 80 letters)") == 2
    assert "How do you challenge them? undo your mask" in shown
    assert "Vera: Which card do you play?" in shown.partition("undo your mask")[2]


def test_what_cannot_be_known_from_a_seat_is_not_counted(typed: Typed) -> None:
    """Odds against cards that lie face down would tell them."""
    assert "It hangs on something that cannot be seen from here." in typed([*DEAL, "? cross who=vera", "quit"])


def test_the_lab_says_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the policy, in the table's title and in JSON."""
    assert main(["lab", str(EXAMPLES / "blades"), "last_pass", "--policy", "best"]) == 0
    assert "best, equilibrium" in " ".join(capsys.readouterr().out.split())
    assert main(["lab", str(EXAMPLES / "blades"), "last_pass", "--policy", "best", "--json"]) == 0
    assert '"how": "equilibrium"' in capsys.readouterr().out
    assert main(["odds", str(EXAMPLES / "lifeboat"), "row", "--set", "who=mara", "--json"]) == 0
    assert '"how": "best"' in capsys.readouterr().out


def test_what_one_may_do_is_what_any_seat_may() -> None:
    """Actions of all seats are listed once, in the game's order."""
    box = load_declared_game("tests.example_games.lifeboat")
    session = PlayLoop(box, Table.open(box.game, seed="x"), Console())
    listed = [doable.name for doable in session.sitting.actions]
    assert listed == [a.name for a in box.game.actions if a.name in listed]
    assert {"set_out", "row", "start_clock", "throw_dice"} <= set(listed)
    assert session.sitting.here.seat.id == "ann"


@pytest.mark.parametrize(
    ("value", "least", "most", "drawn"),
    [
        (2, 0, 3, "●●○"),
        (0, -3, 3, "○○○┃○○○"),
        (2, -3, 3, "○○○┃●●○"),
        (-2, -3, 3, "○●●┃○○○"),
        (-9, -2, 1, "●●┃○"),
        (9, -2, 1, "○○┃●"),
        (-1, 0, 2, "○○"),
    ],
)
def test_a_track_is_filled_from_nothing_to_its_value(value: int, least: int, most: int, drawn: str) -> None:
    """Below nothing towards the left, above it towards the right, and never beyond its ends."""
    assert pips(value, least, most) == drawn
