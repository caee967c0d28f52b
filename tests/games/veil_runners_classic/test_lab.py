"""Odds of the main actions, and the scenarios of the lab held against what can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.policies import bold, careful, thrifty
from tablewright.games.veil_runners_classic.rolling_dice import Result, count_dice
from tablewright.games.veil_runners_classic.scenarios import Leg, start_passage, start_strain
from tablewright.games.veil_runners_classic.state import Run
from tablewright.kernel import Refused, Scenario
from tablewright.run.chain import chain
from tablewright.run.exact import Exact
from tablewright.run.odds import odds

from .table import act, having, ready

DEATH, HULL, PASSAGE = (GAME.scenario(name) for name in ("slow-death", "hull", "passage"))


def test_the_odds_of_a_full_systems_roll_with_help_are_exact_and_small() -> None:
    """Five system dice, three personal ones, two helpers with targets of their own: under 200 branches."""
    s = ready((0, 5, 0), 3)
    s = act(s, "offer_help", who="sable", to="lars", background=True, skill=True).s
    s = act(s, "offer_help", who="pike", to="lars").s
    seen = odds(GAME, s, "systems_roll", {"who": "lars", "system": "engines", "skill": True}, budget=200).plain
    own = Exact().dist(count_dice("lars", 8, 5))
    helped = {0: Fraction(5, 12), 1: Fraction(1, 2), 2: Fraction(1, 12)}  # a die at 4 and a die at 6
    more = sum((p * q for n, p in own.items() for k, q in helped.items() if n + k > 3), Fraction(0))
    assert seen[Result.SUCCESS] == more
    assert seen.whole()


def test_the_odds_of_two_spare_dice() -> None:
    """Where the house throws two and reads the lower, both must show a 6: 1/36 of a partial success."""
    s = having(ready((2, 2, 1), 1, rulings={"no_dice": "lower of two"}), "lars", dice=0)
    assert odds(GAME, s, "personal_roll", {"who": "lars"}).plain[Result.PARTIAL_SUCCESS] == Fraction(1, 36)


def test_the_odds_ask_nobody_and_assume_the_claim_is_agreed() -> None:
    """Before the wayfinder has said anything: Normal, and every factor counts."""
    s = having(ready(rulings={"agreement": "wayfinder"}), "lars", dice=1)
    seen = odds(GAME, s, "personal_roll", {"who": "lars", "skill": True}).plain
    assert seen[Result.PARTIAL_SUCCESS] == Fraction(1, 3)


def test_an_overload_is_certain() -> None:
    """Its odds say so."""
    assert odds(GAME, ready(), "overload", {"who": "lars", "on": "shields"}).plain[Result.SUCCESS] == 1


@pytest.mark.exercises("shunt.fault", "shunt.fault.damage")
def test_a_systems_slow_death_is_a_row_of_failures() -> None:
    """With 2 dice, no personal ones and target 6 at rating 1: each fault has the chance that no die shows a 6."""
    solved = chain(DEATH, start_strain(dice=2, personal=0, levels=0, rating=1, rolls=2))
    two, one = Fraction(5, 6) ** 2, Fraction(5, 6)
    assert solved.chances()["the system is dead"] == pytest.approx(float(two * one), abs=1e-12)
    longer = chain(DEATH, start_strain(dice=2, personal=0, levels=0, rating=1, rolls=60))
    assert longer.chances()["the system is dead"] > 0.999
    assert longer.mean_length() == pytest.approx(float(1 / two + 1 / one), abs=1e-3)
    assert longer.mean_left(DEATH.count)["integrity"] < 0.001  # type: ignore[arg-type]


@pytest.mark.exercises("damage.crash.ship")
def test_what_a_hull_can_take() -> None:
    """Without tokens: each crash destroys a module, the ship, or nothing; by hand the mean is a sum of six terms.

    From k wrecks the ship goes with k/6, another module with (4 - k)/6. A token that is given up is one hit more.
    """
    mean = Fraction(0)
    for wrecks in range(4, -1, -1):
        mean = (6 + (4 - wrecks) * mean) / 4
    bare = chain(HULL, HULL.start(integrity=False, engineering=False), thrifty)
    assert bare.mean_length() == pytest.approx(float(mean))
    assert chain(HULL, HULL.start(), thrifty).mean_length() == pytest.approx(float(mean) + 1)
    assert chain(HULL, HULL.start(), careful).mean_length() == pytest.approx(float(mean) + 2)


def test_the_best_crew_comes_through_at_least_as_often_as_any_policy() -> None:
    """Placing dice and spending engineering at the right moment."""
    start = start_passage(hazards=2, personal=1, levels=1).but(run=ready_for_passage())
    best = chain(PASSAGE, start, best=True).chances()["through"]
    for policy in (careful, bold, thrifty):
        assert best >= chain(PASSAGE, start, policy).chances()["through"] - 1e-12
    assert best > chain(PASSAGE, start, thrifty).chances()["through"]


def ready_for_passage() -> Run:
    """A ship near its end, so that every choice matters: one hit from the crash, three modules gone."""
    run = start_passage(personal=1).run
    wrecks = tuple(m.but(destroyed=m.id != "4") for m in run.ship.modules)
    return run.but(ship=run.ship.but(integrity=False, modules=wrecks))


def test_without_engineering_a_passage_costs_dice() -> None:
    """Desperate rolls lose system dice to faults; normal ones never do."""
    normal = chain(PASSAGE, start_passage(hazards=2), thrifty).mean_left(PASSAGE.count)  # type: ignore[arg-type]
    desperate = chain(PASSAGE, start_passage(hazards=2, engineering=False), thrifty)
    assert normal["system dice"] == pytest.approx(5)
    assert desperate.mean_left(PASSAGE.count)["system dice"] < 5  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda scenario: scenario.name)
def test_scenarios_run_under_every_house_ruling(scenario: Scenario) -> None:
    """From the ready-made start with each value of each ruling: the endings' chances total one."""
    assert scenario.from_table is not None
    for ruling in GAME.ruling_fields():
        for value in ruling.field.choices(None) or ():
            start = scenario.from_table(ready(rulings={ruling.name: value}, integrity=False))
            start = start.but(left=2) if isinstance(start, Leg) else start
            assert sum(chain(scenario, start, bold).chances().values()) == pytest.approx(1), (ruling.name, value)


def test_the_lab_goes_on_from_the_table() -> None:
    """Each scenario can start from the ship as it is now, but not from the middle of a roll or after the end."""
    s = ready((1, 3, 1), 2)
    for scenario in (DEATH, HULL, PASSAGE):
        assert scenario.from_table is not None
        start = scenario.from_table(s)
        assert sum(chain(scenario, start, careful).chances().values()) == pytest.approx(1)
        rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]]).s
        with pytest.raises(Refused, match="nothing to go on from"):
            scenario.from_table(rolled)
