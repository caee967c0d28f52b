"""Whoever waits sees what is being done; whoever interrupts gets what can be had."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from tablewright import lab
from tablewright.catalog.installed import find_game
from tablewright.lab.spec.run_spec import By
from tablewright.lab.studies.balance_diff import write_baseline
from tests.lab.fork import write_fork


def stops(at: str) -> lab.WorkOptions:
    """Somebody who interrupts as soon as that is being done; on one core, with nothing kept."""

    def doing(words: str) -> None:
        if words.startswith(at):
            raise KeyboardInterrupt

    return lab.WorkOptions(cores=1, kept=None, doing=doing)


def test_it_is_said_at_once_what_is_done(fork: str) -> None:
    """That it is solved, and how many states there are by then; that it is played; how many jobs there are."""
    said: list[str] = []
    told: list[tuple[int, int]] = []
    work = lab.WorkOptions(cores=1, kept=None, doing=said.append, progress=lambda done, of: told.append((done, of)))
    solved = lab.run(fork, "road", work=work)
    assert said[:2] == ["trying to solve it", "trying to solve it: 1 states"]
    assert f"solving it: {solved.size} states" in said
    lab.run(fork, "road", by="bulk", plays=10, work=work)
    assert said[-2:] == ["playing it", "looking whether anything changes nothing"]
    told.clear()
    lab.sweep(fork, "road", {"long": "2..4"}, work=work)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("at", ["trying to solve it", "solving it", "playing it"])
def test_a_run_that_is_interrupted_has_a_few_plays(at: str, fork: str, alone: lab.WorkOptions) -> None:
    """With their intervals, and said to be no more; they are the first of those there would have been."""
    by: By = "bulk" if at == "playing it" else ""
    work = stops(at)
    trial = lab.run(fork, "road", by=by, work=work)
    assert work.stopped
    assert trial.note.endswith(f"Stopped after {trial.size:,} plays.")
    assert ("It was not solved to its end." in trial.note) == (not by)
    assert trial.chances == lab.run(fork, "road", by="bulk", plays=trial.size, work=alone).chances
    assert min(trial.wide.values()) > 0


def test_a_few_plays_are_one_at_least(fork: str, alone: lab.WorkOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long each takes; and never more than were asked for."""
    assert lab.run(fork, "road", plays=3, work=stops("trying")).size == 3
    monkeypatch.setattr("tablewright.lab.execution.runner.INTERRUPTED_SECONDS", -inf)
    assert lab.run(fork, "road", work=stops("trying")).size == 1


@pytest.mark.parametrize("how", [lab.RunOptions(by="chain"), lab.RunOptions(policy="best")])
def test_what_is_to_be_solved_is_not_sampled_instead(how: lab.RunOptions, fork: str) -> None:
    """Whoever insists and interrupts has no answer."""
    with pytest.raises(KeyboardInterrupt):
        lab.run(fork, "road", work=stops("trying"), **how)


@pytest.mark.parametrize("at", ["trying to solve it", "playing both"])
def test_a_comparison_that_is_interrupted_has_a_few_pairs(at: str, fork: str) -> None:
    """Whatever was at hand just then."""
    by: By = "bulk" if at == "playing both" else ""
    found = lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, by=by, work=stops(at))
    assert 0 < found.paired < 250
    assert all("Stopped after" in trial.note for trial in found.trials)


def test_one_side_known_and_one_stopped_is_a_comparison(fork: str) -> None:
    """Where the second was interrupted, and the first had been counted."""
    asked: list[str] = []

    def doing(words: str) -> None:
        asked.append(words)
        if asked.count("trying to solve it") == 2:
            asked.clear()
            raise KeyboardInterrupt

    work = lab.WorkOptions(cores=1, kept=None, doing=doing)
    found = lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=work)
    assert [trial.by for trial in found.trials] == ["chain", "bulk"]
    assert found.differences[0].wide > 0


def interrupts_after(jobs: int) -> Callable[[int, int], None]:
    def tell(done: int, of: int) -> None:
        if done == jobs:
            raise KeyboardInterrupt

    return tell


LAST = ["the choices of fields, the questions of the book", "the odds of rolls"]
"""What a diff goes through when it has all scenarios as they begin."""


