"""Preparing an action: what it needs is asked, what it may have is folded, and nothing said is lost."""

from __future__ import annotations

import pytest

from tests.terminal.keys import Typed


def test_what_is_needed_is_asked_first_and_the_rest_is_folded() -> None:
    """By number, name or a beginning; what may be said is set by name, or asked for by its name alone."""
    typed = Typed(["order", "Bo", "hot m", "words Quick, please", "cups=2", "cups", "3", ""])
    for words in (
        "Order a drink · Who acts 1 Ada 2 Bo 3 The ogre who: Bo",
        "also: words · cups 1",
        "words Quick, please cups 2",
        "How many (usually 1) cups, a number from 1 to 4: 3",
        "Bo: Order a drink 3 of hot mead: Quick, please",
    ):
        assert words in typed.words


def test_what_was_asked_can_be_said_otherwise_at_the_end() -> None:
    """By name, several at once; what is now meant is shown."""
    typed = Typed(["order ada", "hot mead", "drink=cold cider cups=2", ""])
    assert "also: drink cold cider words · cups 2" in typed.words
    assert "2 of cold cider" in typed.words


def test_a_long_list_is_narrowed_by_letters() -> None:
    """Twelve are listed at most; a few letters list those that have them, and their numbers count."""
    typed = Typed(["order ada", "wine", "2", ""])
    assert "25 to choose from: type a few letters, or * for all drink: wine" in typed.words
    assert "1 small wine 2 large wine 3 hot wine 4 cold wine 5 dark wine drink: 2" in typed.words
    assert "1 of large wine" in typed.words
    assert "a little more" in Typed(["order ada", "e"]).words


def test_what_cannot_be_chosen_is_shown_with_its_reason() -> None:
    """And refused with the same, at its field."""
    typed = Typed(["strike ada", "ogre", "jug"])
    assert "2 Jug not now: The Jug is broken." in typed.words
    assert "thing: The Jug is broken. With what" in typed.after("thing: jug")


def test_a_wrong_answer_loses_nothing() -> None:
    """The field is asked again; what was said before it still stands."""
    typed = Typed(["share", "2", "five", "5", "4"])
    assert "For the others 4 coins to share yours, a number from 0 to 6: five" in typed.words
    assert "yours: There are six coins." in typed.words
    assert "2 and 4." in typed.words


def test_what_is_wrong_in_a_line_is_asked_for_and_not_left_out() -> None:
    """A cup too many is no reason to pour one."""
    typed = Typed(["order ada drink=hot mead cups=9", "2", ""])
    assert "cups is between 1 and 4, not 9." in typed.words
    assert "2 of hot mead" in typed.words


def test_free_text_needs_no_quotes() -> None:
    """A value goes on until the next name of a field; quotes, signs and commas are letters like any other."""
    line = """order who=ada words=It's "cold", = isn't it? drink=hot mead cups=2"""
    assert """2 of hot mead: It's "cold", = isn't it?""" in Typed([line]).words
    assert "On the table: bread, and a name=value." in Typed(["set the table bread, and a name=value"]).words


def test_back_goes_one_field_back_and_then_out() -> None:
    """From the last prompt too; in the end nothing has been done."""
    typed = Typed(["strike", "ada", "ogre", "", "back", "back", "bo", "back", "back", "back"])
    assert typed.words.count("Whom 1 Bo 5 health") == 3
    assert "target: back Strike · Who acts" in typed.words
    assert "Left; nothing has changed." in typed.words
    assert typed.table.metadata.length == 1


def test_no_leaves_the_form() -> None:
    """Before going ahead, n is no."""
    typed = Typed(["climb ada", "n"], seat="kim")
    assert "Left; nothing has changed." in typed.words
    assert typed.table.metadata.length == 1


def test_ctrl_c_leaves_the_form_and_twice_the_table() -> None:
    """It says that the table is kept."""
    typed = Typed(["strike", "ada", KeyboardInterrupt, "wave", KeyboardInterrupt, KeyboardInterrupt], name="evening")
    assert "Left as it was. Ctrl-C again leaves; the table is kept." in typed.words
    assert "Somebody waves." in typed.words
    assert typed.words.endswith("Goodbye. The table is kept as evening.")
    assert not typed.lines


@pytest.mark.parametrize("lines", [[], ["strike"], ["strike", "ada", "ogre", ""], ["price"], ["undo 0"]])
def test_the_end_of_the_input_leaves_from_every_prompt(lines: list[str]) -> None:
    """No traceback at Ctrl-D."""
    assert Typed(["wave", *lines]).words.endswith("Goodbye.")


def test_a_question_mark_explains_this_very_prompt() -> None:
    """The field, how it is said, the action and its rules; before going ahead, every field."""
    typed = Typed(["order ada", "?", "hot mead", "?"])
    asked = typed.after("drink: ?").partition("drink: hot mead")[0]
    for words in (
        "Order a drink: Order something at the counter.",
        "drink: What to drink. By number, name or a beginning: small beer",
        "Rules: inn.price (rules ID shows one)",
    ):
        assert words in asked
    assert "cups 1 How many. A number from 1 to 4." in typed.after("say more by name: ?")


def test_rules_sheets_and_undo_work_in_a_form_and_lose_nothing() -> None:
    """What was said stands, seen in the new light."""
    typed = Typed(["set guests.bo.health=0", "strike ada", "rules inn.luck", "sheet bo", "undo", "bo", "", "n"])
    assert "lets somebody duck." in typed.after("thing: rules inn.luck")
    assert "Health ○○○○○ 0/5" in typed.after("thing: sheet bo")
    assert "1 Bo 5 health 2 The ogre 3 health target: bo" in typed.after("thing: undo")
    assert "Ada strikes at Bo." in typed.words


def test_words_are_words_unless_they_are_said_alone_or_after_a_slash() -> None:
    """So a text may begin with a command."""
    typed = Typed(["set the table", "undo the tablecloth"])
    assert "On the table: undo the tablecloth." in typed.words
    typed = Typed(["set the table", "/more brawl", "/nonsense", "back"])
    assert "2 Throw pebbles" in typed.words
    assert "/nonsense is not something to be said here." in typed.words
    assert "Left; nothing has changed." in typed.words


def test_odds_are_shown_before_going_ahead_and_without() -> None:
    """What would be told first, what it does and what it costs; ? and the action takes nothing."""
    typed = Typed(["? strike ada whom=ogre", "", "? wave"])
    assert "Ada strikes at The ogre. To hit: 1d6." in typed.words
    assert "The ogre: Luck -0.67 (66.7%)" in typed.words
    assert "Nothing of it is left to chance." in typed.words
    assert typed.table.metadata.length == 1


def test_what_is_certain_is_done_without_asking() -> None:
    """Waving needs no Enter."""
    assert "Kim: Wave Somebody waves." in Typed(["wave"]).words


def test_a_field_that_does_not_exist_is_named_with_the_nearest() -> None:
    """Nothing is done."""
    typed = Typed(["order drnk=wine"])
    assert "There is no field here called 'drnk'. Did you mean drink?" in typed.words
    assert typed.table.metadata.length == 1
