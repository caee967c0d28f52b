"""Moonveil: Seekers, a floating luck die, and a moon that does not let go."""

from tablewright.rules import Game, Invariant, Role, Seat
from tablewright.rules.kit import kit_actions

from . import (
    allies,
    attacks,
    checks,
    encounters,
    enemies,
    enemy_magic,
    enemy_turns,
    growth,
    hiding,
    inventory,
    magic,
    moon_effects,
    movement,
    players,
    positions,
    purse,
    ready_made,
    rest,
    seeker_creation,
    special_actions,
    workings,
)
from .capacity import overloaded
from .foremost import foremost
from .hit_track import crossed_lines, strange_pocket
from .limits import above_full, less_than_none, lost_turns, off_the_track
from .look import LOOK
from .measures import measures, side
from .options import MoonveilRulings
from .paths import PATHS
from .pips import overmarked
from .policies import POLICIES
from .scenarios import SCENARIOS
from .setup import empty_veil, new_veil
from .sheet import conceal, secrets, sheet
from .state import Veil, who_is_who, who_plays

GAME = Game(
    name="moonveil",
    title="Moonveil",
    version="1",
    roles=(
        Role("guide", "Runs the Moonveil and everything in it.", master=True, fewest=1, most=1),
        Role("seeker", "Plays one Seeker who hunts Moonshards."),
    ),
    state=Veil,
    rulings=MoonveilRulings,
    setup=new_veil,
    empty=empty_veil,
    actions=(
        *seeker_creation.ACTIONS,
        *players.ACTIONS,
        *checks.ACTIONS,
        *positions.ACTIONS,
        *moon_effects.ACTIONS,
        *inventory.ACTIONS,
        *purse.ACTIONS,
        *encounters.ACTIONS,
        *movement.ACTIONS,
        *attacks.ACTIONS,
        *special_actions.ACTIONS,
        *rest.ACTIONS,
        *magic.ACTIONS,
        *workings.ACTIONS,
        *growth.ACTIONS,
        *enemies.ACTIONS,
        *enemy_turns.ACTIONS,
        *enemy_magic.ACTIONS,
        *hiding.ACTIONS,
        *allies.ACTIONS,
        *kit_actions("guide", ("seeker",), parts=("clocks", "decks", "charts", "notes", "tray")),
        *ready_made.ACTIONS,  # last, so that every other action keeps its number
    ),
    sheet=sheet,
    cast=who_plays,
    hand_over=players.give,
    names=who_is_who,
    conceal=conceal,
    secrets=secrets,
    limits=(
        Invariant("pocket.die", strange_pocket),
        Invariant("pips.cap", overmarked),
        Invariant("cap.max", overloaded),
        Invariant("create.hp.full", above_full),
        Invariant("death.zero", less_than_none),
        Invariant("attack.precedence", crossed_lines),
        Invariant("attack.enemy-stats", off_the_track),
        Invariant("enc.turn", lost_turns),
    ),
    policies=POLICIES,
    measures=measures,
    side=side,
    suggestions=foremost,
    scenarios=SCENARIOS,
    seats=(Seat("guide", "guide"), Seat("ann", "seeker"), Seat("ben", "seeker"), Seat("cat", "seeker")),
    theme=LOOK,
    guides=PATHS,
)
