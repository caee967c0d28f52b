"""Taking damage: integrity goes first, engineering may be given up, then the system crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tablewright.kernel import Choose, Param, Rule, action, cite, find, roll, rule, swap, tell

from .state import CREW, WAYFINDER, Run, over
from .tokens import lose

#: What the crash die names: a module by its number, or nothing.
CRASH: Mapping[int, str | None] = cite("damage.table", {1: "1", 2: "2", 3: "3", 4: "4", 5: None, 6: None})


@rule("damage.integrity", "damage.engineering", "damage.crash", "integrity.first", "engineering.avoid")
def take_damage(s: Run) -> Rule[Run]:
    """Three layers, each of which ends the damage if it holds."""
    if s.ship.integrity and s.rulings.damage_order == "integrity first":
        yield tell("damage.integrity integrity.first", "The ship takes damage: integrity is lost, and no more.")
        return (yield from lose(s, "integrity"))
    if s.ship.engineering and (yield from give_up_engineering(s.ship.integrity)):
        yield tell("damage.engineering engineering.avoid", "The engineering token is given up: no crash.")
        return (yield from lose(s, "engineering"))
    if s.ship.integrity:
        yield tell("damage.integrity integrity.first", "The ship takes damage: integrity is lost, and no more.")
        return (yield from lose(s, "integrity"))
    return (yield from system_crash(s))


@rule("damage.engineering")
def give_up_engineering(integrity: bool) -> Rule[bool]:
    question = "Give up engineering to keep integrity?" if integrity else "Give up engineering to avoid a system crash?"
    return (yield from Choose(CREW, question, (False, True), (0, 1), cites="damage.engineering"))


@rule("damage.crash", "damage.crash.module", "damage.crash.safe", "damage.crash.ship")
def system_crash(s: Run) -> Rule[Run]:
    """One die: a module goes, or the ship if that module is gone already, or nothing."""
    yield tell("damage.crash", "System crash!")
    (die,) = yield from roll(1, by=CREW, why="Crash die")
    number = CRASH[die]
    if number is None:
        yield tell("damage.crash.safe", "{die}: nothing more breaks.", die=die)
        return s
    module = find(s.ship.modules, number, "module")
    if module.destroyed:
        yield tell(
            "damage.crash.ship",
            "{die}: the {module} is gone already. The {ship} breaks apart, and the adventure ends here.",
            die=die,
            module=module.name,
            ship=s.ship.name,
        )
        return s.but(ship=s.ship.but(destroyed=True))
    yield tell("damage.crash.module", "{die}: the {module} is destroyed.", die=die, module=module.name)
    return s.but(ship=s.ship.but(modules=swap(s.ship.modules, module.but(destroyed=True))))


@action("roll.failure", title="The ship takes damage", by=WAYFINDER, when=over, group="The ship")
def damage_ship(s: Run, how: Annotated[str, Param("What hits it", examples=("A shard of hull.",))] = "") -> Rule[Run]:
    """The wayfinder says that the ship is hit."""
    if how:
        yield tell("roll.failure", "{how}", how=how)
    return (yield from take_damage(s))
