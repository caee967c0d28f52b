"""What a seat is told of odds between opponents: as much as it can know, and no single answer where both choose."""

from __future__ import annotations

import pytest

from tablewright.catalog.installed import load_declared_game
from tablewright.table import Table
from tablewright.table.odds.seat_odds import HIDDEN, advise_seat, odds_for_seat
from tablewright.table.seat.seat_view import view_from
from tests.example_games.blades.options import BladesRulings
from tests.example_games.blades.scenarios import last_pass

GAME = load_declared_game("tests.example_games.blades").game


def challenged() -> tuple[Table, int]:
    """Vera has challenged Rook, and both are asked for a card."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    table.roll("ann", table.act("ann", "deal"), "0", (1, 5, 9, 4, 7, 3, 2, 8, 6))
    number = table.act("ann", "cross", {"who": "vera"})
    table.answer("ann", number, "0", "En garde!")
    return table, number


def test_odds_of_hidden_hands_cannot_be_known() -> None:
    """Ann does not see what Rook holds, so nothing is counted for her; and nothing told."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    table.roll("ann", table.act("ann", "deal"), "0", (1, 5, 9, 4, 7, 3, 2, 8, 6))
    found = view_from(table, "ann").odds("cross")
    assert (found.note, found.groups, found.quantity) == (HIDDEN, (), None)


@pytest.mark.parametrize(("seat", "who", "mean"), [(0, "vera", 0.2), (1, "rook", -0.2)])
def test_odds_of_open_hands_are_an_equilibrium(seat: int, who: str, mean: float) -> None:
    """A fifth of the edge is Vera's, whoever asks; it says how it was found."""
    s = last_pass(BladesRulings())
    found = odds_for_seat(GAME, s, GAME.action("cross"), {"who": who}, GAME.seats[seat])
    assert found.how == "equilibrium"
    assert found.quantity is not None
    assert found.quantity.mean[1] == pytest.approx(mean)
    assert "by equilibrium" in repr(found)


@pytest.mark.parametrize("first", ["", "ann", "ben"])
def test_no_card_is_starred_where_both_choose_at_once(first: str) -> None:
    """Neither before nor after the other has chosen in secret: nobody learns what lies face down."""
    table, number = challenged()
    places = {"ann": ("1.0.0", "blade-1"), "ben": ("1.1.0", "blade-3")}
    if first:
        table.answer(first, number, *places[first])
    for seat, (place, _) in places.items():
        if seat != first:
            found = view_from(table, seat).advice(number, place)
            assert (found.options, found.best) == ({}, "")


def test_not_even_who_sees_everything_has_a_single_best_card() -> None:
    """Counted from the whole state: as long as both choose, an answer that is known is not best. After Ben, it is."""
    table, number = challenged()
    running = table.play_state.find(number)
    for q in running.progress.questions:
        assert advise_seat(GAME, table.state, running, q, running.answers).options == {}
    table.answer("ben", number, "1.1.0", "blade-3")
    running = table.play_state.find(number)
    (q,) = running.progress.questions
    assert advise_seat(GAME, table.state, running, q, running.answers).best == "shield-3"
