"""Crossed blades: cards with suits, hidden hands, and passes whose best play is an equilibrium."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from tablewright.catalog.installed import load_declared_game
from tablewright.engine.choices.sides import choices_of
from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.markov.chain import build_chain
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Seat, find_by_id
from tablewright.table import Table
from tests.example_games.blades.options import BladesRulings
from tests.example_games.blades.passes import gained, moved
from tests.example_games.blades.scenarios import held, last_pass, one_pass, open_hands, shown
from tests.example_games.blades.state import CARDS, Card, Duel, edge_of, lost_card, over, side_of, too_much_edge

BOX = load_declared_game("tests.example_games.blades")
GAME = BOX.game
ANN, BEN = GAME.seats


def dealt(*order: int) -> Table:
    """A duel whose cards have been dealt in this order, by hand."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    number = table.act("ann", "deal")
    table.roll("ann", number, "0", order or (1, 5, 9, 4, 7, 3, 2, 8, 6))
    return table


def played(table: Table, hers: str, his: str) -> Duel:
    """The duel after a pass with these cards."""
    number = table.act("ann", "cross", {"who": "vera"})
    table.answer("ann", number, "0", "En garde!")
    table.answer("ben", number, "1.1.0", his)
    table.answer("ann", number, "1.0.0", hers)
    state = table.state
    assert isinstance(state, Duel)
    return state


def card(id: str) -> Card:
    return find_by_id(CARDS, id, "card")


@pytest.mark.exercises("suits.beat", "suits.same", "pass.edge", "pass.cut")
@pytest.mark.parametrize(
    ("mine", "theirs", "gain"),
    [
        ("blade-1", "cloak-3", 2),
        ("cloak-3", "blade-1", -2),
        ("cloak-1", "shield-3", 1),
        ("shield-1", "blade-3", 1),
        ("blade-3", "shield-1", -1),
        ("shield-2", "shield-1", 1),
        ("blade-2", "blade-3", -1),
    ],
)
def test_suits_beat_each_other_and_rank_decides_within_one(mine: str, theirs: str, gain: int) -> None:
    """Blade, cloak, shield and blade again. A blade that cuts a cloak gains two, all others one."""
    s = last_pass(BladesRulings())
    assert gained(s, card(mine), card(theirs)) == gain
    assert abs(gained(last_pass(BladesRulings(cut="one")), card(mine), card(theirs))) == 1


@pytest.mark.exercises("cards.nine", "deck.order", "hand.three")
def test_three_cards_each_from_the_top_of_a_shuffled_deck() -> None:
    """In the order drawn: the first three are Vera's, the next Rook's, and the rest lie as they were drawn."""
    s = dealt().state
    ids = [c.id for c in (*s.duellists[0].hand, *s.duellists[1].hand, *s.deck)]
    assert ids == [CARDS[place - 1].id for place in (1, 5, 9, 4, 7, 3, 2, 8, 6)]
    assert lost_card(s) is None
    assert lost_card(s.but(deck=())) is not None


@given(st.permutations(range(1, 10)))
def test_what_lies_face_down_depends_on_nothing_but_how_many(order: list[int]) -> None:
    """Two deals that differ only in Rook's hand and in the deck are one and the same to Ann."""
    rest = sorted(order[3:])
    seen = dealt(*order).visible_state("ann")
    assert seen == dealt(*order[:3], *rest).visible_state("ann")
    assert len(seen.deck) == len(seen.duellists[1].hand) == 3


@pytest.mark.exercises("scout.top")
def test_who_has_scouted_a_card_knows_it_wherever_it_goes() -> None:
    """Ben sees the top card, and then in Vera's hand. Ann learns that he looked, and not the card."""
    table = dealt()
    table.act("ben", "scout", {"who": "rook"})
    assert [c.title for c in table.visible_state("ben").deck] == ["Blade 2", "A card", "A card"]
    assert [c.title for c in table.visible_state("ann").deck] == ["A card"] * 3
    assert [item.text for item in table.log("ann")][-1] == "Rook gives way for a look at the deck."
    played(table, "shield-3", "shield-1")
    assert [c.title for c in table.visible_state("ben").duellists[0].hand] == ["A card", "A card", "Blade 2"]
    assert table.state.edge == 2  # one given away, one lost


@pytest.mark.exercises("pass.secret", "pass.challenge")
def test_a_card_chosen_is_secret_until_both_are() -> None:
    """Ben has chosen. Neither Ann's log nor her question shows it."""
    table = dealt()
    number = table.act("ann", "cross", {"who": "vera"})
    table.answer("ann", number, "0", "En garde!")
    before = table.log("ann")
    table.answer("ben", number, "1.1.0", "blade-3")
    assert table.log("ann") == before
    assert [q.at for _, q in table.prompts_for("ann")] == ["1.0.0"]
    table.answer("ann", number, "1.0.0", "blade-1")
    assert "Rook gains 1: Blade 3 against Blade 1." in [item.text for item in table.log("ann")]


@pytest.mark.exercises("pass.draw")
def test_both_draw_from_the_top_while_there_are_two() -> None:
    """The winner first. The last card stays where it is."""
    table = dealt()
    s = played(table, "shield-3", "shield-1")
    assert [c.id for c in s.duellists[0].hand] == ["blade-1", "cloak-2", "blade-2"]
    assert [c.id for c in s.duellists[1].hand] == ["cloak-1", "blade-3", "shield-2"]
    s = played(table, "cloak-2", "cloak-1")
    assert [len(d.hand) for d in s.duellists] == [2, 2]
    assert [c.id for c in s.deck] == ["cloak-3"]


