"""Tasks: jobs, thresholds, aid and the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import SUCCESS_FROM, chance, successes
from tablewright.games.venus_engine.characters import two_abilities
from tablewright.games.venus_engine.difficulty import TASK_FACTORS, threshold_of
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Ally, Means
from tablewright.games.venus_engine.spread import Pool
from tablewright.games.venus_engine.state import Bought, Last
from tablewright.games.venus_engine.tasks import pool_of, threshold_for
from tablewright.rules import Refused
from tablewright.rules.effects.policy import first_free_option

from .play import Play, seat
from .tasks import LEDGER, task, with_aid

LEAVE = "0:none:none:0"


@pytest.mark.example("task.variable", 0)
def test_a_pool_gives_from_none_to_all() -> None:
    """4 bronze dice: 0 to 4 successes."""
    dist = ExactCounter(first_free_option).dist(task_dice("ida", (("ida", "bronze", 4),), Means()))
    assert sorted(d.successes for d in dist) == [0, 1, 2, 3, 4]


@pytest.mark.example("task.job.choose", 0)
def test_a_job_must_inherit_the_ability() -> None:
    """The FC names Wits. A rigger inherits Finesse and Swiftness. The refusal names the jobs that would do."""
    play = Play().call("task", "ida", "wits")
    with pytest.raises(Refused, match=r"Rigger does not inherit Wits\. Jobs that do: Burglar"):
        play.act("ann", "perform_task", who="ida", job="rigger")


@pytest.mark.example("task.job.two-abilities", 0)
def test_a_job_inherits_exactly_two_abilities() -> None:
    """A single ability is refused, and so is the same one twice, for any writer."""
    play = Play()
    for abilities in (["wits"], ["wits", "wits"], ["wits", "finesse", "resolve"]):
        with pytest.raises(Refused, match="exactly two"):
            play.act("fc", "give_job", who="ida", name="Clerk", abilities=abilities)
        with pytest.raises(Refused, match="exactly two"):
            play.act("fc", "start_learning", who="ida", name="Clerk", abilities=abilities)
    assert two_abilities(("wits", "finesse")) == ("wits", "finesse")


@pytest.mark.example("task.job.dice", 0)
def test_as_many_dice_as_the_jobs_level() -> None:
    """Level 4: four dice are thrown."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=4),))
    play.start("ann", "perform_task", who="ida", job="rigger")
    assert play.question("Task").dice == 4


@pytest.mark.example("task.own-caliber", 0)
def test_own_dice_have_the_caliber_of_the_ability_named() -> None:
    """Silver Finesse: 4, 5 and 6 are successes, 3 is not."""
    play = task()
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[3, 4, 6]])
    play.answer("ann", "KISS", LEAVE)
    assert "main goal for 1 of 2" in play.asked()[0][1].question


@pytest.mark.parametrize(
    ("factors", "threshold"), [([], 1), (["a hazard", "a larger opponent"], 3), (["a", "b", "c", "d"], 5)]
)
@pytest.mark.example("task.threshold.base", 0)
@pytest.mark.example("task.threshold.factors", 0)
@pytest.mark.example("task.threshold.cap", 0)
def test_the_threshold_is_one_and_one_for_each_factor(factors: list[str], threshold: int) -> None:
    """None, two, four: 1, 3, 5, told by the FC's call."""
    play = Play().change("ida", agenda="x")
    said = play.act("fc", "call_task", who="ida", ability="finesse", factors=factors, stakes="Trouble.")
    assert f"Ida Quill faces a task of Finesse; success costs {threshold}." in said
    assert play.s.call is not None
    assert threshold_for(play.s, play.s.call, play["ida"].job("rigger")) == threshold


@pytest.mark.example("task.threshold.cap", 1)
@pytest.mark.exercises("task.threshold.announce")
def test_of_six_drawbacks_the_fc_picks_four() -> None:
    """Six are refused. The four most telling make 5, the maximum."""
    play = Play().change("ida", agenda="x")
    six = ["a", "b", "c", "d", "e", "f"]
    with pytest.raises(Refused, match="pick the four most telling"):
        play.act("fc", "call_task", who="ida", ability="finesse", factors=six)
    play.act("fc", "call_task", who="ida", ability="finesse", factors=six[:4])
    assert threshold_of(len(play.s.call.factors)) == 5  # type: ignore[union-attr]


@pytest.mark.example("task.threshold.kinds", 0)
@pytest.mark.parametrize(
    ("opponent", "factors"), [("gold", 1), ("platinum", 1), ("silver", 0), ("bronze", 0), (None, 0)]
)
def test_a_caliber_gap_is_one_factor_however_wide(opponent: str | None, factors: int) -> None:
    """The gap counts only against the player: Ida's Finesse is silver."""
    play = Play().change("ida", agenda="x")
    play.act("fc", "call_task", who="ida", ability="finesse", opponent=opponent)
    assert len(play.s.call.factors) == factors  # type: ignore[union-attr]
    assert "a poorly suited job" in TASK_FACTORS


