"""Rolls: systems rolls, personal rolls and module rolls, and the overload that replaces one."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    Choose,
    FieldOption,
    Param,
    Refused,
    Rule,
    State,
    StateAtRoll,
    action,
    cites,
    tell,
)

from .action_shunt import action_shunt
from .difficulty import busy, difficulty_step
from .help import help_step
from .modules import module_picks, module_to_roll
from .proficiency import Background, Claim, Flaw, Grit, Modules, Other, Skill, Who, factors_of, proficiency_step
from .rolling_dice import (
    RESULT_CITES,
    TARGETS,
    Proficiency,
    Result,
    compare,
    count_dice,
    level_words,
    outcome,
    rating_words,
)
from .state import WAYFINDER, Aftermath, Run, check_able, member, name_of, over, with_dice
from .systems import SYSTEMS, System, system_picks
from .taking_damage import take_damage
from .tokens import lose, no_engineering
from .wording import dice_words


class Tried(State, frozen=True):
    """A roll after the comparison with its rating."""

    s: Run
    after: Aftermath
    thrown: int


def attempt(s: Run, claim: Claim, system: System | None = None, overloads: bool = False) -> Rule[Tried]:
    """Play all five steps up to the headline. A plain function, so that the headline belongs to the action."""
    check_able(s, claim.who)
    factors, actor = factors_of(s, claim), member(s, claim.who)
    if claim.flaw:
        yield tell("character.flaw", "{name} is thrown off: {flaw}.", name=actor.name, flaw=actor.flaw)
    rating = yield from difficulty_step(s, claim)
    s, level = yield from proficiency_step(s, claim, factors, rating)
    helpers = yield from help_step(s, claim.who)
    pool = pool_of(s, claim.who, system)
    yield tell("roll.steps", "{words}", words=pool_words(s, claim.who, system, rating, level))
    s = s.but(rating=None, desperate=False, offers=tuple(offer for offer in s.offers if offer.to != claim.who))
    spare = s.rulings.no_dice == "lower of two"
    count = yield from count_dice(claim.who, pool, TARGETS[level], helpers, spare)
    yield tell("roll.count", "{count} counted against {rating}.", count=count, rating=rating)
    result = compare(count, rating)
    cited = RESULT_CITES[result]
    if overloads and (yield from overload_step(s, claim.who, result)):
        s = yield from lose(s, "engineering")
        result, cited = Result.SUCCESS, "engineering.success"
    yield outcome(result, cited)
    return Tried(s, Aftermath(claim.who, tuple(id for id, _ in helpers), result), pool)


@cites("roll.pool.system", "roll.pool.personal")
def pool_of(s: Run, who: str, system: System | None) -> int:
    """Every die of the system, if it is a systems roll, and the personal dice."""
    personal = member(s, who).dice
    if system is None:
        return personal
    return s.ship.dice.of(system) + (personal if s.rulings.personal_in_systems else 0)


def pool_words(s: Run, who: str, system: System | None, rating: int, level: Proficiency) -> str:
    taken = f", {s.ship.dice.of(system) or 'none'} from {system.title()}" if system else ""
    rated = f"{rating_words(rating)}, {level_words(level)}"
    return f"{name_of(s, who)} rolls {dice_words(pool_of(s, who, system))}{taken}: {rated}."


def overload_step(s: Run, who: str, result: Result) -> Rule[bool]:
    """Offer to spend the token for a success, if the house allows that after the roll. Return the answer."""
    if s.rulings.overload == "instead of rolling" or result is Result.SUCCESS or not s.ship.engineering:
        return False
    question = "Overload the ship for a success?"
    return (yield from Choose(who, question, (False, True), (0, 1), cites="engineering.success"))


@cites("roll.desperate", "engineering.lost")
def is_desperate(s: Run) -> bool:
    """True for a systems roll without engineering, or one the wayfinder calls desperate where the house allows it."""
    return not s.ship.engineering or s.desperate


@cites("engineering.summary")
def systems_answer(s: Run) -> bool:
    """True if systems can be rolled.

    Without engineering they can, unless the house reads the token's summary strictly.
    """
    return s.ship.engineering or s.rulings.without_engineering == "desperate"


def own_systems(s: Run) -> tuple[FieldOption, ...]:
    """Each system with the dice it would give."""
    return system_picks(s.ship.dice)


@action("roll.steps", "roll.pool.system", title="Systems roll", by="crew", when=busy, group="Rolls")
def systems_roll(
    s: Run,
    who: Who,
    system: Annotated[System, Param("Which system it relies on", among=own_systems)],
    background: Background = False,
    skill: Skill = False,
    grit: Grit = 0,
    modules: Modules = (),
    other: Other = (),
    flaw: Flaw = False,
    then: Annotated[Run | None, StateAtRoll()] = None,
) -> Rule[Run]:
    """Roll every die of a system and your personal dice. The result decides how the system's dice go back."""
    if not systems_answer(s):
        raise Refused("Without the engineering token no system answers: roll without one, or rely on a module.")
    taken, desperate = s.ship.dice.of(system), is_desperate(then or s)
    tried = yield from attempt(s, Claim(who, background, skill, grit, modules, other, flaw), system, overloads=True)
    s = with_dice(tried.s, tried.s.ship.dice.without(system))
    s = yield from action_shunt(s, tried.after, system, desperate, taken, tried.thrown)
    if tried.after.result is Result.FAILURE and s.rulings.failed_systems == "damage" and not over(s):
        s = yield from take_damage(s)
    return s


