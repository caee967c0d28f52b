"""Group rolls: everyone rolls for themselves, and one result holds for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from tablewright.kernel import Param, Refused, Rule, State, Together, action, cites, rule, tell

from .clocks import Named, clocks_follow
from .crew_roll import crew_follows
from .focus import crew_pays, ship_pays
from .instead import instead, way_of, ways_without_rolling
from .pools import Pool, ToolSlot, check_tools, crew_pool, ship_pool
from .positions import crew_forced, in_force, ship_forced
from .rolling import Exploring, able, able_ids, called, outcome, recklessness
from .rolls import RESULT_WORDS, Priced, pool_roll
from .ship_roll import check_modules, check_token, instead_of_ship_roll, ship_follows
from .shunts import roll_done
from .state import (
    CREW,
    SHIP,
    Core,
    Mission,
    Position,
    Result,
    Slot,
    member,
    mission_over,
    with_member,
    with_ship,
)

FEWEST, MOST = 2, 6


@cites("group.cancel", "group.success.fiasco", "group.success.clean", "group.otherwise", "group.combinations")
def combined(results: Iterable[Result], keep_critical: bool = False) -> Result:
    """Fiascos cancel Criticals one for one into Successes; then the rest is compared, in the book's order."""
    left = Counter(results)
    pairs = min(left[Result.CRITICAL], left[Result.FIASCO])
    left.update({Result.SUCCESS: pairs, Result.CRITICAL: -pairs, Result.FIASCO: -pairs})
    if keep_critical and left[Result.CRITICAL]:
        return Result.CRITICAL
    if left[Result.SUCCESS]:
        return Result.DRAWBACK if left[Result.FIASCO] else Result.SUCCESS
    return max(result for result, n in left.items() if n)


class Roller(State, frozen=True):
    """What a participant brings: their name, who answers for them, how many dice, how many tokens.

    Whoever does something instead of rolling is `sure` of a result; the Reckless are hurt for it afterwards.
    """

    name: str
    by: str
    dice: int
    focus: int
    forceful: bool = False
    sure: Result | None = None
    reckless: bool = False


Rolled = tuple[tuple[Result, ...], tuple[int, ...]]


@rule("group.equal", "group.focus", "group.prob")
def group_rolls(rollers: tuple[Roller, ...]) -> Rule[Rolled]:
    """All roll at once and spend in any order: their results, lowest first, and what each paid in their own order.

    The first and the others are asked together, and the others among themselves alike: so results that differ only
    in who had them are counted once.
    """
    first, *rest = rollers
    if not rest:
        own, spent = yield from own_roll(first)
        return (own,), (spent,)
    (own, spent), (others, paid) = yield from Together((own_roll(first), group_rolls(tuple(rest))))
    return tuple(sorted((own, *others))), (spent, *paid)


@rule("group.focus")
def own_roll(roller: Roller) -> Rule[Priced]:
    """A participant's own result and what it cost."""
    if roller.sure is not None:
        own: Priced = (roller.sure, 0)
    else:
        own = yield from pool_roll(roller.by, roller.dice, roller.focus, roller.forceful)
    yield tell("group.focus", "{name}: {result}.", name=roller.name, result=RESULT_WORDS[own[0]])
    return own


Some = tuple[str, ...]
ShipWay = Literal["roll", "integrity", "engineering"]


