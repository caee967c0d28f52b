"""Rules of thumb in words: what whoever reads the question and looks at the table can go by."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.lab import best
from tablewright.lab.spec.state_facts import StateFacts, table_in
from tablewright.lab.studies.rule_of_thumb_text import FeatureSet, RuleOfThumb, clause, kind_of
from tablewright.solver.key_decisions import DecisionHabit, DecisionOption, KeyDecision, RuleLine


@pytest.fixture(scope="module")
def here() -> Any:
    """A state in which everything is as in any other: only what is asked tells situations apart."""
    game = find_game("venus-engine").game
    return game.setup(game.rulings())


def asked(state: Any, question: str, *options: tuple[str, str, float], often: float = 1.0) -> KeyDecision:
    top = max(worth for _, _, worth in options)
    told = tuple(DecisionOption(words, worth, worth, worth == top, value) for words, value, worth in options)
    return KeyDecision(question, told, often, 0.1, state, "a.rule")


def two_dice(state: Any, *more: tuple[str, str, float]) -> list[KeyDecision]:
    """Two dice as they fall, to keep for what they show or to throw again for 0.6."""
    return [
        asked(
            state,
            "Keep it? It takes 10.",
            (f"keep {a} and {b}, total {a + b}", "keep", (a + b) / 12),
            ("throw again", "reroll", 0.6),
            *more,
        )
        for a, b in product(range(1, 7), repeat=2)
    ]


def told(met: list[KeyDecision], facts: StateFacts | None = None) -> tuple[RuleLine, ...]:
    """The lines fitted to situations, and what comes of them there."""
    facts = facts or StateFacts(find_game("venus-engine").game, [one.state for one in met])
    seen = {FeatureSet(one, facts): one.often for one in met}
    return RuleOfThumb(seen, facts).told(seen)


def lines_of(met: list[KeyDecision]) -> list[tuple[str, str]]:
    return [(line.when, line.answer) for line in told(met)]


def test_a_number_of_an_option_is_a_line(here: Any) -> None:
    """Eight of two dice is worth more than 0.6, seven is not: that is said in the option's own words."""
    assert lines_of(two_dice(here)) in (
        [("keep: total 8 or more", "keep"), ("", "throw again")],
        [("keep: total up to 7", "throw again"), ("", "keep")],
    )


def test_what_a_line_gives_away_is_said_for_a_play(here: Any) -> None:
    """Nothing, where the line is sharp; where a single answer has to do, what it costs as often as it is wrong."""
    sharp = told(two_dice(here))
    assert [(line.right, line.away) for line in sharp] == [(1, 0), (1, 0)]
    blind = [asked(here, "Well?", ("a", "a", 0.0), ("b", "b", 1.0)) for _ in range(3)]
    blind.append(asked(here, "Well?", ("a", "a", 1.0), ("b", "b", 0.5), often=2))
    (line,) = told(blind)
    assert line.answer == "b"
    assert (line.share, line.right, line.away) == pytest.approx((1, 3 / 5, 1.0))


def test_a_number_of_the_question_is_a_line(here: Any) -> None:
    """So much damage is too much."""
    met = [
        asked(here, f"An imp hits: {n} damage. Dodge?", ("no", "no", 1 - n / 10), ("yes", "yes", 0.75))
        for n in range(1, 6)
    ]
    assert lines_of(met) in (
        [("3 or more damage", "yes"), ("", "no")],
        [("up to 2 damage", "no"), ("", "yes")],
    )


def test_of_options_of_a_kind_the_one_with_the_most_is_an_answer(here: Any) -> None:
    """The best answer pays as much as can be paid: one line, not one for each price."""
    met = [
        asked(here, "Pay?", ("no", "no", 0.0), *((f"{n} more for it", f"pay {n}", n / 10) for n in range(1, most + 1)))
        for most in (2, 3, 5)
    ]
    assert lines_of(met) == [("", "… more for it, the most there is")]


def test_what_is_done_if_nobody_wants_anything_tells_situations_apart(here: Any) -> None:
    """A token is worth spending on a miss and not on a hit."""
    met = [
        asked(here, "Spend?", ("no: a miss", "no", 0.0), ("a hit for 1 token", "hit", 0.5)),
        asked(here, "Spend?", ("no: a hit", "no", 0.8), ("a hit for 1 token", "hit", 0.5)),
    ]
    found = lines_of(met)
    assert len(found) == 2
    assert any("a miss" in when or "a hit" in when for when, _ in found)


