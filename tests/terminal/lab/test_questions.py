"""The lab on the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest
from rich.console import Console

from tablewright.catalog.installed import find_game
from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game
from tablewright.terminal.lab.questions import working_options
from tablewright.terminal.parser import build_parser
from tablewright.terminal.render.console import percent

THROUGH = "the walkers are through"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game("lab-walk", tmp_path_factory.mktemp("games")))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return " ".join(capsys.readouterr().out.split())


def test_what_can_be_run_is_listed_with_its_ranges(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Fields, rulings and policies with their defaults, and every value of the start by its path."""
    text = shown(capsys, "lab", "list", game, "walk")
    for words in ("light", "1 to 6", "stumble", "dims, frightens", "proud, nervous, best", "walkers.ada.nerve"):
        assert words in text
    found = answer(capsys, "lab", "list", game, "walk")
    assert found["fields"][0] == {"name": "light", "default": 6, "values": "1 to 6", "doc": "Light at the start"}
    assert found["start"]["walkers"][0]["nerve"] == 2
    assert "taking-hits" in shown(capsys, "lab", "list")


def test_the_policies_of_the_game_are_listed_behind_those_of_the_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever may decide is said, in words and as JSON: all of them are taken."""
    every = ["plain", "careful", "bold", "power", "finesse", "dodging", "best"]
    assert f"(--policy NAME): {', '.join(every)}." in shown(capsys, "lab", "list", "moonveil", "duel")
    assert answer(capsys, "lab", "list", "moonveil", "duel")["policies"] == every
    assert set(answer(capsys, "lab", "list", "moonveil")[0]["policies"]) == set(every)


def test_who_stops_before_there_is_an_answer_is_told(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the exit code of an interruption: nothing hangs, and nothing is silent."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablewright.lab.run", interrupt)
    assert main(["lab", "run", game, "walk"]) == 130
    assert "Stopped before there was an answer" in capsys.readouterr().err


def test_whoever_waits_sees_what_is_done_from_the_first(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the terminal, before there is anything to count; and then how many of how many."""
    seen = StringIO()
    monkeypatch.setattr(
        "tablewright.terminal.lab.questions.make_console",
        lambda stderr: Console(file=seen, force_terminal=True, width=80),
    )
    with working_options(build_parser().parse_args(["lab", "run", game, "walk"])) as work:
        soon(seen, "working")
        work.say("trying to solve it: 7 states")
        soon(seen, "trying to solve it: 7 states")
        work.tell(250, 1_000)
        soon(seen, "250 of 1,000")


def soon(seen: StringIO, words: str) -> None:
    end = monotonic() + 10
    while words not in seen.getvalue():
        assert monotonic() < end
        sleep(0.02)


