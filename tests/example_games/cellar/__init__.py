"""Cellar: a game without a master, in which every guest holds a secret card."""

from __future__ import annotations

from tablewright.rules import Game, Role, Rule, Scenario, Seat, State, action, roll, rule, tell
from tablewright.rules.forms.ruling import Rulings
from tablewright.rules.seat import Viewer


class Hand(State, frozen=True):
    id: str
    card: str


class Cellar(State, frozen=True):
    rulings: Rulings
    hands: tuple[Hand, ...] = (Hand("ann", "zqannxk"), Hand("bob", "zqbobxk"))
    shown: bool = False


@action("cards.wait", title="Wait", by="guest")
def wait(s: Cellar) -> Rule[Cellar]:
    """Pass without any effect."""
    yield from tell("cards.wait", "Nothing happens.")
    return s


@rule("cards.show")
def show(s: Cellar) -> Rule[Cellar]:
    yield from roll(1, why="Slowly")
    return s.but(shown=True)


def deal(rulings: Rulings) -> Cellar:
    return Cellar(rulings)


def conceal(s: Cellar, eyes: Viewer) -> Cellar:
    return s.but(hands=tuple(hand if hand.id == eyes.id else hand.but(card="?") for hand in s.hands))


READING = Scenario(
    "reading",
    "Cards are read",
    "Until all cards are shown.",
    deal,
    show,
    lambda s: "".join(hand.card for hand in s.hands) if s.shown else None,
    from_table=lambda s: s,
)

GAME = Game(
    name="cellar",
    title="Cellar",
    version="1",
    roles=(Role("guest", "Holds a card.", most=4),),
    state=Cellar,
    rulings=Rulings,
    setup=Cellar,
    empty=Cellar,
    actions=(wait,),
    scenarios=(READING,),
    sheet=lambda s, seat: (),
    conceal=conceal,
    seats=(Seat("ann", "guest"), Seat("bob", "guest")),
)
