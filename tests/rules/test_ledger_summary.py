"""The rules in short: how much room they take, and what is told in full."""

from __future__ import annotations

import pytest

from tablewright.rules.ledger import Ledger, LedgerRule, RuleKind
from tablewright.rules.ledger_summary import COLUMNS, LedgerSummary

WHOLE = " In brackets: what is only named here; `rules hut WORD` tells it."


def ledger(*texts: str, kinds: tuple[RuleKind, ...] = (), summary: str = "A hut.") -> Ledger:
    """A section for each text, called by its number."""
    rules = tuple(
        LedgerRule(f"r.{n}", str(n), kinds[n] if kinds else "value", text, title="Named")
        for n, text in enumerate(texts)
    )
    return Ledger("hut", "The Hut", summary, ("host",), rule=rules)


def words(letters: int) -> str:
    """A text of so many letters."""
    return "x" * (letters - 1) + "."


@pytest.mark.parametrize(("letters", "lines"), [(10, 1), (COLUMNS - 3, 1), (COLUMNS - 2, 2), (4 * COLUMNS - 3, 4)])
def test_a_section_takes_as_many_lines_as_its_letters_fill(letters: int, lines: int) -> None:
    """Its name and a full stop stand before it."""
    assert LedgerSummary(ledger(words(letters))).lines - LedgerSummary(ledger()).lines == lines


@pytest.mark.parametrize(("letters", "lines"), [(10, 3), (COLUMNS - 1, 3), (COLUMNS, 4), (5 * COLUMNS, 8)])
def test_the_head_takes_three_lines_and_what_the_game_is(letters: int, lines: int) -> None:
    """The title, room around it, and a line for each row of letters."""
    assert LedgerSummary(ledger(summary=words(letters))).lines == lines


def test_two_pages_hold_three_hundred_lines() -> None:
    """A line for each of 296 sections, and four at the head as long as something is only named."""
    assert len(LedgerSummary(ledger(*["x."] * 296)).whole) == 296
    assert len(LedgerSummary(ledger(*["x."] * 297)).whole) < 297


def test_as_many_are_told_in_full_as_there_is_room_for() -> None:
    """The short ones first; the others are named, and how to read them is said once there are some."""
    rules = ledger(words(200), words(20), words(100))
    assert LedgerSummary(rules, 99).whole == {"r.0", "r.1", "r.2"}
    assert LedgerSummary(rules, 99).about == "A hut."
    few = LedgerSummary(rules, LedgerSummary(rules, 99).lines - 1)
    assert few.whole == {"r.1", "r.2"}
    assert few.about == f"A hut.{WHOLE}"


@pytest.mark.parametrize("kind", ["advice", "role", "table", "choice"])
def test_what_is_needed_sooner_is_told_before_a_shorter_text(kind: RuleKind) -> None:
    """What is done comes before what is good to know, even if it takes a few letters more."""
    rules = ledger(words(200), words(210), kinds=(kind, "procedure"))
    assert LedgerSummary(rules, 10).whole == {"r.1"}