@pytest.mark.example("task.threshold.price", 0)
@pytest.mark.example("task.primary", 0, 1)
@pytest.mark.parametrize(
    ("factors", "dice", "question"),
    [
        (3, [6, 6, 6, 6], "goal for 4 of 4"),
        (2, [6, 6, 6, 6], "goal for 3 of 4"),
        (2, [6, 6, 1, 1], "Buy what else? 2 left"),
    ],
)
def test_the_main_goal_costs_the_threshold(factors: int, dice: list[int], question: str) -> None:
    """4 for a threshold of 4. 3 of 4 leave 1. With 2 of 3 it is not even offered."""
    play = task(factors=("a", "b", "c")[:factors])
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=4),))
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[dice])
    if 1 in dice:
        play.answer("ann", "KISS", LEAVE)
    assert question in play.asked()[0][1].question
    if question.endswith("3 of 4"):
        play.answer("ann", "main goal", "yes")
        assert play.asked()[0][1].question == "Buy what else? 1 left."


@pytest.mark.example("task.aid.limit", 0)
def test_two_allies_add_a_die_each() -> None:
    """Job level 3 and two allies: five dice."""
    play = with_aid("bo", "cleo")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["bo", "cleo"])
    assert [q.dice for _, q in play.asked()] == [3, 1, 1]


@pytest.mark.example("task.aid.limit", 1)
def test_a_third_ally_is_refused() -> None:
    """Three may offer. Two are accepted at most, the FC's characters among them."""
    play = with_aid("bo", "cleo", "pim")
    with pytest.raises(Refused, match="No more than two allies"):
        play.act("ann", "perform_task", who="ida", job="rigger", accept=["bo", "cleo", "pim"])


@pytest.mark.example("task.aid.job", 0)
@pytest.mark.example("learn.no-aid", 0)
def test_a_learner_cannot_aid() -> None:
    """Cleo's job as a physician is at level 0: the offer is refused."""
    with pytest.raises(Refused, match="still learning Physician: aid needs a job of level 1"):
        task().act("cat", "offer_aid", who="cleo", job="physician")


@pytest.mark.example("task.aid.exp", 0, 1)
@pytest.mark.example("task.aid.accept", 0)
def test_accepted_aid_marks_an_exp_and_declined_aid_nothing() -> None:
    """The task fails. Bo, accepted, gains 1 exp. Cleo, declined, throws no die, learns nothing and is not tied."""
    play = with_aid("bo", "cleo")
    play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        accept=["bo"],
        dice=[[1, 1, 1], [1]],
        lets=(
            "KISS which dice?",
            "Turn something against them?",
        ),
    )
    assert (play["bo"].job("courier").exp, play["cleo"].job("broker").exp) == (1, 0)
    assert play.s.last is not None
    assert (play.s.last.passed, play.s.last.allies) == (False, ("bo",))


@pytest.mark.example("task.aid.tied", 0)
def test_what_the_fc_turns_may_fall_on_allies_too() -> None:
    """The log names the allies who share in it. The FC words it for them as well, and for no other."""
    play = with_aid("bo")
    dice = [[1, 1, 1], [1]]
    said = play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        accept=["bo"],
        dice=dice,
        say={"Turn": "unharmed"},
        lets="KISS which dice?",
    )
    assert said[-1] == "Bo Lantern shared in this, and may be hit as well."
    told = play.act("fc", "word_subversion", turned="unharmed", words="Bruised.", allies=True)
    assert told == ["Turned against Ida Quill and Bo Lantern (harm or shame): Bruised."]
    assert play.act("fc", "word_subversion", turned="unharmed", words="Bruised.") == [
        "Turned against Ida Quill (harm or shame): Bruised."
    ]


@pytest.mark.example("task.aid.caliber", 0)
def test_an_aid_die_has_its_allys_caliber() -> None:
    """Bo's Swiftness is gold: a 3 of his is a success among Ida's silver dice."""
    play = with_aid("bo")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=[[3, 3, 3], [3]])
    play.answer("ann", "KISS", LEAVE)
    assert play.asked()[0][1].question == "Reach the main goal for 1 of 1?"


@pytest.mark.example("task.aid.caliber", 1)
def test_mixed_calibers_are_counted_exactly() -> None:
    """3 bronze, a gold and a silver die: at least 3 successes in 10 of 27 cases."""
    pool: Pool = (("ida", "bronze", 3), ("bo", "gold", 1), ("cleo", "silver", 1))
    dist = ExactCounter(first_free_option).dist(task_dice("ida", pool, Means(allies=(Ally(), Ally()))))
    assert dist.chance(lambda d: d.successes >= 3) == Fraction(10, 27)


