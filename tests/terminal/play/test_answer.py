"""Answering what the table asks: who, what each answer would come to, one after the other or in any order."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import find_game, load_declared_game
from tablewright.table import Table, view_from
from tablewright.terminal.play.prompt import CLEAR_SCREEN
from tests.terminal.keys import TAVERN, Typed

BLADES = load_declared_game("tests.example_games.blades")


def struck(whom: str = "ogre") -> Table:
    """Somebody is hit and may duck; Ada has no luck left to push with."""
    table = Table.open(TAVERN.game, seed="x", fair_dice=False)
    table.edit("kim", "guests.ada.luck", 0)
    of = view_from(table, "ann").act("strike", {"who": "ada", "whom": whom})
    table.roll("ann", of, view_from(table, "ann").prompts[0].path, [6])
    return table


def test_every_option_says_what_it_comes_to_and_one_is_best() -> None:
    """For whoever is asked: the ogre had better duck."""
    typed = Typed(["1"], table=struck())
    assert "The ogre: Duck, for 1 luck? inn.luck" in typed.words
    assert "1 no → hits 100%, The ogre: Health -2" in typed.words
    assert "2 yes ★ → misses 100%, The ogre: Luck -1" in typed.words
    assert typed.words.count("★") == 1
    assert "Ada: Strike: hit inn.strike" in typed.words


def test_a_ruling_has_no_star() -> None:
    """Whether a price is fair is the keeper's to say."""
    typed = Typed(["price", "two songs", "no"])
    assert "Kim: What does it cost? (in your own words, at most 200 letters)" in typed.words
    assert "1 yes → yes 100% 2 no → no 100%" in typed.words
    assert "★" not in typed.shown
    assert "It costs two songs." in typed.words


@pytest.mark.parametrize("answer", ["2", "yes", "Y", "ye"])
def test_an_answer_is_a_number_a_name_or_a_beginning(answer: str) -> None:
    """In any case of letters."""
    assert "Duck, for 1 luck? yes" in Typed([answer], table=struck()).words


def test_several_questions_are_listed_and_taken_up_in_any_order() -> None:
    """In all seats each is answered by whom it is for."""
    typed = Typed(["straws", "answer 2", "yes", "no"])
    assert "2 questions are open (answer NUMBER takes one up) 1 Ada: Throw again? Draw straws 2 Bo:" in typed.words
    assert "Bo: Throw again? inn.luck 1 no 2 yes" in typed.after("answer 2")
    assert "Ada: Throw again? inn.luck (answered: Bo)" in typed.words
    assert [entry.seat for entry in typed.table.journal[2:]] == ["ben", "ann"]  # type: ignore[union-attr]
    assert "Say answer and a number from 1 to 2." in Typed(["straws", "answer 3"]).words
    assert "Nothing is asked." in Typed(["answer 1"]).words


def test_whoever_is_not_asked_is_told_whom_the_table_waits_for() -> None:
    """And sees no options that are not theirs."""
    typed = Typed(["log"], table=struck(), seat="ann")
    assert "Waiting for The ogre." in typed.words
    assert "1 no" not in typed.words


def test_instant_actions_are_offered_beside_a_question() -> None:
    """By name; then the question comes back."""
    typed = Typed(["wave", "strike", "1"], table=struck())
    assert "or, any time: Wave" in typed.words
    assert "Somebody waves." in typed.words
    assert typed.words.count("The ogre: Duck, for 1 luck? inn.luck 1") == 3
    assert "Ada: Strike: hit" in typed.words


def test_what_is_no_answer_is_said_so_with_what_there_is() -> None:
    """And nothing is answered."""
    typed = Typed(["perhaps"], table=struck())
    assert "Nothing here is called 'perhaps'. There is no or yes." in typed.words


def test_a_question_mark_explains_the_question() -> None:
    """With the rule it cites."""
    typed = Typed(["?"], table=struck())
    assert "Strike asks The ogre: Duck, for 1 luck?" in typed.words
    assert "inn.luck A point of luck pushes a graze to a hit" in typed.words


def test_back_from_a_question_gives_the_action_up() -> None:
    """If that is meant; in all seats the master may."""
    typed = Typed(["back", "", "back", "y"], table=struck())
    assert typed.words.count("Give up Strike? [y/N]") == 2
    assert "Given up: Given up by Kim." in typed.words
    assert "Only Ann can give it up" in Typed(["back", "y"], table=struck("bo"), seat="ben").words


def test_undo_in_the_middle_of_a_question_ends_it() -> None:
    """What is no longer asked is not waited for."""
    typed = Typed(["undo", "wave"], table=struck())
    assert "takes back everything after entry 1." in typed.words
    assert "Kim: Wave" in typed.after("takes back")


def test_dice_by_hand_are_asked_and_checked() -> None:
    """Nonsense is answered with what is wanted; real faces are taken, and marked."""
    table = Table.open(TAVERN.game, seed="x", fair_dice=False)
    typed = Typed(["pebbles how_many=2", "", "seven", "9 9", "6", "6 1"], table=table)
    assert "Pebbles, 2d6. Type what fell, such as 1 2." in typed.words
    assert "Type 2 numbers from 1 to 6" in typed.words
    assert "2 dice are asked for, each a number from 1 to 6" in typed.words
    assert "Pebbles ⚅ 6 ⚀ 1 (by hand)" in typed.words


def test_a_secret_answer_is_not_left_on_the_screen() -> None:
    """Players who share a keyboard, one seat each: cleared once answered, and again when the next one takes it."""
    lines = ["deal", "cross who=vera", "Have at you!", "1", "", "", "1"]
    typed = Typed(lines, box=BLADES, seat="ann", terminal=True)
    asked, after, ben = typed.shown.split(CLEAR_SCREEN)[:3]
    assert "Vera: Which card do you play?" in asked
    assert "Waiting for Rook. Enter passes the keyboard to ben." in after
    assert "Which card" not in after
    assert ben.startswith("The keyboard is for ben. Press Enter when you have it.")
    assert "Rook: Which card do you play?" in ben
    assert "Vera: Cross blades:" in typed.shown.split(CLEAR_SCREEN)[3]
    assert "\x1b[3J" in CLEAR_SCREEN


def test_one_person_in_all_seats_is_not_hidden_from_themselves() -> None:
    """Nothing is cleared between one answer and the next."""
    lines = ["deal", "cross who=vera", "Have at you!", "1", "1"]
    assert CLEAR_SCREEN not in Typed(lines, box=BLADES, terminal=True).shown


def test_what_others_are_taken_to_say_stands_beside_the_answers() -> None:
    """How hard it is, is asked first; what is claimed is judged after that, and taken as it usually is."""
    box = find_game("veil-runners-classic")
    table = Table.open(box.game, seed="beside", rulings={"agreement": "wayfinder"})
    view_from(table, "way").act("end_downtime")
    view_from(table, "ann").act("systems_roll", {"system": "engines", "skill": "yes"})
    words = Typed([], box=box, table=table).words
    assert "How hard is it for Lars of the Stars?" in words
    assert "Taken for granted: Lars of the Stars draws on their skill" in words


def test_that_nothing_can_be_told_is_told() -> None:
    """Where both sides answer at once, no answer is best if it is known."""
    typed = Typed(["deal", "cross", "en garde!"], box=BLADES, seat="ann")
    assert "Which card do you play?" in typed.words
    assert "Both sides answer at once" in typed.words
