"""Successes spent: the goal, the menu, what the FC turns, and words for it all."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.venus_engine.difficulty import threshold_of
from tablewright.games.venus_engine.spending import (
    FAILURE,
    OPPOSITES,
    PRICE,
    PRIMARY,
    SECONDARIES,
    TERTIARIES,
    Menu,
    clean,
    for_sale,
    joined,
)
from tablewright.games.venus_engine.state import Bought, Last
from tablewright.games.venus_engine.tasks import threshold_for
from tablewright.rules import Refused

from .play import Play
from .tasks import LEDGER, task, with_aid


def perform(play: Play, dice: list[list[int]], *buy: str, **say: Any) -> list[str]:
    """Perform the task with these dice, KISSing none, and buy these consequences.

    Without "primary" decline the goal.
    """
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
    lets: tuple[str, ...] = () if min(dice[0]) > 3 else ("KISS which dice?",)
    lets += () if "Turn" in say else ("Turn something against them?",)
    return play.act("ann", "perform_task", who="ida", job="rigger", dice=dice, say=answers, lets=lets)


def bought(play: Play) -> list[str]:
    assert play.s.last is not None
    return [b.id for b in play.s.last.bought]


@pytest.mark.example("task.spend", 0)
def test_only_the_acting_player_spends() -> None:
    """An ally may object aloud, but is not asked. Ann's choice counts."""
    play = with_aid("bo")
    play.start("ann", "perform_task", who="ida", job="rigger", accept=["bo"], dice=[[5, 5, 5], [6]])
    with pytest.raises(Refused, match="is not asked"):
        play.answer("bob", "main goal", "no")
    play.answer("ann", "main goal", "yes")
    play.answer("ann", "Buy what", "grace")
    assert "2 left" in play.asked()[0][1].question


@pytest.mark.example("task.demand", 0)
def test_a_broken_promise_stands() -> None:
    """Bo asked for the prize. Ida buys something else, and no rule stops her."""
    play = task()
    said = play.act(
        "bob", "offer_aid", who="bo", job="courier", demand="The prize is mine.", lets="fits the aid better?"
    )
    assert said[-1] == "Bo Lantern asks in return: The prize is mine."
    dice = [[5, 5, 1], [1]]
    say = {"main goal": "yes", "Buy what": "grace"}
    play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        accept=["bo"],
        dice=dice,
        say=say,
        lets=(
            "KISS which dice?",
            "Turn something against them?",
        ),
    )
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
    """With a secondary bought there are two hosts. Several may share one."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=4),))
    say = {"main goal": "yes", "Buy what": ["grace", "lesson", "prize"], "Joined": ["grace", "grace"]}
    play.act(
        "ann", "perform_task", who="ida", job="rigger", dice=[[6] * 4], say=say, lets="Turn something against them?"
    )
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
    """3 become 4 and 4 become 5. An eleventh is never held and becomes 1 exp instead."""
    play = task().change("ida", lots=had)
    more = {"The Lot becomes": "rigger"} if exp else {}
    perform(play, [[6, 6, 1]], "primary", "intentions", **more)
    assert (play["ida"].lots, play["ida"].job("rigger").exp) == (has, exp)


@pytest.mark.example("task.once-each", 0, 1)
def test_each_consequence_is_bought_once() -> None:
    """A lesson bought is off the menu. With a threshold of 5, all items cost 13."""
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
    """The lesson stays on the menu. A secondary never does."""
    play = Play(repeats=ruling).call("task", "ida", "finesse", factors=("a", "b", "c"))
    play.start("ann", "perform_task", who="ida", job="rigger", dice=[[6, 6, 6]])
    play.answer("ann", "Buy what", "lesson")
    play.answer("ann", "Buy what", "grace") if again else None
    assert ("lesson" in play.options("Buy what")) is again
    if again:
        assert "grace" not in play.options("Buy what")


@pytest.mark.example("task.unspent", 0)
def test_what_is_left_is_lost() -> None:
    """Of 5 successes 3 are spent, and the other 2 are lost."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=5),))
    say = {"main goal": "yes", "Buy what": ["grace", "others", "nothing"]}
    play.act(
        "ann", "perform_task", who="ida", job="rigger", dice=[[6] * 5], say=say, lets="Turn something against them?"
    )
    assert bought(play) == ["primary", "grace", "others"]
    assert play.s.call is None


@pytest.mark.example("task.subvert", 0, 1)
def test_the_fc_turns_one_thing_that_was_not_bought() -> None:
    """Harm was not bought off, so it may come. With two left open, only one is turned."""
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
    play.act(
        "ann",
        "perform_task",
        who="ida",
        job="rigger",
        dice=[[1, 1, 1]],
        say={"Turn": ["unharmed", "grace"]},
        lets="KISS which dice?",
    )
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
    """Anyone may word a purchase, once. The FC strikes wordings that do not fit the agenda beside them."""
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
    """A worded prize is on Ida's sheet. The surprise is not hers to word, and Peers may object to it."""
    play = task()
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=3),))
    say = {"main goal": "yes", "Buy what": ["prize", "surprise"]}
    play.act(
        "ann", "perform_task", who="ida", job="rigger", dice=[[6] * 3], say=say, lets="Turn something against them?"
    )
    play.act("ann", "word_consequence", consequence="prize", words="A silver key")
    assert play["ida"].attributes[-1].name == "A silver key"
    with pytest.raises(Refused, match="decided by your Peers"):
        play.act("ann", "word_consequence", consequence="surprise", words="A crown")
    objecting = {"cat": "objection", "After": "dropped"}
    play.act("bob", "word_consequence", consequence="surprise", words="A cousin", say=objecting, lets="Does it stand?")
    assert play.s.last is not None
    assert play.s.last.bought[-1].words == ""
    play.act("bob", "word_consequence", consequence="surprise", words="A cousin", lets="Does it stand?")
    assert play.s.last.bought[-1].words == "A cousin"


@pytest.mark.example("personal.special", 0)
def test_a_special_secondary_costs_one_and_can_be_turned() -> None:
    """Sure feet add an item to Ida's menu: bought for 1, or left for the FC to turn."""
    play = task()
    perform(play, [[6, 6, 1]], "primary", "special-sure-feet")
    assert bought(play) == ["primary", "special-sure-feet"]
    play = task()
    said = perform(play, [[6, 1, 1]], "primary", Turn="special-sure-feet")
    assert said[-1] == "The FC turns it against Ida Quill: the opposite of “nobody below notices a thing”."


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


@pytest.mark.exercises("task.tertiary.attach")
@pytest.mark.parametrize(
    ("bought", "host"), [((), FAILURE), (("primary",), PRIMARY), (("lesson",), FAILURE), (("prize",), FAILURE)]
)
def test_a_consequence_is_joined_to_the_goal_only_where_it_was_reached(bought: tuple[str, ...], host: str) -> None:
    """Without the main goal it belongs to the failure, after any purchases."""
    with pytest.raises(StopIteration) as ended:
        next(joined("ida", Menu(1), tuple(Bought(id) for id in bought)))
    assert ended.value.value == host
