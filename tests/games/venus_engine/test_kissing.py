"""KISSing: which dice disappoint, rounds, allies, Lots and Ego."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import CALIBERS, chance
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import SOURCES, Ally, Means
from tablewright.games.venus_engine.plans import Kiss, in_words
from tablewright.games.venus_engine.spread import Dice, Pool
from tablewright.rules import Refused
from tablewright.rules.effects.policy import first_free_option
from tablewright.table.transcript.plain_text import panels_to_text

from .kisses import PAIR, at_the_kiss, kissed, means, offered, task
from .play import Play, seat


def best(pool: Pool, means: Means, least: int) -> Fraction:
    """The chance of at least so many successes, KISSed for that."""
    value = lambda d: int(d.successes >= least)  # noqa: E731 (one value, named once)
    return ExactCounter().best(task_dice("ida", pool, means), value).dist.chance(lambda d: d.successes >= least)


ALONE: Pool = (("ida", "bronze", 4),)


@pytest.mark.example("kiss.sources", 0)
def test_the_four_letters() -> None:
    """Kismet, Insight, Stunts, Specialties: the sheet lists what there is of each."""
    assert SOURCES == ("Kismet", "Insight", "Stunts", "Specialties")
    assert "".join(word[0] for word in SOURCES) == "KISS"
    text = panels_to_text(GAME.view(task().s, seat("ann")))
    assert all(f"{source} | " in text for source in SOURCES)


@pytest.mark.example("kiss.disappoint", 0)
@pytest.mark.example("kiss.keep", 0)
def test_with_sixes_doubled_a_plain_success_may_disappoint() -> None:
    """A bronze 5 may be KISSed once Ego doubles sixes. If it comes up 2, the success is lost."""
    pool: Pool = (("ida", "bronze", 1),)
    open_ = live(task_dice("ida", pool, means(lots=1, ego=True)).begin(), {"0.0": [5], "1": "double"})
    assert [o.key for o in open_.questions[0].options] == ["0:none:double:0", "1:none:double:1"]
    assert kissed(pool, means(lots=1, ego=True), [[5]], ["double", "1:none:double:1"], [[2]]).successes == 0
    assert kissed(pool, means(lots=1, ego=True), [[5]], ["double", "1:none:double:1"], [[6]]).successes == 2


@pytest.mark.exercises("kiss.disappoint")
def test_without_doubling_only_misses_are_offered() -> None:
    """Two misses of four: at most two dice, however many Lots there are."""
    open_ = live(task_dice("ida", ALONE, means(lots=9)).begin(), {"0.0": [5, 6, 1, 2]})
    assert [o.key for o in open_.questions[0].options] == ["0:none:none:0", "1:none:none:1", "2:none:none:2"]


@pytest.mark.example("kiss.once", 0)
@pytest.mark.example("kiss.one-round", 0)
def test_each_die_once_and_one_round_only() -> None:
    """A Lot and a specialty do not make two throws of one miss. After the throw there is no further question."""
    play = task(offers=())
    play.act("ann", "point_to", who="ida", attribute="grapnel", lets="does it help here?")
    at_the_kiss(play, [5, 5, 1])
    assert play.options("KISS") == ["0:none:none:0", "1:none:none:0"]
    play.answer("ann", "KISS", "1:none:none:0")
    running, question = play.asked()[0]
    play.table.roll("fc", running.number, question.at, [2])
    with pytest.raises(Refused, match="is not asked 'KISS'"):
        play.answer("ann", "KISS", "1:none:none:1")
    assert "main goal" in play.asked()[0][1].question


@pytest.mark.exercises("kiss.one-round")
def test_the_table_may_allow_several_rounds() -> None:
    """Then another miss may be KISSed after the first came up, but no die twice."""
    several = means(lots=3, rounds="several")
    pool: Pool = (("ida", "bronze", 3),)
    result = kissed(pool, several, [[1, 1, 1]], ["1:none:none:1", "2:none:none:2"], [[2], [5, 6]])
    assert result == Dice(2, lots=3)
    one = kissed(pool, several, [[1, 1, 5]], ["1:none:none:1", "0:none:none:0"], [[6]])
    assert one == Dice(2, lots=1)
    ends = kissed(pool, several, [[1, 5, 5]], ["1:none:none:1"], [[1]])
    assert ends == Dice(2, lots=1)
    play = Play(kiss_rounds="several").call("task", "ida", "finesse")
    at_the_kiss(play, [1, 1, 1])
    play.answer("ann", "KISS", "1:none:none:1")
    running, question = play.asked()[0]
    play.table.roll("fc", running.number, question.at, [1])
    assert play.options("KISS") == ["0:none:none:0", "1:none:none:1", "2:none:none:2"]


@pytest.mark.exercises("kiss.one-round", "ego.double")
def test_in_a_second_round_sixes_of_the_first_count_twice_too() -> None:
    """Ego kept at first and spent later doubles every six on the table."""
    several = means(lots=3, ego=True, rounds="several")
    pool: Pool = (("ida", "bronze", 3),)
    choices = ["none", "1:none:none:1", "double", "1:none:double:1"]
    assert kissed(pool, several, [[6, 1, 1]], choices, [[6], [6]]) == Dice(6, lots=2, ego="double")


@pytest.mark.exercises("kiss.one-round", "stunt.kiss", "insight.kiss")
def test_in_a_second_round_what_was_used_is_gone() -> None:
    """A stunt and an insight: the first die takes the stunt, the second the insight, and then nothing is left."""
    several = means(free=1, stunt=True, rounds="several")
    pool: Pool = (("ida", "bronze", 3),)
    one = ([1, 1, 1], "1:none:none:0", [1])
    assert offered(pool, several, *one) == ["0:none:none:0", "1:none:none:0"]
    assert offered(pool, several, *one, "1:none:none:0", [1]) == ["0:none:none:0"]
    assert offered(pool, several, [1, 1, 1], "2:none:none:0", [1, 1]) == ["0:none:none:0"]


@pytest.mark.exercises("kiss.allies")
def test_allies_pay_no_more_than_is_due() -> None:
    """Two aid dice and one insight: both allies would pay, one Lot is due, so only the first does."""
    trio: Pool = (("ida", "bronze", 1), ("bo", "gold", 1), ("cleo", "silver", 1))
    have = Means(free=1, allies=(Ally(lot=True), Ally(lot=True)))
    said = ["0:bo,cleo:none:1", "agreed, for my own Lot", "agreed, for my own Lot"]
    assert kissed(trio, have, [[5], [1], [1]], said, [[6], [6]]) == Dice(3, ally_lots=("bo",))


@pytest.mark.exercises("kiss.allies", "lot.kiss")
def test_what_an_ally_pays_the_player_does_not() -> None:
    """Two aid dice are two Lots: Bo pays for his, and Ida for Cleo's."""
    trio: Pool = (("ida", "bronze", 1), ("bo", "gold", 1), ("cleo", "silver", 1))
    have = Means(lots=3, allies=(Ally(lot=True), Ally()))
    said = ["0:bo,cleo:none:2", "agreed, for my own Lot", "agreed"]
    assert kissed(trio, have, [[5], [1], [1]], said, [[6], [6]]) == Dice(3, lots=1, ally_lots=("bo",))


