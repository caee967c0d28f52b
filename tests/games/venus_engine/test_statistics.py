"""Tables and statistics: exact figures, and what is wrong with the printed ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.venus_engine.caliber import CALIBERS, Caliber
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Means
from tablewright.games.venus_engine.statistics import at_least, exactly, mean, or_more, pool_chances, printed, sigma
from tablewright.rules import Refused
from tablewright.rules.effects.policy import first_free_option

from .play import Play

LEDGER = find_game("venus-engine").ledger
PRINTED = {(row["dice"], row["figure"]): row for row in LEDGER.tables["stats.bronze-source"].records()}


@pytest.mark.example("stats.cumulative", 0, 1)
def test_columns_mean_at_least() -> None:
    """Two bronze dice: at least one success 5/9, the printed figure. Exactly one is 4/9."""
    assert at_least("bronze", 2, 1) == Fraction(5, 9)
    assert exactly("bronze", 2)[1] == Fraction(4, 9)
    assert PRINTED[2, "at least 1 %"]["printed"] == printed("55.6", 100 * at_least("bronze", 2, 1))


@pytest.mark.example("stats.exact", 0, 1, 2, 3, 4)
def test_every_exact_chance_is_the_tables() -> None:
    """All four calibers, 1 to 8 dice: chances, means and spreads."""
    for row in LEDGER.tables["stats.exact"].records():
        caliber, dice = row["caliber"].lower(), row["dice"]
        assert [at_least(caliber, dice, k) for k in range(1, dice + 1)] == [Fraction(p) for p in row["at_least"]]
        assert mean(caliber, dice) == Fraction(row["mean"])
        assert sigma(caliber, dice) == pytest.approx(row["sigma"], abs=1e-6)
    assert at_least("silver", 3, 2) == Fraction(1, 2)
    assert at_least("platinum", 8, 8) == Fraction(390625, 1679616)


@pytest.mark.exercises("stats.exact", "task.success")
@pytest.mark.parametrize("caliber", CALIBERS)
def test_the_formula_and_the_rules_agree(caliber: Caliber) -> None:
    """The formula equals the rule in play, for 0 to 8 dice."""
    exact = ExactCounter(first_free_option)
    for dice in range(9):
        dist = exact.dist(task_dice("ida", ((("ida", caliber, dice)),), Means()))
        assert tuple(dist.chance(lambda d, k=k: d.successes == k) for k in range(dice + 1)) == exactly(caliber, dice)  # type: ignore[misc]


@pytest.mark.exercises("stats.exact")
def test_mixed_pools_and_kisses() -> None:
    """Bronze and gold together. With every miss KISSed each die succeeds with 5/9 and 8/9."""
    pool: list[tuple[Caliber, int]] = [("bronze", 2), ("gold", 1)]
    assert pool_chances(pool)[3] == Fraction(1, 3) ** 2 * Fraction(2, 3)
    assert pool_chances(pool, kissed=True)[3] == Fraction(5, 9) ** 2 * Fraction(8, 9)
    assert sum(pool_chances(pool)) == 1


@pytest.mark.example("stats.formula", 0, 1, 2)
@pytest.mark.parametrize(
    ("caliber", "dice", "expected"),
    [
        ("bronze", 4, (Fraction(4, 3), 0.942809)),
        ("bronze", 2, (Fraction(2, 3), 0.666667)),
        ("silver", 8, (4, 1.414214)),
    ],
)
def test_mean_and_spread(caliber: Caliber, dice: int, expected: tuple[Any, float]) -> None:
    """n times p, and the root of n times p times 1 less p."""
    assert mean(caliber, dice) == expected[0]
    assert sigma(caliber, dice) == pytest.approx(expected[1], abs=1e-6)


def exact_figure(dice: int, figure: str) -> Fraction | float:
    if figure == "average":
        return mean("bronze", dice)
    if figure == "sigma":
        return sigma("bronze", dice)
    return 100 * at_least("bronze", dice, int(figure.split()[2]))


@pytest.mark.example("stats.errata", 0, 1, 2, 3, 4, 5, 6, 7)
def test_every_printed_figure_against_the_exact_one() -> None:
    """Each figure rounded to the places it was printed with: the ledger's verdicts are right, and nine are off."""
    for (dice, figure), row in PRINTED.items():
        now = printed(row["printed"], exact_figure(dice, figure))
        assert now == row["exact_same_digits"], (dice, figure)
        assert (now == row["printed"]) is (row["verdict"] == "ok"), (dice, figure)
    off = {key for key, row in PRINTED.items() if row["verdict"] == "off"}
    assert {(2, "sigma"), (5, "sigma"), (8, "sigma"), (3, "at least 1 %"), (4, "at least 4 %")} <= off
    assert {(5, "at least 3 %"), (5, "at least 5 %"), (2, "at least 2 %"), (4, "at least 3 %")} <= off
    assert len(off) == 9
    assert not any(figure == "average" for _, figure in off)
    assert exact_figure(5, "at least 5 %") == pytest.approx(0.41152, abs=1e-5)


@pytest.mark.example("stats.beyond-eight", 0, 1)
def test_larger_pools_follow_the_same_arithmetic() -> None:
    """Nine bronze dice, ten silver ones."""
    assert at_least("bronze", 9, 1) == Fraction(19171, 19683)
    assert at_least("silver", 10, 5) == Fraction(319, 512)


@pytest.mark.exercises("stats.exact", "stats.formula")
def test_anyone_consults_the_tables() -> None:
    """At any time, exact to two places of a percent. All four tables can be listed whole, 1 to 8 dice."""
    play = Play()
    play.table.act("bob", "consult_table", {"caliber": "bronze", "dice": 2})
    assert [line.text for line in play.table.log("bob")] == [
        "2 bronze, at least 1: 55.56 %, 2: 11.11 %; on average 0.67, give or take 0.67."
    ]
    for caliber in CALIBERS:
        play.table.act("bob", "consult_table", {"caliber": caliber})
    rows = [line.text for line in play.table.log("bob")][1:]
    assert len(rows) == 32
    assert rows[8].startswith("1 silver, at least 1: 50.00 %")


@pytest.mark.exercises("stats.exact", "task.aid.caliber", "kiss.odds")
def test_the_tables_know_mixed_dice_and_kisses() -> None:
    """With 3 bronze, a gold and a silver die, 3 or more successes have 10/27.

    With 4 bronze dice, KISSed, 2 or more successes have 1675/2187.
    """
    mixed = or_more(pool_chances((("bronze", 3), ("gold", 1), ("silver", 1))))
    assert (mixed[0], mixed[3]) == (Fraction(1), Fraction(10, 27))
    assert or_more(pool_chances((("bronze", 4),), kissed=True))[2] == Fraction(1675, 2187)
    play = Play()
    play.table.act("bob", "consult_table", {"dice": 3, "aid": ["gold", "silver"]})
    play.table.act("bob", "consult_table", {"dice": 1, "kissed": True})
    with pytest.raises(Refused, match="two aid dice"):
        play.table.act("bob", "consult_table", {"aid": ["gold"] * 3})
    one, two = [line.text for line in play.table.log("bob")]
    assert one.startswith("3 bronze + 1 gold + 1 silver, at least 1: ")
    assert "3: 37.04 %" in one
    assert one.endswith("on average 2.17, give or take 1.07.")
    assert two == "1 bronze, every miss KISSed, at least 1: 55.56 %; on average 0.56, give or take 0.50."
