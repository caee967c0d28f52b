"""Veridia: pools of twelve-sided dice, characters that grow by experience, detailed fights."""

from tablewright.rules import Game, Role, Seat
from tablewright.rules.kit import kit_actions

from .advancement import ADVANCEMENT
from .assets import ASSETS
from .by_chance import draw_outfit, leave_to_chance
from .checks import CHECKS
from .common import COMMON_ACTIONS
from .concurrent import concurrent
from .creation import CREATION
from .distances import say_distance
from .encounters import ENCOUNTERS
from .equipment import EQUIPMENT
from .fight import FIGHT_ACTIONS
from .foremost import foremost
from .goods import GOODS
from .handling import HANDLING
from .handover import HANDOVER
from .limits import LIMITS
from .look import LOOK
from .master import MASTER
from .measures import measures
from .options import VeridiaRulings
from .paths import PATHS
from .people import PEOPLE, empty_table, new_table
from .policies import POLICIES
from .recovery import RECOVERY
from .scenarios import SCENARIOS
from .seating import SEATING, give, sit
from .sheet import KIT_PARTS, conceal, secrets, sheet
from .sides import side
from .specialties import spend_resource
from .state import Veridia, called, who_plays
from .traits import TRAITS
from .upkeep import UPKEEP
from .virtues import VIRTUES
from .wrestling import WRESTLING

GAME = Game(
    name="veridia",
    title="Veridia",
    version="1",
    roles=(
        Role(
            "gm",
            "The game master: runs the world and everybody in it whom nobody else plays.",
            master=True,
            fewest=1,
            most=1,
            title="game master",
        ),
        Role("player", "Plays one character or more."),
    ),
    state=Veridia,
    rulings=VeridiaRulings,
    setup=new_table,
    empty=empty_table,
    actions=(
        *CHECKS,
        *COMMON_ACTIONS,
        *HANDLING,
        concurrent,
        *FIGHT_ACTIONS,
        *WRESTLING,
        say_distance,
        *ENCOUNTERS,
        *PEOPLE,
        *HANDOVER,
        *RECOVERY,
        *CREATION,
        *SEATING,
        *ADVANCEMENT,
        leave_to_chance,
        draw_outfit,
        *TRAITS,
        *VIRTUES,
        spend_resource,
        *ASSETS,
        *GOODS,
        *EQUIPMENT,
        *UPKEEP,
        *MASTER,
        *kit_actions("gm", ("player",), parts=KIT_PARTS),
    ),
    sheet=sheet,
    cast=who_plays,
    hand_over=give,
    on_seats_changed=sit,
    names=called,
    conceal=conceal,
    secrets=secrets,
    limits=LIMITS,
    policies=POLICIES,
    scenarios=SCENARIOS,
    measures=measures,
    suggestions=foremost,
    side=side,
    seats=(
        Seat("gm", "gm", "The game master"),
        Seat("ann", "player", "Ann"),
        Seat("bob", "player", "Bob"),
        Seat("cat", "player", "Cat"),
    ),
    theme=LOOK,
    guides=PATHS,
)
