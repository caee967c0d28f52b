"""Learning on the job, exp, levels, Lots that overflow, the debrief."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.assembly import new_character
from tablewright.games.venus_engine.characters import EXP_BAR, Job, marked
from tablewright.games.venus_engine.learning import SPAN, exp_for
from tablewright.games.venus_engine.limits import scores
from tablewright.games.venus_engine.options import VenusRulings
from tablewright.games.venus_engine.tasks import threshold_for
from tablewright.rules import Refused, replace_by_id

from .play import Play, debriefed

DEFAULT = VenusRulings()


NURSE = Job("nurse", "Nurse", ("wits", "resolve"))


def learner(score: int = 2, exp: int = 0, factors: tuple[str, ...] = (), **rulings: Any) -> Play:
    """Bo learns to be a nurse, and faces a task of Wits, bronze, with this score."""
    play = Play(**rulings)
    bo = play["bo"]
    wits = bo.ability("wits").but(score=score)
    play.change("bo", jobs=(*bo.jobs, NURSE.but(exp=exp)), abilities=replace_by_id(bo.abilities, wits))
    return play.call("task", "bo", "wits", factors=factors)


def after(play: Play, dice: list[int], **say: Any) -> Job:
    """The job after a task: nothing is KISSed, where a die has missed, and nothing is turned."""
    lets = ("Turn something against them?", *(["KISS which dice?"] if 1 in dice else []))
    play.act("bob", "perform_task", who="bo", job="nurse", dice=[dice], say=say, lets=lets)
    return play["bo"].job("nurse")


@pytest.mark.example("task.job.none", 0)
@pytest.mark.example("learn.level0", 0)
def test_without_a_fitting_job_a_new_one_is_learned_on_the_spot() -> None:
    """No job of Bo's inherits Wits: his Peers name one, at level 0 with no exp, and he performs the task with it."""
    play = Play().call("task", "bo", "wits")
    with pytest.raises(Refused, match="none yet"):
        play.act("bob", "perform_task", who="bo", job="courier")
    play.act("cat", "start_learning", who="bo", name="Nurse", abilities=["wits", "resolve"], lets="does that job fit?")
    job = play["bo"].job("nurse")
    assert (job.level, job.exp) == (0, 0)
    play.start("bob", "perform_task", who="bo", job="nurse")
    assert play.question("Task").dice == 2


@pytest.mark.exercises("learn.peers-choose")
def test_peers_choose_the_job_and_may_object() -> None:
    """The learner has no say. A Peer's proposal needs the others' consent."""
    play = Play().call("task", "bo", "wits")
    with pytest.raises(Refused, match="Your Peers decide"):
        play.act("bob", "start_learning", who="bo", name="King", abilities=["wits", "resolve"])
    say = {"ann": "objection", "After": "dropped"}
    play.act(
        "cat",
        "start_learning",
        who="bo",
        name="Nurse",
        abilities=["wits", "resolve"],
        say=say,
        lets="does that job fit?",
    )
    assert [job.id for job in play["bo"].jobs] == ["courier"]
    with pytest.raises(Refused, match="must inherit Wits"):
        play.act("cat", "start_learning", who="bo", name="Nurse", abilities=["finesse", "resolve"])


@pytest.mark.example("learn.dice", 0, 1)
@pytest.mark.parametrize("score", [4, 1])
def test_a_learner_rolls_the_score_of_the_ability_named(score: int) -> None:
    """Score 4: four dice. Score 1: one die."""
    play = learner(score)
    play.start("bob", "perform_task", who="bo", job="nurse")
    assert play.question("Task").dice == score


@pytest.mark.example("learn.factor", 0, 1)
@pytest.mark.example("learn.factor.cap", 0)
@pytest.mark.parametrize(("others", "threshold"), [((), 2), (("a", "b"), 4), (("a", "b", "c", "d"), 5)])
def test_being_a_learner_is_a_factor(others: tuple[str, ...], threshold: int) -> None:
    """Alone 2, with two others 4, and never above 5."""
    play = learner(factors=others)
    assert play.s.call is not None
    assert threshold_for(play.s, play.s.call, NURSE) == threshold


@pytest.mark.exercises("learn.factor")
def test_the_table_may_leave_the_factor_to_the_fc() -> None:
    """By that ruling the FC may waive it, and by the other not."""
    for ruling, threshold in (("automatic", 2), ("fc decides", 1)):
        play = Play(learner=ruling).change("bo", agenda="x")
        play.act("fc", "call_task", who="bo", ability="wits", learner=False)
        assert play.s.call is not None
        assert threshold_for(play.s, play.s.call, NURSE) == threshold


