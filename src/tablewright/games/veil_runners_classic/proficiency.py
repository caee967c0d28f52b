"""Proficiency: the factors an acting player brings to a roll to lower the target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, State, cites, rule, tell

from .modules import helpful_module, helpful_picks
from .rolling_dice import Proficiency, level_words, proficiency_of, rating_words
from .state import WAYFINDER, Run, crew_ids, member, name_of, with_member
from .wording import all_of

Who = Annotated[str, Param("Who acts", among=crew_ids, mine=True)]


def written_as(part: str) -> Callable[[Run, Mapping[str, Any]], tuple[FieldOption, FieldOption]]:
    """No or yes, beside the text this character's player has written."""

    def fits(s: Run, given: Mapping[str, Any]) -> tuple[FieldOption, FieldOption]:
        return FieldOption(False, "no"), FieldOption(
            True, "yes", getattr(member(s, given["who"]), part) if "who" in given else ""
        )

    return fits


def has_grit(s: Run, given: Mapping[str, Any]) -> bool:
    """True if the form asks for grit: the action is rated and the character has some.

    Else it is asked after the rating.
    """
    return s.rating is not None and "who" in given and member(s, given["who"]).grit > 0


def grit_left(s: Run, given: Mapping[str, Any]) -> str:
    return f"{member(s, given['who']).grit} grit" if "who" in given else ""


Background = Annotated[bool, Param("Does the background fit?", among=written_as("background"), main=True)]
Skill = Annotated[bool, Param("Does the skill fit?", among=written_as("skill"), main=True)]
Grit = Annotated[
    int, Param("Grit to spend, one level each", min=0, max=3, applies=has_grit, budget=grit_left, main=True)
]
Modules = Annotated[tuple[str, ...], Param("Modules that fit", among=helpful_picks, main=True)]
Other = Annotated[
    tuple[str, ...], Param("Anything else that fits", examples=("the sun behind us",), label="anything else")
]
Flaw = Annotated[bool, Param("Does the flaw get in the way?", among=written_as("flaw"))]


class Claim(State, frozen=True):
    """The factors and grit an acting player claims for a roll."""

    who: str
    background: bool
    skill: bool
    grit: int
    modules: tuple[str, ...]
    other: tuple[str, ...]
    flaw: bool


@cites("roll.proficiency", "modules.proficiency", "grit")
def factors_of(s: Run, claim: Claim) -> tuple[str, ...]:
    """The factors claimed, grit aside, in words. Refused if one is not available."""
    actor = member(s, claim.who)
    if claim.grit > actor.grit:
        raise Refused(f"{actor.name} has {actor.grit} grit and cannot spend {claim.grit}.", "grit")
    if claim.grit and s.rating is None:
        raise Refused("The wayfinder rates the action first; whoever acts is asked about grit then.", "grit")
    fitting = own_factors(s, claim.who, claim.background, claim.skill, claim.modules)
    return (*fitting, *dict.fromkeys(word for word in claim.other if word))


def own_factors(s: Run, who: str, background: bool, skill: bool, modules: tuple[str, ...]) -> tuple[str, ...]:
    """The factors of a character and the ship, in words. Refused if a module cannot help."""
    whose = member(s, who)
    own = (
        f"their background ({whose.background})" if background else "",
        f"their skill ({whose.skill})" if skill else "",
    )
    ships = tuple(f"the {helpful_module(s, number).name}" for number in dict.fromkeys(modules))
    return tuple(filter(None, own)) + ships


@rule("roll.proficiency")
def agreed(name: str, factors: tuple[str, ...], wayfinder: bool) -> Rule[Proficiency]:
    """The level of these factors, one each. The wayfinder may lower it, unless the house takes the player's word."""
    level = proficiency_of(len(factors))
    if not factors or not wayfinder:
        return level
    question = f"{name} draws on {all_of(factors)}. What does it come to?"
    offered = tuple(Proficiency(n) for n in range(level, -1, -1))
    return (yield from Choose(WAYFINDER, question, offered, label=level_words, cites="roll.proficiency"))


def proficiency_step(s: Run, claim: Claim, factors: tuple[str, ...], rating: int) -> Rule[tuple[Run, Proficiency]]:
    """The level of the factors agreed to, plus one for each grit that still helps. Only that grit is paid."""
    level = yield from agreed(name_of(s, claim.who), factors, s.rulings.agreement == "wayfinder")
    if claim.flaw and s.rulings.flaw == "proficiency":
        level = proficiency_of(level - 1)
        yield tell("character.flaw", "The flaw leaves them {level}.", level=level_words(level))
    spent = min(claim.grit, Proficiency.EXPERT - level)
    if s.rating is None:
        spent = yield from grit_step(s, claim.who, level, rating)
    if spent:
        yield tell("grit", "{name} spends {spent} grit.", name=name_of(s, claim.who), spent=spent)
    return pay_grit(s, claim.who, spent), proficiency_of(level + spent)


def grit_step(s: Run, who: str, level: Proficiency, rating: int) -> Rule[int]:
    """Ask for grit after the difficulty and the level of the factors are known."""
    most = min(member(s, who).grit, Proficiency.EXPERT - level)
    if not most:
        return 0
    amounts = tuple(range(most + 1))
    question = f"{rating_words(rating)}, and {name_of(s, who)} is {level_words(level)}. Spend grit?"

    def words(tokens: int) -> str:
        return f"{tokens or 'no'} grit: {level_words(proficiency_of(level + tokens))}"

    return (yield from Choose(who, question, amounts, amounts, words, "grit"))


@cites("grit", "roll.help.no-grit")
def pay_grit(s: Run, who: str, tokens: int) -> Run:
    """Subtract grit from the acting character. No one else in the roll pays any."""
    actor = member(s, who)
    return with_member(s, actor.but(grit=actor.grit - tokens))
