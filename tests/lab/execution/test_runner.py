"""One scenario from any starting point: exactly or by sampling, and what has no effect is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablewright import lab
from tablewright.catalog.installed import find_game
from tablewright.lab.results.run_result import RunResult
from tablewright.lab.results.spread import ValueSpread
from tablewright.rules.errors import Refused


def test_exact_and_sampled_figures_agree(fork: str, alone: lab.WorkOptions) -> None:
    """Every figure of a sampled trial lies within twice its interval of the exact one, and says how wide that is."""
    solved = lab.run(fork, "road", work=alone)
    sampled = lab.run(fork, "road", by="bulk", plays=20_000, work=alone)
    assert (solved.exact, sampled.exact) == (True, False)
    for name, (value, wide) in sampled.figures().items():
        exact, none = solved.figures()[name]
        assert none == 0.0
        assert wide > 0
        assert abs(value - exact) < 2 * wide, name


def test_figures_have_deviation_quantiles_and_curves(fork: str, alone: lab.WorkOptions) -> None:
    """They are those of the distribution: checked by hand for what is left."""
    left = lab.run(fork, "road", work=alone).resources["coins"]
    mean = sum(value * p for value, p in left.chances)
    assert sum(p for _, p in left.chances) == pytest.approx(1)
    assert left.mean == pytest.approx(mean)
    assert left.deviation**2 == pytest.approx(sum((value - mean) ** 2 * p for value, p in left.chances))
    assert left.at_least(1) == pytest.approx(1 - dict(left.chances)[0.0])
    assert dict(left.curve)[1.0] == pytest.approx(left.at_least(1))
    assert left.quantiles["50%"] in dict(left.chances)


def test_who_falls_first_is_counted(fork: str, alone: lab.WorkOptions) -> None:
    """Whoever stands at the start and no longer does; nobody, where all stay up."""
    solved = lab.run(fork, "road", work=alone)
    assert set(solved.first) == {"Ada", "nobody"}
    assert sum(solved.first.values()) == pytest.approx(1)
    assert solved.first["Ada"] >= solved.chances["broke"]


def test_sampling_stops_when_enough_is_known(fork: str, alone: lab.WorkOptions) -> None:
    """As soon as every chance is known to within the error asked for, and not before."""
    rough, fine = (lab.run(fork, "road", by="bulk", error=error, work=alone) for error in (0.02, 0.008))
    assert max(rough.wide.values()) <= 0.02
    assert max(fine.wide.values()) <= 0.008
    assert fine.size > 2 * rough.size


def test_cores_change_nothing(fork: str, alone: lab.WorkOptions) -> None:
    """One core and two give the same trial, to the last bit, wherever sampling stops."""
    one = lab.run(fork, "road", by="bulk", error=0.008, work=alone)
    two = lab.run(fork, "road", by="bulk", error=0.008, work=lab.WorkOptions(cores=2, kept=None))
    assert one == two


def test_a_trial_says_what_it_is_of(fork: str, alone: lab.WorkOptions) -> None:
    """Game, version, code, fields, rulings, policy and seed stand in every answer, also as JSON and back."""
    how: Any = {"settings": {"long": 4, "walkers.ada.at": 1}, "rulings": {"ones": "back"}, "policy": "generous"}
    trial = lab.run(fork, "road", seed=7, work=alone, **how)
    about = trial.about
    assert about is not None
    assert (about.title, about.version, about.policy, about.seed) == ("Fork", "1", "generous", 7)
    assert about.fields == {"long": 4, "coins": 3, "unread": 0, "circles": False}
    assert (about.settings, about.rulings) == ({"walkers.ada.at": 1}, {"ones": "back"})
    assert all(word in about.said() for word in ("long=4", "walkers.ada.at=1", "ones=back", "generous", "seed 7"))
    assert msgspec.json.decode(msgspec.json.encode(trial), type=RunResult) == trial


def test_any_value_of_the_start_can_be_set(fork: str, alone: lab.WorkOptions) -> None:
    """By path, as a word or as JSON: whoever begins one step before the end is likelier there."""
    usual, near, made = (
        lab.run(fork, "road", settings=settings, work=alone).chances["there"]
        for settings in ({}, {"walkers.ada.at": "2"}, {"walkers": '[{"id": "bo", "at": 2, "coins": 3}]'})
    )
    assert usual < near == made


def test_a_table_is_a_starting_point(fork: str, alone: lab.WorkOptions) -> None:
    """Its state goes on as it stands, under its own rulings unless others are given."""
    game = find_game(fork).game
    there = game.setup(game.parse_rulings({"ones": "back"})).but(long=5)
    table = lab.run(fork, "road", state=there, work=alone)
    same = lab.run(fork, "road", settings={"long": 5}, rulings={"ones": "back"}, work=alone)
    other = lab.run(fork, "road", state=there, rulings={"ones": "stay"}, work=alone)
    assert table.chances == same.chances != other.chances
    with pytest.raises(Refused, match="begins with a state that was given"):
        lab.run(fork, "road", state=there, settings={"long": 4}, work=alone)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"settings": {"unread": 3}}, "unread=3 changes nothing here"),
        ({"settings": {"long": 10}}, "long is between 1 and 9, not 10"),
        ({"settings": {"lnog": 2}}, "Did you mean long"),
        ({"settings": {"walkers.ada.coin": 2}}, "Did you mean coins"),
        ({"settings": {"walkers.ada.at": 0}}, "is 0 already"),
        ({"rulings": {"never": True}}, "The ruling never changes nothing here"),
        ({"rulings": {"oens": "back"}}, "Did you mean ones"),
        ({"policy": "generous", "settings": {"coins": 0, "label": "rich"}}, "The policy generous changes nothing here"),
        ({"policy": "best", "by": "bulk"}, "solved, not sampled"),
        ({"plays": 0}, "0 plays cannot be sampled"),
        ({"error": 0.7}, "An error of 70% cannot be asked for"),
        ({"error": 0.0000001}, "An error of 0.00001% cannot be asked for"),
        ({"error": 0.0}, "An error of 0% cannot be asked for"),
        ({"error": 0.02}, "for so many plays or until the error is so small"),
        ({"limit": 10, "by": "chain"}, "a limit is for sampling"),
    ],
)
@pytest.mark.parametrize("by", ["", "bulk"])
def test_what_has_no_effect_is_refused(how: Any, says: str, by: Any, fork: str, alone: lab.WorkOptions) -> None:
    """With a sentence that names it, whether it would be solved or sampled; never silently ignored."""
    with pytest.raises(Refused, match=says):
        lab.run(fork, "road", work=alone, **({"by": by, "plays": 500} | how))


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"setings": {"coins": 1}}, "Did you mean settings"),
        ({"policies": "generous"}, "Did you mean policy"),
        ({"number": 3}, "Did you mean seed"),
        ({"nosuch": 1}, "There is no word of the lab called 'nosuch'"),
        ({"seed": "x"}, "seed is a whole number, not 'x'"),
        ({"seed": True}, "seed is a whole number, not True"),
        ({"plays": 2.5}, r"plays is a whole number, not 2\.5"),
        ({"settings": "coins=1"}, "settings is a mapping"),
        ({"policy": 3}, "policy is a policy's name, not 3"),
        ({"by": "magic"}, "by is chain or bulk, not 'magic'"),
    ],
)
def test_a_word_that_nobody_knows_is_refused(how: Any, says: str, fork: str, alone: lab.WorkOptions) -> None:
    """With the nearest that is known: the usual question is not answered instead."""
    with pytest.raises(Refused, match=says):
        lab.run(fork, "road", work=alone, **how)


def test_every_question_refuses_what_it_does_not_know(fork: str, alone: lab.WorkOptions) -> None:
    """By its own words too."""
    ask: Any = lab
    with pytest.raises(Refused, match="Did you mean policy"):
        ask.compare(fork, "road", {"coins": 1}, {"coins": 2}, polcy="generous", work=alone)
    with pytest.raises(Refused, match="Did you mean figure"):
        ask.sweep(fork, "road", {"coins": "1..2"}, figur="there", work=alone)
    with pytest.raises(Refused, match="Did you mean names"):
        ask.sensitivity(fork, "road", name=["coins"], work=alone)
    for seconds in (float("nan"), float("inf"), 0.0):
        with pytest.raises(Refused, match="some time"):
            lab.best(fork, "road", seconds=seconds)


def test_a_road_without_end_is_given_up(fork: str, alone: lab.WorkOptions) -> None:
    """What may go on for ever is sampled up to a limit, and going on is an ending of its own."""
    rich = {"circles": True, "label": "rich"}
    endless = lab.run(fork, "road", settings=rich, plays=20, work=alone)
    assert endless.chances == {"not over after 1,000 steps": 1.0}
    assert "never end" in endless.note or "No ending" in endless.note
    short = lab.run(fork, "road", plays=400, limit=3, work=alone)
    assert 0 < short.chances["not over after 3 steps"] < 1
    assert short.steps.quantiles["95%"] == 3


def test_trials_show_themselves(fork: str, alone: lab.WorkOptions) -> None:
    """In a notebook as a table with its source, and as rows for pandas."""
    trial = lab.run(fork, "road", by="bulk", plays=500, work=alone)
    shown = trial._repr_html_()
    assert "A road" in shown
    assert "seed 0" in shown
    rows = {row["figure"]: row for row in trial.rows()}
    assert rows["there"]["low"] < rows["there"]["value"] < rows["there"]["high"]
    assert rows["coins"]["deviation"] > 0


def test_what_is_nearly_always_the_same_is_said_so() -> None:
    """No span where there is none; and that some of it may come out otherwise."""
    assert ValueSpread.of({0: 0.98, 1: 0.02}).said() == "0.02 on average, nine times in ten 0"
    assert ValueSpread.of({0: 0.5, 1: 0.5}).said() == "0.50 on average, nine times in ten between 0 and 1"


def test_what_people_care_about_is_counted_at_the_end(alone: lab.WorkOptions) -> None:
    """Every measure of the game beside what the scenario counts; where its states are no table's, that is said."""
    usual = lab.run("veil-runners", "taking-hits", work=alone)
    whole = lab.run("veil-runners", "taking-hits", measures=True, work=alone)
    assert whole.left["Ada: Down and Out"] == pytest.approx(1)
    assert {name: whole.left[name] for name in usual.left} == usual.left
    with pytest.raises(Refused, match="keeps a state of its own"):
        lab.run("veil-runners-classic", "passage", measures=True, work=alone)


