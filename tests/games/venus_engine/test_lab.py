"""Policies and scenarios: what the lab finds, by the rules as they are played."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.markov.chain import build_chain
from tablewright.games.venus_engine.ego import ego_for
from tablewright.games.venus_engine.learning import SPAN
from tablewright.games.venus_engine.means import Means
from tablewright.games.venus_engine.options import VenusRulings
from tablewright.games.venus_engine.plans import plans_for, which_dice
from tablewright.games.venus_engine.policies import careful
from tablewright.games.venus_engine.scenarios import next_task
from tablewright.games.venus_engine.spread import Dice, Spread
from tablewright.games.venus_engine.state import Aid
from tablewright.games.venus_engine.statistics import at_least
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.results.run_result import RunResult
from tablewright.rules import Refused

from .play import Play, seat

BOX = find_game("venus-engine")


def trial(name: str, policy: str | None = None, **params: object) -> RunResult:
    return run_scenario(BOX, name, params, policy=policy, by="chain", cores=1)


@pytest.mark.exercises("task.primary")
def test_a_single_task_is_the_plain_table() -> None:
    """4 bronze dice against a threshold of 2, nothing to KISS with: 11/27."""
    assert trial("task").chances["reached"] == pytest.approx(float(at_least("bronze", 4, 2)))


def test_what_the_lab_takes_for_granted() -> None:
    """By default no Lots for a task, three for a row of tasks, and every second scene a player's."""
    begun = {name: BOX.game.scenario(name).start(VenusRulings()) for name in ("task", "learning", "lots", "chapter")}
    assert {name: run.lots for name, run in begun.items()} == {"task": 0, "learning": 0, "lots": 3, "chapter": 3}
    assert {name: run.every for name, run in begun.items()} == {"task": 0, "learning": 0, "lots": 0, "chapter": 2}
    assert {name: run.factors for name, run in begun.items()} == {"task": 1, "learning": 0, "lots": 1, "chapter": 2}
    assert (begun["learning"].scores, begun["learning"].job.level, begun["learning"].left) == ((3, 2), 0, -1)
    assert (begun["chapter"].left, begun["lots"].left, begun["task"].left) == (4, 4, 1)


@pytest.mark.exercises("task.threshold.cap")
def test_thresholds_and_calibers_shape_success() -> None:
    """Each factor makes it rarer, each caliber more frequent."""
    by_factor = [trial("task", factors=n).chances.get("reached", 0.0) for n in range(5)]
    assert by_factor == sorted(by_factor, reverse=True)
    by_caliber = [trial("task", caliber=c).chances["reached"] for c in ("bronze", "silver", "gold", "platinum")]
    assert by_caliber == sorted(by_caliber)


@pytest.mark.exercises("task.primary")
def test_the_task_at_hand_can_be_taken_to_the_lab() -> None:
    """Ida's call, with Bo's aid and a stunt: the chance to reach it is that of the action itself."""
    play = Play().call("task", "ida", "finesse", factors=("a", "b"), offers=(Aid("bo", "courier", "swiftness"),))
    play.act("ann", "stunt", who="ida", how="A leap.")
    scenario = BOX.game.scenario("task")
    assert scenario.from_table is not None
    solved = build_chain(scenario, scenario.from_table(play.s), best=True)
    form = {"who": "ida", "job": "rigger", "accept": ["bo"]}
    found = action_odds_of(BOX.game, play.s, "perform_task", form, seat=seat("ann"), aim=3)
    reached = sum(p for name, p in found.best.items() if int(name.split()[-2]) >= 3)
    assert solved.chances()["reached"] == pytest.approx(float(reached))
    with pytest.raises(Refused, match="No task has been called for"):
        scenario.from_table(Play().s)


@pytest.mark.exercises("stunt.ally", "ego.double", "learn.factor")
def test_the_lab_follows_the_call_and_the_house_rulings() -> None:
    """An ally's stunt counts. Ego without aid dice is worth less. The FC may waive the learner."""
    scenario = BOX.game.scenario("task")
    assert scenario.from_table is not None

    def reached(play: Play) -> float:
        return build_chain(scenario, scenario.from_table(play.s), best=True).chances().get("reached", 0.0)  # type: ignore[misc]

    def called(**rulings: Any) -> Play:
        aid = (Aid("bo", "courier", "swiftness"),)
        play = Play(**rulings).call("task", "ida", "finesse", factors=("a", "b"), offers=aid)
        return play.change("ida", lots=0)

    play = called()
    before = reached(play)
    play.act("bob", "stunt", who="bo", how="A leap.")
    assert reached(play) > before
    whole, own = (reached(called(ego_and_aid=r).change("ida", ego=True)) for r in ("included", "own dice only"))
    assert whole > own
    counted, waived = (
        reached(Play(learner="fc decides").call("task", "cleo", "finesse", learner=count)) for count in (True, False)
    )
    assert waived > counted


