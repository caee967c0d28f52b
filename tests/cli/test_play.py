"""Playing in the terminal: sheets, legal actions, odds before a roll, every choice asked, undo, save, resume."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.cli import main
from tablewright.cli.new_game import write_game
from tablewright.table.sqlite import SqliteStore


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("play-walk", tmp_path_factory.mktemp("games")))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept meanwhile."""
    monkeypatch.setenv("TABLEWRIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


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
    shown = typed(["1", "1", "y", "6 2", "1", "quit"], "--dice", "hand")
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


def test_a_table_is_kept_and_resumed(typed: Play) -> None:
    """A pending question survives leaving: it is asked again when the table is resumed; another hides nothing."""
    shown = typed(["take_step who=ada", "y", "quit"], "--seed", "x", "--table", "evening")
    assert "The table is kept as evening." in shown
    shown = typed(["1", "quit"], "--table", " evening ")
    assert "Going on with evening" in shown
    assert "Steady yourself" in shown
    assert "⇒" in shown
    typed(["quit"], "--table", "morning")
    assert "Going on with evening" in typed(["quit"], "--table", "evening")


def test_beginning_another_table_never_hides_one(typed: Play, capsys: pytest.CaptureFixture[str]) -> None:
    """--new with a name that is taken is refused; with another it is a table of its own."""
    typed(["say Hello.", "quit"], "--table", "evening")
    assert main(["play", typed.game, "--new", "--table", "evening"]) == 2
    assert "There is a table called evening already" in capsys.readouterr().err
    typed(["quit"], "--new", "--table", "evening 2")
    assert "Hello." in typed(["log", "quit"], "--table", "evening")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--seed", "y"], "evening has a seed already"),
        (["--ruling", "stumble=frightens"], "evening was begun with stumble=dims"),
        (["--empty"], "evening has begun already"),
        (["--as", "nobody"], "There is no seat called 'nobody'"),
    ],
)
def test_what_was_settled_when_a_table_was_begun_is_not_settled_again(
    typed: Play, capsys: pytest.CaptureFixture[str], flags: list[str], sentence: str
) -> None:
    """Refused, not ignored."""
    typed(["quit"], "--table", "evening", "--seed", "x")
    assert main(["play", typed.game, "--table", "evening", *flags]) == 2
    assert sentence in capsys.readouterr().err


def test_a_table_has_one_writer(typed: Play, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """While somebody plays at it, nobody else can, nor close it."""
    typed(["quit"], "--table", "shared")
    with closing(SqliteStore(data)) as store, store.held("shared"):
        assert main(["play", typed.game, "--table", "shared"]) == 2
        assert main(["close", "shared"]) == 2
    assert capsys.readouterr().err.count("shared is open elsewhere") == 2


def test_dice_by_hand_are_remembered_and_can_be_left_to_the_table(typed: Play) -> None:
    """What was waited for falls by the seed as soon as the table throws again."""
    typed(["take_step who=ada", "y", "quit"], "--dice", "hand", "--table", "evening")
    assert "Type what fell" in typed(["quit"], "--table", "evening")
    assert "Steady yourself" in typed(["quit"], "--table", "evening", "--dice", "fair")


def test_an_empty_table_has_seats_and_nobody_on_the_road(typed: Play) -> None:
    """Whoever wants to comes along."""
    shown = typed(["quit"], "--empty", "--table", "bare")
    assert "seats: guide" in shown
    assert "Ada" not in shown


def test_a_table_that_can_only_be_read_says_why_and_shows_what_was_told(typed: Play, data: Path) -> None:
    """A damaged one: its log up to there, and nothing can be done."""
    typed(["say Hello.", "set light=3", "say Hm.", "quit"], "--table", "evening")
    with closing(SqliteStore(data)) as store:
        store.db.execute("UPDATE records SET hash = 'x' WHERE number = 3")
    shown = typed.words(["log", "take_step who=ada", "say More.", "undo", "quit"], "--table", "evening")
    assert "Entry 3 is not as it was written. The table can be read up to there" in shown
    assert "Hello." in shown
    assert "Goodbye" in shown
    with closing(SqliteStore(data)) as store:
        assert store.kept("evening").head.length == 4


def test_it_runs_in_a_real_terminal(game: str, tmp_path: Path) -> None:
    """Through a pseudo-terminal: colours, a prompt, the usual place for the table, and a clean goodbye."""
    leader, follower = pty.openpty()
    env = os.environ | {
        "TABLEWRIGHT_DATA": "",
        "XDG_DATA_HOME": str(tmp_path),
        "TERM": "xterm-256color",
        "COLUMNS": "100",
    }
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
    with closing(SqliteStore(tmp_path / "tablewright")) as store:
        assert [(head.name, head.game, head.length) for head in store.heads()] == [("Play walk", "play-walk", 1)]


def _until(fd: int, words: str, seconds: float = 20) -> str:
    """Reads the terminal until it shows these words."""
    shown, end = "", time.monotonic() + seconds
    while words not in shown:
        assert time.monotonic() < end, f"never showed {words!r}: {shown[-500:]}"
        shown += os.read(fd, 65536).decode(errors="replace")
    return shown
