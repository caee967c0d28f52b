"""A ship, a crew and a job, so that a group can start at once. The sample character is the book's, the rest is ours."""

from __future__ import annotations

from tablewright.rules import cite, cites
from tablewright.rules.kit import Chart, Kit, Note

from .options import ClassicRulings
from .state import WAYFINDER, Member, Module, Run, Ship
from .systems import DiceMap
from .tokens import at_start

#: Name, background, skill and flaw, and the seat of the player.
LARS: tuple[str, str, str, str] = cite(
    "character.example",
    (
        "Lars of the Stars",
        "donut shop worker, kidnapped from home, adrift in far space",
        "people trust and respect him",
        "facing his self-doubt makes him spiral",
    ),
)
SABLE = (
    "Sable Okonkwo",
    "twelve years a tug pilot in the breakers' yards",
    "feels through the hull what a ship is about to do",
    "cannot leave a wreck unlooted",
)
PIKE = (
    "Pike",
    "stowaway who learned engines by living behind one",
    "mends anything with the wrong part",
    "freezes when shouted at",
)

MODULES = (
    Module("1", "long ear", "A dish on a boom that hears through noise nobody else can."),
    Module("2", "cargo winch", "Eighty metres of cable and a hook that has never let go."),
    Module("3", "sick bay", "Two bunks, one surgeon's arm, a drawer that does not open."),
    Module("4", "decoy rack", "Six drones that look, for a minute, exactly like the ship."),
)

JOB = Note(
    "the-job",
    "The job",
    "A survey boat went silent two days inside the Veil. Find it, bring back its core, and be home before the "
    "insurers are. Half the fee is aboard already; it is why there are supplies at all.",
    "handout",
)
TRUTH = Note(
    "what-happened",
    "What happened to the survey boat",
    "Its crew is alive and wants to stay hidden: the core proves that the insurers lost the boat on purpose.",
    "note",
    (WAYFINDER,),
    WAYFINDER,
)
TROUBLE = Chart(
    "trouble",
    "Trouble in the Veil",
    (
        "A shoal of hull plates, tumbling, all at different speeds.",
        "The stars ahead are yesterday's: Telemetry sees where things were.",
        "Something large breathes on the Shields.",
        "A beacon calls in the voice of somebody aboard.",
        "The Engines push against nothing, then against too much.",
        "Another ship, lights out, keeping station behind.",
    ),
    (WAYFINDER,),
)


def new_ship(name: str) -> Ship:
    """A ship with dice two, two and one, four modules in working order, and both its tokens."""
    return Ship(name, DiceMap(2, 2, 1), MODULES)


@cites("personal.number", "grit")
def ready_crew(rulings: ClassicRulings) -> tuple[Member, ...]:
    parts = (("lars", "ann", LARS), ("sable", "bob", SABLE), ("pike", "cyd", PIKE))
    dice, grit = rulings.personal_dice, rulings.grit_at_start
    return tuple(
        Member(id, name, player, background, skill, flaw, dice, grit)
        for id, player, (name, background, skill, flaw) in parts
    )


def new_run(rulings: ClassicRulings) -> Run:
    """A ship, three of a crew, and a job."""
    kit = Kit(charts=(TROUBLE,), notes=(JOB, TRUTH))
    return at_start(Run(rulings, new_ship("Night Shift"), ready_crew(rulings), kit=kit))
