"""Odds on the screen: groups with bars, quantities, what it does, what it costs, what is assumed."""

from __future__ import annotations

import io

import msgspec
import pytest

from tablewright.table.odds.summary import MeasureChange, OddsSummary, OutcomeGroup, Quantity
from tablewright.terminal.render.console import make_console, round_percent, short_percent
from tablewright.terminal.render.odds_summary import odds_line, show_odds_summary

NAMES = {"ada": "Ada"}
ROLL = OddsSummary(
    "Leap",
    (
        OutcomeGroup("lands", "good", (0.25, 0.5), (("on her feet", (0.2, 0.4)), ("on her knees", (0.05, 0.1)))),
        OutcomeGroup("falls", "bad", (0.75, 0.5)),
    ),
    changes=(
        MeasureChange("ada", "Health", (0.75, 0.5), (-1.5, -1.0), 1),
        MeasureChange("", "the alarm", (0.1, 0.1), (1, 1), -1, True),
    ),
    costs=(MeasureChange("ada", "Luck", (0.0, 1.0), (0.0, -1.0), 1),),
    assumed=("How far? far",),
    note="What else it does is too much to count.",
)


def shown(found: OddsSummary, width: int = 80, whole: bool = False) -> list[str]:
    file = io.StringIO()
    show_odds_summary(make_console(file=file, width=width), found, NAMES, whole)
    return [" ".join(line.split()) for line in file.getvalue().splitlines()]


def test_groups_have_two_columns_where_play_makes_a_difference() -> None:
    """Spending nothing, and best play; what is inside a group is folded away until the whole is asked for."""
    lines = shown(ROLL)
    assert lines[0] == "Leap spending nothing best play"
    assert "lands 25.0% ██ 50.0% ████" in lines
    assert not any("on her feet" in line for line in lines)
    assert "on her feet 20.00% 40.00%" in shown(ROLL, whole=True)


def test_one_column_is_enough_where_there_is_nothing_to_choose() -> None:
    """Nothing is said about best play."""
    plain = msgspec.structs.replace(
        ROLL, groups=tuple(OutcomeGroup(g.label, g.tone, (g.chance[0],) * 2) for g in ROLL.groups), changes=(), costs=()
    )
    assert shown(plain)[0] == "Leap"
    assert "lands 25.0% ███▌" in shown(plain)


def test_best_play_is_called_what_it_is() -> None:
    """Against somebody who plays the best as well, it is an equilibrium."""
    assert shown(msgspec.structs.replace(ROLL, how="equilibrium"))[0] == "Leap spending nothing equilibrium"


def test_what_it_does_and_costs_is_named_with_whose_it_is() -> None:
    """By how much on average and how likely; what is so or not so, only how likely."""
    lines = shown(ROLL)
    assert "Ada: Health -1.5 (75.0%) -1 (50.0%)" in lines
    assert "the alarm 10.0% 10.0%" in lines
    assert lines[lines.index("What it costs") + 1] == "Ada: Luck · -1"


def test_what_is_assumed_and_not_counted_is_said() -> None:
    """Below the figures."""
    assert shown(ROLL)[-2:] == ["Taken for granted: How far? far.", "What else it does is too much to count."]


def test_a_quantity_has_a_mean_and_at_least_so_many() -> None:
    """Seven lines at most, without the sure and the hopeless."""
    steps = tuple((n, (1 - n / 20, 1 - n / 20)) for n in range(21))
    lines = shown(OddsSummary("Throw", quantity=Quantity("hits", (9.5, 9.5), steps)))
    assert "hits, on average 9.50" in lines
    at_least = [line for line in lines if line.startswith("at least")]
    assert len(at_least) == 7
    assert at_least[0].startswith("at least 1 95.0%")


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_odds_fit_their_screen(width: int) -> None:
    """No line is longer, and every figure is there."""
    file = io.StringIO()
    long = msgspec.structs.replace(ROLL, groups=(*ROLL.groups, OutcomeGroup("very " * 20 + "long", "", (0.1, 0.2))))
    show_odds_summary(make_console(file=file, width=width), long, NAMES)
    assert max(map(len, file.getvalue().splitlines())) <= width
    assert "20.0%" in file.getvalue()


def test_in_brief_what_all_answers_do_alike_goes_unsaid() -> None:
    """Only what tells them apart is worth the room."""
    assert odds_line(ROLL, NAMES, groups=False, but={ROLL.changes[0]}).startswith("the alarm")


def test_in_brief_it_is_one_line_of_best_play() -> None:
    """The most likely groups in their order, then what it does and costs."""
    assert (
        odds_line(ROLL, NAMES)
        == "lands 50%, falls 50%, Ada: Health [bad]-1 (50.0%)[/], the alarm [bad]10.0%[/], Ada: Luck [bad]-1[/]"
    )
    assert odds_line(ROLL, NAMES, groups=False, most=1) == "Ada: Health [bad]-1 (50.0%)[/], Ada: Luck [bad]-1[/]"
    many = OddsSummary(
        "", tuple(OutcomeGroup(f"g{n}", "", (0.0, p)) for n, p in enumerate((0.1, 0.4, 0.05, 0.2, 0.25)))
    )
    assert odds_line(many, {}) == "g0 10%, g1 40%, g3 20%, g4 25%, …"


def test_chances_never_look_sure_that_are_not() -> None:
    """Nor impossible."""
    assert [round_percent(p) for p in (0, 1, 0.0001, 0.99999, 0.5)] == ["0%", "100%", "<0.1%", ">99.9%", "50.0%"]
    assert [short_percent(p) for p in (0, 1, 0.001, 0.999, 0.5)] == ["0%", "100%", "<1%", ">99%", "50%"]


@pytest.mark.parametrize(("mean", "words"), [(-0.004, "-0.004"), (0.0001, "+<0.001"), (-0.04, "-0.04")])
def test_a_small_difference_is_not_shown_as_none(mean: float, words: str) -> None:
    """As many decimals as it takes to see it, and a word where that would be too many."""
    rare = msgspec.structs.replace(ROLL, changes=(MeasureChange("ada", "Health", (0.01, 0.01), (mean, mean), 1),))
    assert any(f"Ada: Health {words} (1.0%)" in line for line in shown(rare))
