"""Clocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules import Rule, tell
from tablewright.rules.errors import Refused
from tablewright.rules.kit import Clock, Kit, advance, conceal_kit, is_full, kit_actions, show_clock, tick, turn_back
from tablewright.rules.state.state import set_path

from .table import Bare, sees_as, settle

sizes = st.integers(2, 12)
moves = st.lists(st.tuples(st.booleans(), st.integers(0, 30)))


@given(sizes, moves)
def test_never_leaves_its_bounds(size: int, moves: list[tuple[bool, int]]) -> None:
    """However it is moved, a clock is between empty and full."""
    clock = Clock("doom", "Doom", size)
    for forward, sections in moves:
        clock = advance(clock, sections) if forward else turn_back(clock, sections)
        assert 0 <= clock.filled <= size
        assert is_full(clock) == (clock.filled == size)


@given(sizes, st.integers(0, 12), st.integers(0, 12))
def test_advancing_in_steps_is_advancing_at_once(size: int, a: int, b: int) -> None:
    """Only the sum of the sections counts."""
    clock = Clock("doom", "Doom", size)
    assert advance(advance(clock, a), b) == advance(clock, a + b)


@given(sizes, st.integers(0, 12), st.integers(0, 12))
def test_turning_back_takes_away_what_was_filled(size: int, filled: int, back: int) -> None:
    """As many sections as are said, or all of them: an empty clock is quite empty."""
    clock = advance(Clock("doom", "Doom", size), filled)
    left = turn_back(clock, back)
    assert left.filled == (clock.filled - back if back < clock.filled else 0)


@pytest.mark.parametrize(("size", "filled"), [(1, 0), (13, 0), (6, 7), (6, -1)])
def test_an_impossible_clock_is_refused(size: int, filled: int) -> None:
    """Sizes are 2 to 12, and nothing is filled beyond them."""
    with pytest.raises(Refused):
        Clock("doom", "Doom", size, filled=filled)


@pytest.mark.parametrize("move", [advance, turn_back])
def test_a_move_is_never_negative(move: Callable[[Clock, int], Clock]) -> None:
    """Forward is forward and back is back."""
    with pytest.raises(Refused):
        move(Clock("doom", "Doom"), -1)


def test_a_hand_edit_past_the_end_is_refused() -> None:
    """The master may override a clock, but not past its size."""
    assert set_path(Clock("doom", "Doom"), "filled", 6).filled == 6
    with pytest.raises(Refused, match="cannot have 9 sections"):
        set_path(Clock("doom", "Doom"), "filled", 9)


def test_being_full_is_told_once() -> None:
    """The outcome is told by the tick that fills the clock and by no later one."""
    clock = Clock("doom", "Doom", 4, filled=3, note="The dam breaks.")
    told = settle(lambda: iter(tick(clock, 2)))
    assert [line.text for line in told.lines] == ["Doom stands at 4 of 4.", "Doom is full.", "The dam breaks."]
    again = settle(lambda: iter(tick(told.result)))
    assert [line.text for line in again.lines] == ["Doom stands at 4 of 4."]


def test_a_hidden_outcome_is_told_to_its_readers_only() -> None:
    """Everyone hears that the clock is full; only its readers hear what that means."""
    clock = Clock("doom", "Doom", 2, filled=1, note="The dam breaks.", outcome_audience=("guide",))
    audiences = {line.text: line.audience for line in settle(lambda: iter(tick(clock))).lines}
    assert audiences == {"Doom stands at 2 of 2.": (), "Doom is full.": (), "The dam breaks.": ("guide",)}


def test_a_game_cites_its_own_rules() -> None:
    """Lines carry the ids given, so that the book's rule justifies them."""
    clock = Clock("doom", "Doom", 2, filled=1)
    lines = settle(lambda: iter(tick(clock, 1, "clocks.fill", "clocks.complete"))).lines
    assert [line.cites for line in lines] == ["clocks.fill", "clocks.complete"]


def test_ticking_leaves_nothing_to_chance() -> None:
    """The exact reader finds one result."""
    assert ExactCounter().dist(tick(Clock("doom", "Doom"), 2)).weights == {Clock("doom", "Doom", filled=2): 1}


def test_showing_a_clock_can_keep_its_outcome() -> None:
    """A hidden clock can be shown without what it leads to."""
    hidden = Clock("doom", "Doom", note="The dam breaks.", audience=("guide",))
    assert show_clock(hidden, outcome=False).outcome_audience == ("guide",)
    assert show_clock(hidden).outcome_audience == ()


def test_a_full_clock_does_what_it_brings_once() -> None:
    """By the game's rule, when its last section is filled by hand; what has ended is not advanced again."""

    def flood(s: Bare, clock: Clock) -> Rule[Bare]:
        yield tell("kit.clock.full", "{what}!", what=", ".join(clock.brings))
        return s

    fill = next(a for a in kit_actions("guide", full=flood) if a.name == "advance_clock")
    s: Any = Bare(Kit(clocks=(Clock("dam", "The dam", 4, brings=("a flood",)),)))
    for sections, told in ((3, 1), (1, 3)):
        done = run_rule(fill(s, **fill.read({"clock": "dam", "sections": sections}, s)), {})
        assert len(done.lines) == told
        s = done.result
    assert done.lines[-1].text == "a flood!"
    with pytest.raises(Refused, match="The dam is full: it has ended"):
        fill.read({"clock": "dam"}, s)


def test_what_a_clock_brings_is_read_with_its_note_and_its_marks_are_seen() -> None:
    """Who may not read the outcome sees the clock, and what it does meanwhile."""
    clock = Clock("dam", "The dam", note="A flood.", outcome_audience=("guide",), brings=("flood",), marks=("slow",))
    (seen,) = conceal_kit(Kit(clocks=(clock,)), sees_as("ada")).clocks
    assert (seen.note, seen.brings, seen.marks) == ("", (), ("slow",))
    assert conceal_kit(Kit(clocks=(clock,)), sees_as("guide")).clocks == (clock,)
