"""Walking a guided path at a keyboard: step by step, by chance, over what may be left out, and back."""

from __future__ import annotations

from tablewright.catalog.installed import load_declared_game
from tests.terminal.keys import Typed

SCHOOL = load_declared_game("tests.example_games.school")


def walked(*lines: str) -> Typed:
    return Typed(lines, box=SCHOOL, seat="ann")


def test_each_step_is_shown_with_where_it_stands() -> None:
    """What was chosen stands beside it. An action by its name takes the step; Enter, or what it needs, the only one."""
    typed = walked("guide", "begin Tib", "choose Fox", "", "hat", "next", "")
    assert "Come to school From the door to the desk. > 1 Name 2 House 3 Things 4 Pet 5 Ready" in typed.words
    assert "✓ 1 Name Tib > 2 House 3 Things" in typed.words
    assert "✓ 3 Things hat > 4 Pet · 5 Ready" in typed.words
    assert "✓ 3 Things hat · 4 Pet > 5 Ready" in typed.words
    assert "Come to school: done." in typed.words
    assert typed.table.state.pupils[0].enrolled


def test_what_cannot_be_left_out_is_not_passed_over() -> None:
    """It says so, and stays where it is."""
    typed = walked("guide", "next")
    assert "“Name” cannot be left out." in typed.words


def test_all_that_is_left_may_be_left_to_chance() -> None:
    """One thing, or everything: what is asked on the way included."""
    typed = walked("guide", "chance", "all")
    assert "Come to school: done." in typed.words
    (pupil,) = typed.table.state.pupils
    assert pupil.enrolled
    assert pupil.house


def test_a_step_is_taken_anew() -> None:
    """`again` and its number undo what was done since."""
    typed = walked("guide", "begin Tib", "choose Fox", "again 2", "choose Owl", "back")
    assert typed.table.state.pupils[0].house == "Owl"
    assert "guide takes it up again." in typed.words


def test_a_path_is_meant_by_its_name_and_in_all_seats_whosever_it_is() -> None:
    """The head's and everybody's; where several are open, one is asked for."""
    typed = Typed(["guide", "term", "", "guide come", "begin Tib", "back"], box=SCHOOL)
    assert "1 Come to school 2 End the term which: term" in typed.words
    assert typed.table.state.terms == 1
    assert typed.table.state.pupils[0].player == "ann"


def test_where_no_path_is_open_it_says_so() -> None:
    """A pupil who is enrolled has nothing to walk."""
    assert "There is no path to walk now." in walked("guide", "take wilma", "", "guide").words
