"""Playing in the terminal: sheets, legal actions, odds before a roll, every choice asked, undo, save, resume."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tablewright.table.file import held

from tablewright.cli import main
from tablewright.cli.new_game import write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("play-walk", tmp_path_factory.mktemp("games")))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str) -> Play:
    return Play(monkeypatch, capsys, game)


class Play:
    """Types lines into `tablewright play` and gives back what it showed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str) -> None:
        self.monkeypatch, self.capsys, self.game = monkeypatch, capsys, game

    def __call__(self, lines: list[str], *flags: str) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", self.game, *flags]) == 0
        return self.capsys.readouterr().out

    def words(self, lines: list[str], *flags: str) -> str:
        """The same with line breaks forgotten."""
        return " ".join(self(lines, *flags).split())


def test_a_step_from_the_first_sheet_to_the_outcome(typed: Play) -> None:
    """The action is picked by number, its form asked, its odds shown, its choice asked with what each answer does."""
    shown = typed(["1", "1", "y", "1", "quit"], "--seed", "x")
    for words in ("Light ●●●●●●", "1 Take a step", "Who leads", "11/36", "Steady yourself", "→ swift 100%", "⇒"):
        assert words in shown


def test_the_end_of_the_input_leaves_the_table(typed: Play) -> None:
    """No traceback at Ctrl-D, not even in the middle of a question."""
    assert "Goodbye" in typed(["1", "1", "y"], "--seed", "x")


def test_dice_by_hand_are_asked_and_checked(typed: Play) -> None:
    """Nonsense is answered with what is wanted; real faces are taken."""
    shown = typed(["take_step who=ada", "y", "seven", "9 9", "6", "6 6", "no", "quit"], "--dice", "hand")
    assert "Type 2 numbers from 1 to 6" in shown
    assert "2 dice are asked for, each a number from 1 to 6" in shown
    assert "Ada finds a good stretch" in shown


def test_what_need_not_be_said_is_asked_in_one_line(typed: Play) -> None:
    """Several optional fields are listed with their defaults; nonsense is answered, and nothing takes them all."""
    shown = typed.words(["start_clock", "Footsteps", "sizze=4", "size=99", "size", "size=4 hidden=yes", "quit"])
    for words in ("size [6] Sections", "Did you mean size?", "size is between 2 and 12", "'size' should be name=value"):
        assert words in shown
    assert "Footsteps ▱▱▱▱" in shown


def test_undo_takes_back_and_redo_does_again(typed: Play) -> None:
    """The light is full again after undo, and dimmed again after redo."""
    lines = ["take_step who=ada", "y", "1 2", "no", "undo", "redo", "quit"]
    shown = typed(lines, "--dice", "hand")
    assert shown.count("Light ●●●●○○") == 2
    assert shown.count("Light ●●●●●●") == 2


def test_nonsense_gets_a_sentence(typed: Play) -> None:
    """Unknown words, numbers, parameters, paths and seats: the nearest names, and the table goes on."""
    shown = typed.words(
        ["foo", "99", "take_step whom=ada", "take_step who", "set light", "set lihgt=3", "set light=many", "as nobody",
         "undo x", "redo", "rules", "rules zzz", "forecast", "sheet nobody", '"', "quit"],
        "--seed", "x",
    )  # fmt: skip
    for words in (
        "There is no action or command called 'foo'",
        "parameter of take_step called 'whom'. Did you mean who?",
        "'who' should be name=value",
        "Say set PATH=VALUE",
        "Did you mean light?",
        "There is no seat called 'nobody'",
        "'x' is not the number of an entry",
        "There is nothing to redo.",
        "No rule speaks of 'zzz'",
        "nothing to forecast",
        "No closing quotation",
        "Goodbye",
    ):
        assert words in shown


def test_commands_work_while_something_is_asked(typed: Play) -> None:
    """Help, sheets, rules and instant actions in the middle of a question; the question comes back."""
    lines = ["take_step who=ada", "y", "help", "pour_oil much=1", "maybe", "rules step.nerve", "1", "quit"]
    shown = typed(lines, "--seed", "x")
    assert shown.count("Steady yourself and throw again, for 1 nerve?") >= 5
    assert "Answer with a number or a word of the list" in shown
    assert "The lantern is full." in shown


def test_hot_seat_shows_a_player_only_their_own_view(typed: Play) -> None:
    """Sitting as Bob, the guide's secret note is not to be read, and the guide's actions are not offered."""
    lines = ["write_note title=Trap text=Behindthedoor", "as bob", "sheet", "log", "pour_oil", "quit"]
    shown = typed(lines, "--seed", "x")
    after = shown.split("> as bob")[1]
    assert "Behindthedoor" not in after
    assert "Pour oil" not in after.split("Pour oil is for")[0]
    assert "Pour oil is for guide; bob is walker" in after


def test_a_table_is_kept_and_resumed(typed: Play, tmp_path: Path) -> None:
    """A pending question survives leaving: it is asked again when the table is resumed."""
    path = tmp_path / "evening.table"
    typed(["take_step who=ada", "y", "quit"], "--seed", "x", "--save", str(path))
    shown = typed(["1", "quit"], "--save", str(path))
    assert "Going on from" in shown
    assert "Steady yourself" in shown
    assert "⇒" in shown
    typed(["quit"], "--new", "--save", str(path))
    assert path.with_name("evening.table.before").exists()


def test_a_table_has_one_writer(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While somebody plays from a file, nobody else can."""
    path = tmp_path / "shared.table"
    with held(path):
        assert main(["play", game, "--save", str(path)]) == 2
    assert "is open elsewhere" in capsys.readouterr().err


def test_a_file_of_another_kind_is_refused(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence and exit code 2; the file is left as it was."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n")
    assert main(["play", game, "--save", str(path)]) == 2
    assert "is not a table's file" in capsys.readouterr().err
    assert path.read_text() == "Dear Ada,\n"


def test_it_runs_in_a_real_terminal(game: str, tmp_path: Path) -> None:
    """Through a pseudo-terminal: colours, a prompt, the usual place for the table, and a clean goodbye."""
    leader, follower = pty.openpty()
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "100"}
    command = [sys.executable, "-m", "tablewright", "play", game]
    child = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=env, close_fds=True)
    os.close(follower)
    try:
        shown = _until(leader, "more:")
        os.write(leader, b"1\n")
        shown += _until(leader, "who:")
        os.write(leader, b"1\n")
        shown += _until(leader, "Go ahead?")
        os.write(leader, b"n\nquit\n")
        shown += _until(leader, "Goodbye")
        assert child.wait(10) == 0
    finally:
        child.kill()
        child.wait()
        os.close(leader)
    assert "\x1b[" in shown
    assert (tmp_path / "tablewright" / "play-walk.table").exists()


def _until(fd: int, words: str, seconds: float = 20) -> str:
    """Reads the terminal until it shows these words."""
    shown, end = "", time.monotonic() + seconds
    while words not in shown:
        assert time.monotonic() < end, f"never showed {words!r}: {shown[-500:]}"
        shown += os.read(fd, 65536).decode(errors="replace")
    return shown