@pytest.mark.exercises("edge.range", "edge.won", "cards.out")
def test_the_edge_is_won_at_three_or_when_the_cards_are_out() -> None:
    """Two and two more are three: the edge never lies further out. Without an edge there is no winner."""
    s = shown(BladesRulings(), held("blade-1"), held("cloak-3"), 2)
    ((after, _),) = ExactCounter().dist(moved(s, "rook", card("cloak-3"), card("blade-1"), -2)).items()
    assert (after.edge, edge_of(after, "rook"), over(after)) == (3, -3, "Vera has won")
    assert too_much_edge(after) is None
    assert too_much_edge(after.but(edge=4)) is not None
    assert over(after.but(edge=-1)) == "Rook has won"
    assert over(after.but(edge=0)) == "nobody has won"
    assert over(open_hands(BladesRulings())) is None


def worth_in_hand() -> Fraction:
    """Vera's blade and shield against Rook's blade and cloak: [[-1, 2], [1, -1]]. Her cloak is worse than either."""
    a, b, c, d = -1, 2, 1, -1
    return Fraction(a * d - b * c, a + d - b - c)


def test_one_pass_is_worth_what_the_textbook_says() -> None:
    """A fifth of the edge: Vera plays her blade two times in five, Rook his three times in five."""
    play = ExactCounter().best(one_pass(last_pass(BladesRulings())), lambda s: s.edge, choices_of(("vera",)))
    assert Fraction(play.num, play.den) == worth_in_hand() == Fraction(1, 5)
    gains = play.dist.map(lambda s: s.edge)
    assert gains[2] == Fraction(2, 5) * Fraction(2, 5)
    assert gains[1] == Fraction(3, 5) * Fraction(3, 5)
    assert gains[-1] == 1 - gains[2] - gains[1]


def test_the_lab_says_that_it_is_an_equilibrium() -> None:
    """Vera gains thirteen times in twenty-five."""
    trial = run_scenario(BOX, "last_pass", {}, policy="best")
    assert trial.how == "equilibrium"
    assert trial.chances == pytest.approx({"Vera gains": 13 / 25, "Rook gains": 12 / 25})


def test_the_other_ruling_is_worth_less_to_a_blade() -> None:
    """If a cut gains one, blade and shield against blade and cloak are [[-1, 1], [1, -1]]: even."""
    trial = run_scenario(BOX, "last_pass", {}, policy="best", rulings={"cut": "one"})
    assert trial.chances == pytest.approx({"Vera gains": 1 / 2, "Rook gains": 1 / 2})


@cache
def by_hand(hers: tuple[Card, ...], his: tuple[Card, ...], edge: int) -> float:
    """The worth of open hands to Vera, by an independent linear programme for every pass."""
    if abs(edge) >= 3 or not hers:
        return float(np.sign(edge))
    s = last_pass(BladesRulings())

    def then(mine: Card, theirs: Card) -> float:
        after = max(-3, min(3, edge + gained(s, mine, theirs)))
        return by_hand(tuple(c for c in hers if c != mine), tuple(c for c in his if c != theirs), after)

    table = np.array([[then(mine, theirs) for theirs in his] for mine in hers])
    rows, columns = table.shape
    # Vera mixes her cards so that the least she gets, the last variable, is most.
    upper = np.hstack([-table.T, np.ones((columns, 1))])
    sure = np.array([[1.0] * rows + [0.0]])
    bounds = [(0.0, None)] * rows + [(None, None)]
    found = linprog(np.array([0.0] * rows + [-1.0]), upper, np.zeros(columns), sure, np.array([1.0]), bounds)
    assert found.fun is not None
    return -found.fun


@pytest.mark.parametrize("edge", [-2, -1, 0, 1, 2])
def test_whole_duels_with_open_hands_are_solved(edge: int) -> None:
    """Every pass an equilibrium of what the passes after it are worth, as a linear programme finds it too."""
    s = open_hands(BladesRulings(), edge)
    solved = build_chain(GAME.scenario("open_hands"), s, best=True)
    won = solved.chances()
    worth = won.get("Vera has won", 0.0) - won.get("Rook has won", 0.0)
    assert worth == pytest.approx(by_hand(s.duellists[0].hand, s.duellists[1].hand, edge), abs=1e-9)
    assert solved.how == "equilibrium"


@pytest.mark.parametrize(("seat", "sign"), [(ANN, 1), (BEN, -1)])
def test_odds_of_a_pass_are_for_who_begins_it(seat: Seat, sign: Literal[1, -1]) -> None:
    """The same equilibrium from either side: what Ann may hope for is what Ben must fear."""
    s = last_pass(BladesRulings())
    found = action_odds_of(GAME, s, "cross", {"who": "vera" if sign == 1 else "rook"}, seat=seat)
    assert found.how == "equilibrium"
    assert found.worth == sign * worth_in_hand()


def test_each_duellist_is_a_side() -> None:
    """A player is on their duellist's side. The role, which both have, is on neither."""
    s = last_pass(BladesRulings())
    assert [side_of(s, name) for name in ("vera", "ann", "rook", "ben", "duellist")] == ["vera"] * 2 + ["rook"] * 2 + [
        ""
    ]
