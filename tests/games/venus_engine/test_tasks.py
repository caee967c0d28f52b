"""Tasks: jobs, thresholds, aid, and what successes buy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import SUCCESS_FROM, chance, successes
from tablewright.games.venus_engine.characters import two_abilities
from tablewright.games.venus_engine.kissing import Pool, task_dice
from tablewright.games.venus_engine.plans import Ally, Means
from tablewright.games.venus_engine.spending import OPPOSITES, PRICE, SECONDARIES, TERTIARIES, Menu, clean, for_sale
from tablewright.games.venus_engine.state import Bought, Last
from tablewright.games.venus_engine.tasks import pool_of, threshold_for
from tablewright.games.venus_engine.when_to_roll import TASK_FACTORS, threshold_of
from tablewright.kernel import Refused
from tablewright.run.exact import Exact, spend_nothing
from tablewright.run.odds import odds
from tablewright.run.shelf import find

from .play import Play, seat

LEDGER = find("venus-engine").ledger
LEAVE = "0:none:none:0"


def task(**fields: Any) -> Play:
    """Ida's task of Finesse (silver 3), with her job as a rigger of level 3; threshold 1 unless factors say more."""
    return Play().change("ida", agenda="The manifest").call("task", "ida", "finesse", **fields)


def perform(play: Play, dice: list[list[int]], *buy: str, **say: Any) -> list[str]:
    """The task with these dice: nothing KISSed, and these consequences bought. Without "primary", it is let go."""
    n = sum(d >= 4 for d in dice[0])
    call = play.s.call
    assert call is not None
    threshold = threshold_for(play.s, call, play["ida"].job("rigger"))
    answers: dict[str, Any] = {"Buy what": [b for b in buy if b != "primary"], **say}
    spent = len(answers["Buy what"])
    if n >= threshold:
        answers["main goal for"] = "yes" if "primary" in buy else "no"
    left = n - spent - threshold * ("primary" in buy)
    if left > 0 and spent < 9:
        answers["Buy what"].append("nothing")
    if not answers["Buy what"]:
        del answers["Buy what"]
    return play.act("ann", "perform_task", who="ida", job="rigger", dice=dice, say=answers)


def bought(play: Play) -> list[str]:
    assert play.s.last is not None
    return [b.id for b in play.s.last.bought]


@pytest.mark.example("task.variable", 0)
def test_a_pool_gives_from_none_to_all() -> None:
    """4 bronze dice: 0 to 4 successes."""
    dist = Exact(spend_nothing).dist(task_dice("ida", (("ida", "bronze", 4),), Means()))
    assert sorted(d.successes for d in dist) == [0, 1, 2, 3, 4]


@pytest.mark.example("task.job.choose", 0)
def test_a_job_must_inherit_the_ability() -> None:
    """The FC names Wits; a rigger inherits Finesse and Swiftness. The refusal names the jobs that would do."""
    play = Play().call("task", "ida", "wits")
    with pytest.raises(Refused, match=r"Rigger does not inherit Wits\. Jobs that do: burglar"):
        play.act("ann", "perform_task", who="ida", job="rigger")


@pytest.mark.example("task.job.two-abilities", 0)
def test_a_job_inherits_exactly_two_abilities() -> None:
    """One is refused, and so is the same one twice, whoever writes the job down."""
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
    """Six are refused; the four most telling make 5, the most there is."""
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
    """Only against the player: Ida's Finesse is silver."""
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
    """4 for a threshold of 4; 3 of 4 leave 1; with 2 of 3 it is not even offered."""
    play = task(factors=("a", "b", "c")[:factors])
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=4),))
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[dice])
    if 1 in dice:
        play.answer("ann", "KISS", LEAVE)
    assert question in play.asked()[0][1].question
    if question.endswith("3 of 4"):
        play.answer("ann", "main goal", "yes")
        assert play.asked()[0][1].question == "Buy what else? 1 left."


def with_aid(*allies: str, **fields: Any) -> Play:
    play = task(**fields)
    jobs = {"bo": "courier", "cleo": "broker", "pim": "tinker"}
    for ally in allies:
        play.act(play[ally].player, "offer_aid", who=ally, job=jobs[ally])
    return play


