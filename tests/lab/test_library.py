"""The lab as people write it in Python: plain scripts work, and what cannot be meant is refused in a sentence."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablewright import lab
from tablewright.engine.sampling import process_pool
from tablewright.rules.errors import Refused

SCRIPT = """
print("begun")
from tablewright import lab
work = lab.WorkOptions(cores=2, kept=None)
print(lab.run({fork!r}, "road", by="bulk", plays=600, seed=11, work=work).chances)
print(lab.sweep({fork!r}, "road", {{"long": "2..3"}}, work=work).says())
"""


@pytest.mark.parametrize("typed", [False, True])
def test_a_plain_script_works_and_is_run_once(typed: bool, fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """On several cores, in a file or typed in, with nothing around it: the same figures as on one."""
    text, file = SCRIPT.format(fork=fork), tmp_path / "plain.py"
    file.write_text(text)
    words = (sys.executable, "-" if typed else str(file))
    done = subprocess.run(words, input=text if typed else "", capture_output=True, text=True, check=False)
    trial = lab.run(fork, "road", by="bulk", plays=600, seed=11, work=alone)
    swept = lab.sweep(fork, "road", {"long": "2..3"}, work=alone)
    assert (done.stdout, done.stderr) == (f"begun\n{trial.chances}\n{swept.says()}\n", "")


def test_a_process_that_dies_is_a_sentence() -> None:
    """And no traceback out of its inside."""
    with process_pool.worker_pool(1) as ours, pytest.raises(Refused, match="has died, for want of memory"):
        list(process_pool.map_in_order(ours, os._exit, [(1,)]))


def refused(ask: Callable[..., Any], *words: Any) -> str:
    with pytest.raises(Refused) as told:
        ask(*words)
    return str(told.value)


def test_what_is_asked_of_an_answer_by_name_is_refused_with_the_names(fork: str, alone: lab.WorkOptions) -> None:
    """What is left, endings, who falls first, figures and quantiles; else it is any mapping."""
    trial = lab.run(fork, "road", work=alone)
    assert "There is: coins." in refused(lambda: trial.resources["x"])
    assert "Did you mean there?" in refused(lambda: trial.chances["ther"])
    assert "There is: Ada, nobody." in refused(lambda: trial.first["x"])
    assert "Did you mean length?" in refused(lambda: trial.figure("lenght"))
    assert "There is: 25%, 5%, 50%, 75%, 95%." in refused(lambda: trial.steps.quantile("x"))
    assert (trial.resources.get("x"), "x" in trial.resources) == (None, False)
    for again in (
        pickle.loads(pickle.dumps(trial)),
        msgspec.json.decode(msgspec.json.encode(trial), type=lab.RunResult),
    ):
        assert again == trial
        assert "coins" in refused(again.resources.__getitem__, "x")


def test_an_answer_is_written_to_a_path_however_it_is_said(fork: str, tmp_path: Path, alone: lab.WorkOptions) -> None:
    """As a text too; several of them, one by one; and nothing but answers."""
    trial = lab.run(fork, "road", work=alone)
    lab.write(trial, str(tmp_path / "road.md"))
    lab.write((one for one in (trial,)), tmp_path / "same.md")
    assert (tmp_path / "road.md").read_text() == (tmp_path / "same.md").read_text()
    write: Any = lab.write
    assert "Say where to as a path" in refused(lambda: write(trial, 4))
    for nothing in (4, [], [trial, 3]):
        assert "Only answers of the lab are written" in refused(write, nothing, tmp_path / "x.md")


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"cores": 0}, "0 cores do nothing"),
        ({"cores": "2"}, "cores is a whole number, or None for all there are, not '2'"),
        ({"cores": True}, "cores is a whole number"),
        ({"cluster": None}, "cluster is the address of a Dask scheduler, not None"),
        ({"kept": "here"}, "kept is where answers are kept, or None, not 'here'"),
        ({"progress": 3}, "progress is something to call, not 3"),
        ({"doing": "loud"}, "doing is something to call, not 'loud'"),
    ],
)
def test_how_it_is_worked_makes_sense(how: Any, says: str) -> None:
    """Refused where it is said, and not only where it is used."""
    assert says in refused(lambda: lab.WorkOptions(**how))


def test_what_no_question_can_mean_is_refused(fork: str, alone: lab.WorkOptions) -> None:
    """In a sentence with the word that it is about."""
    ask: Any = lab
    assert "lab.WorkOptions(cores=1), not 4" in refused(lambda: ask.run(fork, "road", work=4))
    alone.cores = 0
    assert "0 cores do nothing" in refused(lambda: ask.run(fork, "road", work=alone))
    alone.cores = 1
    assert "Name a game or the path of its folder, not 3" in refused(lambda: ask.run(3, "road"))
    assert "Name a game or the path" in refused(lambda: ask.diff(fork, 3))
    assert "called 'None'. There is: road" in refused(lambda: ask.run(fork, None, work=alone))
    assert "settings is a mapping of names to values, not {3: 4}" in refused(
        lambda: ask.run(fork, "road", settings={3: 4}, work=alone)
    )
    assert "is no state" in refused(lambda: ask.run(fork, "road", state=object(), work=alone))
    assert "two is a mapping of names" in refused(lambda: ask.compare(fork, "road", {"coins": 2}, None, work=alone))
    assert "over is a mapping of names" in refused(lambda: ask.sweep(fork, "road", {3: range(2)}, work=alone))
    assert "names are those to turn" in refused(lambda: ask.sensitivity(fork, "road", names=3, work=alone))


def test_what_people_write_is_what_they_mean(fork: str, alone: lab.WorkOptions) -> None:
    """One name alone, and a folder as a path."""
    (turned,) = lab.sensitivity(fork, "road", names="coins", work=alone).turned
    assert turned.name == "coins"
    assert lab.run(Path(fork), "road", work=alone) == lab.run(fork, "road", work=alone)
    with pytest.raises(Refused, match="Both are the same"):
        lab.compare(fork, "road", {}, {"game": Path(fork)}, work=alone)
