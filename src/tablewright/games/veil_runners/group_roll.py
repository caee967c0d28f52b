"""Group rolls: everyone rolls for themselves, and one result holds for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from tablewright.kernel import Outcome, Param, Refused, Rule, State, Together, action, cites, rule, tell

from .clocks import Named, clocks_follow
from .crew_roll import crew_follows
from .focus import crew_pays, ship_pays
from .pools import ToolSlot, check_tools, crew_pool, ship_pool
from .positions import SHIP, crew_forced, in_force, ship_forced
from .rolling import RESULT_CITES, able, able_ids, called, check_clocks, instead, recklessness, roll_done
from .rolls import RESULT_WORDS, Priced, pool_roll
from .ship_roll import check_modules, ship_follows
from .state import (
    CREW,
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

    Whoever does something instead of rolling is `sure` of a Success.
    """

    name: str
    by: str
    dice: int
    focus: int
    forceful: bool = False
    sure: bool = False


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
    own: Priced = (Result.SUCCESS, 0)
    if not roller.sure:
        own = yield from pool_roll(roller.by, roller.dice, roller.focus, roller.forceful)
    yield tell("group.focus", "{name}: {result}.", name=roller.name, result=RESULT_WORDS[own[0]])
    return own


Some = tuple[str, ...]


@action("group.equal", "group.focus", title="Group roll", by=CREW, when=mission_over, group="Rolls")
def group_roll(
    s: Mission,
    who: Annotated[Some, Param("The crew who take part", among=able_ids)],
    primary: Annotated[Some, Param("Whose primary tool fits", among=able_ids)] = (),
    secondary: Annotated[Some, Param("Whose secondary tool fits", among=able_ids)] = (),
    auxiliary: Annotated[Some, Param("Whose auxiliary tool fits", among=able_ids)] = (),
    expertise: Annotated[Some, Param("Whose field applies", among=able_ids)] = (),
    ingenuity: Annotated[Some, Param("Who spends an Ingenuity Token instead of rolling", among=able_ids)] = (),
    reckless: Annotated[Some, Param("Who takes damage instead of rolling", among=able_ids)] = (),
    ship: Annotated[Core | None, Param("The CORE system the ship takes part with, if it does")] = None,
    modules: Annotated[tuple[Slot, ...], Param("Slots of the modules that suit the action")] = (),
    clocks: Named = (),
) -> Rule[Mission]:
    """Two to six act as one. Only the combined result counts; each takes it by their own position."""
    who = tuple(dict.fromkeys(who))
    if not FEWEST <= len(who) + (ship is not None) <= MOST:
        raise Refused(f"{FEWEST} to {MOST} take part in a group roll, the ship among them if it does.")
    check_clocks(s, clocks)
    fitting: dict[ToolSlot, Some] = {"primary": primary, "secondary": secondary, "auxiliary": auxiliary}
    rollers, positions = list[Roller](), dict[str, Position]()
    for id in who:
        tools = tuple(slot for slot, owners in fitting.items() if id in owners)
        way = "ingenuity" if id in ingenuity else "reckless" if id in reckless else "roll"
        s, roller, positions[id] = yield from joins(s, id, tools, id in expertise, way)
        rollers.append(roller)
    if ship is not None:
        roller, positions[SHIP] = yield from ship_joins(s, ship, modules)
        rollers.append(roller)
    results, paid = yield from group_rolls(tuple(rollers))
    result = combined(results, s.rulings.group_critical == "kept")
    yield Outcome(result, cites=RESULT_CITES[result])
    for id, spent in zip(positions, paid, strict=True):
        s = ship_pays(s, spent) if id == SHIP else crew_pays(s, id, spent)
    for id, roller in zip(who, rollers, strict=False):
        if roller.sure and id not in ingenuity:
            s = yield from recklessness(s, id, "reckless")
    s = yield from all_follow(s, tuple(positions.items()), result)
    s = yield from clocks_follow(s, result, clocks)
    return (yield from roll_done(s, result, ship is not None))


def joins(
    s: Mission, who: str, tools: tuple[ToolSlot, ...], expert: bool, way: str
) -> Rule[tuple[Mission, Roller, Position]]:
    """A member takes part with their own pool and position, or with what they do instead of rolling."""
    m = able(s, who)
    pool, forced = crew_pool(s, m, check_tools(s, m, tools, expert), expert), crew_forced(s, m)
    position = in_force(s, m.position, forced)
    yield called(m.name, pool, position, forced)
    if way != "roll":
        s, _ = yield from instead(s, who, way, position)
    return s, Roller(m.name, who, pool.dice, m.focus, "Forceful" in m.qualities, way != "roll"), position


def ship_joins(s: Mission, core: Core, modules: tuple[str, ...]) -> Rule[tuple[Roller, Position]]:
    """The ship takes part with a CORE system and the modules that suit."""
    pool, forced = ship_pool(s, core, check_modules(s, core, modules)), ship_forced(s)
    position = in_force(s, s.ship.position, forced)
    yield called(s.ship.name, pool, position, forced)
    return Roller(s.ship.name, CREW, pool.dice, s.ship.focus), position


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
