"""Decks to pick from."""

from __future__ import annotations

from tablewright.games.veil_runners.decks import draw_from_deck
from tablewright.games.veil_runners.state import Mission
from tablewright.rules import Rule, rule
from tablewright.rules.kit import Card, Deck

from .table import act, mission


def searched(*titles: str) -> Mission:
    """The survivors' deck with only these cards left in it."""
    s = act(mission(), "lay_out", what="Looking for survivors").state
    (deck,) = s.kit.decks
    kept = deck.but(cards=tuple(card for card in deck.cards if card.title in titles or not titles))
    return s.but(kit=s.kit.but(decks=(kept,)))


DECK = "looking-for-survivors"


def picked(*titles: str) -> Mission:
    """The table after these cards have been picked, one after the other."""
    s = searched(*titles)
    for title in titles:
        left = [card.title for card in s.kit.decks[0].cards]
        s = act(s, "draw_from_deck", [[left.index(title) + 1]], deck=DECK).state
    return s


@rule("decks.pick")
def pick(s: Mission, times: int, deck: str = "d") -> Rule[tuple[str, ...]]:
    for _ in range(times):
        s = yield from draw_from_deck(s, deck)
    return tuple(card.title for card in s.kit.decks[0].drawn)


def plain_deck(cards: int, two: bool = False) -> Mission:
    deck = Deck("d", "D", tuple(Card(str(n), f"Card {n}") for n in range(cards)), draw_two_keep_one=two)
    s = mission()
    return s.but(kit=s.kit.but(decks=(deck,)))