@pytest.mark.exercises("kiss.allies", "insight.kiss", "kiss.one-round")
def test_insights_go_for_what_neither_stunts_nor_lots_pay() -> None:
    """Two insights for two of Ida's dice, Bo's Lot for his: in the next round her last die is hers to pay for."""
    pool: Pool = (("ida", "bronze", 3), ("bo", "gold", 1))
    have = Means(lots=3, free=2, allies=(Ally(lot=True),), rounds="several")
    round_one = ([1, 1, 1], [1], "2:bo:none:1", "agreed, for my own Lot", [1, 1], [1])
    assert offered(pool, have, *round_one) == ["0:none:none:0", "1:none:none:1"]


@pytest.mark.exercises("kiss.allies")
def test_of_two_dice_that_one_lot_is_left_for_the_first_is_thrown() -> None:
    """Bo and Cleo agree and keep their own: Ida's only Lot goes for Bo's gold die, which comes up 3, a success."""
    trio: Pool = (("ida", "bronze", 1), ("bo", "gold", 1), ("cleo", "silver", 1))
    have = Means(lots=1, allies=(Ally(lot=True), Ally(lot=True)))
    said = ["0:bo,cleo:none:2", "agreed", "agreed"]
    assert kissed(trio, have, [[5], [1], [1]], said, [[3]]) == Dice(2, lots=1)


