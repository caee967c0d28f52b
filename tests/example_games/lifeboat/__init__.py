"""Lifeboat: sailors who row for the shore together, and a game without a master."""

from tablewright.rules import Game, Invariant, Role, Seat

from .options import LifeboatRulings
from .policies import POLICIES
from .rowing import ACTIONS
from .scenarios import SCENARIOS
from .sheet import conceal, secrets, sheet
from .state import Boat, given, new_boat, over, too_much_water, who_plays

GAME = Game(
    name="lifeboat",
    title="Lifeboat",
    version="1",
    roles=(Role("sailor", "Rows, drinks, and hopes.", fewest=1, most=2),),
    state=Boat,
    rulings=LifeboatRulings,
    setup=new_boat,
    actions=ACTIONS,
    sheet=sheet,
    cast=who_plays,
    names=lambda s: {sailor.id: sailor.name for sailor in s.sailors},
    conceal=conceal,
    secrets=secrets,
    ending=over,
    limits=(Invariant("water.most", too_much_water),),
    policies=POLICIES,
    scenarios=SCENARIOS,
    seats=(Seat("ann", "sailor"), Seat("bob", "sailor")),
    hand_over=given,
)
