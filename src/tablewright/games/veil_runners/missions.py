"""Sessions, scenes and missions: their beginning, the tokens they begin with, and their end."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cites, tell

from .advancement import PREP_FOCUS
from .focus import FOCUS_START
from .state import VITALITY, WAYFINDER, Member, Mission, Scene, Ship, ended, living, mission_over


@action("role.flow", title="Present the situation", by=WAYFINDER, instant=True, group="Mission")
def present(
    s: Mission, text: Annotated[str, Param("What the crew sees", max=400, examples=("Dead in space, 4 km ahead.",))]
) -> Rule[Mission]:
    """Describe the situation. The players answer by their actions."""
    words = " ".join(text.split())
    if not words:
        raise Refused("Say what the crew sees.")
    yield tell("role.flow", "{text}", text=words)
    return s.but(situation=words)


@action("focus.start", title="Begin a session", by=WAYFINDER, group="Mission")
def begin_session(s: Mission) -> Rule[Mission]:
    """Begin a new session. Crew and ship start without Focus Tokens, but for those prepared for this mission."""
    if s.rulings.session_focus == "kept":
        yield tell("focus.start", "A new session. Focus Tokens are kept at this table.")
        return s
    kept = ", ".join(f"{m.name} {at_session_start(m)}" for m in s.crew if at_session_start(m))
    words = f"all Focus Tokens are gone, but for those prepared: {kept}" if kept else "all Focus Tokens are gone"
    yield tell("focus.start", "A new session: {words}.", words=words)
    crew = tuple(m.but(focus=at_session_start(m)) for m in s.crew)
    return s.but(crew=crew, ship=s.ship.but(focus=FOCUS_START))


@cites("focus.start", "prep.focus")
def at_session_start(m: Member) -> int:
    """The Focus Tokens at the start of a session: those left of the ones prepared for the current mission."""
    return max(FOCUS_START, min(m.focus, m.prepared_focus))


def scenes(s: Mission) -> tuple[FieldOption, ...]:
    return (
        FieldOption("action", "an action scene", "positions begin at Standard again"),
        FieldOption("safe", "a safe moment in it", "healing is possible"),
        FieldOption("downtime", "downtime", "healing is possible, shunts are free"),
    )


@action("shunt.when.downtime", "heal.when", title="Change the scene", by=WAYFINDER, when=mission_over, group="Mission")
def set_scene(
    s: Mission,
    scene: Annotated[Scene, Param("What comes now", among=scenes)],
) -> Rule[Mission]:
    """Change to an action scene, a moment out of danger for healing, or downtime, when shunts are free as well."""
    words = {
        "action": ("role.flow", "The action begins."),
        "safe": ("heal.when", "For the moment the crew is out of danger."),
        "downtime": ("shunt.when.downtime", "Downtime: shunts are free, and wounds can be seen to."),
    }[scene]
    yield tell(*words)
    if scene == "safe":
        return s.but(scene=scene)
    return s.but(scene=scene, rolled="", position="standard", phase="under way" if scene == "action" else s.phase)


def results(s: Mission) -> tuple[FieldOption, ...]:
    return (
        FieldOption("success", "a success", "the crew advances, and the ship may be upgraded"),
        FieldOption("failure", "a failure", "the crew advances all the same"),
    )


@action("adv.ship", "adv.crew", title="End the mission", by=WAYFINDER, when=mission_over, group="Mission")
def end_mission(
    s: Mission,
    result: Annotated[Literal["success", "failure"], Param("Whether it succeeded: the table decides", among=results)],
) -> Rule[Mission]:
    """End a mission that is still under way."""
    yield tell("adv.crew", "The mission ends: {result}. Each crew member may advance.", result=result)
    if result == "success":
        yield tell("adv.ship", "{ship} may be upgraded once.", ship=s.ship.name)
    return ended(s, result).but(ship_upgrades=s.ship_upgrades + (result == "success"))


def still_flying(s: Mission) -> str | None:
    return None if s.phase == "after" else "this mission is not over yet."


@action(
    "ship.tokens.recover",
    "prep.focus",
    title="Begin the next mission",
    by=WAYFINDER,
    when=still_flying,
    group="Mission",
)
def begin_mission(s: Mission) -> Rule[Mission]:
    """Begin the next mission: things are repaired as far as this table does that, and preparations take effect."""
    made_good = {
        "everything": "ship and crew are made good",
        "no tokens": "all is made good but the ship's status tokens",
        "nothing": "nothing has been made good",
    }[s.rulings.recovery]
    yield tell("ship.tokens.recover", "A new mission begins; {how}.", how=made_good)
    s = s.but(
        ship=recovered_ship(s.ship, s.rulings.recovery),
        crew=tuple(prepared(recovered(m, s.rulings.recovery)) for m in living(s)),
        phase="preparing",
        ending="",
        scene="downtime",
        position="standard",
        situation="",
        rolled="",
    )
    left = [clock.title for clock in s.kit.clocks] + [deck.title for deck in s.kit.decks]
    if left:
        words = "Still on the table: {things}. Take away what belongs to the last mission."
        yield tell("ship.tokens.recover", words, audience=(WAYFINDER,), things=", ".join(left))
    return (yield from tell_prep(s))


@cites("ship.tokens.recover")
def recovered_ship(ship: Ship, how: str) -> Ship:
    """The ship with all status tokens and full modules, or as much of that as the table allows."""
    if how == "nothing":
        return ship.but(position=None)
    modules = tuple(m.but(destroyed=False, uses=m.most) for m in ship.modules)
    ship = ship.but(modules=modules, position=None)
    return ship if how == "no tokens" else ship.but(life_support="held", integrity="held", engineering="held")


@cites("ship.tokens.recover", "upgrade.ablative")
def recovered(m: Member, how: str) -> Member:
    """A member with a whole suit and full Vitality, back aboard."""
    if how == "nothing":
        return m
    return m.but(
        vitality=VITALITY,
        life_support=True,
        primary_works=True,
        secondary_works=True,
        armour="Ablative Armour" in m.suit,
        where="aboard",
        hazard="none",
    )


@cites(
    "prep.focus", "prep.focus.over-max", "prep.ingenuity", "prep.foresight", "prep.care", "prep.willpower", "prep.dread"
)
def prepared(m: Member) -> Member:
    """A member with their preparations in effect. An entry rolled twice counts twice, Focus even above its cap."""
    times = {entry: m.prep.count(entry) for entry in range(1, 7)}
    return m.but(
        focus=max(m.focus, PREP_FOCUS * times[1]),
        prepared_focus=PREP_FOCUS * times[1],
        ingenuity=times[2],
        foresight=times[3],
        care=times[4],
        willpower=times[5],
        dread=times[6],
        prep=(),
    )


@cites("prep.focus")
def tell_prep(s: Mission) -> Rule[Mission]:
    """Tell who begins with Focus Tokens."""
    holders = ", ".join(f"{m.name} {m.focus}" for m in s.crew if m.focus)
    if holders:
        yield tell("prep.focus", "Focus Tokens at the start: {holders}.", holders=holders)
    return s
