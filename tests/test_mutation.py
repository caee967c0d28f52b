"""What `./table mutate` does around the spoiling: what is tried by which tests, in which order, and what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from mutation import kept
from mutation.kept import Verdicts, known_of, reason
from mutation.mutant import READING, Known, Mutant, Verdict, chosen
from mutation.targets import ROOT, names, target

PATH = Path("src/rules.py")
TEXT = "one = 1\ntwo = 2\n"
MUTANTS = [Mutant(PATH, "core/NumberReplacer", n, 1 + n, 1 + n, TEXT) for n in range(2)]


@pytest.mark.parametrize("name", names())
def test_what_can_be_spoilt_has_code_and_tests(name: str) -> None:
    """Every game of the shelf and the kernel: the files are there, and so is whatever should notice."""
    aim = target(name)
    assert aim.files()
    assert all((ROOT / test).exists() for test in aim.tests)


def test_who_runs_the_line_is_asked() -> None:
    """The quick ones first; nobody else could notice."""
    assert known_to_run([0, 3]).order(MUTANTS[0]) == ["quick on the line", "slow on the line"]


@pytest.mark.parametrize("run", [[], [3, READING]])
def test_a_line_run_while_its_file_is_read_is_everybodys(run: list[int]) -> None:
    """Or one that no test runs: who runs the file is asked before everybody else."""
    order = known_to_run(run).order(MUTANTS[0])
    assert order[-2:] == ["slow on the line", "elsewhere"]
    assert set(order[:-2]) == {"quick on the line", "in the file"}


def test_only_a_changed_file_of_tests_is_learnt_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the others run is known already; with other code, or another helper, all are."""
    around, one = "code", "1"
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    monkeypatch.setattr(kept, "files_in", lambda *_: [])
    aim = SimpleNamespace(name="hut", test_files=lambda: [Path("test_a.py"), Path("test_b.py")])

    def state_of(files: Iterable[Path]) -> str:
        return {(): around, ("test_a.py",): one, ("test_b.py",): "2"}[tuple(map(str, files))]

    def learn(files: Sequence[str]) -> Known:
        learnt.append(list(files))
        tests = [f"{file}::test" for file in files]
        return Known(tests, dict.fromkeys(tests, 1.0), {str(PATH): {"1": [*range(len(tests)), READING]}})

    monkeypatch.setattr(kept, "state_of", state_of)
    learnt: list[list[str]] = []
    for changes in ({}, {}, {"one": "other"}, {"around": "other"}):
        around, one = changes.get("around", around), changes.get("one", one)
        known = known_of(aim, learn)  # type: ignore[arg-type]
        assert sorted(known.tests) == ["test_a.py::test", "test_b.py::test"]
        assert set(known.lines[str(PATH)]["1"]) == {0, 1, READING}
    both = ["test_a.py", "test_b.py"]
    assert learnt == [both, ["test_a.py"], both]


def known_to_run(run: list[int]) -> Known:
    """Four tests, of which these run the first line and one the second."""
    tests = ["slow on the line", "elsewhere", "in the file", "quick on the line"]
    seconds = dict(zip(tests, (9.0, 10.0, 0.2, 1.0), strict=True))
    return Known(tests, seconds, {str(PATH): {"1": run, "2": [2]}})


def lines_spoilt(text: str) -> list[Mutant]:
    """Every line of a text, spoilt in one way."""
    return [Mutant(PATH, "core/AddNot", n, n + 1, n + 1, text) for n in range(len(text.splitlines()))]


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    """And all of them, where none is asked for."""
    many = lines_spoilt("\n".join(f"a = {n}" for n in range(50)))
    assert chosen(many, 5, 3) == chosen(many, 5, 3) != chosen(many, 5, 4)
    assert chosen(many, None, 3) == many


def test_a_sample_stays_whatever_is_edited_elsewhere() -> None:
    """The same changes of the same lines, wherever they stand now; lines that are alike are told apart."""
    text = "\n".join(f"a = {n}" for n in range(40)) + "\nb = 1" * 10
    before, after = (chosen(lines_spoilt(lines), 12, 3) for lines in (text, f"# more\n\n{text}"))
    spoilt = [[mutant.text.splitlines()[mutant.line - 1] for mutant in some] for some in (before, after)]
    assert len(set(spoilt[0]) & set(spoilt[1])) >= len(set(spoilt[0])) - 2  # the new lines may have been drawn
    assert len({mutant.line for mutant in before}) == 12


def test_verdicts_outlive_an_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dead stay dead, whatever is cut off at the end; who lived is tried again when a test has changed."""
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    monkeypatch.setattr(kept, "state_of", lambda *_: "tests as they are")
    aim = target("rules")
    begun = Verdicts(aim)
    begun.keep(MUTANTS[0], Verdict(True, "a test"))
    begun.keep(MUTANTS[1], Verdict(False))
    with begun.path.open("a") as file:
        file.write('{"mutant": "cut o')
    assert [Verdicts(aim).get(mutant) for mutant in MUTANTS] == [Verdict(True, "a test"), Verdict(False)]
    Verdicts(aim).keep(MUTANTS[1], Verdict(False))
    assert Verdicts(aim).get(MUTANTS[1]) == Verdict(False)
    monkeypatch.setattr(kept, "state_of", lambda *_: "another test")
    assert [Verdicts(aim).get(mutant) for mutant in MUTANTS] == [Verdict(True, "a test"), None]


def test_a_file_that_has_changed_is_tried_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict is for a place of the file as it was."""
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    verdicts = Verdicts(target("rules"))
    verdicts.keep(MUTANTS[0], Verdict(True, "a test"))
    assert verdicts.get(MUTANTS[0]._replace(text=TEXT + "\n")) is None


def test_what_changes_nothing_is_named_by_its_lines() -> None:
    """By file, old line and new line: another change of the same line is not excused."""
    named = {("rules.py", "two = 2", "two = 3"): "nobody counts"}
    assert reason(MUTANTS[1], TEXT.replace("2", "3"), named) == "nobody counts"
    assert reason(MUTANTS[1], TEXT.replace("2", "4"), named) is None
