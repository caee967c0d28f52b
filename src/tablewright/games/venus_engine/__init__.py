"""Venus Engine: a scene-based story game with a facilitator, players, and Peers who judge."""

from tablewright.rules import Game, Role, Seat
from tablewright.rules.kit import kit_actions

from . import (
    aid,
    assembly,
    bodies,
    checks,
    debrief,
    facilitator,
    factors,
    learning,
    npcs,
    pauses,
    personalized,
    ready_made,
    scenes,
    seating,
    shaping,
    sources,
    statistics,
    tasks,
    when_to_roll,
)
from .foremost import foremost
from .limits import LIMITS
from .look import LOOK
from .measures import measures, side
from .options import VenusRulings
from .paths import PATHS
from .policies import POLICIES
from .scenarios import SCENARIOS
from .sheet import conceal, secrets, sheet
from .starter import PEOPLE, empty_table, new_table
from .state import Venus, what_they_are_called, who_plays

GAME = Game(
    name="venus-engine",
    title="Venus Engine",
    version="1",
    roles=(
        Role(
            "fc",
            "The facilitator: sets scenes, names abilities, speaks for the world.",
            master=True,
            fewest=1,
            most=1,
            title="facilitator",
        ),
        Role("player", "Plays a character, and is a Peer of everybody else."),
        Role("peer", "Listens in, and helps to judge."),
    ),
    state=Venus,
    rulings=VenusRulings,
    setup=new_table,
    empty=empty_table,
    actions=(
        *scenes.ACTIONS,
        *pauses.ACTIONS,
        *when_to_roll.ACTIONS,
        *facilitator.ACTIONS,
        *checks.ACTIONS,
        *factors.ACTIONS,
        *aid.ACTIONS,
        *tasks.ACTIONS,
        *personalized.ACTIONS,
        *learning.ACTIONS,
        *npcs.ACTIONS,
        *sources.ACTIONS,
        *debrief.ACTIONS,
        *statistics.ACTIONS,
        *assembly.ACTIONS,
        *bodies.ACTIONS,
        *shaping.ACTIONS,
        *seating.ACTIONS,
        *kit_actions("fc", ("player",), parts=("clocks", "decks", "charts", "notes", "tray")),
        *ready_made.ACTIONS,  # last, so that every other action keeps its number
    ),
    sheet=sheet,
    cast=who_plays,
    hand_over=seating.give,
    on_seats_changed=seating.sit,
    names=what_they_are_called,
    conceal=conceal,
    secrets=secrets,
    limits=LIMITS,
    policies=POLICIES,
    scenarios=SCENARIOS,
    measures=measures,
    suggestions=foremost,
    side=side,
    seats=tuple(Seat(p.id, p.role, p.name) for p in PEOPLE),
    theme=LOOK,
    guides=PATHS,
)
