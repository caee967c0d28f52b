"""Crossed blades: a duel of hidden hands, and a game without a master."""

from tablewright.rules import Game, Invariant, Role, Seat

from .options import BladesRulings
from .passes import ACTIONS
from .policies import POLICIES
from .scenarios import SCENARIOS
from .sheet import conceal, secrets, sheet
from .state import Duel, given, lost_card, new_duel, over, side_of, too_much_edge, who_plays

GAME = Game(
    name="blades",
    title="Crossed blades",
    version="1",
    roles=(Role("duellist", "Fights for their own honour.", fewest=2, most=2),),
    state=Duel,
    rulings=BladesRulings,
    setup=new_duel,
    actions=ACTIONS,
    sheet=sheet,
    cast=who_plays,
    names=lambda s: {duellist.id: duellist.name for duellist in s.duellists},
    conceal=conceal,
    secrets=secrets,
    ending=over,
    limits=(Invariant("edge.range", too_much_edge), Invariant("cards.nine", lost_card)),
    policies=POLICIES,
    scenarios=SCENARIOS,
    seats=(Seat("ann", "duellist"), Seat("ben", "duellist")),
    hand_over=given,
    side=side_of,
)
