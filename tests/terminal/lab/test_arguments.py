"""What is asked of the lab on the command line and cannot be meant is refused with a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablewright.engine.markov import chain
from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("asked-walk", tmp_path_factory.mktemp("games")))


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("run", "--set", "light=2", "--set", "light=3"), "light is given twice"),
        (("run", "--ruling", "stumble=dims", "--ruling", "stumble=dims"), "stumble is given twice"),
        (("sweep", "--over", "light=2,3", "--over", "light=4,5"), "light is given twice"),
        (("run", "--policy", "proud", "--policy", "nervous"), "policy is given twice"),
        (("run", "--seed", "3", "--number", "4"), "number is given twice"),
        (("run", "--plays", "300", "--error", "2%"), "say one of the two"),
        (("run", "--error", "0.00001%"), "An error of 0.00001% cannot be asked for"),
        (("best", "--seconds", "3", "--seconds", "4"), "seconds is given twice"),
        (("sweep", "--over", "light=2,3", "--set", "light=4"), "light is set, and it is swept, too"),
        (("run", "--set", "light=\udcff"), "cannot be read"),
        (("run", "--ruling", "stumble=\udcff"), "cannot be read"),
        (("best", "--seconds", "nan"), "some time"),
        (("run", "--policy", "nosuch"), "nervous, proud"),
        (("run", "--policy", "nosuch"), "best"),
        (("run", "--set", "light=" + "9" * 20), "light is between 1 and 6, not 999"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    game: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    """In a sentence, never with a traceback, and never by dropping one of two."""
    what, *more = words
    assert says in refused(capsys, "lab", what, game, "walk", *more)


def test_the_seed_is_called_as_it_is_in_python(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And by its older name still."""
    found = []
    for word in ("--seed", "--number"):
        assert main(["lab", "run", game, "walk", "--by", "bulk", "--plays", "300", word, "7", "--json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["about"]["seed"] == 7


def test_best_play_that_is_too_large_to_solve_is_sent_to_where_it_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`lab best` finds what `--policy best` cannot."""
    monkeypatch.setattr(chain, "BRANCHES", 100)
    words = ("lab", "run", "moonveil", "party", "--policy", "best", "--fresh", "--cores", "1")
    assert "lab best moonveil party" in refused(capsys, *words)


def test_what_is_listed_is_a_start(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer of `lab list --json` is taken as it is, and as it was changed."""
    assert main(["lab", "list", game, "walk", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    listed["start"]["light"] = 1
    file = tmp_path / "listed.json"
    file.write_text(json.dumps(listed))
    assert main(["lab", "run", game, "walk", "--from", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["lab", "run", game, "walk", "--set", "light=1", "--json"]) == 0
    assert found["chances"] == json.loads(capsys.readouterr().out)["chances"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("lab",), "what a change of a game's folder does"),
        (("lab", "help"), "run it twice"),
        (("lab", "help", "sweep"), "--over"),
        (("lab", "help", "nosuch"), "run it twice"),
    ],
)
def test_whoever_asks_for_help_is_helped(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By `lab` alone, and by the word for it."""
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert not ended.value.code
    assert says in " ".join(capsys.readouterr().out.split())


def test_help_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """It ends as sentences do, whether it tells or asks."""
    with pytest.raises(SystemExit):
        main(["lab", "sensitivity", "--help"])
    text = capsys.readouterr().out
    assert "?." not in text
    assert "matters most?" in " ".join(text.split())
