"""Movement: distances in Moves, obstacles, passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cite, cites, tell

from . import picks
from .advantage import Edge, burden, edge_of, one_die
from .attacks import enemy_attack
from .dice_checks import dc_roll, outcome_of
from .encounters import no_move_left, spend
from .hit_track import wears
from .people import Enemy, Seeker, Way
from .places import FARTHEST, insight_into
from .pocket_roll import after_roll, use_of
from .slip_checks import slip_check
from .state import Ground, Veil

PASS_DC = cite("obst.pass", 10)


@cites("obst.pass")
def barring(s: Veil, seeker: Seeker, way: Way) -> tuple[Enemy, ...]:
    """The enemies beside a Seeker who bar the way on and have not been passed yet. The way back is never barred."""
    if way != seeker.facing:
        return ()
    return tuple(
        foe for foe in s.foes if foe.at == seeker.at and foe.bars and not foe.asleep and foe.id not in seeker.past
    )


@cites("obst.advantage", "obst.disadvantage", "adv.cancel")
def passing_edge(s: Veil, seeker: Seeker, blockers: tuple[Enemy, ...]) -> Edge:
    """Advantage past the busy. Disadvantage past several or through a tight gap."""
    pros = ["they are busy"] if all(foe.busy for foe in blockers) else []
    pros += [insight for foe in blockers for insight in insight_into(s, foe)]
    cons = ["several in the way"] if len(blockers) > 1 else []
    cons += ["a narrow gap"] if seeker.at in s.ground.narrow else []
    return edge_of(s, seeker, "dexterity", pros, cons)


@cites("obst.pass", "obst.fail")
def slip_past(s: Veil, seeker: Seeker, blockers: tuple[Enemy, ...]) -> Rule[tuple[Veil, bool]]:
    """Roll DC 10 Dexterity as part of the Move. On a failure one enemy, picked by the Guide, makes a free attack."""
    edge = passing_edge(s, seeker, blockers)
    use = use_of(s, seeker, "dexterity", (PASS_DC,))
    checked = yield from dc_roll(seeker.id, edge, use, PASS_DC, "Passing")
    seeker, passed = after_roll(seeker, checked, "dexterity"), checked.success
    yield outcome_of(seeker, "dexterity", passed, "obst.pass")
    s = s.having(seeker)
    if passed:
        yield tell("obst.pass", "{who} gets past.", who=seeker.name)
        return s, True
    yield tell("obst.fail", "{who} does not get past: a free attack.", who=seeker.name)
    striker = blockers[0].id
    if len(blockers) > 1:
        names = {foe.id: foe.name for foe in blockers}
        question = "Who makes the free attack?"
        striker = yield from Choose(tuple(names), question, tuple(names), label=names.__getitem__, cites="obst.fail")
    s = yield from enemy_attack(s, s.enemy(striker), seeker.id)
    through = s.rulings.failed_pass == "gets through" and s.seeker(seeker.id).alive
    return s, through


@cites("gear.cloak")
def cloak(s: Veil, who: str) -> Rule[Veil]:
    """Reroll the Pocket with a Move, if the Seeker wears a Cloak and wants to. The new number stands."""
    seeker = s.seeker(who)
    if not wears(seeker, "cloak"):
        return s
    question = "Cloak: reroll the Pocket?"
    if not (yield from Choose(who, question, (False, True), cites="gear.cloak", about=seeker.pocket)):
        return s
    pocket = yield from one_die(who, burden(s, seeker), "Cloak")
    yield tell("gear.cloak", "The cloak swirls: Pocket {n}.", n=pocket)
    return s.having(seeker.but(pocket=pocket))


@cites("carry.ally")
def carried_along(s: Veil, who: str) -> Veil:
    """Move a carried ally to the carrier's place."""
    seeker = s.seeker(who)
    return s.having(s.seeker(seeker.carries).but(at=seeker.at, past=())) if seeker.carries else s


@cites("obst.hinder")
def in_the_way(s: Veil, seeker: Seeker) -> tuple[str, ...]:
    """Names of the Seekers on their feet who hinder a newcomer at a crowded place."""
    if seeker.at not in s.ground.crowded:
        return ()
    return tuple(x.name for x in s.living if x.at == seeker.at and x.id not in (seeker.id, seeker.carries))


