"""Notes and handouts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.kit import Note, audience_for, reveal

from .table import sees_as

names = st.lists(st.sampled_from(["ada", "bo", "guide", "zoe", "", " "]), max_size=4).map(tuple)


@given(names, names)
def test_revealing_never_shuts_anybody_out(before: tuple[str, ...], readers: tuple[str, ...]) -> None:
    """Whoever could read a note still can after it is shown to others."""
    note = Note("n", "Letter", audience=audience_for(before, "guide"))
    for name in ("ada", "bo", "guide", "cy"):
        if sees_as(name)(note.audience):
            assert sees_as(name)(reveal(note, readers).audience)


@given(names)
def test_everyone_is_only_meant_when_said(readers: tuple[str, ...]) -> None:
    """A list of names, even an empty one, never means all; the word everyone does."""
    assert any(audience_for(readers))
    assert audience_for((*readers, "Everyone")) == ()


def test_an_open_note_stays_open() -> None:
    """Revealing to one person what all can read hides it from nobody."""
    assert reveal(Note("n", "Letter"), ("ada",)).audience == ()
