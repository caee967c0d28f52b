"""Whose line it was when a game goes wrong."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tablewright.kernel import Faulty
from tablewright.run.blame import blamed, line_in
from tablewright.run.live import play

from .test_live import one

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
    fault = blamed(raised(), HERE)
    number = next(n for n, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "read_text()" in text)
    assert fault.at == f"test_blame.py:{number}"
    assert fault.text.startswith("FileNotFoundError: ")
    assert line_in(HERE.parent, raised()) == f"run/test_blame.py:{number}"
    assert line_in(HERE / "elsewhere", raised()) == ""


def test_the_reason_is_one_line() -> None:
    """Whatever an error says."""
    assert blamed(raised(1), HERE).text == "ValueError: a b"


def test_what_names_a_line_keeps_it() -> None:
    """Inside the folder by its short name, elsewhere by its whole one."""
    assert str(blamed(Faulty("Oh.", f"{HERE}/x.py:3"), HERE)) == "x.py:3: Oh."
    assert str(blamed(Faulty("Oh.", "/else/x.py:3"), HERE)) == "/else/x.py:3: Oh."
    assert str(blamed(Faulty("Oh."), HERE)) == "Oh."


def test_what_happened_in_another_process_has_its_line_in_words() -> None:
    """Only the text of its traceback comes home."""
    error = ZeroDivisionError("by zero")
    error.__cause__ = RuntimeError(f'  File "/else.py", line 1, in x\n  File "{HERE}/y.py", line 7, in y\n')
    assert line_in(HERE, error) == "y.py:7"


def test_a_fault_survives_the_way_home() -> None:
    """Its words and its line."""
    again = pickle.loads(pickle.dumps(Faulty("Oh.", "x.py:3")))
    assert (str(again), again.at) == ("x.py:3: Oh.", "x.py:3")


def test_the_line_that_asked_belongs_to_what_went_wrong() -> None:
    """A reader that cannot answer says so where the rule stands."""
    with pytest.raises(Faulty) as raises:
        play(one("not an effect"), {})
    assert line_in(HERE, raises.value).startswith("test_live.py:")
