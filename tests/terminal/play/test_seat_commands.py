"""People at the table, from the keyboard: sitting, joining, leaving, handing over, whispering; and who acts."""

from __future__ import annotations

import pytest

from tablewright.table.log.events import ActionTaken
from tablewright.terminal.play.prompt import CLEAR_SCREEN
from tests.terminal.keys import Typed


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        ("climb ada", "ann"),
        ("climb bo", "ben"),
        ("climb ogre", "kim"),
        ("pebbles", "ann"),
        ("set the table bread", "kim"),
        ("wave", "kim"),
    ],
)
def test_in_all_seats_an_action_is_taken_by_who_may(line: str, seat: str) -> None:
    """The character's player; the master for whoever nobody plays; a player of its role; the master for the rest."""
    acted = [entry for entry in Typed([line, "", ""]).table.journal if isinstance(entry, ActionTaken)]
    assert [entry.seat for entry in acted] == [seat]


def test_from_one_seat_only_its_own_actions_are_there() -> None:
    """And only its own characters act."""
    shown = Typed(["climb bo", "more"], seat="ann").words
    assert "Close the doors" not in shown
    assert "'bo' is more than Climb the stairs needs." in shown
    assert "Set the table" not in shown.partition("Ann> more")[2]


def test_passing_the_keyboard_leaves_nothing_to_read() -> None:
    """Screen and scrollback are cleared, somebody takes it, and only then is anything shown."""
    typed = Typed(["as an", "", "log"], terminal=True)
    _, _, after = typed.shown.partition(CLEAR_SCREEN)
    assert after.startswith("The keyboard is for Ann. Press Enter when you have it.")
    assert "the cellar key" not in after
    assert typed.prompts[-1] == "Ann> "
    assert "There is no seat called 'nobody'" in Typed(["as nobody"]).words


def test_somebody_sits_down_and_plays_a_character() -> None:
    """By name, in a role if one is named; a character is handed over, or taken if nobody plays it."""
    typed = Typed(["join Dana Reed", "join Eve spectator", "hand ogre to dana", "as dana", "", "climb", ""])
    assert "Dana Reed sits down as guest." in typed.words
    assert "Eve sits down as spectator." in typed.words
    assert "The ogre is played by Dana Reed now." in typed.words
    assert "The ogre: Climb the stairs" in typed.words
    assert "The ogre is played by Ann now." in Typed(["take ogre"], seat="ann").words
    assert "Bo is not Ann's to hand over." in Typed(["hand bo to ann"], seat="ann").words
    assert "Only the game master can let somebody in." in Typed(["join Dana"], seat="ann").words


def test_a_seat_is_left_and_renamed() -> None:
    """Leaving is asked about first."""
    typed = Typed(["leave ben", "n", "leave ben", "", "rename ann Anna Lee"])
    assert list(typed.table.seats) == ["kim", "ann"]
    assert typed.table.seat("ann").title == "Anna Lee"
    assert typed.words.count("Ben leaves the table? [Y/n]") == 2


def test_a_whisper_is_for_one() -> None:
    """Everybody else hears nothing of it."""
    typed = Typed(["whisper ben the key is mine", "say hello, all", "as ann", "", "log", "as ben", "", "log"])
    ann, _, ben = typed.after("The keyboard is for Ann.").partition("The keyboard is for Ben.")
    assert "Kim: hello, all" in ann
    assert "the key is mine" not in ann
    assert "Kim (whispers to Ben): the key is mine" in ben


def test_what_is_missing_is_said() -> None:
    """A command without what it needs answers with how it is said."""
    shown = Typed(["as", "join", "whisper", "whisper ben", "hand ada", "take ogre", "leave", "rename"]).words
    for words in (
        "As whom? There is Kim, Ann, Ben, or all.",
        "Say join NAME, and if you like as what: keeper, guest, spectator.",
        "Say whisper NAME TEXT.",
        "Whisper what to Ben?",
        "Say hand CHARACTER to NAME.",
        "Sit down first",
        "Who leaves?",
        "the new name",
    ):
        assert words in shown