@pytest.mark.exercises("kiss.allies", "stunt.ally")
def test_the_die_nobody_pays_for_stays_and_not_one_that_costs_nothing() -> None:
    """Bo agrees but keeps his Lot, the only one: his die stays, Cleo's is thrown for her stunt."""
    trio: Pool = (("ida", "bronze", 1), ("bo", "gold", 1), ("cleo", "silver", 1))
    have = Means(allies=(Ally(lot=True), Ally(stunt=True)))
    assert kissed(trio, have, [[5], [1], [1]], ["0:bo,cleo:none:1", "agreed"], [[6]]) == Dice(2)


@pytest.mark.exercises("kiss.one-round", "kiss.disappoint", "ego.double")
def test_in_a_second_round_plain_successes_may_disappoint_too() -> None:
    """Ego doubles sixes from the first round on. An old 5 is KISSed in the second round, a new one is not."""
    several = means(lots=3, ego=True, rounds="several")
    pool: Pool = (("ida", "bronze", 2),)
    choices = ["double", "1:none:double:1", "1:none:double:1"]
    assert kissed(pool, several, [[5, 1]], choices, [[5], [6]]) == Dice(3, lots=2, ego="double")


@pytest.mark.exercises("kiss.disappoint", "stunt.kiss")
def test_an_own_success_may_disappoint_while_an_allys_miss_is_out_of_reach() -> None:
    """Sixes count twice, and Ida's stunt serves her own 5, although Bo's 1 stays for lack of a Lot."""
    alone = means(1, stunt=True, ego=True)
    choices = ["double", "1:none:double:0"]
    assert kissed((("ida", "bronze", 1), ("bo", "gold", 1)), alone, [[5], [1]], choices, [[6]]).successes == 2


@pytest.mark.example("kiss.reroll", 0)
def test_kissed_dice_keep_their_caliber() -> None:
    """A gold aid die thrown again to a 3 is a success. A bronze one is not."""
    result = kissed(PAIR, means(1, lots=2), [[1, 1], [1]], ["1:bo:none:2", "agreed"], [[3], [3]])
    assert result == Dice(1, lots=2)


@pytest.mark.example("kiss.allies", 0)
def test_an_ally_who_says_no_keeps_the_die() -> None:
    """Ida's own die is thrown again and paid for, Bo's is not."""
    result = kissed(PAIR, means(1, lots=2), [[1, 1], [1]], ["1:bo:none:2", "no"], [[6]])
    assert result == Dice(1, lots=1)
    play = at_the_kiss(task(), [1, 1, 1], 1, 1)
    play.answer("ann", "KISS", "0:bo:none:1")
    assert play.question("Throw your aid die again?").by == ("bo",)
    with pytest.raises(Refused, match="is not asked"):
        play.answer("cat", "Throw your aid die", "agreed")


@pytest.mark.exercises("kiss.allies")
def test_an_ally_may_agree_when_offering() -> None:
    """The ally is not asked again, and the player pays."""
    play = task(offers=())
    play.act("bob", "offer_aid", who="bo", job="courier", agreed=True, lets="fits the aid better?")
    at_the_kiss(play, [5, 5, 5], 1)
    play.answer("ann", "KISS", "0:bo:none:1")
    assert [(q.kind, q.by) for _, q in play.asked()] == [("roll", ("bo",))]


@pytest.mark.exercises("kiss.allies")
def test_either_may_pay_for_an_aid_die() -> None:
    """Bo may spend a Lot of his own on it: one of his, none of hers."""
    play = at_the_kiss(task(), [5, 5, 5], 1, 6)
    play.answer("ann", "KISS", "0:bo:none:1")
    play.settle(
        [[6]],
        {"Throw your aid die": "agreed, for my own Lot"},
        lets=(
            "Reach the main goal",
            "Buy what else?",
            "Turn something against them?",
        ),
    )
    assert (play["ida"].lots, play["bo"].lots) == (10, 9)


@pytest.mark.exercises("kiss.allies")
@pytest.mark.parametrize(("said", "dice", "lots"), [("agreed, for my own Lot", [[6]], 9), ("agreed", [], 10)])
def test_an_ally_may_pay_where_the_player_cannot(said: str, dice: list[list[int]], lots: int) -> None:
    """Ida has no Lot: Bo's die is thrown again for his Lot, and stays without it."""
    play = at_the_kiss(task().change("ida", lots=0), [5, 5, 1], 1)
    assert play.options("KISS") == ["0:none:none:0", "0:bo:none:1"]
    play.answer("ann", "KISS", "0:bo:none:1")
    play.settle(
        dice,
        {"Throw your aid die": said},
        lets=(
            "Reach the main goal",
            "Buy what else?",
            "Turn something against them?",
        ),
    )
    assert (play["ida"].lots, play["bo"].lots) == (0, lots)


