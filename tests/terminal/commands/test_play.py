"""`tablewright play`: from the first sheet to the outcome, kept by name, resumed, in a real terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tablewright.table.stores.sqlite import SqliteStore
from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game


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
    """Types lines into `tablewright play` and gives back what it showed, with line breaks forgotten."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str) -> None:
        self.monkeypatch, self.capsys, self.game = monkeypatch, capsys, game

    def __call__(self, lines: list[str], *flags: str) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", self.game, *flags]) == 0
        return " ".join(self.capsys.readouterr().out.split())


def test_a_step_from_the_first_sheet_to_the_outcome(typed: Play) -> None:
    """The action is picked by number, its form asked, its odds shown, its choice asked with what each answer does."""
    shown = typed(["1", "1", "", "1 1", "1", "quit"], "--dice", "hand")
    for words in ("Light ●●●●●●", "1 Take a step", "Who leads", "swift", "Steady yourself", "★", "Ada: Take a step:"):
        assert words in shown


def test_undo_takes_back_and_redo_does_again(typed: Play) -> None:
    """The light is full again after undo, and dimmed again after redo."""
    shown = typed(["take_step who=ada", "", "1 2", "no", "undo", "redo", "quit"], "--dice", "hand")
    assert shown.count("Light 6 → 4") == 2
    assert shown.count("Light 4 → 6") == 1


def test_nonsense_gets_a_sentence(typed: Play) -> None:
    """Unknown words, numbers, fields, paths and seats: the nearest names, and the table goes on."""
    lines = ["foo", "99", "take_step whom=ada", "set light", "set lihgt=3", "set light=many", "as nobody", "undo x",
             "redo", "rules", "rules zzz", "forecast", "sheet nobody", '"', "back", "quit"]  # fmt: skip
    shown = typed(lines, "--seed", "x")
    for words in (
        "There is no action or command called 'foo'",
        "There is no action called '99'",
        "There is no field here called 'whom'. Did you mean who?",
        "Say set PATH=VALUE",
        "Did you mean light?",
        "There is no seat called 'nobody'",
        "'x' is not the number of an entry",
        "There is nothing to redo.",
        "No rule speaks of 'zzz'",
        "nothing to forecast",
        "There is nothing to go back from",
        "Goodbye",
    ):
        assert words in shown


def test_commands_work_while_something_is_asked(typed: Play) -> None:
    """Help, rules and instant actions in the middle of a question; the question comes back."""
    lines = ["take_step who=ada", "", "1 1", "help", "pour_oil much=1", "maybe", "rules step.nerve", "1", "quit"]
    shown = typed(lines, "--dice", "hand")
    assert shown.count("Ada: Steady yourself and throw again, for 1 nerve?") >= 4
    assert "The lantern is full." in shown
    assert "Nothing here is called 'maybe'. There is no or yes." in shown
    assert "Ada: Take a step: stumble" in shown


def test_hot_seat_shows_a_player_only_their_own_view(typed: Play) -> None:
    """Sitting as Bob, the guide's secret note is not to be read, and the guide's actions are not offered."""
    lines = ["write_note title=Trap text=Behind the door", "as bob", "", "sheet", "log", "more", "pour_oil", "quit"]
    after = typed(lines, "--seed", "x").partition("The keyboard is for bob")[2]
    assert "Behind the door" not in after
    assert "There is no action or command called 'pour_oil'" in after
    assert "Pour oil" not in after.partition("bob> pour_oil")[0]


def test_an_empty_table_begins_with_its_master_alone(typed: Play) -> None:
    """Others join."""
    shown = typed(["join Dana", "quit"], "--empty")
    assert "seats: guide · type help" in shown
    assert "Dana sits down as walker." in shown


def test_a_table_is_kept_and_resumed(typed: Play) -> None:
    """A pending question survives leaving: it is asked again when the table is resumed; another hides nothing."""
    shown = typed(["take_step who=ada", "y", "quit"], "--seed", "x", "--table", "evening")
    assert "The table is kept as evening." in shown
    shown = typed(["1", "quit"], "--table", " evening ")
    assert "Going on with evening" in shown
    assert "Steady yourself" in shown
    assert "Ada: Take a step:" in shown
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
    with closing(SqliteStore(data)) as store, store.lock("shared"):
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
    shown = typed(["log", "take_step who=ada", "say More.", "undo", "quit"], "--table", "evening")
    assert "Entry 3 is not as it was written. The table can be read up to there" in shown
    assert "Hello." in shown
    assert "Goodbye" in shown
    with closing(SqliteStore(data)) as store:
        assert store.kept("evening").head.length == 4


HEEDING = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("tablewright", run_name="__main__", alter_sys=True)
"""
"""Ctrl-C is heeded as at a keyboard, though the tests may have been started where it is ignored."""


def test_it_runs_in_a_real_terminal(game: str, tmp_path: Path) -> None:
    """Through a pseudo-terminal: colours, a prompt, Ctrl-C out of a form, the usual place for tables, a goodbye."""
    leader, follower = pty.openpty()
    env = os.environ | {
        "TABLEWRIGHT_DATA": "",
        "XDG_DATA_HOME": str(tmp_path),
        "TERM": "xterm-256color",
        "COLUMNS": "100",
    }
    command = [sys.executable, "-c", HEEDING, "play", game]
    child = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=env, close_fds=True, start_new_session=True
    )
    os.close(follower)
    try:
        shown = _until(leader, "> ")
        os.write(leader, b"1\n")
        shown += _until(leader, "who: ")
        _until_it_reads(child.pid)
        os.kill(child.pid, signal.SIGINT)
        shown += _until(leader, "Ctrl-C again leaves")
        os.write(leader, b"1\n")
        shown += _until(leader, "who: ")
        os.write(leader, b"1\n")
        shown += _until(leader, "Enter goes ahead")
        os.write(leader, b"n\nquit\n")
        shown += _until(leader, "Goodbye. The table is kept as Play walk")
        assert child.wait(10) == 0
    finally:
        child.kill()
        child.wait()
        os.close(leader)
    assert "\x1b[" in shown
    with closing(SqliteStore(tmp_path / "tablewright")) as store:
        assert [(head.name, head.game, head.length) for head in store.headers()] == [("Play walk", "play-walk", 1)]


def _until(fd: int, words: str, seconds: float = 20) -> str:
    """Reads the terminal until it shows these words."""
    shown, end = "", time.monotonic() + seconds
    while words not in shown:
        ready, _, _ = select.select([fd], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"never showed {words!r}: {shown[-500:]}"
        shown += os.read(fd, 65536).decode(errors="replace")
    return shown


def _until_it_reads(pid: int, seconds: float = 20) -> None:
    """Waits until a process sleeps over its terminal: a signal on the way there is only noticed at the next key."""
    stat, end = Path(f"/proc/{pid}/stat"), time.monotonic() + seconds
    asleep = 0
    while stat.exists() and asleep < 20 and time.monotonic() < end:
        asleep = asleep + 1 if stat.read_text().rpartition(")")[2].split()[0] == "S" else 0
        time.sleep(0.02)