@action("group.equal", "group.focus", title="Group roll", by=CREW, when=mission_over, group="Rolls")
def group_roll(
    s: Mission,
    who: Annotated[Some, Param("The crew who take part", among=able_ids)],
    primary: Annotated[Some, Param("Whose primary tool fits", among=able_ids)] = (),
    secondary: Annotated[Some, Param("Whose secondary tool fits", among=able_ids)] = (),
    auxiliary: Annotated[Some, Param("Whose auxiliary tool fits", among=able_ids)] = (),
    expertise: Annotated[Some, Param("Whose field applies", among=able_ids)] = (),
    ship: Annotated[Core | None, Param("The CORE system the ship takes part with, if it does")] = None,
    modules: Annotated[tuple[Slot, ...], Param("Slots of the modules that suit the action")] = (),
    ship_how: Annotated[ShipWay, Param("Whether the ship rolls, or a token is spent instead")] = "roll",
    clocks: Named = (),
    exploring: Exploring = False,
) -> Rule[Mission]:
    """Two to six act as one. Only the combined result counts; each takes it by their own position."""
    who = tuple(dict.fromkeys(who))
    if not FEWEST <= len(who) + (ship is not None) <= MOST:
        raise Refused(f"{FEWEST} to {MOST} take part in a group roll, the ship among them if it does.")
    fitting: dict[ToolSlot, Some] = {"primary": primary, "secondary": secondary, "auxiliary": auxiliary}
    rollers, positions = list[Roller](), dict[str, Position]()
    check_named(s, who, {*primary, *secondary, *auxiliary, *expertise})
    pools = [own_pool(s, id, fitting, id in expertise) for id in who]
    ships = ship_pool(s, ship, check_modules(s, ship, modules)) if ship is not None else None
    check_token(s, ship_how)
    for id, pool in zip(who, pools, strict=True):
        s, roller, positions[id] = yield from joins(s, id, pool, exploring)
        rollers.append(roller)
    if ships is not None:
        s, roller, positions[SHIP] = yield from ship_joins(s, ships, ship_how)
        rollers.append(roller)
    results, paid = yield from group_rolls(tuple(rollers))
    result = combined(results, s.rulings.group_critical == "kept")
    yield outcome(result)
    for id, spent in zip(positions, paid, strict=True):
        s = ship_pays(s, spent) if id == SHIP else crew_pays(s, id, spent)
    s = yield from roll_done(s, result, ship is not None)
    for roller in rollers:
        if roller.reckless:
            s = yield from recklessness(s, roller.by, "reckless")
    s = yield from all_follow(s, tuple(positions.items()), result)
    return (yield from clocks_follow(s, result, clocks))


def check_named(s: Mission, who: Some, named: set[str]) -> None:
    """Refused if a tool or a field is named of somebody who does not take part."""
    absent = [m.name for m in s.crew if m.id in named and m.id not in who]
    if absent:
        raise Refused(f"{' and '.join(absent)}: not among those who take part. Name them there, or leave them out.")


def own_pool(s: Mission, who: str, fitting: Mapping[ToolSlot, Some], expert: bool) -> Pool:
    """A participant's own dice. Refused if they cannot act, or a tool cannot help."""
    m = able(s, who)
    named = tuple(slot for slot, owners in fitting.items() if who in owners)
    return crew_pool(s, m, check_tools(s, m, named, expert), expert)


def joins(s: Mission, who: str, pool: Pool, exploring: bool) -> Rule[tuple[Mission, Roller, Position]]:
    """A member takes part by their own position, with their pool or with what their player does instead of rolling."""
    m = member(s, who)
    forced = crew_forced(s, m, exploring)
    position = in_force(s, m.position, forced)
    roller = Roller(m.name, who, pool.dice, m.focus, "Forceful" in m.qualities)
    how = yield from way_of(who, ways_without_rolling(m, position))
    if how != "roll":
        s, result = yield from instead(s, who, how, position)
        return s, roller.but(sure=result, reckless=how == "reckless"), position
    yield called(m.name, pool, position, forced)
    return s, roller, position


def ship_joins(s: Mission, pool: Pool, how: ShipWay) -> Rule[tuple[Mission, Roller, Position]]:
    """The ship takes part with its pool, or with a token spent instead."""
    forced = ship_forced(s)
    position = in_force(s, s.ship.position, forced)
    roller = Roller(s.ship.name, CREW, pool.dice, s.ship.focus)
    if how != "roll":
        s, result = yield from instead_of_ship_roll(s, None, how, position)
        return s, roller.but(sure=result), position
    yield called(s.ship.name, pool, position, forced)
    return s, roller, position


@rule("group.equal")
def all_follow(s: Mission, positions: tuple[tuple[str, Position], ...], result: Result) -> Rule[Mission]:
    """The combined result holds for each as if they had rolled it, with damage by their own position."""
    yield tell("group.equal", "The result holds for all of them.")
    for id, position in positions:
        if id == SHIP:
            s = with_ship((yield from ship_follows(s, None, result, position)), position=None)
        else:
            s = yield from crew_follows(s, id, result, position)
            s = with_member(s, member(s, id).but(position=None))
    return s