@pytest.mark.exercises("kiss.allies", "lot.kiss")
def test_an_ally_who_is_not_asked_does_not_pay() -> None:
    """Bo agreed beforehand and is not asked: without a Lot of her own Ida cannot throw his die, and owes nothing."""
    play = task(offers=()).change("ida", lots=0)
    play.act("bob", "offer_aid", who="bo", job="courier", agreed=True, lets="fits the aid better?")
    assert at_the_kiss(play, [5, 5, 5], 1).options("KISS") == ["0:none:none:0"]
    settled = Means(allies=(Ally(stunt=True, lot=True), Ally()))
    trio: Pool = (("ida", "bronze", 1), ("bo", "gold", 1), ("cleo", "silver", 1))
    open_ = live(task_dice("ida", trio, settled).begin(), {"0.0": [5], "0.1": [1], "0.2": [1]})
    assert [o.key for o in open_.questions[0].options] == ["0:none:none:0", "0:bo:none:0"]


@pytest.mark.exercises("task.aid.limit", "task.aid.accept")
def test_aid_comes_before_the_dice() -> None:
    """Once the task's dice lie on the table, an offer has to wait."""
    play = at_the_kiss(task(), [1, 1, 1], 1)
    with pytest.raises(Refused, match="must wait"):
        play.act("bob", "offer_aid", who="bo", job="courier")


@pytest.mark.example("kiss.odds", 0, 1)
def test_what_kissing_is_worth() -> None:
    """4 bronze dice, at least 2: 11/27 plain, 1675/2187 with every miss KISSed."""
    assert best(ALONE, means(lots=10), 2) == Fraction(1675, 2187)
    plain = ExactCounter(first_free_option).dist(task_dice("ida", ALONE, means(lots=10)))
    assert plain.chance(lambda d: d.successes >= 2) == Fraction(11, 27)
    for caliber in CALIBERS:
        assert best((("ida", caliber, 1),), means(lots=1), 1) == chance(caliber, kissed=True)


@pytest.mark.example("lot.kiss", 0)
def test_each_lot_kisses_a_die() -> None:
    """Three Lots throw three dice without a question. They are spent at any result."""
    play = at_the_kiss(task(), [1, 2, 3])
    play.answer("ann", "KISS", "3:none:none:3")
    play.settle([[1, 1, 1]], lets="Turn something against them?")
    assert play["ida"].lots == 7


def test_a_plan_reads_as_one_would_say_it() -> None:
    """A plan names the dice, its price, and its gain."""
    names = {"bo": "Bo", "cleo": "Cleo"}
    plans = (
        Kiss(0, (), "none", 0),
        Kiss(2, (), "none", 0),
        Kiss(1, ("bo",), "none", 1),
        Kiss(1, ("bo", "cleo"), "none", 2),
    )
    assert [in_words(plan, Fraction(1, 2), names) for plan in plans] == [
        "leave the dice as they are",
        "throw 2 of your own dice again (+0.50 on average)",
        "throw 1 of your own dice and Bo's die again, for 1 Lot (+0.50 on average)",
        "throw 1 of your own dice, Bo's die and Cleo's die again, for 2 Lots (+0.50 on average)",
    ]


@pytest.mark.exercises("kiss.allies", "insight.kiss")
@pytest.mark.parametrize(("free", "offered"), [(0, ["agreed", "agreed, for my own Lot", "no"]), (1, ["agreed", "no"])])
def test_an_ally_offers_a_lot_only_where_one_is_owed(free: int, offered: list[str]) -> None:
    """If an insight covers the die, the ally only agrees or refuses."""
    have = Means(lots=1, free=free, allies=(Ally(lot=True),))
    chosen = f"0:bo:none:{1 - free}"
    open_ = live(task_dice("ida", PAIR, have).begin(), {"0.0": [1, 1], "0.1": [1], "1": chosen})
    assert [o.key for o in open_.questions[0].options] == offered
