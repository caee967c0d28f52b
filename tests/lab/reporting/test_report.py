"""Answers written down: for programs, for people, for print."""

from __future__ import annotations

import csv
import json
import re
from html import escape
from pathlib import Path

import msgspec
import pytest

from tablewright import lab
from tablewright.lab.reporting import plots, report, svg
from tablewright.lab.reporting.report import AnyResult
from tablewright.lab.reporting.sweep_plots import sweep_chart
from tablewright.lab.results.run_result import RunResult
from tablewright.lab.results.spread import ValueSpread
from tablewright.lab.studies.comparison import Comparison
from tablewright.lab.studies.grid_sweep import Sweep, SweepPoint
from tablewright.rules.errors import Refused


@pytest.fixture(scope="module")
def answers(fork: str) -> list[AnyResult]:
    work = lab.WorkOptions(cores=1, kept=None)
    return [
        lab.run(fork, "road", by="bulk", plays=1_000, work=work),
        lab.sweep(fork, "road", {"long": "2..4"}, work=work),
        lab.sweep(fork, "road", {"long": "2..4", "coins": "1..3"}, figure="there", work=work),
        lab.sweep(fork, "road", {"long": "2..3", "ones": "*"}, each=True, work=work),
        lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=work),
        lab.sensitivity(fork, "road", work=work),
    ]


def test_a_page_stands_alone(answers: list[AnyResult], tmp_path: Path) -> None:
    """One file with every chart drawn in it, what each shows said beside it, and nothing to load from anywhere."""
    path = tmp_path / "road.html"
    lab.write(answers, path)
    text = path.read_text()
    assert text.count("<svg") == 3 + 5
    assert not re.findall(r'(?:src|href)="(?!#|data:)', text)
    for answer in answers:
        assert escape(report.result_sentence(answer)) in text
    assert "seed 0" in text
    assert "@media print" in text


def test_charts_are_the_same_each_time(answers: list[AnyResult]) -> None:
    """A page made again is the same page: nothing in it is of the moment."""
    assert report.as_html(answers) == report.as_html(answers)


def test_rows_go_to_csv_and_json(answers: list[AnyResult], tmp_path: Path) -> None:
    """With what they were found for; JSON has all there is."""
    for answer in answers:
        path = tmp_path / "road.csv"
        lab.write(answer, path)
        rows = list(csv.DictReader(path.read_text().splitlines()))
        assert len(rows) == len(answer.rows())
        assert all("Fork 1" in row["asked"] for row in rows)
    lab.write(answers[0], tmp_path / "road.json")
    assert json.loads((tmp_path / "road.json").read_text())["about"]["game"].endswith("fork")


def test_markdown_has_the_sentence_and_the_table(answers: list[AnyResult], tmp_path: Path) -> None:
    """For people who paste it somewhere."""
    lab.write(answers, tmp_path / "road.md")
    text = (tmp_path / "road.md").read_text()
    for answer in answers:
        assert report.result_sentence(answer) in text
    assert "| --- |" in text


def test_a_spreadsheet_obeys_nothing() -> None:
    """A text that begins like a formula is kept a text."""
    assert report._safe("=SUM(A1)") == "'=SUM(A1)"
    assert report._safe(-1.5) == -1.5


def test_other_formats_are_refused(answers: list[AnyResult], tmp_path: Path) -> None:
    """With those there are."""
    with pytest.raises(Refused, match=r"should end in .csv, .json, .md or .html"):
        lab.write(answers, tmp_path / "road.pdf")
    with pytest.raises(Refused, match="cannot be written"):
        lab.write(answers, tmp_path / "nowhere" / "road.csv")


def test_a_notebook_says_what_an_answer_is_of(answers: list[AnyResult]) -> None:
    """Its sentence, its figures, and game, version, rulings and seed: for every kind of answer."""
    for answer in answers:
        shown = answer._repr_html_()
        assert "Fork 1 (code " in shown
        assert "seed 0" in shown
        assert "<table>" in shown
    assert "Ada falls first" in answers[0]._repr_html_()
    assert all(escape(report.result_sentence(answer)) in answer._repr_html_() for answer in answers[1:])


def test_where_several_fall_at_once_they_fall_first() -> None:
    """In figures, in words and in a notebook: a chance like every other, with its interval."""
    both = {"Ada": 0.25, "Ada and Bo": 0.75}
    trial = RunResult("A fall", "bulk", "plain", {}, {"over": 1.0}, {}, ValueSpread.of({1: 1.0}), {}, 100, first=both)
    trial = msgspec.structs.replace(trial, first_wide={"Ada and Bo": 0.125})
    assert trial.figures()["Ada and Bo fall first"] == (0.75, 0.125)
    assert trial.is_chance("Ada and Bo fall first")
    for said in (repr(trial), trial._repr_html_()):
        assert "Ada falls first" in said
        assert "75.00% ± 12.50%" in said
        assert "Ada and Bo fall first" in said


def test_a_page_says_how_each_figure_was_found(answers: list[AnyResult]) -> None:
    """By how many states or plays, or that all were counted."""
    text = report.as_html(answers)
    assert "1,000 plays, 95 % intervals" in text
    assert "states, exactly</td>" in text
    assert "Counted exactly." in text


