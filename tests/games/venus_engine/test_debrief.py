"""The end of a chapter and of a session: Lots for reasons, what overflows, and what counts afresh."""

from __future__ import annotations

import pytest

from tablewright.games.venus_engine.learning import exp_because
from tablewright.games.venus_engine.options import VenusRulings
from tablewright.rules import Refused

from .play import Play, debriefed


@pytest.mark.example("lot.earn.debrief", 0)
def test_the_debrief_brings_a_lot_for_each_reason() -> None:
    """7 and one granted are 8. Both reasons are two Lots."""
    assert debriefed(7, portrayed=True)["ida"].lots == 8
    assert debriefed(7, portrayed=True, aesthetic=True)["ida"].lots == 9
    assert debriefed(7)["ida"].lots == 7


@pytest.mark.exercises("lot.earn.debrief")
def test_the_debrief_is_once_each_and_needs_the_chapters_end() -> None:
    """Not before the FC says so, not twice, and what Peers do not grant brings nothing."""
    play = Play().change("ida", lots=7)
    with pytest.raises(Refused, match="the chapter is not over"):
        play.act("ann", "debrief", who="ida", portrayed=True)
    play.act("fc", "end_chapter")
    say = {"bob": "portrayal", "After": "dropped"}
    play.act("ann", "debrief", who="ida", portrayed=True, say=say, lets="Do you object?")
    assert play["ida"].lots == 7
    with pytest.raises(Refused, match="debriefed already"):
        play.act("ann", "debrief", who="ida", portrayed=True)


@pytest.mark.example("lot.overflow", 0, 1)
@pytest.mark.parametrize(("lots", "earned", "has"), [(10, 0, 10), (2, 10, 2)])
def test_lots_beyond_ten_become_exp(lots: int, earned: int, has: int) -> None:
    """Holding ten, or having earned ten this session: 1 exp instead of a Lot."""
    play = debriefed(lots, earned, spills=True, portrayed=True)
    assert (play["ida"].lots, play["ida"].job("rigger").exp) == (has, 1)


@pytest.mark.example("lot.overflow", 2)
def test_three_lots_on_nine_are_one_lot_and_two_exp() -> None:
    """Each exp may go to another job."""
    play = debriefed(9, portrayed=True)
    play.call("task", "ida", "finesse")
    play.set(play.s.but(rulings=VenusRulings(repeats="tertiaries repeat")))
    say = {"Buy what": ["intentions", "intentions"], "The Lot becomes": ["rigger", "burglar"], "main goal": "yes"}
    play.act(
        "ann", "perform_task", who="ida", job="rigger", dice=[[6, 6, 6]], say=say, lets="Turn something against them?"
    )
    assert (play["ida"].lots, play["ida"].job("rigger").exp, play["ida"].job("burglar").exp) == (10, 1, 5 + 1)


@pytest.mark.exercises("lot.overflow")
@pytest.mark.parametrize(("overflow", "lots"), [("held or earned", 2), ("earned", 2), ("held", 3)])
def test_what_makes_lots_overflow_is_a_ruling(overflow: str, lots: int) -> None:
    """Two in hand and ten earned: only where holding alone counts, the Lot is kept."""
    assert debriefed(2, 10, overflow, lots == 2, portrayed=True)["ida"].lots == lots


@pytest.mark.exercises("lot.cap", "lot.overflow")
@pytest.mark.parametrize(("overflow", "exp"), [("held or earned", 1), ("held", 1), ("earned", 0)])
def test_an_eleventh_lot_is_never_held(overflow: str, exp: int) -> None:
    """If only earned Lots overflow, a Lot above ten in hand is lost. Otherwise it becomes exp."""
    play = debriefed(10, 0, overflow, exp == 1, portrayed=True)
    assert (play["ida"].lots, play["ida"].job("rigger").exp) == (10, exp)


@pytest.mark.exercises("lot.overflow")
def test_a_new_session_counts_afresh() -> None:
    """After the debrief it is the next chapter, and the count of Lots earned begins at 0."""
    play = debriefed(5, 9, portrayed=True)
    assert (play["ida"].earned, play.s.chapter) == (10, 1)
    play.act("fc", "begin_session")
    assert (play["ida"].earned, play.s.chapter, play.s.debriefing) == (0, 2, False)


@pytest.mark.exercises("lot.overflow")
def test_with_one_job_that_takes_exp_nobody_is_asked() -> None:
    """Cleo's eleventh Lot goes to her only open job. With none open, it is lost."""
    play = Play().change("cleo", lots=10)
    play.act("fc", "end_chapter")
    said = play.act("cat", "debrief", who="cleo", portrayed=True, lets="Do you object?")
    assert said[-2:] == ["Cleo Varn's Lot becomes exp.", "Cleo Varn marks 1 exp as Broker."]
    barred = play["cleo"].job("physician")
    play.change("cleo", jobs=(barred,)).set(play.s.but(debriefed=()))
    said = play.act("cat", "debrief", who="cleo", portrayed=True, lets="Do you object?")
    assert said[-1] == "Cleo Varn has no job that takes exp: the Lot is lost."


@pytest.mark.exercises("lot.overflow")
def test_a_session_may_begin_in_the_middle_of_a_chapter() -> None:
    """Without a debrief the chapter goes on. Only the Lots earned are counted afresh."""
    play = Play().change("ida", earned=4)
    play.act("fc", "begin_session")
    assert (play["ida"].earned, play.s.chapter) == (0, 1)


@pytest.mark.exercises("lot.overflow", "lot.earn.debrief")
def test_a_new_chapter_of_the_same_session_counts_on() -> None:
    """The debrief is over and the chapter is the next one, but the Lots earned are still this session's."""
    play = debriefed(5, 9, portrayed=True)
    with pytest.raises(Refused, match="the debrief comes first"):
        play.act("fc", "set_scene", title="Dawn")
    play.act("fc", "begin_chapter")
    assert (play["ida"].earned, play.s.chapter, play.s.debriefing, play.s.debriefed) == (10, 2, False, ())
    play.act("fc", "set_scene", title="Dawn")
    with pytest.raises(Refused, match="the chapter is not over"):
        play.act("fc", "begin_chapter")


@pytest.mark.exercises("learn.exp", "learn.exp.adds", "task.fail.exp", "task.tertiary.exp")
@pytest.mark.parametrize(
    ("level", "failed", "lessons", "because"),
    [
        (0, False, 0, "learn.exp"),
        (0, True, 0, "learn.exp.adds"),
        (0, False, 1, "learn.exp.adds"),
        (2, True, 0, "task.fail.exp"),
        (2, False, 1, "task.tertiary.exp"),
        (2, True, 1, "task.tertiary.exp"),
    ],
)
def test_the_log_says_what_exp_is_for(level: int, failed: bool, lessons: int, because: str) -> None:
    """A single reason is cited by its rule, several by the rule that adds them up."""
    assert exp_because(level, failed, lessons) == because
