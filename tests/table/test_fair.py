"""Fair dice: committed to, checkable, without bias; and dice from people's hands marked as theirs."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from tablewright.table import Table, fair, verify
from tablewright.table.journal import AnyEntry, Closed, Rolled

from .hut import HUT


def an_evening() -> list[AnyEntry]:
    """Cards by the seed and a die by hand, then the session is closed."""
    table = Table.open(HUT, seed="evening")
    table.act("ann", "deal")
    number = table.act("ben", "whisper")
    table.fair_dice = False
    table.answer("ben", number, "0", "yes")
    table.roll("ben", number, "1", [4])
    table.fair_dice = True
    table.act("ann", "deal", {"k": 3})
    table.close("hob")
    return table.journal


def changed(journal: list[AnyEntry], number: int, **fields: object) -> list[AnyEntry]:
    return [msgspec.structs.replace(e, **fields) if i == number else e for i, e in enumerate(journal)]


def test_a_table_commits_to_its_seed_before_the_first_die() -> None:
    """The opening shows the seed's hash and not the seed."""
    table = Table.open(HUT, seed="evening")
    assert table.opened.commitment == fair.commitment("evening")
    assert "evening" not in msgspec.json.encode(table.opened).decode()


def test_every_table_has_a_seed_of_its_own() -> None:
    """Nobody can guess it."""
    assert len({Table.open(HUT).seed for _ in range(20)}) == 20
    assert len(fair.new_seed()) == 64


def test_closing_shows_the_seed() -> None:
    """So that anybody can check."""
    assert an_evening()[-1] == Closed("evening")


def test_honest_dice_stand_up_to_checking() -> None:
    """Nothing is wrong with them."""
    assert verify(an_evening()) == []


@pytest.mark.parametrize("faces", [(2, 1), (1,), (4, 4, 4, 4, 4)])
def test_a_changed_die_is_found(faces: tuple[int, ...]) -> None:
    """Swapped, taken away or added: the entry is named."""
    journal = an_evening()
    number = next(i for i, e in enumerate(journal) if isinstance(e, Rolled))
    assert journal[number].faces != faces  # type: ignore[union-attr]
    (wrong,) = verify(changed(journal, number, faces=faces))
    assert wrong.startswith(f"Entry {number}: ")


def test_dice_that_cannot_be_are_found() -> None:
    """A die without sides is not what any seed gives."""
    journal = an_evening()
    number = next(i for i, e in enumerate(journal) if isinstance(e, Rolled))
    assert len(verify(changed(journal, number, sides=0))) == 1
    assert len(verify(changed(journal, number, sides=0, drawn=False))) == 1


def test_an_entry_slipped_in_before_the_dice_is_found() -> None:
    """Dice follow from their place in the journal."""
    journal = an_evening()
    assert verify([journal[0], journal[1], *journal[1:]])


def test_dice_from_a_hand_are_marked_and_not_checked() -> None:
    """They name whose hand it was; those of the table name none."""
    hands = [e.hand for e in an_evening() if isinstance(e, Rolled)]
    assert hands == ["", "ben", ""]
    journal = an_evening()
    number = next(i for i, e in enumerate(journal) if isinstance(e, Rolled) and e.hand)
    assert verify(changed(journal, number, faces=(6,))) == []


def test_another_seed_is_found() -> None:
    """Only the one that was committed to counts."""
    (wrong,) = verify([*an_evening()[:-1], Closed("another")])
    assert wrong == "The seed shown is not the one the table committed to."


@pytest.mark.parametrize("journal", [[], an_evening()[:-1]])
def test_before_the_session_is_closed_nothing_can_be_checked(journal: list[AnyEntry]) -> None:
    """And that is said."""
    assert verify(journal) == ["The seed has not been shown: the session is not closed."]


@pytest.mark.parametrize("sides", [2, 6, 7, 12, 20, 100])
def test_every_face_is_equally_likely(sides: int) -> None:
    """Six thousand dice of one seed do not stray from evenness further than one honest set in a thousand does."""
    counts = Counter(face for entry in range(60) for face in fair.dice("even", entry, "0", 100, sides))
    assert set(counts) <= set(range(1, sides + 1))
    assert chisquare([counts[face] for face in range(1, sides + 1)]).pvalue > 0.001


def test_numbers_past_the_last_whole_multiple_are_thrown_away() -> None:
    """On a die so large that a remainder alone would double the lowest third, each third comes up as often."""
    third = 1 << 62
    thirds = Counter((fair.die("wide", i, "0", 0, 3 * third) - 1) // third for i in range(3000))
    assert chisquare([thirds[i] for i in range(3)]).pvalue > 0.001


@given(st.text(), st.integers(0, 99), st.integers(0, 10), st.integers(1, 60))
def test_cards_drawn_at_once_differ(seed: str, entry: int, k: int, size: int) -> None:
    """Each is a place in the deck, none is drawn twice."""
    k = min(k, size)
    places = fair.cards(seed, entry, "0", k, size)
    assert len(set(places)) == len(places) == k
    assert all(1 <= place <= size for place in places)


def test_every_card_is_drawn_as_often_in_every_position() -> None:
    """First and last of three out of five."""
    draws = [fair.cards("deal", i, "0", 3, 5) for i in range(3000)]
    for position in range(3):
        counts = Counter(draw[position] for draw in draws)
        assert chisquare([counts[card] for card in range(1, 6)]).pvalue > 0.001


@pytest.mark.parametrize("other", [("seed2", 1, "0"), ("seed", 2, "0"), ("seed", 1, "1")])
def test_dice_depend_on_seed_entry_and_place(other: tuple[str, int, str]) -> None:
    """The same three give the same dice; any other gives others."""
    dice = fair.dice("seed", 1, "0", 20, 20)
    assert dice == fair.dice("seed", 1, "0", 20, 20)
    assert dice != fair.dice(*other, 20, 20)