def test_what_cannot_be_told_in_one_word_is_what_is_offered_first(here: Any) -> None:
    """Three questions in one, and none of their answers in another."""
    met = [
        asked(here, "Which?", ("sword", "sword", 1.0), ("axe", "axe", 0.0)),
        asked(here, "Which?", ("spear", "spear", 1.0), ("club", "club", 0.0)),
        asked(here, "Which?", ("bow", "bow", 1.0), ("sling", "sling", 0.0)),
    ]
    assert lines_of(met)[-1] == ("", "what is offered first")


def test_what_is_usual_has_its_name_where_it_always_has_one(here: Any) -> None:
    """ "No", whatever comes of that; and nothing else is offered everywhere."""
    met = [
        asked(here, "Spend?", (f"no: {so}", f"({so},)", 1.0), (f"{so} for 1", f"({so}, 1)", 0.0))
        for so in ("a miss", "a hit", "a wound")
    ]
    assert lines_of(met)[-1] == ("", "no")


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("keep 4 and 5, total 9", "9", "total 9"),
        ("An imp hits: 3 damage. Dodge?", "3", "3 damage"),
        ("1 success so far, and the goal costs 2.", "2", "and the goal costs 2"),
        ("throw 2 again (+0.67 on average)", "+0.67", "+0.67 on average"),
    ],
)
def test_a_clause_is_what_belongs_to_a_number(text: str, number: str, said: str) -> None:
    """From one stop or bracket to the next."""
    begin = text.rindex(number)
    first, last = clause(text, begin, begin + len(number))
    assert text[first:last].strip() == said


def test_options_are_of_a_kind_that_differ_in_numbers_only() -> None:
    """The names don't matter."""
    options = [DecisionOption(words, 0, 0, False, words) for words in ("swap 1", "swap 6", "swap 6, reroll", "keep")]
    assert [kind_of(option) for option in options] == ["swap", "swap", "swap, reroll", "keep"]


def test_two_numbers_in_one_breath_make_no_line(here: Any) -> None:
    """Which of them is meant could not be said."""
    met = [
        asked(here, "Keep it?", (f"keep {a} and {b}", "keep", a / 6), ("throw again", "reroll", 0.5))
        for a, b in product(range(1, 7), repeat=2)
    ]
    assert [when for when, _ in lines_of(met)] == [""]


def test_numbers_in_names_say_nothing() -> None:
    """The second bandit is no worse than the first."""
    box = find_game("veridia")
    start = box.game.scenario("skirmish").start(box.game.rulings())
    facts = StateFacts(box.game, [start])
    names = [*box.game.names(table_in(start, box.game.state)).values()]
    name = next(name for name in names if name.endswith(" 1") and f"{name[:-2]} 2" in names)
    assert facts.unnumbered(f"{name} attacks: club, damage 1", start) == f"{name[:-2]} attacks: club, damage 1"
    dodges = [
        asked(start, f"{one} attacks. Dodge?", ("no", "no", 0.5), ("yes", "yes", float(one != name)))
        for one in (name, f"{name[:-2]} 2")
    ]
    assert [line.when for line in told(dodges, facts)] == [""]


def test_best_play_of_a_game_is_told_in_lines() -> None:
    """When to throw again and how many: by the question, by what is left, and how good that is."""
    found = best("venus-engine", "lots")
    kiss = next(habit for habit in found.habits if habit.question.startswith("KISS"))
    assert ("2 or more successes so far", "leave the dice as they are") in [(t.when, t.answer) for t in kiss.rule]
    assert sum(line.share for line in kiss.rule) == pytest.approx(1)
    assert 0 < kiss.loses < 0.05 < kiss.matters
    assert kiss.rule[-1].when == ""
    assert any(row["where"] == "2 or more successes so far" for row in found.thumbs())


def test_one_answer_needs_no_rule() -> None:
    """Unless it is wrong so often that one should know."""
    always = DecisionHabit("Well?", 1.0, 0.1, {"yes": 1.0}, (RuleLine("", "yes", 1.0, 1.0, 0.0),))
    mostly = DecisionHabit("Well?", 1.0, 0.1, {"yes": 0.6, "no": 0.4}, (RuleLine("", "yes", 1.0, 0.6, 0.02),), 0.02)
    assert (always.rule, mostly.rule) == ((), mostly.thumbs)
    assert always.costs() == "gives away next to nothing"
    assert mostly.costs() == "gives away 0.02 a play"