@pytest.mark.example("task.aid.limit", 0)
def test_two_allies_add_a_die_each() -> None:
    """Job level 3 and two allies: five dice."""
    play = with_aid("bo", "cleo")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["bo", "cleo"])
    assert [q.dice for _, q in play.asked()] == [3, 1, 1]


@pytest.mark.example("task.aid.limit", 1)
def test_a_third_ally_is_refused() -> None:
    """Three may offer; two are accepted at most. A character of the FC's counts among them."""
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
    """The task fails: Bo, accepted, has 1 exp more; Cleo, declined, throws no die, learns nothing and is not tied."""
    play = with_aid("bo", "cleo")
    play.act("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=[[1, 1, 1], [1]])
    assert (play["bo"].job("courier").exp, play["cleo"].job("broker").exp) == (1, 0)
    assert play.s.last is not None
    assert (play.s.last.passed, play.s.last.allies) == (False, ("bo",))


@pytest.mark.example("task.aid.tied", 0)
def test_what_the_fc_turns_may_fall_on_allies_too() -> None:
    """The log says who shares in it; the FC words it for them as well, and they alone."""
    play = with_aid("bo")
    dice = [[1, 1, 1], [1]]
    said = play.act("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=dice, say={"Turn": "unharmed"})
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
    dist = Exact(spend_nothing).dist(task_dice("ida", pool, Means(allies=(Ally(), Ally()))))
    assert dist.chance(lambda d: d.successes >= 3) == Fraction(10, 27)


@pytest.mark.exercises("task.aid.caliber")
def test_which_ability_an_aid_die_follows() -> None:
    """The one named, if the ally's job inherits it; otherwise the FC says which of the two fits better."""
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
    with pytest.raises(Refused, match="Nobody aids themselves"):
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
    """1/3, 1/2, 2/3 and 5/6; with a KISS as in the table."""
    for row in LEDGER.tables["task.success"].records():
        caliber = row["caliber"].lower()
        assert SUCCESS_FROM[caliber] == row["from"]
        assert chance(caliber) == Fraction(row["chance"])
        assert chance(caliber, kissed=True) == Fraction(row["chance_with_kiss"])
        dist = Exact(spend_nothing).dist(task_dice("ida", (("ida", caliber, 1),), Means()))
        assert dist.chance(lambda d: d.successes == 1) == Fraction(row["chance"])


@pytest.mark.example("task.kiss.step", 0)
def test_once_successes_are_being_spent_nothing_is_kissed() -> None:
    """The question about the dice is gone; a plan can no longer be given in answer."""
    play = task()
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[5, 5, 1]])
    play.answer("ann", "KISS", LEAVE)
    with pytest.raises(Refused, match="is not asked 'KISS"):
        play.answer("ann", "KISS", "1:none:none:1")
    with pytest.raises(Refused, match="cannot be answered"):
        play.answer("ann", "main goal", "1:none:none:1")


@pytest.mark.example("task.spend", 0)
def test_only_the_acting_player_spends() -> None:
    """An ally may object aloud, but is not asked; Ann's choice stands."""
    play = with_aid("bo")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=[[5, 5, 5], [6]])
    with pytest.raises(Refused, match="is not asked"):
        play.answer("bob", "main goal", "no")
    play.answer("ann", "main goal", "yes")
    play.answer("ann", "Buy what", "grace")
    assert "2 left" in play.asked()[0][1].question


