"""The balance book: what it says is what the code says."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest

from tablewright import lab
from tablewright.catalog.installed import InstalledGame, find_game, installed_games
from tablewright.lab.reporting.balance_book import answer_question, describe_question, write_book
from tablewright.lab.reporting.report import result_sentence
from tablewright.lab.spec.book_figures import PrintedFigure, corrected_text, corrections_page, exact_figure
from tablewright.lab.spec.designer_questions import DesignerQuestion, load_misprints, load_questions
from tablewright.lab.spec.overrides import parse_values
from tablewright.lab.spec.run_spec import make_spec
from tablewright.rules.errors import GameError, Refused
from tests import ROOT
from tests.lab.fork import write_fork

BOOK = ROOT / "docs" / "balance"
FEW = 6
"""Points of a question that is asked again here; a larger one is asked when the book is made."""

boxes = pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)


def points(box: InstalledGame, asked: DesignerQuestion) -> int:
    if asked.plays is not None or asked.sensitivity:
        return FEW + 1
    q = make_spec(box, asked.scenario, {})
    return prod(len(parse_values(q, name, said)) for name, said in asked.over.items())


@boxes
def test_the_book_says_what_the_code_says(box: InstalledGame, alone: lab.WorkOptions) -> None:
    """Every question stands in it with its chart, and the smallest have the answer they have now: `./table book`."""
    text = (BOOK / f"{box.game.name}.md").read_text()
    asked = load_questions(box)
    off = corrections_page(load_misprints(box))
    heads = [one.ask for one in asked] + [line[3:] for line in off if line.startswith("## ")]
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == heads
    assert text.endswith("\n".join(off) + "\n")
    assert text.count("![") == len(asked)
    small = sorted((one for one in asked if points(box, one) <= FEW), key=lambda one: points(box, one))[:2]
    assert small
    for one in small:
        assert result_sentence(answer_question(box, one, alone)) in text, f"{one.ask}: run ./table book"


@pytest.mark.parametrize(
    ("roll", "figure", "printed", "right", "exactly"),
    [
        ("2d6", "mean", "7.1", "7.0", "7"),
        ("2d6", "deviation", "2.40", "2.42", "the root of 35/6"),
        ("2d6", "at least 10", "16.6", "16.7", "1/6"),
    ],
)
def test_a_printed_figure_is_set_right_to_as_many_places(
    roll: str, figure: str, printed: str, right: str, exactly: str
) -> None:
    """With what it is exactly; one that is right is not called wrong, and another figure is not known."""
    one = PrintedFigure("Two dice", roll, figure, printed)
    assert (corrected_text(one), exact_figure(one)[1]) == (right, exactly)
    assert f"| Two dice | {printed}" in corrections_page((one,))[-1]
    with pytest.raises(GameError, match=f"{right} is right as it is printed"):
        corrected_text(PrintedFigure("Two dice", roll, figure, right))
    with pytest.raises(GameError, match="not 'the mode'"):
        exact_figure(PrintedFigure("Two dice", roll, "the mode", printed))


def test_a_book_is_made_of_the_questions_in_a_folder(tmp_path: Path, alone: lab.WorkOptions) -> None:
    """A heading, a sentence and a chart for each; made again, it is the same."""
    folder = write_fork(tmp_path, "asked_fork")
    box = find_game(folder)
    with pytest.raises(Refused, match=r"has no questions\.toml"):
        load_questions(box)
    file = Path(folder) / "questions.toml"
    file.write_text('[[question]]\nask = "How long?"\nscenario = "road"\nover = { long = "2..4" }\nfigure = "there"\n')
    path = write_book(box, tmp_path / "book", alone)
    first = path.read_text()
    assert "## How long?" in first
    assert "“there” is highest at" in first
    chart = tmp_path / "book" / "fork" / "how-long.svg"
    drawn = chart.read_text()
    assert write_book(box, tmp_path / "book", alone).read_text() == first
    assert chart.read_text() == drawn
    file.write_text('[[question]]\nask = "How long?"\n')
    with pytest.raises(GameError, match="scenario"):
        load_questions(box)


@boxes
def test_the_book_says_how_each_question_was_asked(box: InstalledGame) -> None:
    """Below every answer stands who decided, by which rulings and which seed."""
    text = (BOOK / f"{box.game.name}.md").read_text()
    below = [line for line in text.splitlines() if line.startswith("*")]
    assert below == [f"*{describe_question(one)}*" for one in load_questions(box)]
    assert all("decided by" in line or "policy" in line for line in below)
    assert all("rulings: " in line and line.endswith("seed 0.*") for line in below)