@cites("move.measure", "obst.bypass", "obst.hinder")
def seeker_move(s: Veil, who: str, way: Way, passing: Literal["roll", "room"]) -> Rule[Veil]:
    """Move a Seeker by one Move, ahead or back, past enemies who bar the way."""
    seeker = spend(s, s.seeker(who), moves=1)
    to = seeker.at + (1 if way == "ahead" else -1)
    if abs(to) > FARTHEST:
        raise Refused(f"There is nothing further {way}. The other way is open.")
    blockers = barring(s, seeker, way)
    if blockers and passing == "room":
        if seeker.at not in s.ground.roomy:
            raise Refused("There is not enough room to walk around them here: roll to pass, or ask the Guide for room.")
        names = ", ".join(foe.name for foe in blockers)
        yield tell("obst.bypass", "{who} walks around {names}, just beyond.", who=seeker.name, names=names)
        passed = (*seeker.past, *(foe.id for foe in blockers))
        return (yield from cloak(s.having(seeker.but(past=passed)), who))
    s = s.having(seeker)
    if blockers:
        s, through = yield from slip_past(s, seeker, blockers)
        if not through:
            return s
    yield tell("move.measure", "{who} moves {way}.", who=seeker.name, way=way)
    s = carried_along(s.having(s.seeker(who).but(at=to, facing=way, past=())), who)
    friends = in_the_way(s, s.seeker(who))
    if to in s.ground.rough or friends:
        words = "{names} {is_are} in the way." if friends else "The ground is difficult."
        yield tell("obst.hinder", words, names=" and ".join(friends), is_are="is" if len(friends) == 1 else "are")
        s = yield from slip_check(s, s.seeker(who))
    return (yield from cloak(s, who))


def ways(s: Veil, given: picks.Given) -> Iterator[FieldOption]:
    """The ways ahead and back, with the creatures there and the enemies to pass."""
    one = picks.the(s, given)
    for way, step in (("ahead", 1), ("back", -1)):
        if one is None:
            yield FieldOption(way)
            continue
        barred = barring(s, one, way)  # type: ignore[arg-type]
        past = f"past {', '.join(foe.name for foe in barred)}, DC {PASS_DC} Dexterity; " if barred else ""
        yield FieldOption(way, note=f"{past}there: {picks.who_is_where(s, one.at + step)}")


def has_room(s: Veil, given: picks.Given) -> bool:
    """True if an enemy bars the way where there is room to walk around it."""
    one = picks.the(s, given)
    return one is not None and one.at in s.ground.roomy and bool(barring(s, one, given.get("way", "ahead")))


@action("move.measure", "obst.pass", "obst.bypass", title="Move", by="seeker", when=no_move_left, group="Movement")
def move(
    s: Veil,
    who: Annotated[str, Param("Which Seeker", among=picks.moving, mine=True, label="Seeker")],
    way: Annotated[Way, Param("Ahead or back", among=ways, main=True)] = "ahead",
    passing: Annotated[
        Literal["roll", "room"],
        Param("Past an enemy in the way: by a roll, or by a Move where there is room", main=True, applies=has_room),
    ] = "roll",
) -> Rule[Veil]:
    """Spend a Move to travel one Move's distance."""
    return (yield from seeker_move(s, who, way, passing))


def somewhere(what: str, label: str) -> Param:
    return Param(f"{what}: places by their number", min=-FARTHEST, max=FARTHEST, label=label, main=True)


@action("obst.hinder", "obst.disadvantage", "obst.bypass", title="Describe the ground", by="guide", group="Movement")
def describe_ground(
    s: Veil,
    rough: Annotated[tuple[int, ...], somewhere("Who comes there makes a Slip Check", "difficult ground at")] = (),
    narrow: Annotated[tuple[int, ...], somewhere("Passing an enemy there is at Disadvantage", "narrow at")] = (),
    roomy: Annotated[tuple[int, ...], somewhere("A Move leads around an enemy there", "room to go around at")] = (),
    crowded: Annotated[
        tuple[int, ...], somewhere("Who comes to where a friend stands makes a Slip Check", "friends hinder at")
    ] = (),
) -> Rule[Veil]:
    """Describe where moving is hampered, where the gap is tight, and where there is room to go around.

    Describe the whole ground at once: places left out are simple again.
    """
    told = (("rough", rough), ("narrow", narrow), ("roomy", roomy), ("crowded", crowded))
    parts = "; ".join(f"{name}: {', '.join(map(str, places))}" for name, places in told if places)
    yield tell("obst.hinder", "The ground: {parts}.", parts=parts or "nothing in the way")
    return s.but(ground=Ground(*(tuple(sorted(set(places))) for _, places in told)))


ACTIONS = (move, describe_ground)
