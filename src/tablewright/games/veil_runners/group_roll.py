"""Group rolls: everyone rolls their dice, and one result holds for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from tablewright.rules import (
    FieldOption,
    Gather,
    Param,
    Refused,
    Rule,
    State,
    StateAtRoll,
    Tell,
    action,
    cites,
    rule,
    tell,
)

from .clocks import Named
from .crew_damage import can_act
from .crew_roll import crew_follows
from .focus import crew_pays, ship_pays
from .happenings import clocks_follow
from .instead import instead, way_of, ways_without_rolling
from .pools import Pool, ToolSlot, check_tools, crew_pool, ship_pool, slots_of, why_no_tool
from .positions import crew_forced, in_force, ship_forced
from .rolling import DOWN_WORDS, Exploring, able, called, outcome, recklessness, somebody_down
from .rolls import RESULT_WORDS, Priced, pool_roll
from .ship_roll import check_modules, check_token, instead_of_ship_roll, module_picks, ship_follows, token_picks
from .shunts import core_picks, roll_done
from .state import (
    CREW,
    SHIP,
    Core,
    Member,
    Mission,
    Position,
    Result,
    Slot,
    living,
    member,
    mission_over,
    with_member,
    with_ship,
)

FEWEST, MOST = 2, 6


@cites("group.cancel", "group.success.fiasco", "group.success.clean", "group.otherwise", "group.combinations")
def combined(results: Iterable[Result], keep_critical: bool = False) -> Result:
    """Combine the results.

    Fiascos cancel Criticals one for one into Successes, the rest is compared in the book's order.
    """
    left = Counter(results)
    pairs = min(left[Result.CRITICAL], left[Result.FIASCO])
    left.update({Result.SUCCESS: pairs, Result.CRITICAL: -pairs, Result.FIASCO: -pairs})
    if keep_critical and left[Result.CRITICAL]:
        return Result.CRITICAL
    if left[Result.SUCCESS]:
        return Result.DRAWBACK if left[Result.FIASCO] else Result.SUCCESS
    return max(result for result, n in left.items() if n)


def why_combined(results: tuple[Result, ...]) -> Iterator[Tell]:
    """Explain a combined result where the results differed."""
    pairs = min(results.count(Result.CRITICAL), results.count(Result.FIASCO))
    if pairs:
        words = "{n} cancel out to plain Successes."
        yield tell(
            "group.cancel",
            words,
            n="A Fiasco and a Critical" if pairs == 1 else f"{pairs} Fiascos and {pairs} Criticals",
        )
    fiascos, successes = results.count(Result.FIASCO) - pairs, results.count(Result.SUCCESS) + pairs
    if fiascos and successes:
        yield tell("group.success.fiasco", "A Success beside a Fiasco is a Success with drawback.")


class Roller(State, frozen=True):
    """A participant: name, the person who answers, dice and tokens.

    A participant who doesn't roll is `sure` of a result. The Reckless are hurt for it afterwards.
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
    """Let all roll at once and spend tokens in any order. Return the results, lowest first, and each one's spending.

    The first roller and the rest are asked together, and the rest in the same way. Results that differ only by owner
    are thus counted once.
    """
    first, *rest = rollers
    if not rest:
        own, spent = yield from own_roll(first)
        return (own,), (spent,)
    (own, spent), (others, paid) = yield from Gather((own_roll(first), group_rolls(tuple(rest))))
    return tuple(sorted((own, *others))), (spent, *paid)


@rule("group.focus")
def own_roll(roller: Roller) -> Rule[Priced]:
    """Roll for one participant. Return the result and its cost."""
    if roller.sure is not None:
        own: Priced = (roller.sure, 0)
    else:
        own = yield from pool_roll(roller.by, roller.dice, roller.focus, roller.forceful)
    yield tell("group.focus", "{name}: {result}.", name=roller.name, result=RESULT_WORDS[own[0]])
    return own


Some = tuple[str, ...]
ShipWay = Literal["roll", "integrity", "engineering"]