def test_what_was_cut_off_is_told_from_what_can_never_matter(fork: str) -> None:
    """What was done is shown; that nothing matters is not said of what nobody has turned."""
    none = lab.sensitivity(fork, "road", work=lab.WorkOptions(cores=1, kept=None, progress=interrupts_after(0)))
    assert (none.turned, none.asleep, none.left_out) == ([], ["never"], [])
    assert none.cut == ["long", "coins", "unread", "circles", "ones"]
    assert none.says().startswith(f"Nothing was turned: “{none.figure}” is {none.base:.2%} as it is.")
    assert none.says().endswith(f"Stopped: not turned, or not all the way, are {', '.join(none.cut)}.")
    some = lab.sensitivity(fork, "road", work=lab.WorkOptions(cores=1, kept=None, progress=interrupts_after(3)))
    assert ({t.name: len(t.tried) for t in some.turned}, some.cut) == ({"long": 2, "coins": 1}, none.cut[1:])
    assert "matters most" in some.says()
    begun = lab.sensitivity(fork, "road", work=stops("trying"))
    assert (begun.turned, begun.asleep) == ([], [])  # a few plays do not tell what nothing looks at
    assert "never" not in begun.beside()


@pytest.mark.parametrize(("jobs", "missing"), [(0, 4), (1, 4), (3, 3), (4, 2)])
def test_a_diff_that_is_interrupted_says_what_it_did_not_compare(
    jobs: int, missing: int, fork: str, tmp_path: Path
) -> None:
    """Both games are gone through side by side: whatever was done of both is compared, and the numbers always are."""
    other = write_fork(
        tmp_path, f"other{jobs}", **{'"bridge": 2': '"bridge": 3', "2 if pays": "1 if pays", "die > 3": "die > 4"}
    )
    work = lab.WorkOptions(cores=1, kept=None, progress=interrupts_after(jobs))
    found = lab.diff(other, fork, work=work)
    assert found.missing == ["road (first free option)", "road (generous)", *LAST][-missing:]
    assert found.says().endswith(f"Stopped: not compared are {', '.join(found.missing)}.")
    assert "__init__.TOLLS.bridge" in {m.name for m in found.moved}
    compared = {m.name.partition(":")[0] for m in found.moved if m.kind == "scenario"}
    assert compared == {"road (first free option)", "road (generous)"} - set(found.missing)


def test_a_diff_that_is_interrupted_half_way_compares_what_was_turned_in_both(fork: str, tmp_path: Path) -> None:
    """What was turned in one game alone is in neither; of a kept baseline there is as much as was done now."""
    (tmp_path / "questions.toml").write_text(
        '[[question]]\nask = "How long?"\nscenario = "road"\nfigure = "there"\nover = { long = "2..3" }\n'
    )
    boxes = []
    for name, words in {"turned_fork": {}, "dear_turn": {"die > 3": "die > 4"}}.items():
        folder = Path(write_fork(tmp_path, name, **words))
        (folder / "questions.toml").write_bytes((tmp_path / "questions.toml").read_bytes())
        boxes.append(find_game(str(folder)))

    def tell(done: int, of: int) -> None:
        if of % 3 == 0 and done == of // 2:  # three things are turned: a field, and two points of a question
            raise KeyboardInterrupt

    found = lab.diff(boxes[1], boxes[0], work=lab.WorkOptions(cores=1, kept=None, progress=tell))
    assert found.missing == LAST
    assert {m.of for m in found.moved} == {"road"}
    write_baseline(boxes[0], lab.WorkOptions(cores=1, kept=None))
    found = lab.diff(boxes[0], work=lab.WorkOptions(cores=1, kept=None, progress=tell))
    assert (found.moved, found.missing) == ([], LAST)


def test_half_a_baseline_is_none(tmp_path: Path, alone: lab.WorkOptions) -> None:
    """It is not written; and beside a whole one only what was done is compared."""
    folder = write_fork(tmp_path, "half")
    half = lab.WorkOptions(cores=1, kept=None, progress=interrupts_after(1))
    with pytest.raises(KeyboardInterrupt):
        write_baseline(find_game(folder), half)
    write_baseline(find_game(folder), alone)
    found = lab.diff(folder, work=half)
    assert (found.moved, len(found.missing)) == ([], 3)
    assert found.says().startswith("Nothing moved in what was compared")
