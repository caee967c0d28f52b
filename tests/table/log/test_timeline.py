"""Which entries are in effect: the same whether the stretches lie open or folded."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.table.log.timeline import TAIL, Timeline, decode_timeline, encode_timeline

MANY = tuple((n * 300, n * 300 + n % 5) for n in range(20 * TAIL))
"""More than lie open; some a single entry long, and gaps that take more than one byte."""


@st.composite
def stretches(draw: st.DrawFn) -> tuple[tuple[int, int], ...]:
    """Anything from nothing to more than lies open."""
    found, last = [], -2
    for gap, long in draw(st.lists(st.tuples(st.integers(2, 400), st.integers(0, 200)), max_size=116 * TAIL)):
        found.append((last + gap, last + gap + long))
        last += gap + long
    return tuple(found)


@given(stretches(), st.data())
def test_folding_changes_nothing(pairs: tuple[tuple[int, int], ...], data: st.DataObject) -> None:
    """Entries, their order, what is held and what is cut off are those of the plain list of entries."""
    line = Timeline(pairs)
    plain = [n for first, last in pairs for n in range(first, last + 1)]
    assert tuple(line) == pairs
    assert list(line.backwards()) == plain[::-1]
    number = data.draw(st.integers(-1, plain[-1] + 2 if plain else 3))
    assert line.holds(number) == line.unfolded().holds(number) == (number in plain)
    kept, gone = line.cut(number)
    assert list(kept.backwards()) == [n for n in plain[::-1] if n <= number]
    assert list(gone.backwards()) == [n for n in plain[::-1] if n > number]
    assert kept.joined(gone) == line


@given(st.lists(st.integers(1, 3), max_size=16 * TAIL))
def test_a_line_grown_entry_by_entry_is_the_line_made_at_once(steps: list[int]) -> None:
    """Wherever a gap falls."""
    line, number, plain = Timeline(((0, 0),)), 0, [0]
    for step in steps:
        number += step
        line = line.with_next(number)
        plain.append(number)
    assert list(line.backwards()) == plain[::-1]
    assert line.last[1] == number


def test_what_lies_far_back_takes_a_few_bytes() -> None:
    """A stretch that is folded takes three bytes here; a pair of numbers would take more than a hundred."""
    line = Timeline(MANY)
    assert len(line._folded) == 3 * (len(MANY) - TAIL) - 1  # the first begins at 0, in one byte


def test_a_few_stretches_are_kept_as_pairs_of_numbers() -> None:
    """As every version has kept them."""
    packed = msgspec.json.encode(Timeline(MANY[:5]), enc_hook=encode_timeline)
    assert msgspec.json.decode(packed) == [list(pair) for pair in MANY[:5]]
    assert msgspec.json.decode(packed, type=Timeline, dec_hook=decode_timeline) == Timeline(MANY[:5])


def test_many_stretches_are_kept_folded_and_read_either_way() -> None:
    """A version that folded nothing kept them all as pairs."""
    packed = msgspec.json.encode(Timeline(MANY), enc_hook=encode_timeline)
    assert len(packed) < len(msgspec.json.encode(MANY)) / 2
    assert msgspec.json.decode(packed, type=Timeline, dec_hook=decode_timeline) == Timeline(MANY)
    assert msgspec.json.decode(msgspec.json.encode(MANY), type=Timeline, dec_hook=decode_timeline) == Timeline(MANY)


@pytest.mark.parametrize(
    "kept", [b'{"folded": "gA==", "tail": []}', b'{"folded": "AQ==", "tail": []}', b'{"folded": 3}', b"[[1]]", b'"x"']
)
def test_stretches_that_were_cut_off_or_bent_are_refused(kept: bytes) -> None:
    """A number without its end, a gap without a length, and what is no stretch at all."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(kept, type=Timeline, dec_hook=decode_timeline)
