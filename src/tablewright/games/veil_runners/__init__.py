"""Veil Runners: a starship and its crew on their way through the Veil."""

from tablewright.rules import Game, Role, Seat

from .actions import ACTIONS
from .foremost import foremost
from .limits import LIMITS
from .look import LOOK
from .measures import measures
from .options import VeilRulings
from .paths import PATHS
from .policies import POLICIES
from .scenarios import SCENARIOS
from .setting_up import empty_mission, new_mission
from .sheet import conceal, secrets, sheet
from .signing_on import give
from .state import CREW, WAYFINDER, Mission, who_is_who, who_plays

GAME = Game(
    name="veil-runners",
    title="Veil Runners",
    version="1",
    roles=(
        Role(WAYFINDER, "Builds the situation and answers what the players do.", master=True, fewest=1, most=1),
        Role(CREW, "Plays one crew member, and the ship with the others."),
    ),
    state=Mission,
    rulings=VeilRulings,
    setup=new_mission,
    empty=empty_mission,
    actions=ACTIONS,
    sheet=sheet,
    cast=who_plays,
    hand_over=give,
    names=who_is_who,
    conceal=conceal,
    secrets=secrets,
    limits=LIMITS,
    measures=measures,
    suggestions=foremost,
    policies=POLICIES,
    scenarios=SCENARIOS,
    seats=(Seat("way", WAYFINDER), Seat("ann", CREW), Seat("ben", CREW), Seat("cat", CREW)),
    theme=LOOK,
    guides=PATHS,
)
