"""Odds up to the headline, where counting to the end is too much."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest

from tablewright.engine.exact.outcome_changes import Measures
from tablewright.rules import Choose, Measure, Outcome, Rule, roll
from tablewright.table.odds import timed_counter as counting_
from tablewright.table.odds.timed_counter import FEW, FEWEST, PLAYS, OddsTimeout, Perspective, TimedCounter, TimeLimit


def long_after() -> Rule[str]:
    """On a one it ends without a headline; otherwise much happens after it."""
    (die,) = yield from roll(1)
    if die == 1:
        return "nothing"
    yield Outcome("hit", 1, group="hits")
    return str((yield from roll(15, 12)))


def counting(measures: Measures, before: Iterable[Measure], pace: TimeLimit | None = None) -> TimedCounter:
    """By people who all play for the same, and who are patient."""
    return TimedCounter("Strike", measures, before, Perspective(None, None, lambda _: 1), pace or TimeLimit(600))


def test_an_action_that_may_end_without_a_headline_is_counted() -> None:
    """Five times in six it hits; what comes after is too much to count, and that is said."""
    found = counting(lambda _: (), ()).each({"": long_after})[""]
    assert {group.label: group.chance[0] for group in found.groups} == pytest.approx({"hits": 5 / 6, "done": 1 / 6})
    assert "too much to count" in found.note


def test_odds_that_must_be_whole_are_counted_to_the_end_or_not_at_all() -> None:
    """A draft is sent without odds rather than with those of its headline alone."""
    whole_only = TimeLimit(600, whole_only=True)
    with pytest.raises(OddsTimeout):
        counting(lambda _: (), (), whole_only).each({"": long_after})

    def short() -> Rule[tuple[int, ...]]:
        return (yield from roll(1))

    assert counting(lambda _: (), (), whole_only).each({"": short})[""].counted == "whole"


def test_an_action_without_a_headline_is_tried_rather_than_left_open() -> None:
    """Too much to count, and no headline to count to: what it does is found by trying, and it is said."""

    def soak() -> Rule[int]:
        dice = yield from roll(15, 12)
        return sum(dice)

    found = counting(lambda total: (Measure("wet", "Wet", total),), (Measure("wet", "Wet", 0),)).each({"": soak})[""]
    assert (found.counted, found.plays) == ("tried", PLAYS)
    assert f"from {PLAYS} plays" in found.note
    (wet,) = found.changes
    assert wet.mean[0] == pytest.approx(15 * 6.5, abs=3)


def test_the_same_rule_tried_again_comes_to_the_same() -> None:
    """Otherwise whoever cannot see everything would be told of secrets that are none."""

    def soak() -> Rule[int]:
        dice = yield from roll(15, 12)
        return sum(dice)

    wet = (Measure("wet", "Wet", 0),)
    first = counting(lambda total: (Measure("wet", "Wet", total),), wet, TimeLimit(0.0)).each({"": soak})[""]
    again = TimeLimit(600, first.counted, first.plays)
    assert first.plays == FEWEST
    assert counting(lambda total: (Measure("wet", "Wet", total),), wet, again).each({"": soak})[""] == first


def test_where_every_play_takes_long_few_have_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for thirty whole fights of many."""
    looks = itertools.count()
    monkeypatch.setattr(counting_, "thread_time", lambda: float(next(looks)))

    def soak() -> Rule[int]:
        dice = yield from roll(15, 12)
        return sum(dice)

    wet = (Measure("wet", "Wet", 0),)
    found = counting(lambda total: (Measure("wet", "Wet", total),), wet, TimeLimit(0.0)).each({"": soak})[""]
    assert (found.counted, found.plays) == ("tried", FEW)


def test_answers_to_one_question_are_counted_alike() -> None:
    """One leads to more than can be counted: then neither is counted to its end, and they can be compared."""

    def short() -> Rule[str]:
        yield Outcome("miss", 0, group="misses")
        return "nothing"

    found = counting(lambda _: (), ()).each({"strike": long_after, "wait": short})
    assert {key: one.counted for key, one in found.items()} == {"strike": "headline", "wait": "headline"}
    assert counting(lambda _: (), ()).each({"wait": short})["wait"].counted == "whole"


def test_what_is_tried_says_what_others_do_in_it() -> None:
    """Nobody defends in a play that is only tried: that stands beside the figure."""

    def struck() -> Rule[None]:
        parried = yield from Choose("bo", "What does Bo do?", ("nothing", "parry"), cites="hut.parry")
        yield from roll(15, 12)
        yield from roll(15, 12)
        yield Outcome(int(parried == "nothing"), group="hits")

    by = Perspective(lambda names: "ada" in names, lambda names: "bo" in names, lambda _: 1)
    found = TimedCounter("Strike", lambda _: (), (), by, TimeLimit(600)).each({"": struck})[""]
    assert found.counted == "tried"
    assert found.assumed == ("What does Bo do? nothing",)
