"""Lab scenarios: a ship under fire, a member taking hits, a mission of several obstacles."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, Scenario, rule
from tablewright.rules.kit import Clock, is_full

from .clocks import add_clock
from .content import CREWS
from .crew_damage import can_act, lost_systems, suffer
from .crew_roll import crew_roll
from .options import VeilRulings
from .policies import POLICIES
from .setting_up import new_mission
from .ship_damage import ship_damage
from .state import Member, Mission, Position, living, with_ship

GOAL, DOOM = "goal", "doom"


def under_fire_start(
    rulings: VeilRulings,
    integrity: Annotated[bool, Param("The ship has Integrity")] = True,
    working: Annotated[int, Param("Modules that work", min=0, max=4)] = 4,
) -> Mission:
    s = new_mission(rulings)
    modules = tuple(m.but(destroyed=int(m.id) > working) for m in s.ship.modules)
    return with_ship(s, modules=modules, integrity="held" if integrity else "lost")


@rule("ship.damage.odds")
def one_hit(s: Mission) -> Rule[Mission]:
    return (yield from ship_damage(s))


def hits_start(
    rulings: VeilRulings,
    armour: Annotated[bool, Param("Ablative Armour")] = False,
    plating: Annotated[bool, Param("Adaptive Plating")] = False,
    focus: Annotated[int, Param("Focus Tokens", min=0, max=3)] = 0,
) -> Mission:
    suit = (("Ablative Armour",) if armour else ()) + (("Adaptive Plating",) if plating else ())
    first = CREWS[0].but(suit=suit, armour=armour, focus=focus)
    return new_mission(rulings).but(crew=(first,))


@rule("crew.damage.odds")
def one_wound(s: Mission) -> Rule[Mission]:
    return (yield from suffer(s, s.crew[0].id))


def ending_of(s: Mission) -> str | None:
    return s.ending or None


def mission_start(
    rulings: VeilRulings,
    crew: Annotated[int, Param("Crew members", min=3, max=6)] = 3,
    obstacles: Annotated[int, Param("Sections of the push clock", min=2, max=12)] = 6,
    doom: Annotated[int, Param("Sections of the catastrophe clock", min=2, max=12)] = 6,
    position: Annotated[Position, Param("The position of every roll")] = "risky",
    focus: Annotated[int, Param("Focus Tokens each", min=0, max=3)] = 0,
) -> Mission:
    s = new_mission(rulings)
    s = s.but(
        crew=tuple(m.but(focus=focus) for m in CREWS[:crew]), position=position, scene="action", phase="under way"
    )
    s = add_clock(s, Clock(GOAL, "The way through", obstacles, "push"))
    return add_clock(s, Clock(DOOM, "What hunts them", doom, "catastrophe"))


@rule("clocks.push.when", "clocks.cat.when")
def next_obstacle(s: Mission) -> Rule[Mission]:
    """Let the fittest member take on the next obstacle. Every other obstacle suits their primary tool, if it works."""
    acting = max((m for m in living(s) if can_act(m)), key=fitness)
    goals = [clock for clock in s.kit.clocks if clock.kind == "push"]
    suits = acting.primary_works and goals[0].filled % 2 == 0
    ids = tuple(goal.id for goal in goals)
    return (yield from crew_roll(s, acting.id, ("primary",) if suits else (), clocks=ids)).but(rolled="")


def fitness(m: Member) -> tuple[int, int, int]:
    return (m.vitality + 2 * m.primary_works, m.focus, -len(lost_systems(m)))


def mission_ending(s: Mission) -> str | None:
    if s.ending:
        return s.ending
    full = {clock.kind for clock in s.kit.clocks if is_full(clock)}
    return "catastrophe" if "catastrophe" in full else "success" if "push" in full else None


def from_here(s: Mission) -> Mission:
    if s.phase == "after":
        raise Refused("The mission is over: there is nothing to go on from.")
    return s


def mission_from_here(s: Mission) -> Mission:
    """The table's own crew against the running push clock, without everything else on the table."""
    clocks = tuple(c for c in s.kit.clocks if c.kind in ("push", "catastrophe") and not is_full(c))
    if not any(c.kind == "push" for c in clocks) or not any(can_act(m) for m in s.crew):
        raise Refused("A push clock must be running, and somebody must be able to act.")
    return from_here(s).but(kit=s.kit.but(clocks=clocks, decks=(), charts=(), notes=()), situation="", station=None)


def crew_left(s: Mission) -> dict[str, float]:
    up = [m for m in living(s) if not m.down]
    return {"standing": len(up), "vitality": sum(m.vitality for m in up), "focus": sum(m.focus for m in up)}


def wounded(s: Mission) -> Mission:
    """The first member of the table's crew who stands, alone."""
    standing = [m for m in living(from_here(s)) if not m.down]
    if not standing:
        raise Refused("Nobody is standing.")
    return s.but(crew=(standing[0],))


SCENARIOS = (
    Scenario(
        name="under-fire",
        title="A ship under fire",
        doc="The ship takes one damage after the other until it is Wrecked. Nobody repairs anything.",
        start=under_fire_start,
        step=one_hit,
        ending=ending_of,
        policies=POLICIES,
        count=lambda s: {"modules left": sum(not m.destroyed for m in s.ship.modules)},
        from_table=from_here,
        cites="ship.damage.odds",
    ),
    Scenario(
        name="taking-hits",
        title="Taking hits",
        doc="One crew member takes one damage after the other until Down and Out.",
        start=hits_start,
        step=one_wound,
        ending=ending_of,
        policies=POLICIES,
        count=lambda s: {"focus": s.crew[0].focus},
        from_table=wounded,
        cites="crew.damage.odds",
    ),
    Scenario(
        name="mission",
        title="A mission",
        doc="The crew pushes a clock towards its goal, roll by roll, while a catastrophe clock follows every trouble.",
        start=mission_start,
        step=next_obstacle,
        ending=mission_ending,
        policies=POLICIES,
        count=crew_left,
        value=lambda s: float(mission_ending(s) == "success"),
        standing=lambda s: [m.name for m in living(s) if not m.down],
        between=(0.0, 1.0),
        from_table=mission_from_here,
        cites="clocks.push.when",
    ),
)
