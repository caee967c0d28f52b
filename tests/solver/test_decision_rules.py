"""Rules of thumb: fitted to situations that are made up, and to what is given away in them."""

from __future__ import annotations

import random
from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.solver.decision_rules import (
    MAX_LINES,
    USUAL,
    DecisionRule,
    ObservedDecision,
    fit_rules,
    matching_rule,
    rule_usage,
)

ANSWERS = ("keep", "swap", "reroll")


def answered(lines: list[DecisionRule], one: ObservedDecision) -> tuple[int, float]:
    """Which line is the first that fits, and what is given away by it."""
    for n, line in enumerate(lines):
        value = one.facts.get(line.fact)
        fits = line.fact is None or (
            value is not None
            and (line.least is None or value >= line.least)
            and (line.most is None or value <= line.most)
        )
        if fits and line.answer == USUAL:
            return n, next(iter(one.loses.values()))
        if fits and line.answer in one.loses:
            return n, one.loses[line.answer]
    raise AssertionError("no line fits")


def away(lines: list[DecisionRule], met: list[ObservedDecision]) -> float:
    return sum(came.away for came in rule_usage(lines, met))


def totals(loses: dict[int, dict[Hashable, float]]) -> list[ObservedDecision]:
    """A situation for each total of two dice, as likely as it is."""
    return [ObservedDecision(6 - abs(total - 7), {"total": total}, loses[total]) for total in loses]


def test_where_to_stop_is_found() -> None:
    """Keep at nine or more, else throw again: two lines, and nothing is given away."""
    met = totals({n: {"keep": max(0, 9 - n), "reroll": max(0, n - 8)} for n in range(2, 13)})
    lines = fit_rules(met)
    assert [(line.answer, line.fact, line.least, line.most) for line in lines] in (
        [("reroll", "total", None, 8), ("keep", None, None, None)],
        [("keep", "total", 9, None), ("reroll", None, None, None)],
    )
    came = rule_usage(lines, met)
    shares = {line.answer: one.share for line, one in zip(lines, came, strict=True)}
    assert shares == pytest.approx({"keep": 10 / 36, "reroll": 26 / 36})
    assert [one.right for one in came] == pytest.approx([1, 1])
    assert away(lines, met) == 0


def test_what_is_best_wherever_it_is_offered_needs_no_fact() -> None:
    """The swap that is not always there: taken if it can be had."""
    met = [ObservedDecision(1, {}, {"keep": 0.5, "swap": 0}), ObservedDecision(3, {}, {"keep": 0})]
    lines = fit_rules(met)
    assert lines == [DecisionRule("swap"), DecisionRule("keep")]
    assert [one.share for one in rule_usage(lines, met)] == [0.25, 0.75]
    assert away(lines, met) == 0


def test_the_last_answer_can_always_be_had() -> None:
    """If the best answer is not offered, the usual one is given."""
    met = [
        ObservedDecision(1, {}, {"yes": 1, "no": 0}),
        ObservedDecision(1, {}, {"stay": 0, "go": 0}),
        ObservedDecision(1, {}, {"wait": 0}),
    ]
    lines = fit_rules(met)
    assert [line.answer for line in lines] == ["no", USUAL]
    assert [one.share for one in rule_usage(lines, met)] == pytest.approx([1 / 3, 2 / 3])
    assert away(lines, met) == 0


def test_one_answer_that_is_always_best_is_one_line() -> None:
    """However the situations differ."""
    assert fit_rules([ObservedDecision(1, {"total": n}, {"keep": 0, "swap": n}) for n in range(5)]) == [
        DecisionRule("keep")
    ]


def test_what_is_hardly_ever_met_makes_no_line() -> None:
    """Three in a thousand: what is lost there is lost, and said."""
    met = [
        ObservedDecision(997, {"moon": 0}, {"keep": 0, "swap": 1}),
        ObservedDecision(3, {"moon": 1}, {"keep": 1, "swap": 0}),
    ]
    lines = fit_rules(met)
    assert lines == [DecisionRule("keep")]
    (came,) = rule_usage(lines, met)
    assert (came.right, came.away) == pytest.approx((0.997, 0.003))


@given(
    st.lists(
        st.builds(
            ObservedDecision,
            st.floats(0.01, 1),
            st.dictionaries(st.sampled_from(["total", "pocket", "hurt"]), st.integers(0, 20).map(float)),
            st.dictionaries(st.sampled_from(ANSWERS), st.sampled_from([0.0, 0.01, 0.1, 0.5, 1.0]), min_size=1),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_what_is_said_of_the_lines_is_so(met: list[ObservedDecision]) -> None:
    """Whoever follows them, line by line, gives away what they say, as often as they say, and there are few of them;
    no more than by the one answer that is best on average, or the usual one where that cannot be had.
    """
    lines = fit_rules(met)
    whole = sum(one.often for one in met)
    went = [(answered(lines, one), one.often / whole) for one in met]
    for n, came in enumerate(rule_usage(lines, met)):
        here = [(lost, often) for (at, lost), often in went if at == n]
        share = sum(often for _, often in here)
        assert came.share == pytest.approx(share, abs=1e-9)
        assert came.right * share == pytest.approx(sum(often for lost, often in here if lost < 1e-6), abs=1e-9)
        assert came.away == pytest.approx(sum(lost * often for lost, often in here), abs=1e-9)
    assert len(lines) <= MAX_LINES + 1
    usual = [next(iter(one.loses.values())) for one in met]
    single = [
        sum(one.loses.get(answer, free) * one.often for one, free in zip(met, usual, strict=True)) / whole
        for answer in ANSWERS
    ]
    assert away(lines, met) <= min(single) + 1e-9


def test_where_no_line_fits_one_answers_as_usual() -> None:
    """Whoever goes by lines may come to where nothing they name is offered: the last counts, and the usual is done."""
    lines = [DecisionRule("swap", "total", least=9), DecisionRule("keep")]
    strange = ObservedDecision(1, {"total": 3}, {"run": 0.25, "hide": 0})
    assert matching_rule(lines, strange.facts, strange.loses) == 1
    assert rule_usage(lines, [strange])[1].away == 0.25


@pytest.mark.parametrize("seed", range(5))
def test_of_facts_that_tell_as_much_the_first_is_gone_by(seed: int) -> None:
    """Two of three places differ in their fact alone: noise in the last digits does not choose between them."""
    dice = random.Random(seed)
    noise = [1 + dice.uniform(-1e-13, 1e-13) for _ in range(6)]
    met = [
        ObservedDecision(0.3 * noise[0], {"left": 1, "right": 0}, {"keep": 0.4 * noise[1], "swap": 0}),
        ObservedDecision(0.3 * noise[2], {"left": 0, "right": 1}, {"keep": 0.4 * noise[3], "swap": 0}),
        ObservedDecision(0.7 * noise[4], {"left": 0, "right": 0}, {"keep": 0, "swap": 0.3 * noise[5]}),
    ]
    assert [(line.answer, line.fact) for line in fit_rules(met)] == [
        ("swap", "left"),
        ("keep", "right"),
        ("swap", None),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_of_answers_that_give_as_much_away_the_first_is_given(seed: int) -> None:
    """Each is right as often: noise in the last digits of what is lost does not choose between them."""
    dice = random.Random(seed)
    noise = [1 + dice.uniform(-1e-13, 1e-13) for _ in range(2)]
    met = [
        ObservedDecision(1, {}, {"keep": 0.2 * noise[0], "swap": 0}),
        ObservedDecision(1, {}, {"keep": 0, "swap": 0.2 * noise[1]}),
    ]
    assert fit_rules(met) == [DecisionRule("keep")]
