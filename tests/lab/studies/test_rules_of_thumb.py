"""Best play told in rules of thumb: what going by them is worth, and where it is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.sampling.sampler import RuleSampler
from tablewright.lab import best
from tablewright.lab.results.best_play import RULES
from tablewright.lab.spec.state_facts import StateFacts
from tablewright.lab.studies import rules_of_thumb
from tablewright.lab.studies.rule_of_thumb_text import FeatureSet, RuleOfThumb
from tablewright.lab.studies.rules_of_thumb import RulesOfThumb
from tablewright.rules import Choose, Scenario
from tablewright.rules.text import option_text
from tablewright.solver.budget import Budget
from tablewright.solver.key_decisions import DecisionHabit, DecisionOption, KeyDecision
from tablewright.solver.policy_iteration import PolicyIteration
from tests.clock import TickingClock
from tests.solver.test_policy_iteration import ROOMS, Maze, improved, maze


@pytest.mark.parametrize(
    ("game", "scenario", "settings"),
    [
        ("venus-engine", "lots", {}),
        ("veil-runners", "mission", {"obstacles": 2, "doom": 3, "focus": 1}),
        ("venus-engine", "task", {"lots": 3, "factors": 2}),
    ],
)
def test_what_is_lost_by_going_by_them_is_lost_where_it_says(
    game: str, scenario: str, settings: dict[str, Any]
) -> None:
    """What best play is worth more is given away question by question, as often as whoever goes by them is asked."""
    found = best(game, scenario, settings, seconds=20)
    assert found.by_rules is not None
    assert found.by_rules <= found.value + 1e-6
    lost = sum(habit.loses for habit in found.habits)
    assert found.value - found.by_rules == pytest.approx(lost, abs=1e-3)
    assert {policy.name: policy.value for policy in found.policies()}[RULES] == found.by_rules
    for habit in found.habits:
        assert habit.loses == pytest.approx(sum(line.away for line in habit.thumbs))


class _Told(RulesOfThumb):
    """One that shows its rules."""

    rules: dict[str, RuleOfThumb]

    def _told(self, asked: Any, rules: Any, met: Any, facts: StateFacts) -> tuple[DecisionHabit, ...]:
        self.rules = rules
        return super()._told(asked, rules, met, facts)


def seen(ask: Choose[Any], state: Any, facts: StateFacts) -> FeatureSet:
    options = tuple(DecisionOption(ask.label(value), 0.0, 0.0, False, option_text(value)) for value in ask.options)
    return FeatureSet(KeyDecision(ask.question, options, 0.0, 0.0, state, ask.cites), facts)


def test_going_by_them_is_worth_that_also_where_every_die_is_thrown() -> None:
    """Four thousand plays, each question answered by the lines from what can be seen: no tree, no table, as much."""
    box = find_game("venus-engine")
    scenario = box.game.scenario("lots")
    start = scenario.start(box.game.rulings())
    found = PolicyIteration(scenario, start, None, Budget(clock=TickingClock(0.001)))
    found.follow(found.meter.until)
    found.run()
    told = _Told(found)
    facts = StateFacts(box.game, [one.state for one in told.every] + [start])
    _, worth = told.habits(facts, found.meter.until)
    here: list[Any] = [start]

    def by_lines(ask: Choose[Any]) -> Any:
        rule = told.rules.get(ask.cites or ask.question)
        return None if rule is None else ask.options[rule.option(seen(ask, here[-1], facts))]

    reader, worths = RuleSampler(by_lines, 1, counts=False), list[float]()
    for _ in range(4_000):
        here[:] = [start]
        while scenario.ending(here[-1]) is None:
            here.append(reader.play(scenario.step(here[-1])))
        assert scenario.value is not None
        worths.append(float(scenario.value(here[-1])))
    mean = sum(worths) / len(worths)
    wide = 3.5 * (sum((one - mean) ** 2 for one in worths) / len(worths) ** 2) ** 0.5
    assert worth == pytest.approx(mean, abs=wide)
    assert wide < 0.1
    assert found.lower - mean < 0.1


@pytest.mark.parametrize("seed", [7, 51, 84])
def test_they_are_fitted_where_they_lead(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitted once, to where best play comes, they lead to where they are wrong; fitted again, they are worth more."""
    found, worths = improved(maze(), Maze(seed, doors=3), "full"), list[float]()
    told = RulesOfThumb(found)
    facts = StateFacts(find_game("venus-engine").game, [Maze(seed, room, 3) for room in range(ROOMS)])
    for fits in (1, rules_of_thumb.FITS):
        monkeypatch.setattr(rules_of_thumb, "FITS", fits)
        worths.append(told.habits(facts, found.meter.until)[1] or 0.0)
    assert worths[0] < worths[1] - 0.01


def test_against_somebody_they_are_worth_nothing_that_is_known() -> None:
    """Who plays against it would answer to them: there are lines, and no worth."""
    game = find_game("venus-engine").game
    for side, known in (((), True), (("ada",), False)):
        scenario: Scenario = maze(side)
        found = improved(scenario, Maze(1, doors=3))
        told = RulesOfThumb(found)
        habits, worth = told.habits(StateFacts(game, []), found.meter.until)
        assert (worth is not None) is known
        assert any(habit.thumbs for habit in habits)


def test_the_best_of_all_that_were_fitted_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fitting again may make it worse: that is not told then."""
    found = improved(maze(), Maze(1, doors=3))
    told = RulesOfThumb(found)
    worths = iter([0.1, 0.3, 0.2, 0.1, 0.1, 0.1])
    monkeypatch.setattr(told, "_going_by", lambda rules, facts: (next(worths), told.best))
    assert told.habits(StateFacts(find_game("venus-engine").game, []), found.meter.until)[1] == 0.3
