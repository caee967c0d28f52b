"""Veil Runners Classic: the earlier edition, with ratings, targets and five ship dice to remap."""

from tablewright.rules import Game, Invariant, Role, Seat

from .actions import ACTIONS
from .fitting_out import empty_run
from .foremost import foremost
from .look import LOOK
from .measures import measures
from .options import ClassicRulings
from .paths import PATHS
from .policies import POLICIES
from .ready_made import new_run
from .scenarios import SCENARIOS
from .sheet import conceal, secrets, sheet
from .state import Run, give, names, over, who_plays, wrong_counters, wrong_dice

GAME = Game(
    name="veil-runners-classic",
    title="Veil Runners Classic",
    version="1",
    roles=(
        Role("wayfinder", "Rates actions, tells consequences and speaks for the Veil.", master=True, fewest=1, most=1),
        Role("crew", "Flies the ship, and moves its dice where they are needed."),
    ),
    state=Run,
    rulings=ClassicRulings,
    setup=new_run,
    empty=empty_run,
    actions=ACTIONS,
    sheet=sheet,
    cast=who_plays,
    hand_over=give,
    names=names,
    conceal=conceal,
    secrets=secrets,
    ending=over,
    limits=(Invariant("systems.dice", wrong_dice), Invariant("supplies.dice grit", wrong_counters)),
    measures=measures,
    suggestions=foremost,
    policies=POLICIES,
    scenarios=SCENARIOS,
    seats=(
        Seat("way", "wayfinder", "Way"),
        Seat("ann", "crew", "Ann"),
        Seat("bob", "crew", "Bob"),
        Seat("cyd", "crew", "Cyd"),
    ),
    theme=LOOK,
    guides=PATHS,
)
