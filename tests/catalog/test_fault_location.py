"""Whose line it was when a game goes wrong."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tablewright.catalog.fault_location import author_line, to_game_error
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import GameError
from tests.engine.live.test_interpreter import one

HERE = Path(__file__).parent


def raised(inner: object = None) -> Exception:
    """An error that passes through two lines of this folder, and one elsewhere."""
    try:
        if inner is None:
            Path("/nowhere at all").read_text()
        raise ValueError("a\n  b")
    except Exception as error:
        return error


def test_the_innermost_line_of_the_folder_is_the_authors() -> None:
    """Not the one where the library gave up, and named as it is called inside the folder."""
    fault = to_game_error(raised(), HERE)
    number = next(n for n, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "read_text()" in text)
    assert fault.at == f"test_fault_location.py:{number}"
    assert fault.text.startswith("FileNotFoundError: ")
    assert author_line(HERE.parent, raised()) == f"catalog/test_fault_location.py:{number}"
    assert author_line(HERE / "elsewhere", raised()) == ""


def test_the_reason_is_one_line() -> None:
    """Whatever an error says."""
    assert to_game_error(raised(1), HERE).text == "ValueError: a b"


def test_what_names_a_line_keeps_it() -> None:
    """Inside the folder by its short name, elsewhere by its whole one."""
    assert str(to_game_error(GameError("Oh.", f"{HERE}/x.py:3"), HERE)) == "x.py:3: Oh."
    assert str(to_game_error(GameError("Oh.", "/else/x.py:3"), HERE)) == "/else/x.py:3: Oh."
    assert str(to_game_error(GameError("Oh."), HERE)) == "Oh."


def test_what_happened_in_another_process_has_its_line_in_words() -> None:
    """Only the text of its traceback comes home."""
    error = ZeroDivisionError("by zero")
    error.__cause__ = RuntimeError(f'  File "/else.py", line 1, in x\n  File "{HERE}/y.py", line 7, in y\n')
    assert author_line(HERE, error) == "y.py:7"


def test_a_fault_survives_the_way_home() -> None:
    """Its words and its line."""
    again = pickle.loads(pickle.dumps(GameError("Oh.", "x.py:3")))
    assert (str(again), again.at) == ("x.py:3: Oh.", "x.py:3")


def test_the_line_that_asked_belongs_to_what_went_wrong() -> None:
    """A reader that cannot answer says so where the rule stands."""
    with pytest.raises(GameError) as raises:
        run_rule(one("not an effect"), {})
    assert author_line(HERE.parent / "engine", raises.value).startswith("live/test_interpreter.py:")
