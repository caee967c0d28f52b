"""Best play as the lab answers it: its worth, its bounds, the shipped policies beside it, and what to do in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablewright.catalog.installed import find_game
from tablewright.engine.markov.chain import build_chain
from tablewright.lab import best
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.reporting.report import as_json, write
from tablewright.lab.results.best_play import BEST_PLAY, RULES, BestPlay, DecisionRow, ShippedPolicy, format_worth
from tablewright.lab.spec.state_facts import StateFacts, table_in
from tablewright.rules import Refused
from tablewright.rules.state.state import set_path
from tablewright.server.http.lab import _situation
from tablewright.solver.key_decisions import DecisionOption, canonical_answer, canonical_option
from tablewright.terminal.commands.new_game import write_game
from tests.clock import search_by_ticks


def of(found: BestPlay) -> dict[str, ShippedPolicy]:
    return {policy.name: policy for policy in found.shipped}


def test_it_is_what_the_chain_reader_finds() -> None:
    """A small scenario, solved both ways: the same worth, proven."""
    box = find_game("veil-runners")
    found = best(box, "mission", {"obstacles": 2, "doom": 2, "focus": 1})
    solved = run_scenario(box, "mission", {"obstacles": 2, "doom": 2, "focus": 1}, policy="best")
    assert found.proven
    assert found.value == pytest.approx(solved.chances["success"], abs=1e-6)
    assert found.how == "best"


def test_the_shipped_policies_stand_beside_it() -> None:
    """Each with its exact worth, best first, and none is worth more."""
    box = find_game("venus-engine")
    found = best(box, "lots", {"tasks": 2, "lots": 2})
    assert set(of(found)) == {"first option", *box.game.policies}
    bold = run_scenario(box, "lots", {"tasks": 2, "lots": 2}, policy="bold")
    assert of(found)["bold"].value == pytest.approx(bold.left["goals reached"], abs=1e-6)
    assert not of(found)["bold"].wide
    values = [policy.value for policy in found.shipped]
    assert values == sorted(values, reverse=True)
    assert found.gain == pytest.approx(found.value - values[0])
    assert found.gain > -1e-6


def test_what_to_do_is_told_with_what_each_choice_is_worth() -> None:
    """One success short of two: three dice again are worth 19/27, two 5/9, one 1/3, none nothing."""
    found = best("venus-engine", "task", {"lots": 3})
    told = next(
        met
        for met in found.situations
        if met.question.startswith("KISS which dice? 1 success so far, and the goal costs 2.")
    )
    assert sorted(option.worth for option in told.options) == pytest.approx([0, 1 / 3, 5 / 9, 19 / 27], abs=1e-6)
    (top,) = [option for option in told.options if option.best]
    assert top.words.startswith("throw 3 of your own dice again")
    assert told.loses == pytest.approx(19 / 27 - (1 / 3 + 5 / 9 + 19 / 27) / 4, abs=1e-6)
    assert told.often == pytest.approx(32 / 81, abs=1e-6)


def test_what_matters_most_comes_first() -> None:
    """By how often it is met and what a random answer would lose there."""
    found = best("venus-engine", "task", {"lots": 3})
    matters = [met.often * met.loses for met in found.situations]
    assert matters == sorted(matters, reverse=True)
    assert len(matters) > 2


def test_habits_say_how_often_each_answer_is_taken() -> None:
    """Whatever the words of the question: the shares of its answers add up to one."""
    found = best("venus-engine", "task", {"lots": 3})
    kiss = next(habit for habit in found.habits if habit.question.startswith("KISS"))
    assert sum(kiss.taken.values()) == pytest.approx(1)
    assert kiss.often == pytest.approx(48 / 81, abs=1e-6)


def test_what_an_option_is_called_is_the_same_in_every_state() -> None:
    """By the same words, if it always has them; without what stands in brackets, if that is all that differs; else by
    the option itself.
    """
    assert canonical_answer({"yes"}, "True") == "yes"
    assert canonical_answer({"dodge (6 dice)", "dodge (7 dice)"}, "away") == "dodge"
    assert canonical_answer({"keep 1 and 2, total 3", "keep 4 and 4, total 8"}, "keep") == "keep"
    assert canonical_option(DecisionOption("the first (of two)", 0, 0, False, "(0, 1)")) == "the first"
    assert canonical_option(DecisionOption("the first (of two)", 0, 0, False, "first")) == "first"


def test_a_situation_is_told_by_what_sets_it_apart() -> None:
    """What the game's people care about, in their names, and only what differs between states."""
    found = best("veil-runners", "mission", {"obstacles": 2, "doom": 2, "focus": 1})
    assert any("Focus" in fact for met in found.situations for fact in met.where)
    box = find_game("veil-runners")
    start = box.game.setup(box.game.rulings())
    assert StateFacts(box.game, [start]).of(start) == ()


