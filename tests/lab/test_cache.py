"""Answers are kept by what they depend on; an interruption keeps what is done."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from math import inf
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, cast

import pytest

from tablewright import lab
from tablewright.engine.sampling import process_pool, simulation
from tablewright.lab.cache import AnswerCache
from tablewright.lab.execution import runner
from tablewright.solver.budget import Budget

from .fork import write_fork


def forbidden(*args: Any, **more: Any) -> Any:
    raise AssertionError("it was worked out once more")


def test_asking_again_works_nothing_out(fork: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question has the same answer, from the disk; another question, or a fresh one, is worked out."""
    work = lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path))
    first = lab.run(fork, "road", work=work)
    monkeypatch.setattr(runner, "try_exact", forbidden)
    assert lab.run(fork, "road", work=work) == first
    others = ({"seed": 1}, {"settings": {"long": 4}}, {"rulings": {"ones": "back"}}, {"policy": "generous"})
    for how in cast(tuple[lab.RunOptions, ...], others):
        with pytest.raises(AssertionError, match="once more"):
            lab.run(fork, "road", work=work, **how)
    with pytest.raises(AssertionError, match="once more"):
        lab.run(fork, "road", work=lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path, fresh=True)))


def test_another_line_of_code_is_another_question(fork: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found for one folder is not found for its copy, unless every line is the same."""
    work = lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path / "kept"))
    first = lab.run(fork, "road", work=work)
    other = write_fork(tmp_path, "other_fork", **{"die > 3": "die > 4"})
    assert lab.run(other, "road", work=work).chances != first.chances
    assert len(list((tmp_path / "kept").glob("*/*.json"))) == 2
    assert AnswerCache(tmp_path / "kept").forget() == 2
    monkeypatch.setattr(runner, "try_exact", forbidden)
    with pytest.raises(AssertionError, match="once more"):
        lab.run(fork, "road", work=work)


def test_a_line_changed_where_it_lies_is_another_question(tmp_path: Path) -> None:
    """The same folder, asked again by another command after its author has turned a number in it."""
    folder, kept = write_fork(tmp_path), tmp_path / "kept"

    def asked() -> Any:
        words = (sys.executable, "-m", "tablewright", "lab", "run", folder, "road", "--json")
        env = {**os.environ, "TABLEWRIGHT_CACHE": str(kept)}
        return json.loads(subprocess.run(words, env=env, capture_output=True, check=True).stdout)

    first = asked()
    assert asked() == first
    assert len(list(kept.glob("lab/*/*.json"))) == 1
    code = Path(folder) / "__init__.py"
    code.write_text(code.read_text().replace("die > 3", "die > 4"))
    assert asked()["chances"] != first["chances"]
    assert len(list(kept.glob("lab/*/*.json"))) == 2


def test_a_damaged_answer_is_found_anew(fork: str, tmp_path: Path) -> None:
    """What cannot be read any more is no answer, and no error either; nor is a disk that takes nothing."""
    work = lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path))
    first = lab.run(fork, "road", work=work)
    (path,) = tmp_path.glob("*/*.json")
    path.write_text("{")
    assert lab.run(fork, "road", work=work) == first
    blocked = tmp_path / "a file"
    blocked.write_text("")
    assert lab.run(fork, "road", work=lab.WorkOptions(cores=1, kept=AnswerCache(blocked))) == first


def test_an_interruption_keeps_what_is_done(fork: str, tmp_path: Path) -> None:
    """The plays so far are an answer that says so; it is not kept in place of the whole one."""
    work = lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path))

    def stop(done: int, of: int) -> None:
        if done >= 2_000:
            raise KeyboardInterrupt

    work.progress = stop
    part = lab.run(fork, "road", by="bulk", plays=5_000, work=work)
    assert (part.size, "Stopped after 2,000 plays" in part.note) == (2_000, True)
    assert list(tmp_path.glob("*/*.json")) == []
    work.progress = None
    whole = lab.run(fork, "road", by="bulk", plays=5_000, work=work)
    assert (whole.size, whole.note) == (5_000, "")


def test_an_interrupted_sweep_goes_on_where_it_was(fork: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The points that were done are shown, and said to be some of more; they are not worked out again."""
    work = lab.WorkOptions(cores=1, kept=AnswerCache(tmp_path))

    def stop(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    work.progress = stop
    part = lab.sweep(fork, "road", {"long": "2..6"}, work=work)
    assert [point.at["long"] for point in part.points] == ["2", "3", "4"]
    assert part.says().endswith("Stopped: 3 of 5 points were run.")
    assert work.stopped
    solved: list[Any] = []
    solve = runner.try_exact

    def noted(q: Any, *more: Any) -> Any:
        solved.append(q.settings)
        return solve(q, *more)

    monkeypatch.setattr(runner, "try_exact", noted)
    work.progress = None
    whole = lab.sweep(fork, "road", {"long": "2..6"}, work=work)
    assert (len(whole.points), whole.missing, work.stopped) == (5, 0, False)
    assert solved == [{"long": 5}, {"long": 6}]


def test_an_interrupted_comparison_says_what_it_knows(fork: str) -> None:
    """The pairs so far are an answer that says so; where there are none, there is none."""

    def stop(done: int, of: int) -> None:
        if done >= 1_000:
            raise KeyboardInterrupt

    work = lab.WorkOptions(cores=1, kept=None, progress=stop)
    found = lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, by="bulk", plays=5_000, work=work)
    assert found.paired == 1_000
    assert all("Stopped after 1,000 plays" in trial.note for trial in found.trials)


def test_who_interrupts_one_point_of_many_gets_those_before_it(fork: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A point that is sampled half is none."""
    played = simulation.simulate

    def interrupted(find: Any, asked: int, **more: Any) -> Any:
        started.append(asked)
        return played(find, asked if len(started) == 1 else asked - 250, **more)

    started: list[int] = []
    monkeypatch.setattr(simulation, "simulate", interrupted)
    work = lab.WorkOptions(cores=1, kept=None)
    part = lab.sweep(fork, "road", {"long": "2..5"}, by="bulk", plays=500, work=work)
    assert (len(part.points), part.missing) == (1, 3)


def test_nobody_waits_for_what_nobody_wants() -> None:
    """Processes are stopped in the middle of what they are at."""
    with process_pool.worker_pool(1) as pool:
        begun = pool.submit(time.sleep, 600)
        while not begun.running():
            time.sleep(0.01)
    assert isinstance(begun.exception(), BrokenProcessPool)
    assert not any(process.is_alive() for process in pool.context.processes)


def test_a_process_that_cannot_begin_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending what has not begun hides nothing."""

    def fails(self: BaseProcess) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(BaseProcess, "start", fails)
    with pytest.raises(OSError, match="too many processes"), process_pool.worker_pool(1) as pool:
        pool.submit(time.sleep, 0)


def test_best_play_that_is_interrupted_is_the_best_so_far(fork: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says that it was stopped, and interruptions are what they were before."""
    past = Budget.past

    def interrupted(self: Budget, by: float = inf) -> bool:
        if not self.stopped and self._looks > 3:
            signal.raise_signal(signal.SIGINT)
        return past(self, by)

    monkeypatch.setattr(Budget, "past", interrupted)
    found = lab.best("moonveil", "duel", {"hp": 20}, seconds=20)
    assert "Stopped after" in found.note
    assert found.lower <= found.value <= found.upper
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_plays_end_in_order_wherever_they_are_enough(fork: str) -> None:
    """However far others are ahead, sampling stops at the same chunk."""
    told: list[tuple[int, int]] = []
    work = lab.WorkOptions(cores=2, kept=None, progress=lambda done, of: told.append((done, of)))
    trial = lab.run(fork, "road", by="bulk", error=0.02, work=work)
    assert [done for done, _ in told] == list(range(250, trial.size + 1, 250))
    assert told[-1][1] >= trial.size
    assert process_pool.MAX_AHEAD > 1
