"""The published table and its kin, as exact fractions that come out of the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, get_args

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.trees.distribution import Distribution
from tablewright.games.veil_runners.group_roll import Roller, combined, group_rolls
from tablewright.games.veil_runners.rolls import hurts, pool_roll
from tablewright.games.veil_runners.state import Position, Result

from .table import LEDGER, dist

RESULTS = ("fiasco", "drawback", "success", "critical")


def fractions(row: dict[str, Any], names: tuple[str, ...] = RESULTS) -> list[Fraction]:
    return [Fraction(row[name]) for name in names]


def rolled(dice: int) -> Distribution[Result]:
    return dist(pool_roll("ada", dice, 0)).map(lambda priced: priced[0])


@pytest.mark.example("roll.prob.base", 0, 1, 2, 3, 4, 5, 6)
@pytest.mark.parametrize("row", LEDGER.tables["prob.base"].records(), ids=lambda row: f"{row['dice']} dice")
def test_the_published_table_comes_out_of_the_rules(row: dict[str, Any]) -> None:
    """0 to 6 dice without tokens, to the last fraction."""
    assert [rolled(row["dice"])[result] for result in Result] == fractions(row)


PRINTED = (
    (75, 22, 3, 0),
    (50, 33, 17, 0),
    (25, 44, 28, 3),
    (13, 45, 35, 7),
    (6, 42, 39, 13),
    (3, 37, 40, 20),
    (2, 32, 40, 26),
)


def test_the_published_percentages_are_these_fractions_rounded() -> None:
    """Every number of the book's table."""
    for dice, row in enumerate(PRINTED):
        for result, percent in zip(Result, row, strict=True):
            assert abs(100 * rolled(dice)[result] - percent) <= Fraction(1, 2)


@pytest.mark.example("roll.prob.focus", *range(21))
@pytest.mark.parametrize(
    "row", LEDGER.tables["prob.focus"].records(), ids=lambda row: f"{row['dice']} dice, {row['tokens']} tokens"
)
def test_tokens_spent_the_best_way(row: dict[str, Any]) -> None:
    """1 to 3 tokens, each roll raised to the best it can be."""
    best = ExactCounter().best(pool_roll("ada", row["dice"], row["tokens"]), lambda priced: priced[0]).dist
    assert [best.chance(lambda priced, r=result: priced[0] is r) for result in Result] == fractions(row)  # type: ignore[misc]


@pytest.mark.example("roll.prob.damage", 0, 1, 2, 3, 4, 5, 6)
@pytest.mark.parametrize("row", LEDGER.tables["prob.damage"].records(), ids=lambda row: f"{row['dice']} dice")
def test_the_chance_of_damage_by_position(row: dict[str, Any]) -> None:
    """Never at Standard, a Fiasco at Risky, anything below a Success at Desperate."""
    for position in get_args(Position):
        assert rolled(row["dice"]).chance(lambda r, p=position: hurts(r, p)) == Fraction(row[position])  # type: ignore[misc]


def group(row: dict[str, Any]) -> list[Result]:
    return [result for result in Result for _ in range(row[result.name.lower()])]


@pytest.mark.example("group.combinations", 0, 1)
def test_every_combination_of_two_to_six() -> None:
    """All 205 of them, read by the ledger and read with Criticals kept."""
    rows = LEDGER.tables["group.combinations"].records()
    assert len(rows) == 205
    listed = {tuple(group(row)) for row in rows}
    assert listed == {c for n in range(2, 7) for c in combinations_with_replacement(Result, n)}
    for row in rows:
        assert combined(group(row)).name.lower() == row["result"], row
        assert combined(group(row), keep_critical=True).name.lower() == row["result_if_critical_kept"], row
    assert combined([Result.CRITICAL, Result.DRAWBACK]) is Result.CRITICAL


@pytest.mark.example("group.prob", 0, 1)
@pytest.mark.parametrize(
    "row", LEDGER.tables["group.prob"].records(), ids=lambda row: f"{row['participants']} with {row['dice_each']}"
)
def test_the_odds_of_group_rolls(row: dict[str, Any]) -> None:
    """Two or three participants with equal pools."""
    rollers = tuple(Roller(f"m{i}", f"m{i}", row["dice_each"], 0) for i in range(row["participants"]))
    seen = dist(group_rolls(rollers)).map(lambda rolled: combined(rolled[0]))
    assert [seen[result] for result in Result] == fractions(row)
