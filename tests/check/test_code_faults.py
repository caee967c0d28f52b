"""What the conformance suite finds in a game's code before anybody plays it: each test breaks the template once."""

from __future__ import annotations

from pathlib import Path

import pytest

from .broken import FOLLOWED, HEADLINE, POURED, STEADY, STEP_ROLL, SWIFT, broken, found, line

YIELDS = "yields what it makes"
RETURNS = "every way through a rule returns"
PURE = "rules are pure"
RULES = "rules.py"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (SWIFT, '        tell("step.swift"', "follow_step at {} makes tell(...) and never yields it"),
        (HEADLINE, HEADLINE.replace("yield ", ""), "take_step at {} makes Outcome(...) and never yields it"),
        (STEP_ROLL, 'roll(2, by=who, why="A step")\n    best = 6', "steady_roll at {} makes roll(...) and never"),
        (FOLLOWED, "    follow_step(s, who, step)\n    return s\n", "take_step at {} makes follow_step(...) and never"),
    ],
)
def test_what_is_made_and_never_yielded_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A line of the log, a headline, dice, a rule: with the function, the line, and how to write it."""
    folder = broken(tmp_path, RULES, (old, new))
    (text,) = found(folder)[YIELDS]
    at = line(folder, RULES, new.strip().splitlines()[0])
    assert text.startswith(says.format(at))
    assert text.endswith(("write `yield tell(...)`.", "write `yield Outcome(...)`.", "yield from follow_step(...)`.",
                          "write `yield from roll(...)`."))  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (STEP_ROLL, 'best = roll(2, by=who, why="A step")[-1]', "takes roll(...) for its own answer"),
        (STEP_ROLL, 'best = max(roll(2, by=who, why="A step"))', "takes roll(...) for its own answer"),
        (STEADY, STEADY.replace("yield from ", ""), "takes Choose(...) for its own answer"),
        (FOLLOWED, "    return follow_step(s, who, step)\n", "takes follow_step(...) for its own answer"),
        (STEP_ROLL, "best = 5 if roll(2) else 6", "takes roll(...) for its own answer"),
        (STEP_ROLL, "best = [d for d in roll(2)][-1]", "takes roll(...) for its own answer"),
    ],
)
def test_a_question_taken_for_its_answer_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Indexed, compared, tested, looped over or returned: an effect is not what it will be answered with."""
    folder = broken(tmp_path, RULES, (old, new))
    (text,) = found(folder, steps=60)[YIELDS]
    assert says in text
    assert " at rules.py:" in text
    assert "write `(yield from " in text


def test_a_question_given_a_name_and_never_yielded_is_found(tmp_path: Path) -> None:
    """The remedy has the author's own name in it."""
    folder = broken(tmp_path, RULES, (STEP_ROLL, "dice = roll(2, by=who)\n    best = max(dice)"))
    (text,) = found(folder, steps=60)[YIELDS]
    at = line(folder, RULES, "dice = roll(2")
    assert text == (
        f"steady_roll at {at} calls roll(...) 'dice' and never yields it: write `dice = yield from roll(...)`."
    )


def test_a_forgotten_return_is_found(tmp_path: Path) -> None:
    """The line after which nothing is left to do, and what to write there; and what became of it when it was played."""
    folder = broken(tmp_path, RULES, (POURED, POURED.replace("return ", "")))
    wrong = found(folder)
    at = line(folder, RULES, "s.but(light=min(LIGHT_MOST")
    (text,) = wrong[RETURNS]
    assert text.startswith(f"pour_oil can end at {at} without returning anything: end it with `return s`")
    action = line(folder, RULES, '@action("oil.pour"')
    (text,) = wrong["random play never raises"]
    assert text.startswith(f"{action}: pour_oil(much=")
    assert "ended without returning anything, and not a Walk: end every way through an action with `return s`" in text


def test_a_way_that_returns_nothing_is_found_in_a_rule_too(tmp_path: Path) -> None:
    """A rule that returns something returns it on every way; one that never does may."""
    folder = broken(tmp_path, RULES, ("        return s.but(gone=s.gone + 2)\n", "        return\n"))
    (text,) = found(folder, steps=60)[RETURNS]
    at = line(folder, RULES, "        return\n")
    assert text == f"follow_step can end at {at} without returning anything: return something there."


def test_an_action_that_returns_something_else_is_found(tmp_path: Path) -> None:
    """With its parameters, the kind of thing it returned, and the kind it should."""
    folder = broken(tmp_path, RULES, (POURED, "    return s.walkers[0]\n"))
    (text,) = found(folder)["random play never raises"]
    assert text.startswith(line(folder, RULES, '@action("oil.pour"') + ": pour_oil(much=")
    assert "returned a Walker, and not a Walk: " in text


@pytest.mark.parametrize(
    ("imports", "does", "says"),
    [
        ("import random", "random.randint(1, 6)", "steady_roll uses random at {}: ask for dice with roll(...)"),
        ("from random import choice", "choice((1, 6))", "steady_roll uses random at {}: ask for dice with roll(...)"),
        ("import time as t", "int(t.time()) % 6 + 1", "steady_roll uses time at {}: what happens may depend on"),
        ("import os", "len(os.sep)", "steady_roll uses os at {}: keep what it needs in the state"),
        ("", "int(open(__file__).close() is None)", "steady_roll calls open() at {}: keep what it needs in the state"),
        ("", "int(print(who) is None)", "steady_roll calls print() at {}: say it with tell(...)"),
        ("", "int(input() or 1)", "steady_roll calls input() at {}: say it with tell(...)"),
    ],
)
def test_what_is_not_pure_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], imports: str, does: str, says: str
) -> None:
    """Chance, clocks, files and screens: who uses them, where, and what to do instead. Nothing is printed meanwhile."""
    head = ("from enum import IntEnum", f"{imports}\nfrom enum import IntEnum")
    folder = broken(tmp_path, RULES, head, (STEP_ROLL, f"yield from roll(1)\n    best = {does}"))
    (text,) = found(folder, steps=60)[PURE]
    assert text.startswith(says.format(line(folder, RULES, f"best = {does}")))
    assert capsys.readouterr().out == ""