def test_no_bar_says_that_a_chance_may_be_more_than_all() -> None:
    """An interval is drawn up to what can be; a mean has no such end."""
    assert svg.whiskers([1.0, 0.5], [0.02, 0.1]) == [[0.02, 0.1], [0.0, 0.1]]
    assert svg.whiskers([0.0], [0.02]) == [[0.0], [0.02]]
    assert svg.whiskers([1.0], [0.02], chance=False) == [[0.02], [0.02]]
    assert svg.whiskers([1.0], [0.0]) is None


def test_every_chart_of_what_was_sampled_draws_its_intervals(fork: str) -> None:
    """Bars, lines, what matters most, two beside each other, so much or more: and none where all was counted."""
    work, how = lab.WorkOptions(cores=1, kept=None), {"by": "bulk", "plays": 300}
    for more in (how, {}):
        drawn: list[AnyResult] = [
            lab.run(fork, "road", work=work, **more),  # type: ignore[arg-type]  # how it is asked, or nothing
            lab.sweep(fork, "road", {"long": "2..4"}, work=work, **more),  # type: ignore[arg-type]
            lab.sweep(fork, "road", {"ones": "*"}, work=work, **more),  # type: ignore[arg-type]
            lab.compare(fork, "road", {"coins": 2}, {"coins": 4}, work=work, **more),  # type: ignore[arg-type]
            lab.sensitivity(fork, "road", names=["long"], work=work, **more),  # type: ignore[arg-type]
        ]
        for answer in drawn:
            (_, svg), *_ = report.charts_of(answer)
            bars = svg.count('id="LineCollection_')
            assert (
                bars > (1 if isinstance(answer, Comparison) else 0) if more else bars <= isinstance(answer, Comparison)
            )
        (_, curves) = report.charts_of(drawn[0])[2]
        assert ("FillBetween" in curves) == bool(more)
    heat = report.charts_of(lab.sweep(fork, "road", {"long": "2..3", "coins": "2..3"}, work=work, by="bulk", plays=99))
    assert " ± " in heat[0][1]
    assert "sampled" in heat[0][1]


def points_of(values: list[float]) -> Sweep:
    """A sweep of three things, in which these chances were found in this order."""
    ats = [{"hp": str(n), "arm": "edged", "guard": "none"} for n in range(len(values))]
    steps = ValueSpread.of({1: 0.5, 2: 0.5})
    trials = [RunResult("A walk", "chain", "none", {}, {"through": v, "lost": 1 - v}, {}, steps, {}, 9) for v in values]
    points = [SweepPoint(at, trial) for at, trial in zip(ats, trials, strict=True)]
    return Sweep("A walk", {"hp": [at["hp"] for at in ats], "arm": ["edged"], "guard": ["none"]}, points, "through")


def test_a_chart_of_very_many_points_has_the_named_best_and_says_what_it_leaves_out() -> None:
    """Those that are highest and lowest, wherever they stand in the sweep; a chart of few has all of them."""
    many = points_of([n / 100 for n in range(60)])
    svg = sweep_chart(many)
    assert "the 12 highest and the 12 lowest of 60" in svg
    assert "hp=59, arm=edged" in svg
    assert "59.0%" in svg
    assert "highest at 59.0% with hp=59" in many.says()
    few = sweep_chart(points_of([n / 100 for n in range(24)]))
    assert all(f">hp={n}, arm=edged" in few for n in range(24))
    assert "lowest" not in few


def test_every_chart_says_what_it_leaves_out() -> None:
    """Of many endings, and of much that is left: how many more there are."""
    ends = {f"ending {n}": 1 / 30 for n in range(30)}
    left = {f"thing {n}": ValueSpread.of({0: 0.5, 1: 0.5}) for n in range(15)}
    trial = RunResult("A walk", "chain", "none", {}, ends, {}, ValueSpread.of({1: 0.5, 2: 0.5}), left, 9)
    assert "not drawn: 6 more endings, together 20.00%" in plots.chances_chart(trial)
    assert "not drawn: 3 more" in plots.curves_chart(trial)


def test_what_always_takes_as_long_is_not_drawn(answers: list[AnyResult]) -> None:
    """One bar tells nothing that the sentence does not. Where lengths are drawn, no step is a half one."""
    always = RunResult("A walk", "chain", "none", {}, {"through": 1.0}, {}, ValueSpread.of({1: 1.0}), {}, 9)
    assert [shows for shows, _ in report.charts_of(always)] == ["How it ends"]
    assert "Length in steps: 1.00, always" in report.result_sentence(always)
    (_, lengths) = report.charts_of(answers[0])[1]
    assert not re.findall(r">\d+\.5<", lengths)


def test_no_chart_is_longer_than_a_page(answers: list[AnyResult]) -> None:
    """So that it stands on the page of its sentence."""
    trials = points_of([n / 100 for n in range(60)])
    heights = [float(high) for svg in (sweep_chart(trials),) for high in re.findall(r'height="([\d.]+)pt"', svg)]
    assert heights
    assert max(heights) < 8.5 * 72
    assert "max-height: 21cm" in report.as_html([trials])


def test_chances_are_percent_in_every_chart(answers: list[AnyResult]) -> None:
    """Bars, heat maps and what matters most: as in the sentence above them."""
    _, line, heat, *_ = (report.charts_of(answer)[0][1] for answer in answers)
    assert "%" in line
    assert re.search(r">\d+\.\d%", heat)
    assert not re.search(r">0\.\d\d<", heat)