def test_the_table_is_found_inside_what_a_scenario_makes_of_it() -> None:
    """A scenario's state may hold the table's; what it keeps beside it is told as well."""
    box = find_game("veil-runners-classic")
    leg = box.game.scenario("passage").start(box.game.rulings())
    assert table_in(leg, box.game.state) is leg.run
    facts = StateFacts(box.game, [leg, leg.but(left=1)])
    assert facts.of(leg) == ("left 4",)


@pytest.fixture
def hurried(searches_by_ticks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole second passes at each look at the clock."""
    search_by_ticks(monkeypatch, 1.0)


@pytest.mark.usefixtures("hurried")
def test_what_cannot_be_followed_is_sampled_and_said_so() -> None:
    """No time to follow any policy to every end: the best of them by sampling, between true bounds, not proven."""
    found = best("veil-runners", "mission", seconds=40)
    assert (found.by, found.proven) == ("sampled", False)
    assert found.policy in of(found)
    assert of(found)[found.policy].wide == found.wide > 0
    assert found.lower < found.value < found.upper
    assert found.upper == pytest.approx(1.0)
    assert "by sampling" in found.sentence()
    assert "not proven" in repr(found)
    assert "no time" in found.note


@pytest.mark.usefixtures("hurried")
def test_a_policy_found_in_time_is_exact_and_not_called_proven() -> None:
    """Time to follow some policies, too little to prove anything: a real policy's worth, and how far it may be off."""
    found = best("veil-runners", "mission", {"obstacles": 4, "doom": 4, "focus": 1}, seconds=900)
    assert found.by == "solved"
    assert not found.proven
    assert found.lower == found.value < found.upper
    assert "exactly" in found.sentence()
    options = [option for met in found.situations for option in met.options]
    assert all(option.worth <= option.most + 1e-6 for option in options)
    assert all(option.worth < 1e-6 for option in options if not option.known)


def test_where_nothing_is_chosen_everybody_plays_the_best() -> None:
    """One undefended blow: all policies are worth the same, proven, and there is nothing to tell."""
    found = best("veridia", "blow")
    assert found.proven
    assert [policy.value for policy in found.shipped] == pytest.approx([found.value] * len(found.shipped))
    assert (found.situations, found.habits) == ((), ())


@pytest.mark.parametrize(("seconds", "megabytes"), [(0, 100), (-1, 100), (1, 0), ("x", 100)])
def test_no_time_or_memory_is_refused(seconds: Any, megabytes: float) -> None:
    """A sentence, not an answer about nothing."""
    with pytest.raises(Refused, match="more than none"):
        best("venus-engine", "task", seconds=seconds, megabytes=megabytes)


def test_nothing_is_best_where_endings_are_worth_nothing() -> None:
    """Refused in words."""
    with pytest.raises(Refused, match="does not say what an ending is worth"):
        best("venus-engine", "learning")


def test_a_game_of_ones_own_is_answered_too(tmp_path: Path) -> None:
    """A folder just written: the same worth as the chain reader finds."""
    box = find_game(str(write_game("best-walk", tmp_path)))
    found = best(box, "walk")
    scenario = box.game.scenario("walk")
    assert scenario.value is not None
    solved = build_chain(scenario, scenario.start(box.game.rulings()), best=True)
    worth = solved.mean_left(lambda s: {"worth": scenario.value(s)})["worth"]  # type: ignore[misc]
    assert found.proven
    assert found.value == pytest.approx(worth, abs=1e-6)


def test_best_play_from_any_start(tmp_path: Path) -> None:
    """A value set by its path is worth what a state with that value is worth; and both say where they began."""
    box = find_game(str(write_game("best-start", tmp_path)))
    by_path = best(box, "walk", {"walkers.ada.nerve": 0})
    start = box.game.scenario("walk").start(box.game.rulings())
    given = best(box, "walk", state=set_path(start, "walkers.ada.nerve", 0))
    assert by_path.value == pytest.approx(given.value, abs=1e-6)
    assert given.value < best(box, "walk").value - 1e-3
    assert by_path.params["walkers.ada.nerve"] == 0
    assert by_path.about is not None
    assert "walkers.ada.nerve=0" in by_path.about.said()
    assert given.about is not None
    assert "from a state that was given" in given.about.said()


def test_what_changes_nothing_is_refused_for_best_play_too() -> None:
    """As everywhere in the lab."""
    with pytest.raises(Refused, match="nowhere"):
        best("veil-runners", "mission", {"nowhere.to.be.found": 3})


def test_it_shows_itself_and_is_written_down(tmp_path: Path) -> None:
    """In a notebook, on a page and as rows: its worth, the policies beside it, each choice, and what it is of."""
    found = best("venus-engine", "lots")
    shown = found._repr_html_()
    write(found, tmp_path / "task.html")
    write(found, tmp_path / "task.md")
    page, text = (tmp_path / "task.html").read_text(), (tmp_path / "task.md").read_text()
    for told in (shown, page, text):
        assert found.sentence() in told
        assert "throw 3 of your own dice again" in told
        assert "the first line that fits" in told
        assert "2 or more successes so far" in told
        assert "lots=3" in told
        assert "seed 0" in told
    assert "<svg" in page
    rows = {row["policy"]: row for row in found.rows()}
    assert rows[BEST_PLAY]["worth"] == found.value
    assert set(rows) == {BEST_PLAY, RULES, *of(found)}
    assert rows[RULES]["worth"] == found.by_rules
    assert json.loads(as_json([found]))["value"] == found.value


def test_no_more_is_said_of_a_choice_than_is_known() -> None:
    """One that nobody has looked at has no worth; one whose bounds have not met has at least so much."""
    assert format_worth(DecisionOption("run", 0.25, 1.0, False, known=False)) == "not looked at"
    assert format_worth(DecisionOption("hide", 0.25, 0.75, False)) == "0.2500 or more"
    assert format_worth(DecisionOption("fight", 0.25, 0.25, True)) == "0.250000"
    (option,) = _situation(
        DecisionRow("Well?", (), (DecisionOption("run", 0.25, 1.0, False, known=False),), 1.0, 0.1)
    ).options
    assert option.worth == "not looked at"


def test_a_policy_that_was_sampled_lies_within_an_interval_of_the_best() -> None:
    """By how much it is worse is no surer than what it is worth."""
    found = BestPlay("a", "1", "b", "B", {}, {}, 0.9, 0.9, 1.0, False)
    assert found.beside(ShippedPolicy("bold", 0.8, 0.03)) == "-0.1000 ± 0.0300"
    assert found.beside(ShippedPolicy("plain", 0.8)) == "-0.100000"
    assert found.beside(ShippedPolicy("careful", 0.89, 0.03)) == "cannot be told apart"
