"""Ledgers: parsed, looked up, searched; ids are unique."""

from __future__ import annotations

import msgspec
import pytest

from tablewright.rules import Ledger, UnknownName

HEAD = 'game = "toy"\ntitle = "Toy"\nsummary = "A toy."\nroles = ["gm"]\n'


def entry(id: str, kind: str = "value", text: str = "Something.") -> str:
    return f'[[rule]]\nid = "{id}"\nsection = "Rolls"\nkind = "{kind}"\ntext = "{text}"\n'


TEXT = (
    HEAD
    + entry("roll.pool", "procedure", "Throw as many dice as you have Vitality.")
    + entry("roll.read", "table")
    + entry("rolling.advice", "advice", "Throw them with joy.")
    + '[[table]]\nid = "weapons"\ncolumns = ["name", "harm"]\nrows = [["sword", 2], ["bow", 1]]\n'
)


def test_entries_keep_the_books_order() -> None:
    """And are found by id."""
    ledger = Ledger.parse(TEXT)
    assert [e.id for e in ledger] == ["roll.pool", "roll.read", "rolling.advice"]
    assert len(ledger) == 3
    assert "roll.read" in ledger
    assert ledger["roll.pool"].text.startswith("Throw as many")


def test_only_what_the_program_makes_true_is_played() -> None:
    """Advice and roles are for people."""
    assert Ledger.parse(TEXT).played == ("roll.pool", "roll.read")


def test_a_table_gives_its_rows_as_records() -> None:
    """By column name, in order."""
    assert Ledger.parse(TEXT).tables["weapons"].records()[0] == {"name": "sword", "harm": 2}


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    """So that a citation with a typing error explains itself."""
    with pytest.raises(UnknownName, match=r"no rule called 'rol.pool'. Did you mean roll.pool"):
        Ledger.parse(TEXT)["rol.pool"]


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("roll", ["roll.pool", "roll.read"]),
        ("roll.", ["roll.pool", "roll.read"]),
        ("Roll.Pool", ["roll.pool"]),
        ("VITALITY", ["roll.pool"]),
        ("joy", ["rolling.advice"]),
        ("dragon", []),
    ],
)
def test_a_word_finds_the_ids_below_it_or_else_who_speaks_of_it(word: str, found: list[str]) -> None:
    """Ids are found part by part ("roll" is not "rolling"); any other word is looked for in the text."""
    assert [e.id for e in Ledger.parse(TEXT).find(word)] == found


@pytest.mark.parametrize(
    ("twice", "id"),
    [
        (TEXT + entry("roll.read"), "roll.read"),
        (TEXT + '[[table]]\nid = "weapons"\ncolumns = []\nrows = []\n', "weapons"),
    ],
)
def test_an_id_used_twice_is_refused(twice: str, id: str) -> None:
    """Of rules and of tables: the second would hide the first."""
    with pytest.raises(ValueError, match=f"ids must be unique in toy: {id}"):
        Ledger.parse(twice)


@pytest.mark.parametrize("wrong", [entry("x", "wish"), entry("x") + 'colour = "red"\n', '[[rule]]\nid = "x"\n'])
def test_an_entry_that_is_no_rule_is_refused(wrong: str) -> None:
    """An unknown kind, an unknown field, a missing one."""
    with pytest.raises(msgspec.ValidationError):
        Ledger.parse(HEAD + wrong)
