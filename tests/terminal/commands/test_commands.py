"""The command line: answers for people and programs, and sentences with exit code 2 for what cannot be done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablewright.lab.execution import runner
from tablewright.terminal import main
from tablewright.terminal.commands.new_game import write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a game just written by new-game."""
    return str(write_game("cli-walk", tmp_path_factory.mktemp("games")))


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What a command says as JSON."""
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says when it cannot be done."""
    assert main(list(words)) == 2
    return capsys.readouterr().err


def test_a_new_game_passes_check_at_once(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What new-game writes is complete: every finding holds."""
    found = answer(capsys, "check", game, "--steps", "200")
    assert found["holds"] is True
    assert found["game"] == "cli-walk"
    assert len(found["findings"]) >= 10


def test_odds_are_exact_fractions(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The chance of a six on the best of two dice is 11/36, and nerve makes it better."""
    found = answer(capsys, "odds", game, "take_step", "--set", "who=ada")
    swift = next(o for o in found["outcomes"] if o["outcome"] == "swift")
    assert swift["plain"] == "11/36"
    assert swift["best_chance"] > swift["plain_chance"]


def test_odds_follow_values_set_in_the_state(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without nerve the best play is the plain one."""
    found = answer(capsys, "odds", game, "take_step", "--set", "who=ada", "--set", "walkers.ada.nerve=0")
    assert all(o["plain"] == o["best"] for o in found["outcomes"])


def test_odds_by_what_may_be_spent(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing buys the plain chance, and one nerve the best; a second one would buy nothing more."""
    usual = answer(capsys, "odds", game, "take_step", "--set", "who=ada")
    found = answer(capsys, "odds", game, "take_step", "--set", "who=ada", "--spend", "2")
    for one, other in zip(usual["outcomes"], found["outcomes"], strict=True):
        assert other["best"] == [one["plain"], one["best"], one["best"]]
    assert found["best_spends"] == [0, usual["best_spends"], usual["best_spends"]]
    assert main(["odds", game, "take_step", "--set", "who=ada", "--spend", "2"]) == 0
    assert "best play by what may be spent" in capsys.readouterr().out


def test_the_best_choice_for_given_dice_is_named(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A six is kept; a five is worth throwing again, and it says what for."""
    kept = answer(capsys, "odds", game, "take_step", "--set", "who=ada", "--dice", "6,1")
    assert kept["best"] == "no"
    again = answer(capsys, "odds", game, "take_step", "--set", "who=ada", "--dice", "2 5")
    assert again["best"] == "yes"
    assert {o["outcome"]: o["best"] for o in again["options"]["yes"]["outcomes"]}["swift"] == "11/36"


def test_the_lab_says_how_it_found_its_answer(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By chain where the states fit, by bulk where told to, and both agree within the stated interval."""
    solved = answer(capsys, "lab", game, "walk", "--set", "light=4")
    assert solved["by"] == "chain"
    sampled = answer(
        capsys, "lab", game, "walk", "--set", "light=4", "--by", "bulk", "--plays", "20000", "--cores", "1"
    )
    assert sampled["by"] == "bulk"
    for ending, p in solved["chances"].items():
        assert abs(sampled["chances"][ending] - p) < 3 * sampled["wide"][ending]


def test_the_lab_samples_early_unless_a_chain_is_asked_for(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few states are tried before sampling, and it says so; who insists on a chain, or wants the best, gets it."""
    monkeypatch.setattr(runner, "MAX_STATES_TRIED", 5)
    walk = ("lab", game, "walk", "--plays", "100", "--cores", "1")
    sampled = answer(capsys, *walk)
    assert sampled["by"] == "bulk"
    assert "More than 5 states" in sampled["note"]
    assert answer(capsys, *walk, "--by", "chain")["by"] == "chain"
    assert answer(capsys, *walk, "--policy", "best")["by"] == "chain"


def test_the_lab_compares_house_rulings_on_all_cores(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A stumble that costs nerve instead of light lets more walkers through, solved or sampled in other processes."""
    dims, frightens = (answer(capsys, "lab", game, "walk", "--ruling", f"stumble={r}") for r in ("dims", "frightens"))
    through = "the walkers are through"
    assert frightens["chances"][through] > dims["chances"][through]
    flags = ["--ruling", "stumble=frightens", "--by", "bulk", "--plays", "12000", "--cores", "2"]
    sampled = answer(capsys, "lab", game, "walk", *flags)
    assert abs(sampled["chances"][through] - frightens["chances"][through]) < 3 * sampled["wide"][through]


def test_best_play_in_the_lab_beats_the_policies(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody gets through more often than who plays the best."""
    through = [
        answer(capsys, "lab", game, "walk", "--policy", policy)["chances"]["the walkers are through"]
        for policy in ("best", "proud", "nervous")
    ]
    assert through[0] >= max(through[1:])


def test_rules_are_found_by_id_and_by_word(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning of an id finds what is below it; any other word searches the text."""
    assert {r["id"] for r in answer(capsys, "rules", game, "light")["rules"]} == {"light.most", "light.out"}
    assert [r["id"] for r in answer(capsys, "rules", game, "dims")["rules"]] == ["step.stumble"]
    assert len(answer(capsys, "rules", game)["rules"]) == 13


def test_a_seed_throws_the_same_dice(capsys: pytest.CaptureFixture[str]) -> None:
    """The total is what the faces say."""
    first, second = (answer(capsys, "roll", "4d6kh3+2", "--seed", "s") for _ in range(2))
    assert first == second
    assert first["total"] == sum(sorted(first["dice"][0]["faces"])[1:]) + 2


def test_roll_shows_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """Seven on two dice is 1/6."""
    assert answer(capsys, "roll", "2d6", "--odds")["chances"]["7"] == "1/6"


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game of the shelf with its figures."""
    for row in answer(capsys, "games"):
        assert row["built"] <= row["rules"]
        assert row["actions"] > 0


def test_actions_and_scenarios_are_listed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Leaving out the name lists what there is, as JSON schema for actions."""
    assert answer(capsys, "odds", game)["take_step"]["required"] == ["who"]
    assert [s["name"] for s in answer(capsys, "lab", game)] == ["walk"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["odds", "veil-runnners", "x"], "There is no game called 'veil-runnners'"),
        (["odds", "GAME", "take_stepp"], "Did you mean take_step?"),
        (["odds", "GAME", "take_step"], "take_step needs who: Who leads. Choose from: ada, bo."),
        (["odds", "GAME", "take_step", "--set", "who=adda"], "who cannot be 'adda'. Choose from: ada, bo."),
        (["odds", "GAME", "take_step", "--set", "who"], "'who' should be NAME=VALUE."),
        (["odds", "GAME", "take_step", "--set", "whoo=ada"], "neither a parameter of take_step"),
        (
            ["odds", "GAME", "take_step", "--set", "who=ada", "--set", "light=much"],
            "light is a whole number, not 'much'",
        ),
        (
            ["odds", "GAME", "take_step", "--set", "who=ada", "--ruling", "stumble=flies"],
            "Choose from: dims, frightens.",
        ),
        (["odds", "GAME", "take_step", "--ruling", "stumbel=dims"], "Did you mean stumble?"),
        (["odds", "GAME", "take_step", "--set", "who=ada", "--dice", "7,7"], "each a number from 1 to 6"),
        (["odds", "GAME", "take_step", "--set", "who=ada", "--dice", "six"], "should be the faces of a throw"),
        (["lab", "GAME", "walk", "--policy", "best", "--by", "bulk"], "Best play is solved, not sampled"),
        (["odds", "GAME", "take_step", "--set", "who=ada", "--spend", "-1"], "give a number from 0 to 100"),
        (["odds", "GAME", "take_step", "--set", "who=ada", "--spend", "101"], "give a number from 0 to 100"),
        (["odds", "GAME", "pour_oil", "--set", "light=1", "--dice", "1"], "nobody has anything to choose"),
        (["lab", "GAME", "wlak"], "Did you mean walk?"),
        (["lab", "GAME", "walk", "--policy", "braver"], "There is no policy in Cli walk called 'braver'"),
        (["lab", "GAME", "walk", "--set", "light=99"], "light is between 1 and 6, not 99."),
        (["lab", "GAME", "walk", "--set", "lihgt=3"], "Did you mean light?"),
        (["rules", "GAME", "zzzz"], "There is no rule in Cli walk called 'zzzz'"),
        (["roll", "999999d999999"], "cannot be thrown"),
        (["roll", "2d6++"], "2d6++"),
        (["play", "GAME", "--json"], "Playing is a conversation"),
        (["play", "GAME", "--as", "annn"], "There is no seat called 'annn'. Did you mean ann?"),
        (["new-game", "Bad Name"], "'Bad Name' will not do"),
        (["check", "./nowhere"], "is not a game's folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: list[str], says: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and the nearest valid names where a name is wrong."""
    assert says in refusal(capsys, *(game if word == "GAME" else word for word in words))


@pytest.mark.parametrize("words", [["--plays", "0"], ["--plays", "many"], ["--by", "guess"]])
def test_wrong_flags_exit_with_2(words: list[str], game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The argument parser speaks the same exit code."""
    with pytest.raises(SystemExit) as stopped:
        main(["lab", game, "walk", *words])
    assert stopped.value.code == 2


def test_a_game_that_does_not_conform_fails_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The findings are printed, and the exit code says so."""
    folder = write_game("bad-walk", tmp_path)
    (folder / "golden" / "a_walk.txt").unlink()
    assert "does not conform: golden transcripts match" in refusal(capsys, "check", str(folder), "--steps", "60")


def test_write_keeps_golden_transcripts_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A transcript of inputs alone is filled in."""
    folder = write_game("gold-walk", tmp_path)
    path = folder / "golden" / "a_walk.txt"
    path.write_text("# Short.\nseed z\n> ann take_step who=ada\n")
    assert main(["check", str(folder), "--write", "--steps", "60"]) == 0
    assert "? Ada: Steady yourself" in path.read_text()


def test_tables_for_people_are_drawn(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json the same answers come as tables with bars."""
    for words in (["odds", game, "take_step", "--set", "who=ada"], ["lab", game, "walk"], ["rules", game], ["games"]):
        assert main(words) == 0
        assert "━" in capsys.readouterr().out


def test_the_module_and_the_script_are_the_same_door() -> None:
    """`python -m tablewright --version` answers; without a command and a terminal, the games are listed."""
    done = subprocess.run(
        [sys.executable, "-m", "tablewright", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("tablewright 0.")
    listed = subprocess.run([sys.executable, "-m", "tablewright"], capture_output=True, text=True, check=True, input="")
    assert "Games" in listed.stdout


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["nerve=3"], "--set nerve=3."),
        (["--nerve", "3"], "--set nerve=3."),
        (["--nerve=3"], "--set nerve=3."),
        (["nerve"], None),
        (["nerve", "three"], None),
        (["--nerve"], None),
    ],
)
def test_a_word_nobody_asked_for_is_refused_with_what_was_meant(
    game: str, words: list[str], hint: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """A field written as one writes it elsewhere is answered with how it is given here; all else is only refused."""
    said = refusal(capsys, "odds", game, "take_step", *words)
    assert f"'{' '.join(words)}' is not understood here" in said
    assert (hint in said) if hint else ("--set" not in said)


def test_where_no_field_is_taken_none_is_offered(capsys: pytest.CaptureFixture[str]) -> None:
    """The hint is only given by commands that take fields."""
    assert "--set" not in refusal(capsys, "games", "nerve=3")
