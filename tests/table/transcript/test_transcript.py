"""Transcripts: a whole play as text, the same text whenever it is played."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import load_declared_game
from tablewright.rules import Refused
from tablewright.table.log.events import dice_results
from tablewright.table.transcript.transcript import play_transcript
from tablewright.template import GAME
from tests.example_games.hut import HUT


def said(game_text: str, *, hut: bool = True) -> list[str]:
    """What the table said, line by line."""
    played = play_transcript(HUT if hut else GAME, game_text)
    return [line.strip() for line in played.text.splitlines() if line.startswith("    ")]


def test_the_head_says_what_is_played() -> None:
    """Remarks stay, and seed, rulings and seats are taken from it."""
    text = "# A walk.\n\nseed abc\nruling stumble=frightens\nseat g guide\nseat zoe walker 'Zoe Z'\n"
    played = play_transcript(GAME, text)
    assert played.table.seed == "abc"
    assert played.table.state.rulings.stumble == "frightens"
    assert {s.id: (s.role, s.title) for s in played.table.seats.values()} == {
        "g": ("guide", "g"),
        "zoe": ("walker", "Zoe Z"),
    }
    assert played.text.startswith("# A walk.\n\nseed abc\nruling stumble=frightens\n")


def test_without_seats_the_games_own_sit_down() -> None:
    """And without a seed there is a usual one."""
    assert set(play_transcript(GAME, "> ann take_step who=ada").table.seats) == {"guide", "ann", "bob"}


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("ruling luck=good", "no house ruling"),
        ("seat ann king", "no role in Template called 'king'"),
        ("seat ann", "should be: seat ID ROLE"),
        ("seat 'ann", "cannot be read: No closing quotation"),
    ],
)
def test_a_head_that_makes_no_sense_is_refused(head: str, sentence: str) -> None:
    """There is no table to play at."""
    with pytest.raises(Refused, match=sentence):
        play_transcript(GAME, head)


@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
def test_a_transcript_played_again_gives_the_same_text(seed: str) -> None:
    """What the table said is written anew, and is what was there."""
    script = "\n".join(
        ["> ann take_step who=ada", "< ann yes", "> bob take_step who=bo", "< bob no", "= ann", "^ guide"]
    )
    first = play_transcript(GAME, f"seed {seed}\n{script}\n").text
    assert play_transcript(GAME, first).text == first
    assert play_transcript(GAME, first.replace("    ", "    stale ")).text == first


def test_golden_transcripts_are_played_as_they_stand() -> None:
    """The template's own."""
    for text in load_declared_game("tablewright.template").golden().values():
        assert play_transcript(GAME, text).text == text


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("> ann hide", "Hide is for the host; Ann is guest."),
        ("> eve dig", "There is no seat called 'eve'. There is: ann, ben, hob."),
        ("> ann", "'' should be: > SEAT ACTION [name=value …]."),
        ("> ann deal k", "'k' should be name=value."),
        ("> ann deal 'k", "cannot be read: No closing quotation."),
        ("< ann yes", "ann is not asked anything now."),
        ("! one two", "'one' should be a whole number."),
        ("^ hob first", "'first' should be a whole number."),
        ("v hob", "There is nothing to redo."),
        ("* hob coins", "'coins' should be name=value."),
        ("* ann coins=2", "Only the game master can set a value by hand."),
        ("= eve", "There is no seat called 'eve'. There is: ann, ben, hob."),
    ],
)
def test_what_is_refused_is_shown_as_refused(line: str, sentence: str) -> None:
    """Below the line that asked for it; and the play goes on."""
    shown = said(f"{line}\n* hob coins=1")
    assert shown[0].startswith("refused: ")
    assert shown[0].endswith(sentence)
    assert shown[1] == "hob sets coins to 1 by hand."


def test_dice_by_hand_are_taken_in_order_and_then_the_seeds() -> None:
    """Given before what needs them; cards by their places."""
    played = play_transcript(HUT, "! 4 1\n> ann deal\n> ann deal k=1\n")
    assert [e.hand for e in played.table.journal if hasattr(e, "hand")] == ["hob"]
    assert [len(fall.faces) for e in played.table.journal for fall in dice_results(e)] == [1]
    assert play_transcript(HUT, "! 4 1\n> ann deal\n").table.state.hand == ("ace", "jack")


def test_dice_that_do_not_fit_are_refused() -> None:
    """As they would be from anybody's hand."""
    assert said("! 9 9\n> ann deal") == [
        "refused: [9, 9] does not fit: 2 cards are asked for, each a number from 1 to 4."
    ]


def test_dice_by_hand_need_no_master_at_the_table() -> None:
    """Without one, whoever acts throws them."""
    played = play_transcript(HUT, "seat ann guest\n! 3\n> ann whisper\n< ann yes\n")
    assert [e.hand for e in played.table.journal if hasattr(e, "hand")] == ["ann"]


def test_questions_are_shown_with_their_options() -> None:
    """With who is asked."""
    assert said("> ann dig") == ["? guest: Dig deeper? no | yes"]


def test_a_certain_question_is_answered_by_its_place() -> None:
    """When several are open, the host says which."""
    table = play_transcript(HUT, "> hob hide\n< hob 0.1 attic\n< hob bed\n").table
    assert table.state.hidden == ("bed", "attic")


def test_secret_answers_are_shown_once_all_are_in() -> None:
    """Each line once, in the order asked; none is lost and none comes twice."""
    shown = said("> hob hide\n< ben attic\n< ann bed\n")
    assert [line for line in shown if not line.startswith("?")] == ["Ann: ann, where? bed", "ben: ben, where? attic"]


def test_lines_say_whom_they_are_for() -> None:
    """Answers, rolls and headlines with an audience."""
    shown = said("! 3\n> ann whisper\n< ann yes\n")
    assert shown[1:] == [
        "Ann: Truth? yes (for ann)",
        "Ann: Doubt: 3 (for host)",
        "=> 1 [hut.whisper] (for host, ann)",
        "There is whispering. [hut.whisper]",
    ]


def test_a_view_is_shown_as_text() -> None:
    """What the seat sees, and nothing of the journal."""
    assert said("* hob coins=2\n= ann")[1:] == ["Hut", "Coins: 2"]


def test_what_is_answered_anew_after_an_undo_is_shown_anew() -> None:
    """The way that was taken back is not mistaken for the way that is taken."""
    for second in ("no", "yes"):
        text = f"> ann dig\n< ann yes\n^ hob 1\n< ann {second}\n"
        told = [line for line in said(text) if not line.startswith("?")]
        assert told == ["guest: Dig deeper? yes", f"guest: Dig deeper? {second}"]


def test_an_action_given_up_says_why() -> None:
    """The ground freezes under it."""
    shown = said("> ann dig\n> hob freeze\n")
    assert shown[-2:] == [
        "It is cold. [hut.freeze]",
        "given up: The table has changed: Dig is not possible now: The ground is frozen.",
    ]


def test_what_was_cited_on_the_way_is_known() -> None:
    """For the coverage of a game's ledger."""
    assert play_transcript(HUT, "> hob freeze\n").cited == {"hut.freeze"}


def test_an_end_is_shown() -> None:
    """With how it ended."""
    assert said("* hob coins=9")[-1] == "over: the hut is full"