@pytest.mark.exercises("task.aid.caliber")
def test_which_ability_an_aid_die_follows() -> None:
    """The one named, if the ally's job inherits it. Otherwise the FC picks the better fitting of two."""
    play = task()
    play.start("bob", "offer_aid", who="bo", job="courier")
    assert (play.question("fits the aid").by, play.options("fits the aid")) == (("fc",), ["swiftness", "resolve"])
    play.answer("fc", "fits the aid", "resolve")
    play.act("fc", "offer_aid", who="pim", job="tinker")
    call = play.s.call
    assert call is not None
    assert [(a.id, a.ability) for a in call.offers] == [("bo", "resolve"), ("pim", "finesse")]
    assert pool_of(play.s, call, play["ida"].job("rigger"), call.offers)[1:] == (
        ("bo", "bronze", 1),
        ("pim", "gold", 1),
    )


@pytest.mark.exercises("task.aid.job")
def test_nobody_aids_themselves() -> None:
    """Ida's own job is no aid to her."""
    with pytest.raises(Refused, match="who cannot be 'ida'"):
        task().act("ann", "offer_aid", who="ida", job="burglar")


@pytest.mark.example("task.success", 0, 1, 2, 3, 4)
@pytest.mark.parametrize(
    ("caliber", "face", "hit"),
    [("bronze", 4, 0), ("silver", 4, 1), ("gold", 2, 0), ("platinum", 2, 1), ("platinum", 1, 0)],
)
def test_when_a_die_is_a_success(caliber: Any, face: int, hit: int) -> None:
    """Bronze from 5, silver from 4, gold from 3, platinum from 2."""
    assert successes(caliber)([face], 6) == (hit, 0)


@pytest.mark.example("task.success", 5)
def test_the_chances_of_a_die() -> None:
    """1/3, 1/2, 2/3 and 5/6. With a KISS the chances are those of the table."""
    for row in LEDGER.tables["task.success"].records():
        caliber = row["caliber"].lower()
        assert SUCCESS_FROM[caliber] == row["from"]
        assert chance(caliber) == Fraction(row["chance"])
        assert chance(caliber, kissed=True) == Fraction(row["chance_with_kiss"])
        dist = ExactCounter(first_free_option).dist(task_dice("ida", (("ida", caliber, 1),), Means()))
        assert dist.chance(lambda d: d.successes == 1) == Fraction(row["chance"])


@pytest.mark.example("task.kiss.step", 0)
def test_once_successes_are_being_spent_nothing_is_kissed() -> None:
    """The question about the dice is gone, and a plan is no longer accepted."""
    play = task()
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[5, 5, 1]])
    play.answer("ann", "KISS", LEAVE)
    with pytest.raises(Refused, match="is not asked 'KISS"):
        play.answer("ann", "KISS", "1:none:none:1")
    with pytest.raises(Refused, match="cannot be answered"):
        play.answer("ann", "main goal", "1:none:none:1")


@pytest.mark.example("npc.no-task", 0)
def test_characters_of_the_fcs_perform_no_tasks() -> None:
    """The call is refused, with what to do instead."""
    with pytest.raises(Refused, match="Only players perform tasks: let a player roll"):
        Play().act("fc", "call_task", who="pim", ability="finesse")


@pytest.mark.exercises("task.stakes")
def test_a_task_waits_for_its_stakes() -> None:
    """Refused without stakes, like a check."""
    with pytest.raises(Refused, match="The roll waits"):
        task(stakes="").act("ann", "perform_task", who="ida", job="rigger")


@pytest.mark.exercises("task.variable")
def test_the_odds_of_a_task_with_an_aim() -> None:
    """Two successes wanted of three silver dice with one Lot: plain 1/2, with the Lot 1/2 and half of 3/8."""
    play = task().change("ida", lots=1)
    found = action_odds_of(GAME, play.s, "perform_task", {"who": "ida", "job": "rigger"}, seat=seat("ann"), aim=2)
    reached = sum(found.best[f"reaches the goal, {n} successes"] for n in (2, 3))
    assert sum(found.plain[f"reaches the goal, {n} successes"] for n in (2, 3)) == Fraction(1, 2)
    assert reached == Fraction(1, 2) + Fraction(3, 8) * Fraction(1, 2)


@pytest.mark.exercises("personal.describe", "task.tertiary")
def test_two_prizes_are_worded_one_after_the_other() -> None:
    """If tertiaries repeat, a second wording leaves the first alone. Each is an asset, and a third is refused."""
    twice = (Bought("primary"), Bought("prize", "primary"), Bought("prize", "primary"))
    play = Play(repeats="tertiaries repeat")
    play.set(play.s.but(last=Last("task", "ida", "finesse", True, bought=twice)))
    for words in ("A silver key", "A map"):
        play.act("ann", "word_consequence", consequence="prize", words=words)
    assert play.s.last is not None
    assert [b.words for b in play.s.last.bought] == ["", "A silver key", "A map"]
    assert [a.name for a in play["ida"].attributes][-2:] == ["A silver key", "A map"]
    with pytest.raises(Refused, match="worded already"):
        play.act("ann", "word_consequence", consequence="prize", words="A crown")