@pytest.mark.example("learn.exp", 0)
@pytest.mark.example("learn.exp.adds", 0, 1, 2)
@pytest.mark.parametrize(
    ("dice", "say", "exp"),
    [
        ([6, 6], {"main goal": "yes"}, 1),
        ([1, 1], {}, 2),
        ([6, 1], {"Buy what": "lesson"}, 3),
        ([6, 6, 6], {"main goal": "yes", "Buy what": "lesson"}, 2),
    ],
)
def test_what_a_learner_marks(dice: list[int], say: dict[str, str], exp: int) -> None:
    """1 for the task, 1 for failing, 1 for a lesson, added up."""
    assert after(learner(len(dice)), dice, **say).exp == exp
    failed = "main goal" not in say
    assert exp_for(0, failed, int("Buy what" in say)) == exp


@pytest.mark.example("learn.exp.span", 0, 1, 2)
@pytest.mark.parametrize(("each", "tasks"), [(3, 6), (1, 16), (2, 8)])
def test_a_job_takes_6_to_16_tasks(each: int, tasks: int) -> None:
    """At 3, 1 and 2 exp a task, marked one task after the other."""
    job, n = NURSE, 0
    while not job.level:
        job, n = marked(job, each, (3, 2), DEFAULT), n + 1
    assert n == tasks
    assert SPAN == (6, 16)


@pytest.mark.example("learn.qualification", 0)
def test_a_barred_job_takes_no_exp_until_its_condition_is_met() -> None:
    """Failing with a lesson marks no exp. Once qualified, it marks 3."""
    play = learner()
    play.change("bo", jobs=(NURSE.but(qualification="a licence", qualified=False),))
    say = {"Buy what": "lesson"}
    assert after(play, [6, 1], **say).exp == 0
    play.act("fc", "qualify", who="bo", job="nurse")
    assert after(play.call("task", "bo", "wits"), [6, 1], **say).exp == 3
    with pytest.raises(Refused, match="who cannot be 'bo'"):
        play.act("fc", "qualify", who="bo", job="nurse")


@pytest.mark.example("learn.qualification", 1)
def test_overflowing_lots_do_not_go_on_a_barred_job() -> None:
    """Cleo's job as a physician is barred, so it is not among those the exp may go to."""
    play = Play().call("task", "cleo", "wits")
    play.change("cleo", jobs=(*play["cleo"].jobs, Job("scribe", "Scribe", ("wits", "finesse"), 1)))
    play.start("cat", "perform_task", who="cleo", job="broker", dice=[[6, 6, 1, 1]])
    play.answer("cat", "KISS", "0:none:none:0")
    play.answer("cat", "main goal", "yes")
    play.answer("cat", "Buy what", "intentions")
    assert play.options("The Lot becomes") == ["broker", "scribe"]
    with pytest.raises(Refused, match="cannot be answered with 'physician'"):
        play.answer("cat", "The Lot becomes", "physician")


@pytest.mark.example("learn.complete", 0, 1)
@pytest.mark.example("learn.level", 0, 1)
@pytest.mark.parametrize(("exp", "scores_", "level"), [(1, (4, 2), 2), (3, (3, 3), 3)])
def test_a_full_bar_leaves_level_0(exp: int, scores_: tuple[int, int], level: int) -> None:
    """15 and 1, or 15 and 3: the bar is wiped clean, and the level is the lower of the two scores."""
    job = marked(NURSE.but(exp=15), exp, scores_, DEFAULT)
    assert (job.level, job.exp) == (level, 0)


@pytest.mark.exercises("learn.complete")
def test_learning_is_completed_in_play() -> None:
    """Bo at 15 exp fails once more: a nurse of level 2, the lower of Wits 2 and Resolve 3."""
    job = after(learner(exp=15), [1, 1])
    assert (job.level, job.exp) == (2, 0)


@pytest.mark.exercises("learn.complete")
@pytest.mark.parametrize(("ruling", "left"), [("lost", 0), ("kept", 2)])
def test_exp_beyond_the_bar_is_a_ruling(ruling: Any, left: int) -> None:
    """Lost, or kept for the next level."""
    assert marked(NURSE.but(exp=15), 3, (2, 2), VenusRulings(spare_exp=ruling)).exp == left


@pytest.mark.example("advance.jobs", 0)
def test_later_levels_take_the_same_bar() -> None:
    """A level 3 job that fills its bar is of level 4, with no exp."""
    play = Play().call("task", "ida", "finesse")
    play.change("ida", jobs=(play["ida"].job("rigger").but(exp=15),))
    play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        dice=[[1, 1, 1]],
        lets=(
            "KISS which dice?",
            "Turn something against them?",
        ),
    )
    assert (play["ida"].job("rigger").level, play["ida"].job("rigger").exp) == (4, 0)