@pytest.mark.parametrize("how", [{}, {"by": "bulk", "plays": 4_000}])
def test_what_is_counted_of_people_is_counted_of_the_fallen_too(how: lab.RunOptions, alone: lab.WorkOptions) -> None:
    """Over all plays: who falls in 85 % of them does not keep the Hit Points of those who stand. Exactly or sampled."""
    how["measures"] = True
    found = lab.run("moonveil", "duel", work=alone, **how)
    fell = found.chances["the Seekers win"]
    assert found.left["Gutter Imp: falls"] == pytest.approx(fell)
    assert dict(found.resources["Gutter Imp: Hit Points"].chances)[0.0] == pytest.approx(fell)
    assert found.left["Gutter Imp: Hit Points"] == pytest.approx(0.30, abs=0.05)


def test_the_fallen_count_on_both_sides_of_a_comparison(alone: lab.WorkOptions) -> None:
    """What moves is the difference of what is shown beside it."""
    how: lab.RunOptions = {"by": "bulk", "plays": 500, "measures": True}
    found = lab.compare("moonveil", "duel", {"hp": 4}, {"hp": 12}, work=alone, **how)
    moved = {d.figure: d for d in found.differences}["Gutter Imp: falls"]
    assert moved.by == pytest.approx(moved.two - moved.one)
    assert moved.by > 0.2


def test_two_of_one_name_are_two(alone: lab.WorkOptions) -> None:
    """Each is counted, told apart by what they are known by; the first of them that falls has fallen first."""
    imp = {"name": "Imp", "hp": 2, "full": 2, "pocket": 3, "evade": 4, "limit": 10}
    imps = [{"id": "one", **imp}, {"id": "two", **imp}]
    found = lab.run("moonveil", "duel", settings={"enemies": imps}, measures=True, policy="bold", work=alone)
    for id in ("one", "two"):
        assert 0 < found.resources[f"Imp ({id}): falls"].mean < 1
    apart = [imps[0], imps[1] | {"name": "Ghoul"}]
    other = lab.run("moonveil", "duel", settings={"enemies": apart}, policy="bold", work=alone).first
    assert found.first["Imp and Imp"] == pytest.approx(other["Imp and Ghoul"])
    assert found.first["Imp"] == pytest.approx(other.get("Imp", 0) + other.get("Ghoul", 0))
