"""Asks: everything the table waits for, as a seat may know it."""

from __future__ import annotations

import pytest

from tablewright.rules import Refused
from tablewright.table import Table, view_from
from tablewright.table.seat.prompts import describe_waiting_for
from tests.example_games.tavern_night import GAME


def voting() -> Table:
    table = Table.open(GAME, seed="inn")
    view_from(table, "ann").act("vote")
    return table


def test_all_that_is_asked_is_there_for_everybody_and_answered_by_whom_it_concerns() -> None:
    """Ann sees both questions, hers first, and the options of hers alone."""
    mine, other = view_from(voting(), "ann").prompts
    assert (mine.asked, mine.is_mine, [o.label for o in mine.options]) == (("Ada",), True, ["yes", "no"])
    assert (other.asked, other.is_mine, other.options) == (("Bo",), False, ())
    assert describe_waiting_for((mine, other)) == "waiting for Ada and Bo"


def test_who_has_answered_is_known_and_not_what() -> None:
    """A secret answer is told to nobody while others think."""
    table = voting()
    view_from(table, "ann").answer("yes")
    (left,) = view_from(table, "ben").prompts
    assert left.answered == ("Ada",)
    assert "yes" not in [told.item.text for told in view_from(table, "ben").feed() if told.item.kind == "choice"]


def test_one_answer_may_settle_it() -> None:
    """An objection ends the vote: nobody else is asked."""
    table = voting()
    view_from(table, "ben").answer("no")
    assert view_from(table, "ann").prompts == ()
    assert [told.item.text for told in view_from(table, "ann").feed() if told.item.kind == "outcome"] == ["lost"]


def test_a_question_is_answered_by_name_or_its_beginning() -> None:
    """And what was not offered is refused with what was."""
    table = voting()
    with pytest.raises(Refused, match="There is yes or no"):
        view_from(table, "ann").answer("maybe")
    view_from(table, "ann").answer("y")
    assert len(view_from(table, "ann").prompts) == 1


def test_with_several_questions_one_says_which() -> None:
    """The master may answer both, and must say which is meant."""
    table = voting()
    with pytest.raises(Refused, match="say which"):
        view_from(table, "kim").answer("yes")
    ask = view_from(table, "kim").prompts[1]
    view_from(table, "kim").answer("yes", *ask.place)
    assert [a.asked for a in view_from(table, "kim").prompts] == [("Ada",)]


def test_words_are_asked_like_anything_else() -> None:
    """Free text, of the master alone; the answer is told."""
    table = Table.open(GAME, seed="inn")
    view_from(table, "ann").act("price")
    assert [a.is_mine for a in view_from(table, "ann").prompts] == [False]
    view_from(table, "kim").answer("  two songs and a promise ")
    view_from(table, "kim").answer("yes")
    assert "It costs two songs and a promise." in [told.item.text for told in view_from(table, "ann").feed()]


def test_what_is_for_the_master_says_who_that_is() -> None:
    """A role is a seat to be filled. Others read the name of the person in it."""
    table = Table.open(GAME, seed="inn")
    view_from(table, "ann").act("price")
    (ask,) = view_from(table, "ann").prompts
    assert ask.asked == ("Kim",)
    view_from(table, "kim").answer("a song")
    (told,) = [one.item for one in view_from(table, "ann").feed() if one.item.kind == "choice"]
    assert told.by == "Kim"