@pytest.mark.exercises("learn.exp.span")
def test_a_learner_needs_a_success_more_in_the_lab_too() -> None:
    """Three bronze dice against two while the job is at level 0, unless the FC does not count it."""
    start = BOX.game.scenario("learning").start(VenusRulings())
    lenient = start.but(rulings=VenusRulings(learner="fc decides"), learner=False)
    for run, needed in ((start, 2), (lenient, 1)):
        reached = ExactCounter(careful).dist(next_task(run)).chance(lambda after: after.won == 1)
        assert reached == at_least("bronze", 3, needed)


@pytest.mark.exercises("learn.exp.span")
def test_learning_takes_6_to_16_tasks() -> None:
    """Failing for the lesson teaches faster than succeeding. Every run is within the span."""
    for policy in ("learner", "careful"):
        lengths = trial("learning", policy).lengths
        assert min(lengths) >= SPAN[0]
        assert max(lengths) <= SPAN[1]
    assert trial("learning", "learner").mean_length < trial("learning", "careful", caliber="gold").mean_length
    assert set(trial("learning").chances) == {"level 2"}


@pytest.mark.exercises("lot.kiss")
def test_a_lot_is_worth_something_and_less_each_time() -> None:
    """Goals reached in four tasks grow with the purse, and by less and less."""
    reached = [trial("lots", "best", lots=n).left["goals reached"] for n in range(4)]
    gains = [b - a for a, b in pairwise(reached)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)


@pytest.mark.exercises("ego.earn.scene")
def test_introducing_scenes_helps() -> None:
    """Ego earned and spent by a careful player reaches more goals than none. Frugal players keep it."""
    assert (
        trial("chapter", "careful", every=1).left["goals reached"]
        > trial("chapter", "careful", every=0).left["goals reached"]
    )
    kept = trial("chapter", "frugal", every=1)
    assert kept.left["ego left"] == pytest.approx(1.0)
    assert kept.left["lots left"] > 3  # no Lots spent, and true intentions bring Lots back


@pytest.mark.exercises("lot.kiss")
def test_bold_players_spend_and_frugal_ones_do_not() -> None:
    """Of three Lots, and what true intentions bring back, the bold keep least and the frugal everything."""
    left = [trial("lots", policy).left["lots left"] for policy in ("bold", "careful", "frugal")]
    assert left[0] < left[1] < 3 < left[2]


@pytest.mark.exercises("lot.cap")
def test_a_full_purse_does_not_grow() -> None:
    """Ten Lots and nothing spent: true intentions bring no eleventh."""
    assert trial("lots", "frugal", lots=10, caliber="gold").left["lots left"] == pytest.approx(10.0)


@pytest.mark.exercises("task.once-each")
def test_where_tertiaries_repeat_the_lab_earns_more() -> None:
    """A frugal player of six gold dice gets more than one Lot back in a task, if the table allows it."""
    params = {"lots": 0, "tasks": 1, "dice": 6, "caliber": "gold"}
    once, again = (
        run_scenario(BOX, "lots", params, policy="frugal", by="chain", cores=1, rulings=r).left["lots left"]
        for r in ({}, {"repeats": "tertiaries repeat"})
    )
    assert once <= 1 < again


@pytest.mark.exercises("task.primary")
def test_a_task_is_worth_nothing_or_all() -> None:
    """The goal is reached or it is not: best play is looked for between the two."""
    scenario = BOX.game.scenario("task")
    done = scenario.start(VenusRulings()).but(left=0)
    failed, reached = done, done.but(won=1)
    assert (scenario.ending(failed), scenario.ending(reached)) == ("failed", "reached")
    assert scenario.value is not None
    assert (scenario.value(failed), scenario.value(reached)) == scenario.between


@pytest.mark.parametrize(("successes", "short"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_beyond_the_goal_nothing_is_missing(successes: int, short: int) -> None:
    """A policy hears how many successes are still to come, and never fewer than none."""
    spread = Spread("ida", (("ida", "bronze"),), (3,), (0,), 2, Means(ego=True))
    told = ego_for(spread, Dice(successes)), which_dice(plans_for(spread, Dice(successes)), spread, Dice(successes))
    assert [ask.about.short for ask in told] == [short, short]


@pytest.mark.exercises("ego.kiss-all")
@pytest.mark.parametrize(("threshold", "use"), [(2, "all"), (1, "none")])
def test_a_careful_player_spends_ego_only_far_from_the_goal(threshold: int, use: str) -> None:
    """Two successes short: every miss is rerolled. A single success short: Ego is kept."""
    spread = Spread("ida", (("ida", "bronze"),), (3,), (0,), threshold, Means(ego=True))
    assert careful(ego_for(spread, Dice(0))) == use