@pytest.mark.example("task.demand", 0)
def test_a_broken_promise_stands() -> None:
    """Bo asked for the prize; Ida buys something else, and that is how it is."""
    play = task()
    said = play.act("bob", "offer_aid", who="bo", job="courier", demand="The prize is mine.")
    assert said[-1] == "Bo Lantern asks in return: The prize is mine."
    dice = [[5, 5, 1], [1]]
    say = {"main goal": "yes", "Buy what": "grace"}
    play.act("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=dice, say=say)
    assert bought(play) == ["primary", "grace"]


@pytest.mark.example("task.primary.decline", 0)
def test_the_goal_may_be_left_unbought() -> None:
    """Threshold 2, three successes on other things: the task has failed."""
    play = task(factors=("a",))
    perform(play, [[6, 5, 4]], "unharmed", "grace", "others")
    assert play.s.last is not None
    assert (play.s.last.passed, bought(play)) == (False, ["unharmed", "grace", "others"])


@pytest.mark.example("task.fail.exp", 0, 1)
@pytest.mark.parametrize(("dice", "goal", "exp"), [([1, 1, 1], (), 1), ([6, 1, 1], ("primary",), 0)])
def test_failing_teaches_and_succeeding_does_not(dice: list[int], goal: tuple[str, ...], exp: int) -> None:
    """1 exp on the job used, or none from this rule."""
    play = task()
    perform(play, [dice], *goal)
    assert play["ida"].job("rigger").exp == exp


@pytest.mark.example("task.secondary", 0, 1)
@pytest.mark.example("task.tertiary", 0)
def test_the_menu_is_the_ledgers() -> None:
    """Four secondary and four tertiary consequences, one success each."""
    tiers = [row["tier"] for row in LEDGER.tables["task.consequences"].records()]
    assert (len(SECONDARIES), len(TERTIARIES)) == (4, 4) == (tiers.count("secondary"), tiers.count("tertiary"))
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=5),), attributes=())
    four = ["unharmed", "grace", "others", "nothing-lost"]
    say = {"main goal": "yes", "Buy what": four}
    play.act("ann", "perform_task", who="ida", job="rigger", dice=[[6] * 5], say=say)
    assert bought(play) == ["primary", *four]
    assert set(OPPOSITES) == set(SECONDARIES)
    assert PRICE * len(four) == 4


@pytest.mark.example("task.tertiary.attach", 0)
def test_a_tertiary_joins_the_failure_as_its_bright_side() -> None:
    """A failed task with one success buys the lesson."""
    play = task(factors=("a",))
    said = perform(play, [[6, 1, 1]], "lesson")
    assert "… and with the failure: a lesson learned (1 exp more)." in said
    assert play.s.last is not None
    assert play.s.last.bought[0].host == "failure"


@pytest.mark.example("task.tertiary.attach", 1)
def test_with_nothing_left_there_is_no_tertiary() -> None:
    """The goal bought exactly: the menu does not open."""
    play = task(factors=("a", "b"))
    perform(play, [[6, 5, 4]], "primary")
    assert bought(play) == ["primary"]


@pytest.mark.exercises("task.tertiary.attach")
def test_a_tertiary_may_join_a_secondary() -> None:
    """With a secondary bought there are two hosts; several may share one."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=4),))
    say = {"main goal": "yes", "Buy what": ["grace", "lesson", "prize"], "Joined": ["grace", "grace"]}
    play.act("ann", "perform_task", who="ida", job="rigger", dice=[[6] * 4], say=say)
    assert play.s.last is not None
    assert [b.host for b in play.s.last.bought] == ["", "", "grace", "grace"]


@pytest.mark.example("task.tertiary.exp", 0)
def test_the_lesson_adds_to_other_exp() -> None:
    """Failed with a lesson, above level 0: 2 exp on the job used."""
    play = task(factors=("a",))
    perform(play, [[6, 1, 1]], "lesson")
    assert play["ida"].job("rigger").exp == 2


@pytest.mark.example("task.tertiary.lot", 0, 1)
@pytest.mark.example("lot.earn.task", 0)
@pytest.mark.example("lot.cap", 0)
@pytest.mark.parametrize(("had", "has", "exp"), [(4, 5, 0), (3, 4, 0), (10, 10, 1)])
def test_true_intentions_bring_a_lot_back(had: int, has: int, exp: int) -> None:
    """3 become 4 and 4 become 5; an eleventh is never held and becomes 1 exp instead."""
    play = task().change("ida", lots=had)
    more = {"The Lot becomes": "rigger"} if exp else {}
    perform(play, [[6, 6, 1]], "primary", "intentions", **more)
    assert (play["ida"].lots, play["ida"].job("rigger").exp) == (has, exp)


@pytest.mark.example("task.once-each", 0, 1)
def test_each_consequence_is_bought_once() -> None:
    """The lesson, bought, is off the menu; with a threshold of 5, everything costs 13."""
    play = task(factors=("a",))
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[6, 6, 6]])
    play.answer("ann", "main goal", "no")
    play.answer("ann", "Buy what", "lesson")
    assert "lesson" not in play.options("Buy what")
    with pytest.raises(Refused, match="cannot be answered with 'lesson'"):
        play.answer("ann", "Buy what", "lesson")
    assert threshold_of(4) + PRICE * len(for_sale(Menu(threshold_of(4)), ())) == 13


@pytest.mark.exercises("task.once-each")
@pytest.mark.parametrize(("ruling", "again"), [("once each", False), ("tertiaries repeat", True)])
def test_the_table_may_let_tertiaries_repeat(ruling: str, again: bool) -> None:
    """The lesson stays on the menu; a secondary never does."""
    play = Play(repeats=ruling).call("task", "ida", "finesse", factors=("a", "b", "c"))
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[6, 6, 6]])
    play.answer("ann", "Buy what", "lesson")
    play.answer("ann", "Buy what", "grace") if again else None
    assert ("lesson" in play.options("Buy what")) is again
    if again:
        assert "grace" not in play.options("Buy what")


@pytest.mark.example("task.unspent", 0)
def test_what_is_left_is_lost() -> None:
    """5 successes, 3 spent: nobody has the other 2 afterwards."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=5),))
    say = {"main goal": "yes", "Buy what": ["grace", "others", "nothing"]}
    play.act("ann", "perform_task", who="ida", job="rigger", dice=[[6] * 5], say=say)
    assert bought(play) == ["primary", "grace", "others"]
    assert play.s.call is None