@action("roll.steps", "roll.pool.personal", title="Personal roll", by="crew", when=busy, group="Rolls")
def personal_roll(
    s: Run,
    who: Who,
    background: Background = False,
    skill: Skill = False,
    grit: Grit = 0,
    modules: Modules = (),
    other: Other = (),
    flaw: Flaw = False,
) -> Rule[Run]:
    """Roll your personal dice alone. The roll relies on nothing of the ship's, and no dice go back."""
    tried = yield from attempt(s, Claim(who, background, skill, grit, modules, other, flaw))
    return tried.s.but(aftermath=tried.after)


@action("modules.roll", title="Module roll", by="crew", when=busy, group="Rolls")
def module_roll(
    s: Run,
    who: Who,
    module: Annotated[str, Param("Which module it relies on", among=module_picks)],
    background: Background = False,
    skill: Skill = False,
    grit: Grit = 0,
    modules: Modules = (),
    other: Other = (),
    flaw: Flaw = False,
) -> Rule[Run]:
    """Roll personal dice, relying on a module. No shunt follows, and the roll is never desperate."""
    name = module_to_roll(s, module).name
    yield tell("modules.roll", "{who} relies on the {name}.", who=name_of(s, who), name=name)
    tried = yield from attempt(s, Claim(who, background, skill, grit, modules, other, flaw), overloads=True)
    return tried.s.but(aftermath=tried.after)


@cites("engineering.success")
def no_overload(s: Run) -> str | None:
    """The reason why nothing can be overloaded now, or None."""
    if s.rulings.overload == "after the roll":
        return "roll first: in this house the token is spent once the roll is seen."
    return busy(s) or no_engineering(s)


def overloadable(s: Run) -> tuple[FieldOption, ...]:
    """The systems, and the modules that still work."""
    modules = tuple(pick for pick in module_picks(s) if not pick.why_not)
    return (*(FieldOption(system, system.title(), "a system") for system in SYSTEMS), *modules)


@action("engineering.success", title="Overload", by="crew", when=no_overload, group="Rolls")
def overload(
    s: Run, who: Who, on: Annotated[str, Param("The system or the module", among=overloadable, label="what")]
) -> Rule[Run]:
    """Spend the engineering token for a success instead of a systems roll or a module roll. No dice are taken."""
    check_able(s, who)
    what = on.title() if on in SYSTEMS else f"the {module_to_roll(s, on).name}"
    yield tell("engineering.success", "{who} overloads {what}.", who=name_of(s, who), what=what)
    yield outcome(Result.SUCCESS, "engineering.success")
    s = yield from lose(s, "engineering")
    s = s.but(offers=tuple(offer for offer in s.offers if offer.to != who))
    return s.but(rating=None, desperate=False, aftermath=Aftermath(who, (), Result.SUCCESS))


@action("roll.prob", "roll.prob.help", title="Throw a pool", by=("crew", WAYFINDER), instant=True, group="Rolls")
def pool_roll(
    s: Run,
    dice: Annotated[int, Param("Dice", min=0, max=12)] = 3,
    target: Annotated[int, Param("What each must show", min=3, max=6)] = 6,
    rating: Annotated[int, Param("Difficulty rating", min=1, max=6)] = 1,
    helpers: Annotated[tuple[int, ...], Param("The helpers' targets, one for each", min=3, max=6)] = (),
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Run]:
    """Throw any pool against any rating with any help, for its odds or for another person. It changes nothing."""
    spare = s.rulings.no_dice == "lower of two"
    count = yield from count_dice(me, dice, target, tuple((me, helper) for helper in helpers), spare)
    yield tell("roll.count", "{count} counted against {rating}.", count=count, rating=rating)
    result = compare(count, rating)
    yield outcome(result)
    return s
