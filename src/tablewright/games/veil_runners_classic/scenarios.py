"""Lab scenarios: a system's slow death, the hits a hull survives, and a passage through the Veil."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, Param, Refused, Rule, Scenario, State, cite, roll, rule
from tablewright.rules.kit import Kit

from .action_shunt import return_dice, ways_back
from .consequence import tell_consequence
from .options import ClassicRulings
from .policies import POLICIES, Outlook
from .ready_made import new_run
from .remapping_dice import emergency_shunt
from .rolling_dice import Result
from .rolls import overload, personal_roll, systems_answer, systems_roll
from .state import CREW, Run, able, dice_in_hand, over, with_dice
from .systems import SYSTEM_DICE, SYSTEMS, DiceMap, System, has_room, placements
from .taking_damage import take_damage

Dice = Annotated[int, Param("Dice in the system", min=1, max=SYSTEM_DICE)]
Personal = Annotated[int, Param("Personal dice", min=0, max=6)]
Levels = Annotated[int, Param("Levels of proficiency", min=0, max=3)]
Rating = Annotated[int, Param("Difficulty rating", min=1, max=6)]
Times = Annotated[int, Param("How many rolls", min=1, max=60)]


def lab_run(rulings: ClassicRulings, personal: int, integrity: bool = True, engineering: bool = True) -> Run:
    """The ready-made ship under pressure, without notes or decks, and one pilot."""
    s = new_run(rulings).but(kit=Kit(), downtime=False)
    pilot = s.crew[0].but(dice=personal)
    return s.but(crew=(pilot,), ship=s.ship.but(integrity=integrity, engineering=engineering))


def going_on(s: Run) -> Run:
    """The table's own ship and crew, as a start."""
    acting = tuple(member for member in s.crew if able(s, member.id))
    if over(s) or s.aftermath or not acting:
        raise Refused("There is nothing to go on from: it is over, a roll is not done with, or nobody can act.")
    return s.but(kit=Kit(), offers=(), crew=acting)


class Leg(State, frozen=True):
    """A ship under way: the next need, its rating, and the rolls still to come.

    The lab sets the rulings, in place of those the run began with.
    """

    rulings: ClassicRulings
    run: Run
    need: System
    rating: int
    levels: int
    left: int

    @property
    def now(self) -> Run:
        """The run under the lab's rulings, with a wayfinder who agrees to every factor."""
        return self.run.but(rulings=self.rulings.but(agreement="player"))


def rolled(s: Run, leg: Leg) -> Rule[Run]:
    """Roll the system with the first of the crew and so many factors, or roll personal dice if no system answers."""
    factors = tuple(f"factor {n + 1}" for n in range(leg.levels))
    s, who = s.but(rating=leg.rating), s.crew[0].id
    if not systems_answer(s):
        return (yield from personal_roll(s, who, other=factors))
    return (yield from systems_roll(s, who, leg.need, other=factors))


def returned(s: Run, home: System, need: System | None) -> Rule[Run]:
    """Return the dice in hand, if any, with or without knowledge of the next need."""
    if not dice_in_hand(s):
        return s
    cites = "shunt.reactive" if need else "shunt.standard"
    about = Outlook(s.ship.dice, need)
    back = yield from Choose(
        CREW, "Where do the dice go?", ways_back(s, home), (), DiceMap.words, cites=cites, about=about
    )
    return (yield from return_dice(s, back.telemetry, back.engines, back.shields))


# A system's slow death


def start_strain(
    rulings: ClassicRulings,
    dice: Dice = 3,
    personal: Personal = 3,
    levels: Levels = 1,
    rating: Rating = 2,
    rolls: Times = 20,
) -> Leg:
    s = lab_run(rulings, personal, engineering=False)
    return Leg(s.rulings, with_dice(s, DiceMap(engines=dice)), "engines", rating, levels, rolls)


def strain_from(s: Run) -> Leg:
    s = going_on(s)
    strongest = max(SYSTEMS, key=s.ship.dice.of)
    return Leg(s.rulings, s.but(ship=s.ship.but(engineering=False)), strongest, s.rating or 2, 1, 20)


@rule("shunt.fault", "shunt.fault.damage")
def strain(leg: Leg) -> Rule[Leg]:
    """Make the same desperate roll once more. Dice go back to the system they came from, if there is room."""
    s = yield from rolled(leg.now, leg)
    if dice_in_hand(s):
        back = max(ways_back(s, leg.need), key=lambda way: way.of(leg.need))
        s = yield from return_dice(s, back.telemetry, back.engines, back.shields)
    return leg.but(run=s.but(aftermath=None), left=leg.left - 1)


def strain_ends(leg: Leg) -> str | None:
    if leg.run.ship.destroyed:
        return "the ship is destroyed"
    if not leg.run.ship.dice.of(leg.need):
        return "the system is dead"
    return "the system holds" if not leg.left else None


# Hits a hull survives


def start_hits(
    rulings: ClassicRulings,
    integrity: Annotated[bool, Param("Is the integrity token there?")] = True,
    engineering: Annotated[bool, Param("Is the engineering token there?")] = True,
) -> Run:
    return lab_run(rulings, 3, integrity, engineering)


