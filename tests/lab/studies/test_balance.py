"""Balance regression: what moved in a game, and by how much."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright import lab
from tablewright.catalog.installed import InstalledGame, find_game, installed_games
from tablewright.lab.studies.balance import Balance, BalanceFigure, measure_balance
from tablewright.lab.studies.balance_diff import baseline, diff_balances, write_baseline
from tablewright.lab.studies.balance_variants import list_variants
from tablewright.rules.errors import Refused
from tests.lab.fork import write_fork

boxes = pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)


def test_a_number_that_was_turned_is_found_with_what_it_does(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """The constant itself, and the figures of the scenarios it moves; nothing else."""
    copy = write_fork(tmp_path, "dear_fork", **{'"bridge": 2': '"bridge": 3', "die > 3": "die > 4"})
    found = lab.diff(copy, fork, work=alone)
    tables = [m for m in found.moved if m.kind == "table"]
    assert [(m.name, m.before, m.after) for m in tables] == [("__init__.TOLLS.bridge", 2, 3)]
    assert "road (first free option): there" in {m.name for m in found.moved if m.kind == "scenario"}
    assert "__init__.TOLLS.bridge: 2 → 3 (+1)" in repr(found)
    assert "numbers it is written with" in found.says()


def test_nothing_moves_where_nothing_changed(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """A copy is what it was copied from."""
    copy = write_fork(tmp_path, "same_fork")
    assert lab.diff(copy, fork, work=alone).moved == []
    assert "Nothing moved" in lab.diff(copy, fork, work=alone).says()


def test_a_kept_baseline_is_compared_with(tmp_path: Path, alone: lab.WorkOptions) -> None:
    """What was written is what is there, until a number is turned."""
    box = find_game(write_fork(tmp_path, "kept_fork"))
    with pytest.raises(Refused, match="keeps no baseline"):
        lab.diff(box, work=alone)
    write_baseline(box, alone)
    assert lab.diff(box, work=alone).moved == []
    kept = baseline(box)
    kept.tables["__init__.TOLLS.ford"] = 1.0
    kept.scenarios["road (generous): there"] = BalanceFigure(0.1)
    moved = diff_balances(kept, measure_balance(box, alone, quick=True), "a", "b").moved
    assert {m.name for m in moved} == {"__init__.TOLLS.ford", "road (generous): there"}


WAYS = {
    'circles: Annotated[bool, Param("It leads in circles")] = False,': (
        'circles: Annotated[bool, Param("It leads in circles")] = False,\n'
        '    way: Annotated[Literal["bridge", "ford"], Param("Which way")] = "bridge",'
    ),
    "0, coins)": "0, coins + 2 - TOLLS[way])",
}
"""A road with a choice of words: over the bridge, as it begins by itself, or through the ford."""


def test_what_only_shows_at_another_choice_is_found(tmp_path: Path, alone: lab.WorkOptions) -> None:
    """The toll of the ford moves nothing of the road over the bridge, and the road through the ford in one line."""
    before = write_fork(tmp_path, "ways_fork", **WAYS)
    after = write_fork(tmp_path, "dear_ford", **WAYS, **{'"ford": 0': '"ford": 1'})
    found = lab.diff(after, before, work=alone)
    assert {m.of for m in found.moved} == {"__init__.TOLLS.ford", "road way=ford"}
    (line,) = found.together("scenario")
    assert line.said().startswith("road way=ford (first free option): ")
    assert line.said().endswith("more figures of it")
    assert repr(found).count("way=ford") == 1


def test_what_only_the_balance_book_asks_is_found(tmp_path: Path, alone: lab.WorkOptions) -> None:
    """Each point of a question that is quickly solved; one that has to be sampled is for the book alone."""
    folders = [
        write_fork(tmp_path, "book_fork"),
        write_fork(tmp_path, "rich_fork", **{"0, coins)": "0, coins - (coins > 4))"}),
    ]
    asked = 'scenario = "road"\nover = { coins = "3..5" }\n'
    for folder in folders:
        (Path(folder) / "questions.toml").write_text(
            f'[[question]]\nask = "What are coins worth?"\nfigure = "there"\n{asked}'
            f'[[question]]\nask = "And by chance?"\nplays = 50\n{asked}'
            '[[question]]\nask = "Is it long?"\nscenario = "road"\nfigure = "there"\none = {}\ntwo = { coins = 5 }\n'
        )
    found = lab.diff(folders[1], folders[0], work=alone)
    assert [m.name for m in found.moved] == ["What are coins worth? (coins=5): there", "Is it long? (coins=5): there"]


def test_in_a_hurry_what_would_take_long_is_left_out(
    tmp_path: Path, alone: lab.WorkOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field whose choices do not fit any more is left out as a whole; without hurry all are there."""
    box = find_game(write_fork(tmp_path, "long_fork", **WAYS))
    begun = {"road": lab.run(box, "road", work=alone)}
    size = begun["road"].size
    for states, called in ((2 * size, ["circles=yes", "way=ford"]), (size, ["circles=yes"]), (size - 1, [])):
        monkeypatch.setattr("tablewright.lab.studies.balance_variants.QUICK_CHOICES", states)
        assert [one.called for one in list_variants(box, begun, True)] == [
            f"road {at} (first free option)" for at in called
        ]
    assert len(list_variants(box, begun, False)) == 2
    assert list_variants(box, {"road": None}, True) == []


