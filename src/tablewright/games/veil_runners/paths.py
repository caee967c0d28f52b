"""Guides through actions with an order: signing on, fitting out a ship, growing, and from one mission to the next."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Guide, GuideStep, Viewer, cites
from tablewright.rules.widgets import Offer

from .advancement import advancing_ids, mission_prep, name_field, prep_words, upgrade, upgrade_ship
from .content import CREWS
from .missions import begin_mission, end_mission
from .setting_up import UNNAMED_SHIP, fit_module, make_ship, take_ship, yard_closed
from .signing_on import bring_crew, played_by
from .state import Member, Mission, living, member

# signing on


@cites("role.crew")
def without_crew(s: Mission, eyes: Viewer) -> Iterator[str]:
    """Open to a player without a crew member."""
    if not eyes.master and played_by(s, eyes.id) is None:
        yield ""


@cites("crew.sheet.systems")
def ready_crew(s: Mission, _: str) -> Iterator[Offer]:
    """The ready-made crew who are not aboard, each with their tools."""
    aboard = {m.name for m in s.crew}
    for m in CREWS:
        if m.name not in aboard:
            title = f"{m.name}, with {m.primary.name} and {m.secondary.name}"
            yield Offer("bring_crew", {"name": m.name}, title)


CREATION = Guide(
    "creation",
    "Sign on",
    "A crew member of one's own: a name and two tools.",
    (
        GuideStep(
            "Sign on",
            "Three Vitality, a primary tool worth two dice and a secondary worth one.",
            (bring_crew,),
            lambda _, of: bool(of),
        ),
    ),
    without_crew,
    ready=ready_crew,
)


# the ship


@cites("module.slots", "core.dice")
def unbuilt(s: Mission, _: Viewer) -> Iterator[str]:
    """Open to everyone before the first flight, while the ship has no name or a slot is empty."""
    fresh = s.phase == "preparing" and yard_closed(s) is None
    if fresh and (s.ship.name == UNNAMED_SHIP or empty(s)):
        yield ""


def empty(s: Mission) -> list[str]:
    return [m.id for m in s.ship.modules if m.kind == "empty"]


def fitted(s: Mission) -> str:
    return ", ".join(m.name for m in s.ship.modules if m.kind != "empty")


SHIP = Guide(
    "ship",
    "Fit out the ship",
    "One ship for all of the crew: four CORE dice and four modules.",
    (
        GuideStep(
            "Name and dice",
            "What it is called, and where its four CORE dice lie.",
            (make_ship,),
            lambda s, _: s.ship.name != UNNAMED_SHIP,
            lambda s, _: s.ship.name if s.ship.name != UNNAMED_SHIP else "",
            chance=(make_ship,),
            optional=True,
        ),
        GuideStep(
            "Modules",
            "One in each of the four slots, from the book or your own.",
            (fit_module,),
            lambda s, _: not empty(s),
            lambda s, _: fitted(s),
            lambda s, _: f"{len(empty(s))} to fit" if empty(s) else "",
            lambda s, _: [Offer("fit_module", {"slot": slot}) for slot in empty(s)[:1]],
        ),
    ),
    unbuilt,
    ready=lambda _s, _: (Offer(take_ship.name),),
)


# growing


def nameless(m: Member) -> bool:
    return "Expert" in m.qualities and not m.expertise


@cites("adv.crew", "adv.ship")
def after_mission(s: Mission, eyes: Viewer) -> Iterator[str]:
    """The living crew of this viewer, after a mission, while there is something to gain."""
    for m in living(s) if s.phase == "after" else ():
        if m.id in eyes.plays and (not m.advanced or nameless(m) or s.ship_upgrades):
            yield m.id


def gained(s: Mission, of: str) -> str:
    m = member(s, of)
    if not m.advanced:
        return ""
    return prep_words(m.prep) if m.prep else ", ".join((*m.qualities, *m.suit))


GROWTH = Guide(
    "growth",
    "Grow after the mission",
    "Each of the crew once, and the ship after a success.",
    (
        GuideStep(
            "Upgrade or prepare",
            "A quality or suit upgrade for good, or something for the next mission.",
            (upgrade, mission_prep),
            lambda s, of: member(s, of).advanced,
            gained,
            chance=(upgrade, mission_prep),
            optional=True,
        ),
        GuideStep(
            "Field",
            "An Expert says in what.",
            (name_field,),
            lambda s, of: not nameless(member(s, of)),
            lambda s, of: member(s, of).expertise,
            chance=(name_field,),
            optional=True,
        ),
        GuideStep(
            "The ship",
            "After a success one module takes the place of another, as the table agrees.",
            (upgrade_ship,),
            lambda s, _: not s.ship_upgrades,
            optional=True,
        ),
    ),
    after_mission,
)


# from mission to mission


def to_end(s: Mission, eyes: Viewer) -> Iterator[str]:
    """Open to the wayfinder from the start of a mission until the next one is prepared."""
    if eyes.master and s.phase != "preparing":
        yield ""


def unplayed_grow(s: Mission, _: str) -> Iterator[Offer]:
    """The first member without a player who is still to advance."""
    left = [m for m in living(s) if not m.advanced and not m.player]
    for m in left[:1]:
        yield Offer("upgrade", {"who": m.id}, f"{m.name}: upgrade")
        yield Offer("mission_prep", {"who": m.id}, f"{m.name}: mission prep")


SESSION = Guide(
    "session",
    "End the mission",
    "What came of it, what everybody gains, and on to the next.",
    (
        GuideStep(
            "How it went",
            "The table decides whether it succeeded.",
            (end_mission,),
            lambda s, _: s.phase == "after",
            lambda s, _: s.ending,
        ),
        GuideStep(
            "The crew grows",
            "Each of them once; those nobody plays are yours.",
            (upgrade, mission_prep),
            lambda s, _: not advancing_ids(s),
            left=lambda s, _: f"{len(advancing_ids(s))} to go",
            offers=unplayed_grow,
            optional=True,
        ),
        GuideStep(
            "The ship grows", "After a success.", (upgrade_ship,), lambda s, _: not s.ship_upgrades, optional=True
        ),
        GuideStep(
            "The next mission",
            "Ship and crew are made good, and what was prepared takes effect.",
            (begin_mission,),
            lambda s, _: s.phase == "preparing",
        ),
    ),
    to_end,
    by_chance=False,
)

PATHS = (CREATION, SHIP, GROWTH, SESSION)