@pytest.mark.example("task.subvert", 0, 1)
def test_the_fc_turns_one_thing_that_was_not_bought() -> None:
    """Harm was not bought off, so it may come; with two left open, only one is turned."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=3),), attributes=())
    dice, say = [[6, 6, 6]], {"main goal": "yes", "Buy what": ["grace", "others"]}
    play.start("ann", "perform_task", who="ida", job="rigger", dice=dice)
    for words, keys in say.items():
        for key in [keys] if isinstance(keys, str) else keys:
            play.answer("ann", words, key)
    assert play.options("Turn something") == ["nothing", "unharmed", "nothing-lost"]
    play.answer("fc", "Turn something", "unharmed")
    assert not play.asked()
    assert play.s.last is not None
    assert play.s.last.turned == ("unharmed",)


@pytest.mark.exercises("task.subvert")
def test_the_table_may_let_the_fc_turn_more() -> None:
    """With two, the FC is asked again, without what is turned already."""
    play = Play(subversions=2).call("task", "ida", "finesse")
    play.act("ann", "perform_task", who="ida", job="rigger", dice=[[1, 1, 1]], say={"Turn": ["unharmed", "grace"]})
    assert play.s.last is not None
    assert play.s.last.turned == ("unharmed", "grace")


@pytest.mark.example("task.subvert.optional", 0)
def test_the_fc_may_let_it_be() -> None:
    """Waived, the task simply ends."""
    play = task()
    perform(play, [[6, 1, 1]], "primary", Turn="nothing")
    assert play.s.last is not None
    assert (play.s.last.turned, play.s.call) == ((), None)


@pytest.mark.example("task.subvert.all-bought", 0, 1)
def test_with_every_secondary_bought_nothing_can_be_turned() -> None:
    """Threshold 1 and five successes: the FC is not even asked. A clean result takes the threshold and 4."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=5),), attributes=())
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[6] * 5])
    play.answer("ann", "main goal", "yes")
    for item in SECONDARIES:
        play.answer("ann", "Buy what", item)
    assert not play.asked()
    assert [clean(t) for t in (1, 3, 5)] == [5, 7, 9]


@pytest.mark.exercises("personal.describe", "personal.relevant", "task.secondary.reading")
def test_consequences_are_worded_and_bad_wordings_struck() -> None:
    """Anyone may word what was bought, once; the FC strikes what does not fit the agenda shown beside it."""
    play = task()
    perform(play, [[6, 6, 1]], "primary", "grace")
    said = play.act("bob", "word_consequence", consequence="grace", words="Like a cat.")
    assert said == ["Done with grace or economy: Like a cat.", "(The agenda was: The manifest.)"]
    with pytest.raises(Refused, match="worded already"):
        play.act("ann", "word_consequence", consequence="grace", words="Like a bird.")
    with pytest.raises(Refused, match="consequence cannot be 'others'"):
        play.act("ann", "word_consequence", consequence="others", words="All safe.")
    play.act("fc", "strike_wording", consequence="grace")
    play.act("ann", "word_consequence", consequence="grace", words="Like a bird.")
    assert play.s.last is not None
    assert [b.words for b in play.s.last.bought] == ["", "Like a bird."]


