"""Decks."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.engine.prompt import Prompt
from tablewright.rules.errors import Refused, UnknownName
from tablewright.rules.kit import Card, Deck, add_card, draw_card, make_known, return_card, shuffle_back
from tablewright.rules.kit.deck import draws_two

from .table import keep_first, settle


def deck_of(n: int, **changes: Any) -> Deck:
    return Deck("d", "Derelict", tuple(Card(f"c{i}", f"Card {i}") for i in range(n)), **changes)


def ids(deck: Deck) -> set[str]:
    return {card.id for card in (*deck.cards, *deck.drawn)}


@given(st.integers(1, 8), st.booleans(), st.data())
def test_drawing_and_returning_conserve_cards(n: int, two: bool, data: st.DataObject) -> None:
    """Whatever is drawn and put back, every card is in the deck or drawn, never both and never lost."""
    deck = start = deck_of(n, draw_two_keep_one=two)

    def pick(question: Prompt) -> Any:
        if question.kind == "choose":
            return data.draw(st.sampled_from([option.key for option in question.options]))
        places = st.integers(1, question.sides)
        return data.draw(st.lists(places, min_size=question.cards, max_size=question.cards, unique=True))

    for back in data.draw(st.lists(st.booleans(), max_size=12)):
        if back and deck.drawn:
            deck = return_card(deck, data.draw(st.sampled_from(deck.drawn)).id)
        else:
            deck = settle(partial(iter, draw_card(deck)), pick).result[0]
        assert ids(deck) == ids(start)
        assert len(deck.cards) + len(deck.drawn) == n
    assert {card.id for card in shuffle_back(deck).cards} == ids(start)
    assert shuffle_back(deck).drawn == ()


def test_each_card_is_equally_likely() -> None:
    """One card of ten turns up with chance 1/10."""
    drawn = ExactCounter().dist(draw_card(deck_of(10))).map(lambda result: result[1].id)
    assert drawn.whole()
    assert {chance for _, chance in drawn.items()} == {Fraction(1, 10)}


def test_two_draws_find_a_wanted_card_twice_as_often() -> None:
    """Two of nine are seen and one is kept, so a wanted card is found with chance 2/9 under best play."""
    best = ExactCounter().best(draw_card(deck_of(9, draw_two_keep_one=True)), lambda result: result[1].id == "c4")
    assert best.dist.chance(lambda result: result[1].id == "c4") == Fraction(2, 9)


def test_the_last_card_is_just_drawn() -> None:
    """With one card left there is nothing to choose."""
    after, card = settle(lambda: iter(draw_card(deck_of(1, draw_two_keep_one=True)))).result
    assert card.id == "c0"
    assert after.cards == ()


@pytest.mark.parametrize(("n", "two"), [(0, False), (1, False), (2, True), (3, True)])
def test_two_are_drawn_where_there_are_two(n: int, two: bool) -> None:
    """And where the deck says so: of one card, or of none, nothing is kept or put back."""
    assert draws_two(deck_of(n, draw_two_keep_one=True)) is two
    assert not draws_two(deck_of(n))


def test_an_empty_deck_yields_nothing() -> None:
    """Drawing from it changes nothing and says so."""
    told = settle(lambda: iter(draw_card(deck_of(0))))
    assert told.result == (deck_of(0), None)
    assert "nothing to draw" in told.lines[0].text


@pytest.mark.parametrize(
    ("text", "told"), [("It burns.", "Drawn from Derelict: Fire. It burns."), ("", "Drawn from Derelict: Fire.")]
)
def test_a_drawn_card_is_read_out(text: str, told: str) -> None:
    """Its title, and what it says if it says anything."""
    deck = Deck("d", "Derelict", (Card("fire", "Fire", text),))
    assert settle(lambda: iter(draw_card(deck))).lines[-1].text == told


def test_what_is_drawn_openly_is_known() -> None:
    """The kept card and the one put back have both been seen."""
    after, card = settle(lambda: iter(draw_card(deck_of(3, draw_two_keep_one=True))), keep_first).result
    assert card == after.drawn[0]
    assert {c.id: c.known for c in (*after.cards, *after.drawn)} == {"c0": True, "c1": True, "c2": False}


def test_a_secret_draw_is_never_named_to_others() -> None:
    """Neither log nor options of a draw for the master name a card to anybody else."""
    deck = deck_of(4, draw_two_keep_one=True)
    call = draw_card(deck, "guide", ("guide",))
    waiting = run_rule(iter(call), {"0": [2, 3]})
    assert [option.key for option in waiting.questions[0].options] == ["first", "second"]
    told = run_rule(iter(call), {"0": [2, 3], "1": "second"})
    assert told.result[1].id == "c2"
    assert not told.result[1].known
    assert not any("Card" in line.text for line in told.lines if not line.audience)


def test_only_a_drawn_card_goes_back() -> None:
    """A card still in the deck cannot be returned to it."""
    with pytest.raises(UnknownName):
        return_card(deck_of(2), "c0")


def test_a_closed_deck_needs_keepers() -> None:
    """Without names that may read it, a secret would be for everyone."""
    with pytest.raises(Refused, match="keepers"):
        deck_of(2, knowledge="secret")


def test_ids_in_a_closed_deck_do_not_speak() -> None:
    """A card added to an open deck is called after its title; in a closed one it is only numbered."""
    assert add_card(deck_of(0), "Hull breach").cards[0].id == "hull-breach"
    assert add_card(deck_of(0, knowledge="part", keepers=("guide",)), "Hull breach").cards[0].id == "card"


def test_cards_with_one_id_are_refused() -> None:
    """Every card of a deck has its own id."""
    with pytest.raises(Refused):
        Deck("d", "Derelict", (Card("a", "A"),), (Card("a", "A"),))


def test_what_was_open_stays_known() -> None:
    """Closing a deck hides what is added later, not what everyone has read."""
    closed = make_known(deck_of(2, keepers=("guide",)), "part")
    assert all(card.known for card in closed.cards)
    assert not add_card(closed, "Hull breach").cards[-1].known
