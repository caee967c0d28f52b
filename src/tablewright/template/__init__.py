"""Template: a small, complete game to start another from."""

from tablewright.rules import Game, Invariant, Role, Seat

from .options import TemplateRulings
from .policies import POLICIES
from .rules import ACTIONS
from .scenarios import SCENARIOS
from .sheet import conceal, secrets, sheet
from .state import WALKERS_MOST, Walk, empty_walk, give, new_walk, over, too_much_light, who_plays

GAME = Game(
    name="template",
    title="Template",
    version="1",
    roles=(
        Role("guide", "Runs the dark and everything in it.", master=True, fewest=1, most=1),
        Role("walker", "Walks, and hopes the lantern lasts.", most=WALKERS_MOST),
    ),
    state=Walk,
    rulings=TemplateRulings,
    setup=new_walk,
    empty=empty_walk,
    actions=ACTIONS,
    sheet=sheet,
    cast=who_plays,
    hand_over=give,
    names=lambda s: {walker.id: walker.name for walker in s.walkers},
    conceal=conceal,
    secrets=secrets,
    ending=over,
    limits=(Invariant("light.most", too_much_light),),
    policies=POLICIES,
    scenarios=SCENARIOS,
    seats=(Seat("guide", "guide"), Seat("ann", "walker"), Seat("bob", "walker")),
)
