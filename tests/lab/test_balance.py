"""Balance regression: what moved in a game, and by how much."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablewright import lab
from tablewright.kernel.errors import Refused
from tablewright.lab.balance import Balance, Figure, balance_of
from tablewright.lab.diffing import baseline, between, write_baseline
from tablewright.run.shelf import Boxed, find, shelf

from .fork import write_fork

boxes = pytest.mark.parametrize("box", list(shelf().values()), ids=lambda box: box.game.name)


def test_a_number_that_was_turned_is_found_with_what_it_does(fork: str, tmp_path: Path, alone: lab.Work) -> None:
    """The constant itself, and the figures of the scenarios it moves; nothing else."""
    copy = write_fork(tmp_path, "dear_fork", **{'"bridge": 2': '"bridge": 3', "die > 3": "die > 4"})
    found = lab.diff(copy, fork, work=alone)
    tables = [m for m in found.moved if m.kind == "table"]
    assert [(m.name, m.before, m.after) for m in tables] == [("__init__.TOLLS.bridge", 2, 3)]
    assert "road (first free option): there" in {m.name for m in found.moved if m.kind == "scenario"}
    assert "__init__.TOLLS.bridge: 2 → 3 (+1)" in repr(found)
    assert "numbers it is written with" in found.says()


def test_nothing_moves_where_nothing_changed(fork: str, tmp_path: Path, alone: lab.Work) -> None:
    """A copy is what it was copied from."""
    copy = write_fork(tmp_path, "same_fork")
    assert lab.diff(copy, fork, work=alone).moved == []
    assert "Nothing moved" in lab.diff(copy, fork, work=alone).says()


def test_a_kept_baseline_is_compared_with(tmp_path: Path, alone: lab.Work) -> None:
    """What was written is what is there, until a number is turned."""
    box = find(write_fork(tmp_path, "kept_fork"))
    with pytest.raises(Refused, match="keeps no baseline"):
        lab.diff(box, work=alone)
    write_baseline(box, alone)
    assert lab.diff(box, work=alone).moved == []
    kept = baseline(box)
    kept.tables["__init__.TOLLS.ford"] = 1.0
    kept.scenarios["road (generous): there"] = Figure(0.1)
    moved = between(kept, balance_of(box, alone, quick=True), "a", "b").moved
    assert {m.name for m in moved} == {"__init__.TOLLS.ford", "road (generous): there"}


def test_chance_alone_moves_nothing() -> None:
    """A sampled figure has moved where that is well beyond its interval; an exact one, however little it is."""
    before = Balance("g", "1", True, {"s": Figure(0.5, 0.02), "e": Figure(0.5)}, {}, {})
    after = Balance("g", "1", True, {"s": Figure(0.53, 0.02), "e": Figure(0.501)}, {}, {})
    assert [m.name for m in between(before, after, "a", "b").moved] == ["e"]
    far = Balance("g", "1", True, {"s": Figure(0.55, 0.02), "e": Figure(0.5)}, {}, {})
    assert [m.name for m in between(before, far, "a", "b").moved] == ["s"]


@boxes
def test_no_game_has_lost_its_balance(box: Boxed, alone: lab.Work) -> None:
    """Every scenario, roll and number is what its kept baseline says; `lab diff GAME --write` writes it anew."""
    found = lab.diff(box, work=alone)
    assert found.moved == [], repr(found)


def test_a_chance_that_moved_is_said_in_percent(fork: str, tmp_path: Path, alone: lab.Work) -> None:
    """And by how many points; a number of the book, or a length, is a number. A kept baseline need not say which."""
    copy = write_fork(tmp_path, "far_fork", **{"die > 3": "die > 4"})
    moved = {m.name: m for m in lab.diff(copy, fork, work=alone).moved}
    there, length = moved["road (first free option): there"], moved["road (first free option): length"]
    assert "% → " in there.said()
    assert " points" in there.said()
    assert "%" not in length.said()
    assert there.as_read(None) == "not there"
    kept = Balance("g", "1", True, {"s": Figure(0.5)}, {}, {})
    now = Balance("g", "1", True, {"s": Figure(0.25, chance=True)}, {}, {})
    assert between(kept, now, "a", "b").moved[0].said() == "s: 50.00% → 25.00% (-25 points)"
