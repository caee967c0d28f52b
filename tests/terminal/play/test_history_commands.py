"""Amends from the keyboard: undo, redo, override, close, verify."""

from __future__ import annotations

from pathlib import Path

from tablewright.catalog.installed import find_game
from tablewright.rules import Seat
from tablewright.table import PlayState, Table, view_from
from tests.lab.fork import write_fork
from tests.terminal.keys import TAVERN, Typed


def test_undo_to_an_entry_says_what_goes_and_asks() -> None:
    """By the titles of the actions; declined, nothing has changed."""
    typed = Typed(["wave", "set guests.bo.luck=0", "pebbles", "", "undo 1", "n", "undo 1", "y", "undo 9"])
    assert "To take back: Kim sets guests.bo.luck to 0 by hand; Ann: Throw pebbles. Take all 2 back?" in typed.words
    assert typed.words.count("Kim takes back everything after entry 1.") == 1
    assert "Nothing was done after entry 9." in typed.words


def test_undo_alone_takes_back_the_last_and_redo_does_it_again() -> None:
    """It is said what was taken back, and the change is shown both ways."""
    typed = Typed(["set guests.bo.health=2", "undo", "redo", "undo x", "redo 99"])
    assert "Health 5 → 2" in typed.words
    assert "Bo Health 2 → 5" in typed.after("> undo")
    assert "Taken back: Kim sets guests.bo.health to 2 by hand." in typed.words
    assert "Bo Health 5 → 2" in typed.after("> redo")
    assert "'x' is not the number of an entry." in typed.words


def test_any_value_can_be_set_by_who_may() -> None:
    """A player is refused; what is no path is answered with the nearest."""
    assert "Only the game master can set a value by hand." in Typed(["set guests.bo.luck=0"], seat="ann").words
    shown = Typed(["set trap", "set trp=3", "set trap=many"]).words
    assert "Say set PATH=VALUE. Paths are such as:" in shown
    assert "Did you mean trap?" in shown
    assert "trap is a whole number, not 'many'." in shown


def test_a_closed_session_shows_its_seed_and_can_be_verified() -> None:
    """Not before; and closing is asked about."""
    typed = Typed(["verify", "pebbles", "", "close", "", "close", "y", "verify", "wave"])
    assert "The dice can be checked once the session is closed" in typed.words
    assert "The session is closed. The seed of the dice was x." in typed.words
    assert "Every die is the one the seed gives: 3 in 1 throws." in typed.words
    assert "Wave: This session is closed." in typed.words


def test_help_shows_every_command() -> None:
    """Each with what it does."""
    typed = Typed(["help", "?"])
    for name in (*typed.session.chair.commands, "ACTION"):
        if name not in ("q", "exit", "back"):
            assert f" {name}" in typed.after("> help")


def test_forecast_and_rules_answer_or_say_what_there_is() -> None:
    """In a sentence."""
    shown = Typed(["forecast", "rules", "rules zzz", "rules luck", "agree", "object 3"]).words
    assert "There is nothing to forecast here and now." in shown
    assert "Say rules WORD, or rules ID." in shown
    assert "No rule speaks of 'zzz'." in shown
    assert "lets somebody duck" in shown
    assert "Nothing has been proposed." in shown
    assert "Nothing is put to the vote at this table." in shown


def test_a_forecast_is_asked_for_by_its_name_or_is_the_only_one(tmp_path: Path) -> None:
    """Where there are several, what to type for each is said as it is typed."""
    lane = 'scenarios=(Scenario("lane", "A lane", "", start, step, ending, from_table=lambda s: s), '
    alone, several = write_fork(tmp_path, "one_way"), write_fork(tmp_path, "two_ways", **{"scenarios=(": lane})
    assert "A road" in walked(alone, "forecast")
    shown = walked(several, "forecast", "forecast road")
    assert "Forecast what? Say forecast lane or forecast road." in shown
    assert "A road" in shown


def walked(folder: str, *lines: str) -> str:
    box = find_game(folder)
    return Typed(lines, box=box, table=Table.open(box.game, seats=[Seat("ada", "walker")], seed="x")).words


def test_a_table_the_rules_no_longer_understand_can_still_be_read() -> None:
    """What was told is there; everything else says why not."""
    table = Table.open(TAVERN.game, seed="x")
    view_from(table, "ann").act("wave")
    table.play_state, table.read_only = PlayState(None), "This table cannot go on."
    typed = Typed(["log", "sheet", "more", "wave", "undo", "why wave"], table=table)
    assert "Ann: Wave Somebody waves." in typed.after("> log")
    assert typed.words.count("This table cannot go on.") >= 3
