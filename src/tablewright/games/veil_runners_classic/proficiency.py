"""Proficiency: what the acting player brings to a roll to lower the target."""

from __future__ import annotations

from typing import Annotated

from tablewright.kernel import Choose, Param, Refused, Rule, State, cites, rule, tell

from .modules import helpful, helpful_module
from .rolling_dice import Proficiency, level_words, proficiency_of
from .state import WAYFINDER, Run, crew_ids, member, name_of, with_member
from .wording import all_of

Who = Annotated[str, Param("Who acts", among=crew_ids, mine=True)]
Background = Annotated[bool, Param("Does the background fit?")]
Skill = Annotated[bool, Param("Does the skill fit?")]
Grit = Annotated[int, Param("Grit to spend, one level each", min=0, max=3)]
Modules = Annotated[tuple[str, ...], Param("Modules that fit, by number", among=helpful)]
Other = Annotated[tuple[str, ...], Param("Anything else that fits", examples=("the sun behind us",))]
Flaw = Annotated[bool, Param("Does the flaw get in the way?")]


class Claim(State, frozen=True):
    """What the acting player brings to a roll to lower the target."""

    who: str
    background: bool
    skill: bool
    grit: int
    modules: tuple[str, ...]
    other: tuple[str, ...]
    flaw: bool


@cites("roll.proficiency", "modules.proficiency", "grit")
def factors_of(s: Run, claim: Claim) -> tuple[str, ...]:
    """What is claimed, grit aside, in words. Refused if it is not there to be claimed."""
    actor = member(s, claim.who)
    if claim.grit > actor.grit:
        raise Refused(f"{actor.name} has {actor.grit} grit and cannot spend {claim.grit}.")
    fitting = own_factors(s, claim.who, claim.background, claim.skill, claim.modules)
    return (*fitting, *dict.fromkeys(word for word in claim.other if word))


def own_factors(s: Run, who: str, background: bool, skill: bool, modules: tuple[str, ...]) -> tuple[str, ...]:
    """What a character and the ship bring, in words; refused if a module cannot help."""
    whose = member(s, who)
    own = (
        f"their background ({whose.background})" if background else "",
        f"their skill ({whose.skill})" if skill else "",
    )
    ships = tuple(f"the {helpful_module(s, number).name}" for number in dict.fromkeys(modules))
    return tuple(filter(None, own)) + ships


@rule("roll.proficiency")
def agreed(name: str, factors: tuple[str, ...], wayfinder: bool) -> Rule[Proficiency]:
    """One level for each factor, as far as the wayfinder agrees that it fits; or all, where the player's word does."""
    level = proficiency_of(len(factors))
    if not factors or not wayfinder:
        return level
    question = f"{name} draws on {all_of(factors)}. What does it come to?"
    offered = tuple(Proficiency(n) for n in range(level, -1, -1))
    return (yield from Choose(WAYFINDER, question, offered, label=level_words, cites="roll.proficiency"))


def proficiency_step(s: Run, claim: Claim, factors: tuple[str, ...]) -> Rule[tuple[Run, Proficiency]]:
    """One level for each factor agreed to, then one for each grit that still helps; only that grit is paid."""
    level = yield from agreed(name_of(s, claim.who), factors, s.rulings.agreement == "wayfinder")
    if claim.flaw and s.rulings.flaw == "proficiency":
        level = proficiency_of(level - 1)
        yield tell("character.flaw", "The flaw leaves them {level}.", level=level_words(level))
    spent = min(claim.grit, Proficiency.EXPERT - level)
    if spent:
        yield tell("grit", "{name} spends {spent} grit.", name=name_of(s, claim.who), spent=spent)
    return pay_grit(s, claim.who, spent), proficiency_of(level + spent)


@cites("grit", "roll.help.no-grit")
def pay_grit(s: Run, who: str, tokens: int) -> Run:
    """Grit is paid by whoever acts, and by nobody else in the roll."""
    actor = member(s, who)
    return with_member(s, actor.but(grit=actor.grit - tokens))
