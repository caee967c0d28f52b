"""Odds of the main actions, and the scenarios of the lab held against what can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.markov.chain import build_chain
from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.options import ClassicRulings
from tablewright.games.veil_runners_classic.policies import Outlook, bold, careful, thrifty
from tablewright.games.veil_runners_classic.rolling_dice import Result, count_dice
from tablewright.games.veil_runners_classic.scenarios import Leg, start_passage, start_strain
from tablewright.games.veil_runners_classic.state import Run, with_dice
from tablewright.games.veil_runners_classic.systems import DiceMap, System
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Choose, Policy, Refused, Scenario

from .table import act, having, ready

BOX = find_game("veil-runners-classic")
DEATH, HULL, PASSAGE = (GAME.scenario(name) for name in ("slow-death", "hull", "passage"))


def test_the_odds_of_a_full_systems_roll_with_help_are_exact_and_small() -> None:
    """Five system dice, three personal ones and two helpers with different targets: under 200 branches."""
    s = ready((0, 5, 0), 3)
    s = act(s, "offer_help", who="sable", to="lars", background=True, skill=True).s
    s = act(s, "offer_help", who="pike", to="lars").s
    seen = action_odds_of(
        GAME, s, "systems_roll", {"who": "lars", "system": "engines", "skill": True}, budget=200
    ).plain
    own = ExactCounter().dist(count_dice("lars", 8, 5))
    helped = {0: Fraction(5, 12), 1: Fraction(1, 2), 2: Fraction(1, 12)}  # a die at 4 and a die at 6
    more = sum((p * q for n, p in own.items() for k, q in helped.items() if n + k > 3), Fraction(0))
    assert seen[Result.SUCCESS] == more
    assert seen.whole()


def test_the_odds_of_two_spare_dice() -> None:
    """If the house throws two and reads the lower, both must show a 6: 1/36 of a partial success."""
    s = having(ready((2, 2, 1), 1, rulings={"no_dice": "lower of two"}), "lars", dice=0)
    assert action_odds_of(GAME, s, "personal_roll", {"who": "lars"}).plain[Result.PARTIAL_SUCCESS] == Fraction(1, 36)


def test_the_odds_ask_nobody_and_assume_the_claim_is_agreed() -> None:
    """Before the wayfinder has said anything: Normal, and every factor counts."""
    s = having(ready(rulings={"agreement": "wayfinder"}), "lars", dice=1)
    seen = action_odds_of(GAME, s, "personal_roll", {"who": "lars", "skill": True}).plain
    assert seen[Result.PARTIAL_SUCCESS] == Fraction(1, 3)


def test_an_overload_is_certain() -> None:
    """The odds of a success are 1."""
    assert action_odds_of(GAME, ready(), "overload", {"who": "lars", "on": "shields"}).plain[Result.SUCCESS] == 1


@pytest.mark.exercises("shunt.fault", "shunt.fault.damage")
def test_a_systems_slow_death_is_a_row_of_failures() -> None:
    """With 2 dice, no personal ones and target 6 at rating 1: each fault has the chance that no die shows a 6."""
    solved = build_chain(DEATH, start_strain(ClassicRulings(), dice=2, personal=0, levels=0, rating=1, rolls=2))
    two, one = Fraction(5, 6) ** 2, Fraction(5, 6)
    assert solved.chances()["the system is dead"] == pytest.approx(float(two * one), abs=1e-12)
    longer = build_chain(DEATH, start_strain(ClassicRulings(), dice=2, personal=0, levels=0, rating=1, rolls=60))
    assert longer.chances()["the system is dead"] > 0.999
    assert longer.mean_length() == pytest.approx(float(1 / two + 1 / one), abs=1e-3)
    assert longer.mean_left(DEATH.count)["integrity"] < 0.001  # type: ignore[arg-type]


@pytest.mark.exercises("damage.crash.ship")
def test_what_a_hull_can_take() -> None:
    """Without tokens each crash destroys a module, the ship, or nothing. By hand the mean is a sum of six terms.

    From k wrecks the ship goes with k/6, another module with (4 - k)/6. A token given up is one hit more.
    """
    mean = Fraction(0)
    for wrecks in range(4, -1, -1):
        mean = (6 + (4 - wrecks) * mean) / 4
    bare = build_chain(HULL, HULL.start(ClassicRulings(), integrity=False, engineering=False), thrifty)
    assert bare.mean_length() == pytest.approx(float(mean))
    assert build_chain(HULL, HULL.start(ClassicRulings()), thrifty).mean_length() == pytest.approx(float(mean) + 1)
    assert build_chain(HULL, HULL.start(ClassicRulings()), careful).mean_length() == pytest.approx(float(mean) + 2)


def test_the_best_crew_comes_through_at_least_as_often_as_any_policy() -> None:
    """Placing dice and spending engineering at the right moment."""
    start = start_passage(ClassicRulings(), hazards=2, personal=1, levels=1).but(run=ready_for_passage())
    best = build_chain(PASSAGE, start, best=True).chances()["through"]
    for policy in (careful, bold, thrifty):
        assert best >= build_chain(PASSAGE, start, policy).chances()["through"] - 1e-12
    assert best > build_chain(PASSAGE, start, thrifty).chances()["through"]


def ready_for_passage() -> Run:
    """A ship near its end, so that every choice matters: one hit from the crash, three modules gone."""
    run = start_passage(ClassicRulings(), personal=1).run
    wrecks = tuple(m.but(destroyed=m.id != "4") for m in run.ship.modules)
    return run.but(ship=run.ship.but(integrity=False, modules=wrecks))


def test_without_engineering_a_passage_costs_dice() -> None:
    """Desperate rolls lose system dice to faults. Normal ones never do."""
    normal = build_chain(PASSAGE, start_passage(ClassicRulings(), hazards=2), thrifty).mean_left(PASSAGE.count)  # type: ignore[arg-type]
    desperate = build_chain(PASSAGE, start_passage(ClassicRulings(), hazards=2, engineering=False), thrifty)
    assert normal["system dice"] == pytest.approx(5)
    assert desperate.mean_left(PASSAGE.count)["system dice"] < 5  # type: ignore[arg-type]


@pytest.mark.exercises("shunt.reactive", "shunt.standard")
def test_in_a_passage_only_a_reactive_shunt_knows_what_comes_next() -> None:
    """Dice of a standard shunt are returned before the next hazard is known, those of a reactive shunt after."""
    known: dict[str, set[str | None]] = {"shunt.standard": set(), "shunt.reactive": set()}

    def watching(ask: Choose[Any]) -> Any:
        if ask.cites in ("engineering.success", "remap.emergency"):
            return False
        known[ask.cites].add(ask.about.need)
        return ask.options[0]

    build_chain(PASSAGE, start_passage(ClassicRulings(), hazards=1), watching)
    assert known == {"shunt.standard": {None}, "shunt.reactive": {"telemetry", "engines", "shields"}}


def asked(dice: DiceMap, need: System | None, options: tuple[Any, ...], cites: str = "") -> Choose[Any]:
    return Choose("crew", "?", options, cites=cites, about=Outlook(dice, need))


@pytest.mark.parametrize("policy", [careful, bold])
def test_dice_go_where_they_are_needed_or_where_there_are_fewest(policy: Policy) -> None:
    """All go to a known need, else to the weakest system. The thrifty leave them where they were."""
    ways = (DiceMap(engines=2), DiceMap(shields=2), DiceMap(telemetry=2))
    assert policy(asked(DiceMap(telemetry=1, engines=2), "telemetry", ways)) == DiceMap(telemetry=2)
    assert policy(asked(DiceMap(telemetry=1, engines=2), None, ways)) == DiceMap(shields=2)
    assert thrifty(asked(DiceMap(telemetry=1, engines=2), "telemetry", ways)) == DiceMap(engines=2)


def test_the_bold_spend_engineering_on_a_weak_system_only() -> None:
    """At most one die where it is needed: shunt or overload. With two they roll."""
    for dice, spends in ((0, True), (1, True), (2, False)):
        assert bold(asked(DiceMap(engines=dice), "engines", (False, True), "remap.emergency")) is spends
        assert careful(asked(DiceMap(engines=dice), "engines", (False, True), "remap.emergency")) is False


@pytest.mark.parametrize(("policy", "overloads", "averts"), [(bold, True, False), (careful, False, True)])
def test_the_bold_spend_engineering_on_a_roll_and_the_careful_on_the_hull(
    policy: Policy, overloads: bool, averts: bool
) -> None:
    """The bold overload once a roll has gone wrong. The careful avert the crash once the hull is hit."""
    after_the_roll = Choose("lars", "?", (False, True), (0, 1), cites="engineering.success")
    hit = Choose("crew", "?", (False, True), (0, 1), cites="damage.engineering")
    assert (policy(after_the_roll), policy(hit)) == (overloads, averts)


def test_a_thrifty_passage_is_a_chain_of_hits() -> None:
    """By hand: 4 dice at target 4 and rating 2 fail with 5/16, any of the three systems with 3/8.

    Integrity goes first.
    """
    ships, lost = {(True, 0): Fraction(1)}, Fraction(0)
    for fail in (Fraction(5, 16), Fraction(3, 8), Fraction(3, 8), Fraction(3, 8)):
        after: dict[tuple[bool, int], Fraction] = {}
        for (whole, wrecks), p in ships.items():
            worse = {(whole, wrecks): 1 - fail}
            if whole:
                worse[False, wrecks] = fail
            else:
                worse[False, wrecks] += fail / 3
                worse[False, wrecks + 1] = fail * (4 - wrecks) / 6
                lost += p * fail * wrecks / 6
            for ship, q in worse.items():
                after[ship] = after.get(ship, Fraction(0)) + p * q
        ships = after
    assert build_chain(PASSAGE, start_passage(ClassicRulings()), thrifty).chances()[
        "the ship is destroyed"
    ] == pytest.approx(float(lost))


@pytest.mark.exercises("remap.emergency")
def test_no_emergency_shunt_takes_dice_from_where_they_are_needed() -> None:
    """Engines hold all five. If the lab allows two in a system, a shunt would leave fewer, so none is offered."""
    leg = start_passage(ClassicRulings(most_in_system=2), hazards=1)
    leg = leg.but(run=with_dice(leg.run, DiceMap(engines=5)))

    def overloading(ask: Choose[Any]) -> Any:
        assert ask.cites == "engineering.success"
        return True

    assert build_chain(PASSAGE, leg, overloading).chances()["through"] == 1


@pytest.mark.exercises("engineering.success")
@pytest.mark.parametrize(("overload", "beforehand"), [("instead of rolling", True), ("after the roll", False)])
def test_in_the_lab_a_success_is_bought_when_the_house_sells_it(overload: Any, beforehand: bool) -> None:
    """The crew is asked before the dice fall, or once the roll is seen, by the ruling."""
    asked_before = set()

    def watching(ask: Choose[Any]) -> Any:
        if ask.cites == "engineering.success":
            asked_before.add(isinstance(ask.about, Outlook))
        return thrifty(ask)

    build_chain(PASSAGE, start_passage(ClassicRulings(overload=overload), hazards=1), watching)
    assert asked_before == {beforehand}


@pytest.mark.parametrize("name", ["slow-death", "hull", "passage"])
def test_the_lab_follows_house_rulings(name: str) -> None:
    """Each scenario runs under any ruling the lab sets, from its own start, and under its defaults as without any."""
    short = {"slow-death": {"rolls": 2}, "hull": {}, "passage": {"hazards": 2}}[name]
    usual = run_scenario(BOX, name, short, policy="careful", by="chain")
    same = run_scenario(BOX, name, short, policy="careful", rulings={"failed_systems": "as told"}, by="chain")
    assert same.chances == pytest.approx(usual.chances)
    for ruling in ("most_in_system=2", "overload=after the roll", "without_engineering=no systems"):
        one = run_scenario(BOX, name, short, policy="bold", rulings=dict([ruling.split("=")]), by="chain")
        assert sum(one.chances.values()) == pytest.approx(1)


def test_rulings_change_what_the_lab_says() -> None:
    """Without personal dice in systems rolls a passage is harder. A last die that is kept keeps the system alive."""
    usual = run_scenario(BOX, "passage", {"hazards": 3}, policy="careful")
    bare = run_scenario(BOX, "passage", {"hazards": 3}, policy="careful", rulings={"personal_in_systems": "no"})
    assert bare.chances["through"] < usual.chances["through"]
    kept = run_scenario(BOX, "slow-death", {"dice": 1, "rolls": 3}, rulings={"last_die": "kept"})
    assert "the system is dead" not in {name for name, chance in kept.chances.items() if chance}


def test_a_failure_that_damages_by_itself_is_not_told_as_damage_again() -> None:
    """The same hazard costs the same, whether the wayfinder or the house's ruling does the damage."""
    told = run_scenario(BOX, "passage", {"hazards": 3}, policy="thrifty")
    ruled = run_scenario(BOX, "passage", {"hazards": 3}, policy="thrifty", rulings={"failed_systems": "damage"})
    assert ruled.left == pytest.approx(told.left)


@pytest.mark.parametrize("scenario", GAME.scenarios, ids=lambda scenario: scenario.name)
def test_scenarios_run_under_every_house_ruling(scenario: Scenario) -> None:
    """From the ready-made start with the outermost values of each ruling: the endings' chances total one."""
    assert scenario.from_table is not None
    for ruling in GAME.ruling_form.fields:
        lowest, *_, highest = ruling.choices(None) or ()
        for value in (lowest, highest):
            start = scenario.from_table(ready(rulings={ruling.name: value}, integrity=False))
            start = start.but(left=2) if isinstance(start, Leg) else start
            assert sum(build_chain(scenario, start, bold).chances().values()) == pytest.approx(1), (ruling.name, value)


def test_the_lab_goes_on_from_the_table() -> None:
    """Each scenario can start from the present ship, but not in the middle of a roll or after the end."""
    s = ready((1, 3, 1), 2)
    for scenario in (DEATH, HULL, PASSAGE):
        assert scenario.from_table is not None
        start = scenario.from_table(s)
        assert sum(build_chain(scenario, start, careful).chances().values()) == pytest.approx(1)
        rolled = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]]).s
        with pytest.raises(Refused, match="nothing to go on from"):
            scenario.from_table(rolled)
