"""Tables from the command line: listed, closed, checked, written to files and brought in; as JSON and in sentences."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablewright.catalog.installed import find_game, load_game_at
from tablewright.table import Table
from tablewright.table.lifecycle.library import create_table
from tablewright.table.stores.sqlite import SqliteStore
from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game
from tests import ROOT


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are kept meanwhile."""
    monkeypatch.setenv("TABLEWRIGHT_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("tables-walk", tmp_path_factory.mktemp("games")))


@pytest.fixture
def walk(game: str, data: Path) -> str:
    """A kept table with dice on it."""
    with closing(SqliteStore(data)) as store:
        table, _ = create_table(store, load_game_at(Path(game)), "walk", seed="the-very-seed")
        play(table)
    return "walk"


def play(table: Table) -> None:
    """Three steps that do not come to an end: seed and nonces make the dice."""
    for n in range(3):
        table.act("ann", "take_step", {"who": "ada"}, nonce=f"step {n}")
        while table.play_state.waiting():
            running, question = table.play_state.waiting()[0]
            table.answer("guide", running.number, question.at, question.options[0].key, nonce="keep")


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def words(capsys: pytest.CaptureFixture[str], *said: str) -> str:
    assert main(list(said)) == 0
    return " ".join(capsys.readouterr().out.split())


def refusal(capsys: pytest.CaptureFixture[str], *said: str) -> str:
    assert main(list(said)) == 2
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    assert out == "" or "--json" in said
    return err


def test_tables_are_listed(walk: str, game: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With their game, where it lies, how long they are and whether they are closed."""
    (head,) = answer(capsys, "tables")
    assert (head["name"], head["game"], head["source"], head["closed"]) == ("walk", "tables-walk", game, False)
    assert head["length"] > 3
    assert "walk" in words(capsys, "tables")
    assert "seed" not in head
    assert "No table is kept yet" in words(capsys, "tables", "--data", str(data / "other"))


def test_closing_shows_the_seed_and_ends_the_session(walk: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is in no answer before that."""
    assert "the-very-seed" not in words(capsys, "tables")
    found = answer(capsys, "close", walk)
    assert found["seed"] == "the-very-seed"
    assert answer(capsys, "tables")[0]["closed"] is True
    assert "This session is closed" in refusal(capsys, "close", walk)


def test_the_dice_of_a_closed_session_are_checked(
    walk: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exported, verified; a changed file is refused, and so is one whose seed has not been shown."""
    early, late = str(tmp_path / "early"), str(tmp_path / "late")
    words(capsys, "export", walk, early)
    assert "The seed has not been shown" in refusal(capsys, "verify", early)
    assert "The session is closed. The seed of its dice was the-very-seed." in words(capsys, "close", walk)
    assert answer(capsys, "export", walk, late)["entries"] > 3
    found = answer(capsys, "verify", late)
    assert (found["wrong"], found["throws"], found["dice"]) == ([], 3, 6)
    assert "Every die is the one the seed gives: 6 dice in 3 throws." in words(capsys, "verify", late)
    text = Path(late).read_text("utf-8")
    Path(late).write_text(text.replace("the-very-seed", "the-very-deed"), "utf-8")
    assert "is not as it was written" in refusal(capsys, "verify", late)


def test_a_table_is_taken_elsewhere(walk: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without its seed unless that is wanted; a game that is not on the shelf is named."""
    bare, whole = tmp_path / "bare", tmp_path / "whole"
    words(capsys, "export", walk, str(bare))
    words(capsys, "export", walk, str(whole), "--with-seed")
    assert "the-very-seed" not in bare.read_text("utf-8")
    assert "the-very-seed" in whole.read_text("utf-8")
    elsewhere = str(tmp_path / "elsewhere")
    assert "no game called 'tables-walk'" in refusal(capsys, "import", str(whole), "--data", elsewhere)
    found = answer(capsys, "import", str(whole), "--game", game, "--data", elsewhere)
    assert (found["table"], found["said"]) == ("walk", "")
    found = answer(capsys, "import", str(bare), "--game", game, "--data", elsewhere, "--name", "bare")
    assert "committed anew" in found["said"]
    listed = answer(capsys, "tables", "--data", elsewhere)
    assert {head["name"] for head in listed} == {"walk", "bare"}
    assert "walk 2 is here now" in words(capsys, "import", str(whole), "--game", game, "--data", elsewhere)


def test_a_damaged_file_is_mended_only_if_that_is_said(
    walk: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file stays as it is."""
    path = tmp_path / "walk.table"
    words(capsys, "export", walk, str(path), "--with-seed")
    text = path.read_bytes()[:-400]
    path.write_bytes(text)
    why = refusal(capsys, "import", str(path), "--game", game)
    assert "is damaged" in why
    assert "With --mend all that is whole is taken." in why
    (tmp_path / "head.table").write_bytes(text.split(b"\n")[0])
    assert "--mend" not in refusal(capsys, "import", str(tmp_path / "head.table"), "--game", game)
    assert "was taken" in answer(capsys, "import", str(path), "--game", game, "--mend")["said"]
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["close", "wolk"], "There is no table called 'wolk'. Did you mean walk?"),
        (["export", "wolk", "FILE"], "Did you mean walk?"),
        (["export", "walk", "FOLDER/nowhere/x"], "cannot be written: No such file or directory"),
        (["verify", "FOLDER/nowhere"], "There is no file"),
        (["verify", "FOLDER"], "cannot be read: Is a directory"),
        (["import", "FOLDER/nowhere"], "There is no file"),
        (["import", "FOLDER/letter"], "is not a table's file"),
        (["verify", "FOLDER/letter"], "is not a table's file"),
        (["tables", "--data", "FOLDER/letter"], "Tables cannot be kept in"),
        (["play", "template-walk", "--table", "x"], "There is no game called 'template-walk'"),
    ],
)
def test_what_cannot_be_done_is_said(
    walk: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], said: list[str], sentence: str
) -> None:
    """In a sentence, with exit code 2, as JSON is asked for or not."""
    (tmp_path / "letter").write_text("Dear Ada,\n")
    meant = [word.replace("FOLDER", str(tmp_path)).replace("FILE", str(tmp_path / "file")) for word in said]
    assert sentence in refusal(capsys, *meant)
    assert sentence in refusal(capsys, *meant, "--json") or said[0] == "play"


def test_a_damaged_table_is_not_closed(walk: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong with it is said, and its seed is not shown."""
    with closing(SqliteStore(data)) as store:
        store.db.execute("DELETE FROM records WHERE number = 2")
    said = refusal(capsys, "close", walk)
    assert "Entry 2 is missing" in said
    assert "the-very-seed" not in said


def test_a_table_that_is_open_elsewhere_is_said(
    walk: str, game: str, data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another process, whichever way one comes to it: neither played nor closed meanwhile."""
    link = data.with_name("link")
    link.symlink_to(data)
    monkeypatch.chdir(data.parent)
    command = [sys.executable, "-m", "tests.table.support.hold_lock", "sqlite", str(data), walk]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        for folder in (str(data), "data", "./link", str(link)):
            for said in (["play", game, "--table", walk], ["close", walk]):
                sentence = "walk is open elsewhere: a table has one writer at a time."
                assert sentence in refusal(capsys, *said, "--data", folder)
        process.kill()


def test_a_table_whose_game_is_gone_or_another_is_said(
    game: str, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It belongs to the game it was begun with, where that was."""
    with closing(SqliteStore(data)) as store:
        box = find_game(game)
        box.source = str(tmp_path / "gone")
        create_table(store, box, "lost")
    assert "is not a game's folder" in refusal(capsys, "close", "lost")