@cites("down.can", "down.cannot")
def takers(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    """All living members. The Down and Out can take part if it is only talk."""
    for m in living(s):
        words_only = not can_act(m) and not given.get("talking")
        yield FieldOption(
            m.id, m.name, "Down and Out" if m.down else "", DOWN_WORDS.format(m.name) if words_only else ""
        )


def owners(slot: ToolSlot) -> Callable[[Mission, Mapping[str, Any]], Iterator[FieldOption]]:
    """Participants with a tool in this slot. A lost tool is listed with the reason."""

    def fits(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
        for m in taking_part(s, given):
            if slot in slots_of(m):
                yield FieldOption(m.id, m.name, getattr(m, slot).name, why_no_tool(m, slot))

    return fits


def taking_part(s: Mission, given: Mapping[str, Any]) -> Iterator[Member]:
    """The members named so far who can use their tools and knowledge."""
    return (m for m in s.crew if m.id in given.get("who", ()) and can_act(m))


def experts(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    return (FieldOption(m.id, m.name, m.expertise) for m in taking_part(s, given) if "Expert" in m.qualities)


def with_ship_too(s: Mission, given: Mapping[str, Any]) -> bool:
    return given.get("ship") is not None


def ships_modules(s: Mission, given: Mapping[str, Any]) -> Iterator[FieldOption]:
    return module_picks(s, given["ship"])


@action("group.equal", "group.focus", title="Group roll", by=CREW, when=mission_over, group="Rolls")
def group_roll(
    s: Mission,
    *,
    talking: Annotated[bool, Param("Only talking, so that the Down and Out join in", applies=somebody_down)] = False,
    who: Annotated[Some, Param("The crew who take part", among=takers, label="who takes part")],
    primary: Annotated[
        Some, Param("Whose primary tool fits", among=owners("primary"), label="primary tools", main=True)
    ] = (),
    secondary: Annotated[
        Some, Param("Whose secondary tool fits", among=owners("secondary"), label="secondary tools", main=True)
    ] = (),
    auxiliary: Annotated[
        Some, Param("Whose auxiliary tool fits", among=owners("auxiliary"), label="auxiliary tools", main=True)
    ] = (),
    expertise: Annotated[Some, Param("Whose field applies", among=experts, label="experts", main=True)] = (),
    ship: Annotated[
        Core | None, Param("The CORE system the ship takes part with, if it does", among=core_picks)
    ] = None,
    modules: Annotated[
        tuple[Slot, ...], Param("The modules that suit the action", among=ships_modules, applies=with_ship_too)
    ] = (),
    ship_how: Annotated[
        ShipWay,
        Param(
            "Whether the ship rolls, or a token is spent instead",
            among=token_picks,
            applies=with_ship_too,
            label="the ship's way",
        ),
    ] = "roll",
    clocks: Named = (),
    exploring: Exploring = False,
    then: Annotated[Mission | None, StateAtRoll()] = None,
) -> Rule[Mission]:
    """Act as one, two to six of you. The combined result counts for each, by their own position."""
    who = tuple(dict.fromkeys(who))
    if not FEWEST <= len(who) + (ship is not None) <= MOST:
        raise Refused(f"{FEWEST} to {MOST} take part in a group roll, the ship among them if it does.", "who")
    fitting: dict[ToolSlot, Some] = {"primary": primary, "secondary": secondary, "auxiliary": auxiliary}
    rollers, positions, thrown = list[Roller](), dict[str, Position](), then or s
    pools = [own_pool(s, id, fitting, id in expertise, talking) for id in who]
    ships = ship_pool(thrown, ship, check_modules(s, ship, modules)) if ship is not None else None
    check_token(s, ship_how)
    for id, pool in zip(who, pools, strict=True):
        s, roller, positions[id] = yield from joins(s, id, pool, exploring)
        rollers.append(roller)
    if ships is not None:
        s, roller, positions[SHIP] = yield from ship_joins(s, ships, ship_how, thrown)
        rollers.append(roller)
    results, paid = yield from group_rolls(tuple(rollers))
    result = combined(results, s.rulings.group_critical == "kept")
    yield outcome(result)
    yield from why_combined(results)
    for id, spent in zip(positions, paid, strict=True):
        s = ship_pays(s, spent) if id == SHIP else crew_pays(s, id, spent)
    s = yield from roll_done(s, result, ship is not None)
    for roller in rollers:
        if roller.reckless:
            s = yield from recklessness(s, roller.by, "reckless")
    s = yield from all_follow(s, tuple(positions.items()), result)
    return (yield from clocks_follow(s, result, clocks))


def own_pool(s: Mission, who: str, fitting: Mapping[ToolSlot, Some], expert: bool, talking: bool) -> Pool:
    """The dice of one participant. Refused if they cannot act, or if a tool cannot help."""
    m = able(s, who, talking)
    named = tuple(slot for slot, owners in fitting.items() if who in owners)
    return crew_pool(s, m, check_tools(s, m, named, expert), expert)


def joins(s: Mission, who: str, pool: Pool, exploring: bool) -> Rule[tuple[Mission, Roller, Position]]:
    """Add a member by their own position, with their pool or their way to do without rolling."""
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


def ship_joins(s: Mission, pool: Pool, how: ShipWay, thrown: Mission) -> Rule[tuple[Mission, Roller, Position]]:
    """Add the ship with its pool, or with a token spent instead. Its position is the one at the throw."""
    forced = ship_forced(thrown)
    position = in_force(thrown, thrown.ship.position, forced)
    roller = Roller(s.ship.name, CREW, pool.dice, s.ship.focus)
    if how != "roll":
        s, result = yield from instead_of_ship_roll(s, None, how, position)
        return s, roller.but(sure=result), position
    yield called(s.ship.name, pool, position, forced)
    return s, roller, position


@rule("group.equal")
def all_follow(s: Mission, positions: tuple[tuple[str, Position], ...], result: Result) -> Rule[Mission]:
    """Apply the combined result to each as if they had rolled it, with damage by their own position."""
    yield tell("group.equal", "The result holds for all of them.")
    for id, position in positions:
        if id == SHIP:
            s = with_ship((yield from ship_follows(s, None, result, position)), position=None)
        else:
            s = yield from crew_follows(s, id, result, position)
            s = with_member(s, member(s, id).but(position=None))
    return s