def test_the_list_is_short() -> None:
    """One line for each thing, by what moved most of it, whoever decided; a chance counts by itself, more than one by
    its share.
    """
    before = Balance("g", "1", True, {}, {}, {})
    runs = {
        "duel (bold): win": 0.5,
        "duel (bold): length": 100.0,
        "duel (wary): win": 0.4,
        "duel foe=ogre (bold): win": 0,
    }
    rolls = {"strike: hit": 0.2, "strike, best play: hit": 0.3}
    for names, kept in ((runs, before.scenarios), (rolls, before.rolls)):
        kept |= {name: BalanceFigure(value) for name, value in names.items()}
    after = Balance("g", "1", True, {}, {}, {})
    for names, kept in ((runs, after.scenarios), (rolls, after.rolls)):
        kept |= {
            name: BalanceFigure(value + 0.1 * (1 + ("foe" in name) + ("best" in name))) for name, value in names.items()
        }
    found = diff_balances(before, after, "a", "b")
    assert [one.said() for one in found.together()] == [
        "strike, best play: hit: 0.3 → 0.5 (+0.2); and 1 more figure of it",
        "duel foe=ogre (bold): win: 0 → 0.2 (+0.2)",
        "duel (bold): win: 0.5 → 0.6 (+0.1); and 2 more figures of it",
    ]
    assert len(found.moved) == 6


def test_chance_alone_moves_nothing() -> None:
    """A sampled figure has moved where that is well beyond its interval; an exact one, however little it is."""
    before = Balance("g", "1", True, {"s": BalanceFigure(0.5, 0.02), "e": BalanceFigure(0.5)}, {}, {})
    after = Balance("g", "1", True, {"s": BalanceFigure(0.53, 0.02), "e": BalanceFigure(0.501)}, {}, {})
    assert [m.name for m in diff_balances(before, after, "a", "b").moved] == ["e"]
    far = Balance("g", "1", True, {"s": BalanceFigure(0.55, 0.02), "e": BalanceFigure(0.5)}, {}, {})
    assert [m.name for m in diff_balances(before, far, "a", "b").moved] == ["s"]


@boxes
def test_no_game_has_lost_its_balance(box: InstalledGame, alone: lab.WorkOptions) -> None:
    """Every scenario, roll and number is what its kept baseline says; `lab diff GAME --write` writes it anew."""
    found = lab.diff(box, work=alone)
    assert found.moved == [], repr(found)


def test_a_chance_that_moved_is_said_in_percent(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """And by how many points; a number of the book, or a length, is a number. A kept baseline need not say which."""
    copy = write_fork(tmp_path, "far_fork", **{"die > 3": "die > 4"})
    moved = {m.name: m for m in lab.diff(copy, fork, work=alone).moved}
    there, length = moved["road (first free option): there"], moved["road (first free option): length"]
    assert "% → " in there.said()
    assert " points" in there.said()
    assert "%" not in length.said()
    assert there.as_read(None) == "not there"
    kept = Balance("g", "1", True, {"s": BalanceFigure(0.5)}, {}, {})
    now = Balance("g", "1", True, {"s": BalanceFigure(0.25, chance=True)}, {}, {})
    assert diff_balances(kept, now, "a", "b").moved[0].said() == "s: 50.00% → 25.00% (-25 points)"
