"""Decks that have an order: drawn from the top, put back under, and lying as nobody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.prompt import Prompt
from tablewright.engine.sampling.sampler import RuleSampler
from tablewright.rules.kit import (
    Card,
    Deck,
    Kit,
    add_card,
    conceal_kit,
    draw_card,
    kit_panels,
    make_known,
    return_card,
    shuffle,
)

from .table import Bare, after, fallen, keep_first, sees_all, sees_as, settle

KNOWLEDGE = ("open", "part", "secret")


def ordered(n: int = 4, **changes: object) -> Deck:
    cards = tuple(Card(f"c{i}", f"Card {i}") for i in range(n))
    return Deck("d", "Derelict", cards, ordered=True).but(**changes)


def drawn(deck: Deck, answer: Callable[[Prompt], Any] = fallen) -> tuple[Deck, Card]:
    result: tuple[Deck, Card] = settle(lambda: iter(draw_card(deck)), answer).result
    return result


def test_the_top_card_is_drawn() -> None:
    """One after the other, as they lie; nothing is left to chance."""
    deck, titles = ordered(), []
    for _ in range(4):
        deck, card = drawn(deck)
        titles.append(card.id)
    assert titles == ["c0", "c1", "c2", "c3"]
    assert ExactCounter().dist(draw_card(ordered())).chance(lambda found: found[1].id == "c0") == 1


def test_of_two_drawn_the_other_goes_under() -> None:
    """The first is kept, the second lies at the bottom, seen."""
    deck, card = drawn(ordered(draw_two_keep_one=True), keep_first)
    assert card.id == "c0"
    assert [(c.id, c.known) for c in deck.cards] == [("c2", False), ("c3", False), ("c1", True)]


def test_what_goes_back_or_in_goes_under() -> None:
    """A card put back is drawn last, and so is a new one."""
    deck, card = drawn(ordered())
    deck = add_card(return_card(deck, card.id), "New")
    assert [c.id for c in deck.cards] == ["c1", "c2", "c3", "c0", "new"]


def test_every_order_is_as_likely() -> None:
    """Shuffling four cards has 24 ways, each one in 24; dice thrown one by one agree."""
    found = ExactCounter().dist(shuffle(ordered())).map(lambda deck: tuple(c.id for c in deck.cards))
    assert dict(found.items()) == dict.fromkeys(permutations(("c0", "c1", "c2", "c3")), Fraction(1, 24))
    bulk = RuleSampler(seed=3, counts=False)
    plays = Counter(bulk.play(shuffle(ordered(3))).cards[0].id for _ in range(3_000))
    assert all(abs(plays[f"c{i}"] / 3_000 - 1 / 3) < 0.05 for i in range(3))


def test_shuffling_takes_back_what_was_drawn() -> None:
    """In a deck without an order that is all there is to do, and nothing is asked."""
    deck, _ = drawn(ordered())
    assert len(settle(lambda: iter(shuffle(deck))).result.cards) == 4
    plain, _ = drawn(ordered(ordered=False))
    told = settle(lambda: iter(shuffle(plain)))
    assert told.used == {}
    assert len(told.result.cards) == 4


def test_how_a_deck_is_shuffled_is_told_to_no_one() -> None:
    """That it was shuffled may be said; the draw is nobody's to read."""
    told = settle(lambda: iter(shuffle(ordered())))
    assert [line.audience for line in told.lines] == [("no one",)]


def test_a_new_ordered_deck_is_shuffled() -> None:
    """Who named its cards does not know how they lie."""
    s = after(Bare(), "make_deck", title="Derelict", cards="Fire, Fog", ordered=True)
    assert s.kit.decks[0].ordered
    assert [c.title for c in s.kit.decks[0].cards] == ["Fire", "Fog"]  # as the lowest answer to the shuffle leaves them
    assert not after(Bare(), "make_deck", title="Derelict", cards="Fire, Fog").kit.decks[0].ordered


@pytest.mark.parametrize("knowledge", KNOWLEDGE)
@given(st.integers(0, 6), st.randoms(use_true_random=False))
def test_no_place_speaks(knowledge: str, drawn_so_far: int, random: Random) -> None:
    """However a deck lies, who does not keep it sees the same: neither cards nor their places tell its order."""
    deck = make_known(ordered(6, keepers=("guide",)), "secret")
    deck = deck.but(cards=tuple(c.but(known=i % 2 == 0) for i, c in enumerate(deck.cards)), knowledge=knowledge)
    for _ in range(drawn_so_far):
        deck, _ = drawn(deck)
    other = deck.but(cards=tuple(random.sample(deck.cards, len(deck.cards))))
    for sees in (sees_as("ann"), sees_as("watcher")):
        one, two = Kit(decks=(deck,)), Kit(decks=(other,))
        assert conceal_kit(one, sees) == conceal_kit(two, sees)
        assert kit_panels(one, sees) == kit_panels(two, sees)
    assert conceal_kit(Kit(decks=(other,)), sees_all).decks[0] == other
