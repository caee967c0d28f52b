"""Choosing what to do: by number, name, beginning or search; what is foremost; why something cannot be done."""

from __future__ import annotations

import msgspec
import pytest

from tablewright.catalog.installed import InstalledGame
from tablewright.rules.errors import UnknownName
from tablewright.rules.widgets import Offer
from tablewright.table.seat.draft import ActionSummary
from tablewright.terminal.play.action_match import AmbiguousAction, match_action, number_offers, starts_with_title
from tests.terminal.keys import TAVERN, Typed

STEP = ActionSummary(1, "take_step", "Take a step", "One walker leads.", "The road", False)
HALT = ActionSummary(2, "halt", "Call a halt", "Everybody stops.", "The road", False, "Nobody walks.")
OIL = ActionSummary(7, "pour_oil", "Pour oil", "The lantern burns on.", "The lantern", True)
OUT = ActionSummary(9, "pour_out", "Pour it out", "The lantern goes out.", "The lantern", False)
ALL = (STEP, HALT, OIL, OUT)


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("7", "pour_oil", ""),
        ("7 much=2", "pour_oil", "much=2"),
        ("pour_oil", "pour_oil", ""),
        ("Pour Oil much=2", "pour_oil", "much=2"),
        ("take step ada", "take_step", "ada"),
        ("take a st", "take_step", ""),
        ("ta", "take_step", ""),
        ("step ada", "take_step", "ada"),
        ("halt", "halt", ""),
        ("pour oil the last drop", "pour_oil", "the last drop"),
    ],
)
def test_an_action_is_meant_by_number_name_or_beginning(text: str, name: str, rest: str) -> None:
    """Articles and small letters do not matter; what stands behind the name is for its form."""
    wish = match_action(text, ALL, ())
    assert (wish.doable.name, wish.rest) == (name, rest)


def test_what_several_begin_with_is_not_guessed() -> None:
    """Both are named; a letter more decides."""
    with pytest.raises(AmbiguousAction) as several:
        match_action("pour", ALL, ())
    assert [doable.name for doable in several.value.found] == ["pour_oil", "pour_out"]
    assert match_action("pour i", ALL, ()).doable is OUT


def test_what_the_moment_calls_for_is_meant_before_all() -> None:
    """Of two that begin alike the one that is called for; both, if both are."""
    oil, out = Offer("pour_oil", {}, "The lantern flickers: pour oil"), Offer("pour_out", {}, "Away with it")
    assert match_action("pour", ALL, number_offers((oil,), ALL)).doable is OIL
    with pytest.raises(AmbiguousAction):
        match_action("pour", ALL, number_offers((oil, out), ALL))


def test_words_that_are_no_name_are_no_action() -> None:
    """Somebody who talks has not acted, whatever letters they begin with."""
    for text in ("p", "I pour the oil", "8", "halting"):
        with pytest.raises(UnknownName):
            match_action(text, ALL, ())


def test_one_action_called_for_twice_has_a_letter_behind_its_number() -> None:
    """Each brings what is already known; the bare number is the action itself."""
    offers = (Offer("take_step", {"who": "ada"}, "Ada leads"), Offer("take_step", {"who": "bo"}, "Bo leads"))
    called = number_offers((*offers, Offer("pour_oil", {}, "Pour oil")), ALL)
    assert [number for number, _ in called] == ["1a", "1b", "7"]
    assert match_action("1b", ALL, called).params == {"who": "bo"}
    assert match_action("bo leads", ALL, called).params == {"who": "bo"}
    assert match_action("1", ALL, called).params == {}


def test_a_whole_title_is_the_action_whatever_command_begins_so() -> None:
    """`take a step` is no wish to take a character called so; `take ada` is."""
    assert starts_with_title("take a step who=ada", ALL)
    assert starts_with_title("take a st", ALL)
    assert not starts_with_title("take ada", ALL)
    assert not starts_with_title("take", ALL)
    shown = Typed(["set the table what=Bread = cheese", "set guests.ada.health=4"]).words
    assert "On the table: Bread = cheese." in shown
    assert "Kim sets guests.ada.health to 4 by hand." in shown


def test_an_action_keeps_its_number() -> None:
    """Closing the doors makes striking impossible, and nothing else is called by its number or by another."""
    typed = Typed(["1", "back", "close the doors", "6", "1", "7 ada drink=hot mead"])
    assert "Strike · Who acts" in typed.words
    assert "Somebody waves." in typed.after("The doors are closed.")
    assert "Strike: The yard is frozen over." in typed.after("Somebody waves.")
    assert "1 of hot mead" in typed.after("Strike: The yard")


def test_what_the_moment_calls_for_comes_first_and_once() -> None:
    """The game's own order, the rest behind `more`; it is not said again until it changes."""
    typed = Typed(["say hello", "close the doors", "6"])
    assert typed.words.count("1 Strike 6 Wave more (9)") == 1
    assert typed.words.count("6 Wave more (9)") == 2


def test_where_a_game_calls_for_nothing_the_first_things_possible_are_shown() -> None:
    """Eight at most, in the game's order."""
    silent = msgspec.structs.replace(TAVERN.game, suggestions=lambda s, eyes: ())
    shown = Typed([], box=InstalledGame(silent, TAVERN.package)).words
    assert "6 Wave 7 Order a drink 8 Share the coins more (3)" in shown


def test_more_lists_everything_possible_by_group_and_counts_the_rest() -> None:
    """What cannot be done now is found by its words, with the reason."""
    shown = Typed(["close the doors", "more", "more brawl", "more zzz"], seat="kim").after("> close the doors")
    assert "Counter: 7 Order a drink 8 Share the coins" in shown
    assert "1 others cannot be done now" in shown
    assert "1 Strike not now: The yard is frozen over. 2 Throw pebbles Count those that hit the post." in shown
    assert "No action speaks of 'zzz'." in shown


def test_why_says_what_an_action_is_and_why_not() -> None:
    """With the rules it cites."""
    shown = Typed(["why strike", "close the doors", "why 1"]).words
    assert "1 Strike: Strike another guest, who may spend luck to duck. Rules: inn.strike" in shown
    assert "It can be done now." in shown
    assert "The yard is frozen over." in shown


def test_a_word_that_is_no_name_is_looked_for() -> None:
    """Whatever speaks of it is listed; nothing is done."""
    typed = Typed(["counter"])
    assert "7 Order a drink Order something at the counter." in typed.words
    assert typed.table.metadata.length == 1