# A passage through the Veil


def start_passage(
    rulings: ClassicRulings,
    hazards: Annotated[int, Param("Hazards on the way", min=1, max=12)] = 4,
    personal: Personal = 2,
    levels: Levels = 2,
    rating: Rating = 2,
    engineering: Annotated[bool, Param("Is the engineering token there?")] = True,
) -> Leg:
    s = lab_run(rulings, personal, engineering=engineering)
    return Leg(s.rulings, s, "engines", rating, levels, hazards)


def passage_from(s: Run) -> Leg:
    return Leg(s.rulings, going_on(s), "engines", s.rating or 2, 2, 4)


#: The system the next hazard asks for, by a die.
NEEDS: tuple[System, ...] = cite("systems.names", tuple(system for system in SYSTEMS for _ in range(2)))


@rule("systems.names")
def next_need() -> Rule[System]:
    (die,) = yield from roll(1, why="What the Veil asks for next")
    return NEEDS[die - 1]


@rule("shunt.table", "remap.emergency", "engineering.success")
def hazard(leg: Leg) -> Rule[Leg]:
    """Face one hazard: a roll of the system it asks for, dice back by the shunt, and damage after a failure.

    After a reactive shunt the crew knows the next hazard when it returns its dice, after a standard one it doesn't.
    """
    s = yield from faced(leg.now, leg)
    if s.aftermath and s.aftermath.shunt == "standard":
        s = yield from returned(s, leg.need, None)
    coming = yield from next_need()
    if not over(s):
        s = yield from tell_consequence(s, "", ("damage",) if harmed(s) else ())
        s = yield from returned(s, leg.need, coming)
    return leg.but(run=s.but(aftermath=None), need=coming, left=leg.left - 1)


def faced(s: Run, leg: Leg) -> Rule[Run]:
    """Spend engineering to bring dice to the system or to buy the success, or roll."""
    about = Outlook(s.ship.dice, leg.need)
    heap = heaped(s, leg.need)
    if s.ship.engineering and heap.of(leg.need) > s.ship.dice.of(leg.need):
        question = "Emergency shunt: every die there?"
        if (yield from Choose(CREW, question, (False, True), (0, 1), cites="remap.emergency", about=about)):
            s = yield from emergency_shunt(s, heap.telemetry, heap.engines, heap.shields)
    if not s.ship.engineering or s.rulings.overload == "after the roll":
        return (yield from rolled(s, leg))
    if (yield from Choose(CREW, "Overload?", (False, True), (0, 1), cites="engineering.success", about=about)):
        return (yield from overload(s, s.crew[0].id, leg.need))
    return (yield from rolled(s, leg))


def heaped(s: Run, need: System) -> DiceMap:
    """The mapping with as many dice as the house allows in the system that is needed."""
    legal = (dice for dice in placements(s.ship.dice.total) if has_room(dice, s.rulings.most_in_system))
    return max(legal, key=lambda dice: dice.of(need))


def harmed(s: Run) -> bool:
    """True if the consequence is damage: after a failure, unless the house has damaged the ship for it already."""
    after = s.aftermath
    if after is None or after.result is not Result.FAILURE:
        return False
    return s.rulings.failed_systems == "as told" or after.shunt is None


def passage_ends(leg: Leg) -> str | None:
    if leg.run.ship.destroyed:
        return "the ship is destroyed"
    return "through" if not leg.left else None


def ship_left(s: Run) -> dict[str, float]:
    ship = s.ship
    return {
        "system dice": ship.dice.total,
        "modules": sum(not module.destroyed for module in ship.modules),
        "integrity": ship.integrity,
        "engineering": ship.engineering,
    }


SCENARIOS = (
    Scenario(
        name="slow-death",
        title="A system's slow death",
        doc="Without engineering, one system is rolled again and again: how long until faults have eaten its dice?",
        start=start_strain,
        step=strain,
        ending=strain_ends,
        policies=POLICIES,
        count=lambda leg: ship_left(leg.run),
        value=lambda leg: float(leg.run.ship.dice.of(leg.need)),
        from_table=strain_from,
        cites="shunt.fault",
    ),
    Scenario(
        name="hull",
        title="What a hull can take",
        doc="Hit after hit until the ship is destroyed. Its length is the number of hits.",
        start=start_hits,
        step=take_damage,
        ending=lambda s: "the ship is destroyed" if s.ship.destroyed else None,
        policies=POLICIES,
        from_table=going_on,
        cites="damage.crash.ship",
    ),
    Scenario(
        name="passage",
        title="A passage through the Veil",
        doc="Hazards that ask for one system after another. A failure damages the ship; shunts move its dice.",
        start=start_passage,
        step=hazard,
        ending=passage_ends,
        policies=POLICIES,
        count=lambda leg: ship_left(leg.run),
        value=lambda leg: float(not leg.run.ship.destroyed),
        between=(0.0, 1.0),
        from_table=passage_from,
        cites="shunt.table",
    ),
)
