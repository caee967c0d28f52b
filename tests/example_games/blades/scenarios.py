"""Lab scenarios: hands both have shown, so that best play knows only facts a duellist knows."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Rule, Scenario, find_by_id, rule

from .options import BladesRulings
from .passes import cross
from .policies import POLICIES
from .state import CARDS, Card, Duel, new_duel, over


def held(*ids: str) -> tuple[Card, ...]:
    return tuple(find_by_id(CARDS, id, "card") for id in ids)


def shown(rulings: BladesRulings, hers: tuple[Card, ...], his: tuple[Card, ...], edge: int) -> Duel:
    s = new_duel(rulings)
    vera, rook = s.duellists
    out = tuple(card for card in CARDS if card not in (*hers, *his))
    return s.but(duellists=(vera.but(hand=hers), rook.but(hand=his)), deck=(), out=out, edge=edge, dealt=True)


def last_pass(rulings: BladesRulings) -> Duel:
    return shown(rulings, held("blade-1", "shield-1", "cloak-1"), held("blade-2", "cloak-2"), 0)


def open_hands(
    rulings: BladesRulings,
    edge: Annotated[int, Param("Vera's edge at the start", min=-2, max=2)] = 0,
) -> Duel:
    return shown(rulings, held("blade-1", "cloak-3", "shield-2"), held("blade-3", "cloak-2", "shield-1"), edge)


@rule("pass.secret")
def one_pass(s: Duel) -> Rule[Duel]:
    return (yield from cross(s, "vera"))


def after_one(s: Duel) -> str | None:
    if len(s.out) == len(last_pass(s.rulings).out):
        return None
    return "Vera gains" if s.edge > 0 else "Rook gains"


SCENARIOS = (
    Scenario(
        name="last_pass",
        title="One pass",
        doc="Vera holds one of each suit, Rook no shield: one pass with open hands.",
        start=last_pass,
        step=one_pass,
        ending=after_one,
        policies=POLICIES,
        value=lambda s: float(s.edge),
        cites="pass.edge",
        side=("vera",),
    ),
    Scenario(
        name="open_hands",
        title="Three passes with open hands",
        doc="Both have shown one card of each suit, and fight until the cards are out.",
        start=open_hands,
        step=one_pass,
        ending=over,
        policies=POLICIES,
        count=lambda s: {"edge": s.edge},
        value=lambda s: float((s.edge > 0) - (s.edge < 0)),
        cites="edge.won",
        side=("vera",),
    ),
)
