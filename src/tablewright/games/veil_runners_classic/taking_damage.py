"""Taking damage: integrity first, then engineering if the crew gives it up, then the system crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tablewright.rules import Choose, Outcome, Param, Rule, action, cite, cites, roll, rule, tell
from tablewright.rules.kit import destroy_slot, find_slot

from .state import CREW, WAYFINDER, Run, over
from .tokens import lose

SLOTS = cite("modules.number", 4)
#: The result of the crash die: a module by its number, or none.
CRASH: Mapping[int, str] = cite("damage.table", {die: find_slot(die, SLOTS) for die in range(1, 7)})


@rule("damage.integrity", "damage.engineering", "damage.crash")
def take_damage(s: Run) -> Rule[Run]:
    """Take damage through three layers, each of which ends it if it holds."""
    if s.ship.integrity:
        return (yield from first_damage(s))
    if s.ship.engineering and (yield from give_up_engineering("Give up engineering to avoid a system crash?")):
        yield tell("damage.engineering engineering.avoid", "The crew gives engineering up, and there is no crash.")
        return (yield from lose(s, "engineering"))
    return (yield from system_crash(s))


@rule("damage.integrity", "integrity.first")
def first_damage(s: Run) -> Rule[Run]:
    """Lose integrity, which stops the damage. Engineering may go in its place where the house lets the crew pick."""
    picks = s.rulings.damage_order == "crew picks" and s.ship.engineering
    if picks and (yield from give_up_engineering("Give up engineering to keep integrity?")):
        yield tell("damage.engineering", "The crew gives engineering up, and integrity is kept.")
        return (yield from lose(s, "engineering"))
    yield tell("damage.integrity integrity.first", "The ship takes damage, and integrity stops it.")
    return (yield from lose(s, "integrity"))


@cites("damage.engineering", "engineering.avoid")
def give_up_engineering(question: str) -> Rule[bool]:
    """Ask the crew, which may refuse."""
    return (yield from Choose(CREW, question, (False, True), (0, 1), cites="damage.engineering"))


@rule("damage.crash", "damage.crash.module", "damage.crash.safe", "damage.crash.ship")
def system_crash(s: Run) -> Rule[Run]:
    """Roll one die: a module is destroyed, or the ship if that module was, or nothing happens."""
    yield tell("damage.crash", "System crash!")
    (die,) = yield from roll(1, by=CREW, why="Crash die")
    number = CRASH[die]
    if not number:
        yield tell("damage.crash.safe", "{die}: nothing more breaks.", die=die)
        return s
    modules, module, gone = destroy_slot(s.ship.modules, number)
    if gone:
        yield tell(
            "damage.crash.ship",
            "{die}: the {module} is gone already. The {ship} breaks apart, and with it the adventure.",
            die=die,
            module=module.name,
            ship=s.ship.name,
        )
        return s.but(ship=s.ship.but(destroyed=True))
    yield tell("damage.crash.module", "{die}: the {module} is destroyed.", die=die, module=module.name)
    return s.but(ship=s.ship.but(modules=modules))


@action("roll.consequence", title="The ship takes damage", by=WAYFINDER, when=over, group="The ship")
def damage_ship(
    s: Run,
    how: Annotated[str, Param("What hits it", examples=("A shard of hull.",), label="what hits it", main=True)] = "",
) -> Rule[Run]:
    """Hit the ship."""
    if how:
        yield tell("roll.consequence", "{how}", how=how)
    s = yield from take_damage(s)
    yield hull(s)
    return s


def hull(s: Run) -> Outcome:
    """The headline of a hit: whether there is still a ship."""
    if s.ship.destroyed:
        return Outcome("destroyed", 0, "damage.crash.ship", group="the ship is destroyed", tone="bad")
    return Outcome("still flying", 1, group="the ship holds together", tone="good")