@pytest.mark.exercises("advance.jobs")
def test_later_levels_may_be_left_to_the_table() -> None:
    """By that ruling the bar stays full and the level does not rise. The first level still comes by itself."""
    by_hand = VenusRulings(later_levels="by hand")
    job = marked(NURSE.but(level=3, exp=15), 2, (2, 2), by_hand)
    assert (job.level, job.exp) == (3, EXP_BAR)
    assert marked(NURSE.but(exp=15), 1, (2, 2), by_hand).level == 2


@pytest.mark.example("lot.start", 0)
@pytest.mark.parametrize("lots", [10, 4])
def test_new_characters_start_with_lots(lots: int) -> None:
    """Ten, or the table's number. The FC's have none."""
    play = Play() if lots == 10 else Play(starting_lots=lots)
    assert (play["ida"].lots, play["pim"].lots) == (lots, 0)
    play.act("fc", "make_character", name="Tam", player="ann")
    assert play["tam"].lots == lots
    assert new_character("x", "X", "ann", False, DEFAULT).lots == 10


@pytest.mark.exercises("learn.factor")
@pytest.mark.parametrize(("ruling", "counted", "told"), [("automatic", False, 2), ("fc decides", False, 1)])
def test_a_learner_is_told_the_threshold_that_counts(ruling: str, counted: bool, told: int) -> None:
    """Bo has no job that inherits Wits: success costs 2, unless the table leaves it to the FC, who waives it."""
    play = Play(learner=ruling).change("bo", agenda="x")
    said = play.act("fc", "call_task", who="bo", ability="wits", obvious=True, learner=counted)
    why = ", being a learner" if told == 2 else ""
    assert said[-1] == f"Bo Lantern faces a task of Wits; success costs {told}{why}."


@pytest.mark.example("ego.earn.debrief", 0)
def test_principles_upheld_bring_ego() -> None:
    """No Ego before, Ego after."""
    assert debriefed(5, principles=True)["ida"].ego is True
    assert debriefed(5)["ida"].ego is False


@pytest.mark.example("score.positive", 0, 1)
@pytest.mark.exercises("score.meaning")
def test_a_score_is_at_least_1() -> None:
    """0 is refused, 1 is the lowest. A lower number set by hand is reported."""
    play = Play()
    with pytest.raises(Refused, match="score is between 1 and 20, not 0"):
        play.act("fc", "change_score", who="ida", ability="wits", score=0, why="a grave wound")
    play.act("fc", "change_score", who="ida", ability="wits", score=1, why="a grave wound")
    assert play["ida"].ability("wits").score == 1
    play.table.edit("fc", "characters.ida.abilities.wits.score", 0)
    assert scores(play.s) == "Ida Quill's Wits is 0."
    assert any(limit.broken(play.s) for limit in GAME.limits if limit.cites == "score.positive")


@pytest.mark.exercises("caliber.meaning")
def test_a_caliber_moves_only_for_a_reason() -> None:
    """Tasks and checks never change it. The FC does, for one of the few reasons."""
    play = Play()
    with pytest.raises(Refused, match="needs why"):
        play.act("fc", "change_caliber", who="ida", ability="wits", caliber="gold")
    with pytest.raises(Refused, match="for the facilitator"):
        play.act("ann", "change_caliber", who="ida", ability="wits", caliber="gold", why="assembly")
    play.act("fc", "change_caliber", who="ida", ability="wits", caliber="gold", why="a sudden gift of power")
    assert play["ida"].ability("wits").caliber == "gold"
    before = play["bo"].abilities
    learner_play = learner()
    after(learner_play, [1, 1])
    assert learner_play["bo"].abilities == before


@pytest.mark.exercises("task.job.two-abilities", "personal.special")
def test_a_character_is_made_and_filled_in() -> None:
    """Four abilities of the text, then another, a job, an attribute and a principle. Attributes can be lost."""
    play = Play()
    play.act("fc", "make_character", name="Tam", player="ann")
    play.act("fc", "add_ability", who="tam", name="Lore", caliber="silver", score=2)
    play.act("fc", "give_job", who="tam", name="Scribe", abilities=["lore", "wits"], level=2)
    play.act("ann", "add_attribute", who="tam", name="Ink", special="nobody can trace the hand")
    play.act("ann", "add_principle", who="tam", principle="Write it down.")
    tam = play["tam"]
    assert [a.name for a in tam.abilities] == ["Finesse", "Swiftness", "Wits", "Resolve", "Lore"]
    assert (tam.jobs[0].level, tam.attributes[0].special, tam.principles) == (
        2,
        "nobody can trace the hand",
        ("Write it down.",),
    )
    play.act("fc", "lose_attribute", who="tam", attribute="ink")
    assert play["tam"].attributes == ()