@pytest.mark.exercises("task.tertiary")
def test_a_prize_is_an_asset_and_a_surprise_the_peers_own() -> None:
    """Worded, the prize stands on Ida's sheet; the surprise is not hers to word, and Peers may object to it."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=3),))
    say = {"main goal": "yes", "Buy what": ["prize", "surprise"]}
    play.act("ann", "perform_task", who="ida", job="rigger", dice=[[6] * 3], say=say)
    play.act("ann", "word_consequence", consequence="prize", words="A silver key")
    assert play["ida"].attributes[-1].name == "A silver key"
    with pytest.raises(Refused, match="decided by your Peers"):
        play.act("ann", "word_consequence", consequence="surprise", words="A crown")
    objecting = {"cat": "objection", "After": "dropped"}
    play.act("bob", "word_consequence", consequence="surprise", words="A cousin", say=objecting)
    assert play.s.last is not None
    assert play.s.last.bought[-1].words == ""
    play.act("bob", "word_consequence", consequence="surprise", words="A cousin")
    assert play.s.last.bought[-1].words == "A cousin"


@pytest.mark.example("personal.special", 0)
def test_a_special_secondary_costs_one_and_can_be_turned() -> None:
    """Sure feet offer one on Ida's menu; bought for 1, or left for the FC to turn."""
    play = task()
    perform(play, [[6, 6, 1]], "primary", "special-sure-feet")
    assert bought(play) == ["primary", "special-sure-feet"]
    play = task()
    said = perform(play, [[6, 1, 1]], "primary", Turn="special-sure-feet")
    assert said[-1] == "The FC turns it against Ida Quill: the opposite of “nobody below notices a thing”."


@pytest.mark.example("npc.no-task", 0)
def test_characters_of_the_fcs_perform_no_tasks() -> None:
    """The call is refused, with what to do instead."""
    with pytest.raises(Refused, match="Only players perform tasks: let a player roll"):
        Play().act("fc", "call_task", who="pim", ability="finesse")


@pytest.mark.exercises("task.stakes")
def test_a_task_waits_for_its_stakes() -> None:
    """As a check does."""
    with pytest.raises(Refused, match="The roll waits"):
        task(stakes="").act("ann", "perform_task", who="ida", job="rigger")


@pytest.mark.exercises("task.variable")
def test_the_odds_of_a_task_with_an_aim() -> None:
    """Two successes wanted of three silver dice with one Lot: plain 1/2, with the Lot 1/2 and half of 3/8."""
    play = task().change("ida", lots=1)
    found = odds(GAME, play.s, "perform_task", {"who": "ida", "job": "rigger"}, seat=seat("ann"), aim=2)
    reached = sum(found.best[f"{n} successes"] for n in (2, 3))
    assert sum(found.plain[f"{n} successes"] for n in (2, 3)) == Fraction(1, 2)
    assert reached == Fraction(1, 2) + Fraction(3, 8) * Fraction(1, 2)


@pytest.mark.exercises("personal.describe", "task.tertiary")
def test_two_prizes_are_worded_one_after_the_other() -> None:
    """Where tertiaries repeat, a second wording leaves the first as it is; each is an asset, a third is refused."""
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


@pytest.mark.exercises("personal.special", "task.subvert")
def test_a_special_consequence_reads_as_on_the_sheet() -> None:
    """Worded or turned, it is named by what the attribute offers and not by its id."""
    special = "special-sure-feet"
    play = Play()
    last = Last("task", "ida", "finesse", True, bought=(Bought(special),), turned=(special,))
    play.set(play.s.but(last=last))
    said = play.act("ann", "word_consequence", consequence=special, words="Not a head turns.")
    assert said[0] == "Nobody below notices a thing: Not a head turns."
    said = play.act("fc", "word_subversion", turned=special, words="Heads turn.")
    assert said[0] == "Turned against Ida Quill (the opposite of “nobody below notices a thing”): Heads turn."
