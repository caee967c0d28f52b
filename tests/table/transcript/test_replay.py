"""Transcripts take words as people do, and say what came to nothing."""

from __future__ import annotations

import pytest

from tablewright.table.transcript.replay import UnusedInput
from tablewright.table.transcript.transcript import play_transcript
from tablewright.template import GAME
from tests.example_games.hut import HUT

STEP = "! 2 3\n> ann take_step who=ada\n"


@pytest.mark.parametrize("word", ["yes", "YES", "Yes", "y", "ye"])
def test_an_answer_may_be_given_as_people_say_it(word: str) -> None:
    """In any case, or by its beginning; the line stays as it was written."""
    played = play_transcript(GAME, f"{STEP}< ann {word}\n")
    assert f"< ann {word}\n    Ada: Steady yourself and throw again, for 1 nerve? yes [step.nerve]" in played.text
    assert played.refused == ()


@pytest.mark.parametrize(
    ("answer", "lies"),
    [("cellar", "cellar"), ("The cold cellar", "cellar"), ("the warm", "bed"), ("BED", "bed"), ("attic", "attic")],
)
def test_an_answer_may_be_a_label_or_the_beginning_of_one(answer: str, lies: str) -> None:
    """A key goes before a label, and the whole of a word before a beginning."""
    assert play_transcript(HUT, f"> ann sleep\n< ann {answer}\n").table.state.hidden == (lies,)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("the", "'the' could be The cold cellar, The warm bed or Under the roof. Say a little more."),
        ("garden", "cannot be answered with 'garden'. Answer one of: cellar, bed, attic."),
    ],
)
def test_a_word_that_may_mean_several_things_or_none_is_refused(answer: str, says: str) -> None:
    """With what it may mean, or what would be legal."""
    played = play_transcript(HUT, f"> ann sleep\n< ann {answer}\n")
    assert says in played.text
    assert [refused.line for refused in played.refused] == [3]


def test_a_certain_question_takes_such_words_too() -> None:
    """Behind its place."""
    table = play_transcript(HUT, "> hob hide\n< hob 0.1 ATT\n< hob b\n").table
    assert table.state.hidden == ("bed", "attic")


@pytest.mark.parametrize("who", ["ada", "Ada", "ADA", "ad", "A"])
def test_a_character_may_be_called_by_name(who: str) -> None:
    """An id, a name, either in any case, or the beginning of just one."""
    played = play_transcript(GAME, f"> ann take_step who={who}\n")
    assert played.refused == ()
    assert "Ada: A step:" in played.text


def test_several_may_be_called_by_name_at_once() -> None:
    """With commas between them, and names of more than one word in quotes."""
    played = play_transcript(HUT, '> hob invite whom="The Baker of Sorn,the mill"\n')
    assert played.refused == ()
    assert played.table.state.hand == ("baker", "miller")


@pytest.mark.parametrize(
    ("whom", "says"),
    [
        ("the", "'the' could be The Baker of Sorn or The Miller. Say a little more."),
        ("mayor", "whom cannot be 'mayor'. Choose from: "),
    ],
)
def test_a_name_that_may_be_several_or_nobody_is_refused(whom: str, says: str) -> None:
    """As the table would."""
    assert says in play_transcript(HUT, f"> hob invite whom={whom}\n").text


def test_what_is_refused_is_known_with_its_line_and_whether_it_stood_there_as_refused() -> None:
    """By its line in the text as it is written anew."""
    played = play_transcript(GAME, "# x\n> bob fly\n    refused: It was so before.\n> ann take_step who=bo\n")
    first, second = played.refused
    assert first == UnusedInput(2, "> bob fly", first.why, before=True)
    assert first.why.startswith("There is no action in Template called 'fly'.")
    assert second == UnusedInput(4, "> ann take_step who=bo", "Bo is played by bob; ann plays Ada.")


def test_dice_given_and_never_thrown_are_known() -> None:
    """By their line; those that were thrown are not."""
    played = play_transcript(GAME, f"{STEP}< ann no\n! 6 6\n! 1\n")
    assert [(dice.text, played.text.splitlines()[dice.line - 1]) for dice in played.unused] == [
        ("! 6 6", "! 6 6"),
        ("! 1", "! 1"),
    ]
