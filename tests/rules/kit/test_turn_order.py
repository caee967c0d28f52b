"""The order of initiative."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.rules.errors import Refused
from tablewright.rules.kit import (
    TurnOrder,
    add_actor,
    current_actor,
    delay_turn,
    make_order,
    next_turn,
    remove_actor,
    sort_order,
)

scores = st.lists(st.integers(-5, 20), min_size=1, max_size=8)


@st.composite
def orders(draw: st.DrawFn) -> TurnOrder:
    """An order somewhere in a fight."""
    found = draw(scores)
    order = make_order(tuple(f"a{i}" for i in range(len(found))), tuple(found))
    for _ in range(draw(st.integers(0, 20))):
        order = next_turn(order)
    return order


@given(scores)
def test_highest_acts_first_and_equals_as_named(found: list[int]) -> None:
    """The order is a stable sort by score."""
    order = make_order(tuple(f"a{i}" for i in range(len(found))), tuple(found))
    assert [a.name for a in order.entries] == [f"a{i}" for i in sorted(range(len(found)), key=lambda i: -found[i])]


@given(orders())
def test_a_round_gives_everyone_one_turn(order: TurnOrder) -> None:
    """As many turns as there are actors lead to the same actor in the next round."""
    start = order if order.round else next_turn(order)
    seen, now = [], start
    for _ in start.entries:
        seen.append(current_actor(now))
        now = next_turn(now)
    assert {actor.id for actor in seen if actor} == {actor.id for actor in start.entries}
    assert now == start.but(round=start.round + 1)


@given(orders(), st.integers(-5, 20))
def test_joining_keeps_the_turn(order: TurnOrder, score: int) -> None:
    """Whoever acts now still acts when somebody joins."""
    assert current_actor(add_actor(order, "New", score)) == current_actor(order)


@given(orders(), st.data())
def test_leaving_keeps_the_turn_or_passes_it_on(order: TurnOrder, data: st.DataObject) -> None:
    """If somebody else leaves nothing changes; if the one who acts leaves, the next in the order acts."""
    gone = data.draw(st.sampled_from(order.entries))
    now = current_actor(remove_actor(order, gone.id))
    following = current_actor(next_turn(order)) if len(order.entries) > 1 else None
    assert now == (following if current_actor(order) == gone else current_actor(order))


@given(orders(), st.data())
def test_waiting_gives_everyone_still_one_turn(order: TurnOrder, data: st.DataObject) -> None:
    """Who waits acts right after the one they waited for, and nobody is skipped."""
    later = order.entries[order.turn + 1 :]
    actor = current_actor(order)
    if actor is None or not later:
        return
    other = data.draw(st.sampled_from(later))
    waited = delay_turn(order, other.id)
    names = [a.id for a in waited.entries]
    assert current_actor(waited) == later[0]
    assert names.index(actor.id) == names.index(other.id) + 1
    assert sorted(names) == sorted(a.id for a in order.entries)


@given(orders())
def test_sorting_keeps_the_turn(order: TurnOrder) -> None:
    """Sorting moves places, not whose turn it is, and sorting twice changes nothing more."""
    assert current_actor(sort_order(order)) == current_actor(order)
    assert sort_order(sort_order(order)) == sort_order(order)


def test_nobody_waits_for_who_has_acted() -> None:
    """Waiting is until after somebody still to act this round."""
    order = next_turn(next_turn(make_order(("ada", "bo", "cy"))))
    with pytest.raises(Refused, match="still to act this round: cy"):
        delay_turn(order, "ada")


def test_an_empty_order_has_no_turns() -> None:
    """There is nobody to pass the turn to, and nobody to wait."""
    with pytest.raises(Refused):
        next_turn(TurnOrder())
    with pytest.raises(Refused):
        delay_turn(TurnOrder(), "ada")


@pytest.mark.parametrize(("turn", "round"), [(2, 1), (-1, 1), (0, -1)])
def test_a_turn_that_nobody_has_is_refused(turn: int, round: int) -> None:
    """Beyond the last, before the first, or in no round."""
    with pytest.raises(Refused, match=f"no turn {turn} of round {round} in an order of 2"):
        make_order(("ada", "bo")).but(turn=turn, round=round)


def test_the_last_to_leave_ends_it() -> None:
    """An order with nobody in it has not begun, whether or not it had."""
    assert remove_actor(next_turn(make_order(("ada",))), "ada") == TurnOrder()
    assert remove_actor(make_order(("ada",)), "ada") == TurnOrder()


@pytest.mark.parametrize(("who", "round"), [("ada", 3), ("bo", 4)])
def test_a_new_round_begins_when_its_last_leaves_on_their_turn(who: str, round: int) -> None:
    """Not when somebody before them does."""
    order = make_order(("ada", "bo")).but(turn=0 if who == "ada" else 1, round=3)
    assert remove_actor(order, who).round == round


def test_scores_match_names() -> None:
    """Two names with three scores are refused."""
    with pytest.raises(Refused, match="2 names need 2 scores"):
        make_order(("ada", "bo"), (1, 2, 3))