def test_the_short_form_still_means_run(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`lab GAME SCENARIO` runs it, and `lab GAME` lists what there is."""
    assert answer(capsys, "lab", game, "walk") == answer(capsys, "lab", "run", game, "walk")
    assert answer(capsys, "lab", game) == answer(capsys, "lab", "list", game)


def test_an_answer_is_shown_with_all_that_it_is_of(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Chances, spreads and curves, the fields and rulings, who decides, and the seed."""
    text = shown(capsys, "lab", "run", game, "walk", "--policy", "nervous", "--at-least", "--number", "3")
    for words in (
        THROUGH,
        "deviation",
        "median",
        "length in steps",
        "nerve: so much or more",
        "light=6",
        "decided by: nervous",
        "seed 3",
    ):
        assert words in text


def test_sweeps_are_drawn_as_grids(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two things down and across, one thing as bars, with the sentence below."""
    text = shown(capsys, "lab", "sweep", game, "walk", "--over", "light=2..4", "--over", "policy=*", "--cores", "1")
    assert "light \\ policy" in text
    assert "is highest at" in text
    each = shown(capsys, "lab", "sweep", game, "walk", "--over", "light=2..3", "--figure", "nerve", "--cores", "1")
    assert "light=2" in each


def test_comparisons_and_sensitivity_say_what_changes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence a person would say."""
    words = ("--one", "stumble=dims", "--two", "stumble=frightens")
    text = shown(capsys, "lab", "compare", game, "walk", *words, "--cores", "1")
    assert "With stumble=frightens instead of stumble=dims" in text
    assert "rises from" in text
    assert "stumble matters most" in shown(capsys, "lab", "sensitivity", game, "walk", "--cores", "1")


def test_a_table_a_file_or_a_start_is_gone_on_from(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A start written as JSON, changed by hand, is where it begins; what is neither table nor file is refused."""
    found = answer(capsys, "lab", "list", game, "walk")["start"]
    found["light"] = 1
    file = tmp_path / "start.json"
    file.write_bytes(msgspec.json.encode(found))
    dark = answer(capsys, "lab", "run", game, "walk", "--from", str(file))
    assert dark["chances"] == answer(capsys, "lab", "run", game, "walk", "--set", "light=1")["chances"]
    assert dark["about"]["start"] == "a state that was given"
    assert dark["about"]["start_named"] == str(file)
    assert answer(capsys, "lab", "best", game, "walk", "--from", str(file))["about"]["start"] == dark["about"]["start"]
    assert main(["lab", "run", game, "walk", "--from", "nowhere", "--data", str(tmp_path)]) == 2
    assert "neither a table nor a file 'nowhere'" in capsys.readouterr().err


def test_a_kept_table_and_its_file_are_gone_on_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its name where tables are kept, or by the file it was written to: the same answer, which says from where."""
    data = ("--data", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", StringIO(""))  # nobody types anything
    assert main(["play", "veil-runners", "--table", "ship", *data]) == 0
    assert main(["export", "ship", str(tmp_path / "ship.table"), *data]) == 0
    capsys.readouterr()
    kept = answer(capsys, "lab", "run", "veil-runners", "under-fire", "--from", "ship", *data)
    filed = answer(capsys, "lab", "run", "veil-runners", "under-fire", "--from", str(tmp_path / "ship.table"), *data)
    assert kept["about"]["start"] == filed["about"]["start"] == "a table's state"
    assert len(kept["about"]["state"]) == 12, "the mark of the state, which is another for another"
    assert kept["about"].pop("start_named") == "ship, after entry 0"
    assert filed["about"].pop("start_named") == str(tmp_path / "ship.table")
    assert kept == filed


def test_a_table_is_no_start_of_what_cannot_go_on_from_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three against two are no duel, though its start is a table's state, too; nor is another's start one's own."""
    data = ("--data", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert main(["play", "moonveil", "--table", "fight", *data]) == 0
    capsys.readouterr()
    assert main(["lab", "run", "moonveil", "duel", "--from", "fight", *data]) == 2
    assert "A duel cannot go on from a table. These can: party." in capsys.readouterr().err
    assert main(["lab", "list", "moonveil", "duel", "--json"]) == 0
    file = tmp_path / "start.json"
    file.write_text(capsys.readouterr().out)
    assert main(["lab", "run", "moonveil", "day", "--from", str(file)]) == 2
    assert "That is where duel begins, and day is asked." in capsys.readouterr().err
    assert main(["lab", "list", "moonveil", "worth", "--from", str(file), "--json"]) == 0


def test_a_start_is_listed_with_what_is_set_and_goes_on_from_there(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fields, values by path and rulings make it; written to a file it is the same start."""
    said = ("--set", "light=2", "--ruling", "stumble=frightens")
    assert "│ light │ 2 │" in " ".join(shown(capsys, "lab", "list", game, "walk", *said).split())
    file = tmp_path / "start.json"
    file.write_text(msgspec.json.encode(answer(capsys, "lab", "list", game, "walk", *said)).decode())
    one = answer(capsys, "lab", "run", game, "walk", *said)
    two = answer(capsys, "lab", "run", game, "walk", "--from", str(file))
    assert one["chances"] == two["chances"]
    assert two["about"]["rulings"] == {"stumble": "frightens"}, "its rulings are those of the start"
    assert main(["lab", "list", game, "--set", "light=2"]) == 2
    assert "belongs to one scenario" in capsys.readouterr().err


def test_an_answer_says_how_it_was_to_be_found(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Plays, error and limit; and a value by path as it was typed, however long: enough to ask the same again."""
    how = ("--plays", "30", "--limit", "70", "--by", "bulk")
    about = answer(capsys, "lab", "run", game, "walk", *how)["about"]
    assert (about["plays"], about["limit"], about["by"], about["error"]) == (30, 70, "bulk", 0.01)
    assert "seed 0; limit 70" in shown(capsys, "lab", "run", game, "walk", *how)
    note = "sings " * 20
    text = " ".join(shown(capsys, "lab", "run", "moonveil", "duel", "--set", f"enemies.foe.note={note}").split())
    assert f"enemies.foe.note={note.strip()}" in text


def test_reports_and_diffs_are_written(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page of one scenario or the whole game; a baseline in the folder, and nothing moved since."""
    page = tmp_path / "walk.html"
    shown(capsys, "lab", "report", game, "walk", "--out", str(page), "--cores", "1")
    assert page.read_text().count("<svg") >= 3
    shown(capsys, "lab", "report", game, "--out", str(tmp_path / "all.md"), "--cores", "1")
    assert "A walk through the dark" in (tmp_path / "all.md").read_text()
    shown(capsys, "lab", "diff", game, "--write", "--cores", "1")
    assert (find_game(game).path / "golden" / "balance.json").is_file()
    assert "Nothing moved" in shown(capsys, "lab", "diff", game, "--cores", "1")
    assert main(["lab", "report", game, "walk"]) == 2
    assert "Say where to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "why"),
    [("gone/walk.html", "there is no folder"), ("walk.doc", "should end in .csv"), ("it.md", "a folder")],
)
def test_what_cannot_be_written_is_said_before_it_is_worked_out(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: str, why: str
) -> None:
    """Nobody waits an hour to hear that the folder was misspelt."""
    (tmp_path / "it.md").mkdir()
    monkeypatch.setattr("tablewright.lab.run", None)
    monkeypatch.setattr("tablewright.lab.sweep", None)
    for words in (("report", game, "walk"), ("run", game, "walk")):
        assert main(["lab", *words, "--out", str(tmp_path / file)]) == 2
        assert why in " ".join(capsys.readouterr().err.split())


def test_what_is_kept_can_be_thrown_away(capsys: pytest.CaptureFixture[str]) -> None:
    """And then there is nothing left to throw away."""
    answer(capsys, "lab", "forget")
    assert answer(capsys, "lab", "forget") == {"forgotten": 0}


def test_everything_that_was_sampled_is_shown_with_its_interval(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At-least curves row by row, and both sides of a comparison; nothing that was counted has one."""
    monkeypatch.setenv("COLUMNS", "150")
    words = ("lab", "run", game, "walk", "--at-least")
    _, _, curves = shown(capsys, *words, "--by", "bulk", "--plays", "300").partition("so much or more")
    rows = [row for row in curves.split("│") if "%" in row]
    assert len(rows) > 6
    assert all("±" in row or "or more)" in row or "(up to" in row for row in rows)
    assert not any(word in shown(capsys, *words) for word in ("±", "or more)", "(up to"))
    two = ("lab", "compare", game, "walk", "--one", "light=4", "--two", "light=5")
    sampled = shown(capsys, *two, "--by", "bulk", "--plays", "300", "--cores", "1")
    assert all("±" in cell for cell in sampled.partition(THROUGH)[2].split("│")[1:4])
    assert "±" not in shown(capsys, *two, "--cores", "1")


@pytest.mark.parametrize("more", [(), ("--by", "bulk", "--plays", "50")])
def test_no_figure_is_cut_on_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    """Nine enemies side by side are turned round, or listed: every name and figure is whole."""
    monkeypatch.setenv("COLUMNS", "80")
    words = ("lab", "sweep", "moonveil", "duel", "--over", "hp=1..4", "--over", "enemy=*", "--cores", "1")
    assert main([*words, *more]) == 0
    out = capsys.readouterr().out
    assert "…" not in out
    assert all(len(line) <= 80 for line in out.splitlines())
    for enemy in ("gutter-imp", "lantern-thief", "moonfed-ogre", "shard-warden"):
        assert enemy in out


def test_chances_are_percent_in_the_terminal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In grids, lists and comparisons as in the sentences below them."""
    for words in (
        ("sweep", game, "walk", "--over", "light=2..4"),
        ("sweep", game, "walk", "--over", "light=2..4", "--over", "stumble=*"),
        ("sensitivity", game, "walk"),
    ):
        text = shown(capsys, "lab", *words, "--figure", THROUGH, "--cores", "1")
        assert "%" in text.partition("┃")[2].partition("└")[0]
        assert "│ 0." not in text
    text = shown(capsys, "lab", "compare", game, "walk", "--one", "light=2", "--two", "light=3", "--cores", "1")
    row = text.partition(f"│ {THROUGH} │ ")[2].split("│")
    assert ["%" in cell for cell in row[:2]] == [True, True]
    assert "points" in row[2]


@pytest.mark.parametrize(
    ("p", "words"),
    [(0.0, "0%"), (1.0, "100%"), (1e-9, "<0.000001%"), (1 - 1e-10, ">99.999999%"), (0.00005, "0.005000%")],
)
def test_no_chance_is_rounded_to_never_or_always(p: float, words: str) -> None:
    """What is neither is not shown as if it were."""
    assert percent(p) == words
