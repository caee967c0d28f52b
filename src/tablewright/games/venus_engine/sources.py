"""Sources of KISSes: insights and specialties the Peers approve, stunts the FC may veto."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import FieldOption, Param, Refused, Rule, action, cite, cites, find_by_id, tell, unique_id

from .means import SPECIALTIES_MOST
from .peers import proposed
from .picks import USED, facts, pointable, where
from .picks import taking_part as who_takes_part
from .state import (
    Call,
    Fact,
    Pointed,
    Venus,
    called,
    no_task,
    sentence,
)

MOST_FACTS = 200
#: Abilities whose checks set up new facts.
INSIGHT_ABILITIES = cite("insight.kinds", ("wits", "resolve"))


def fact_ids(s: Venus) -> tuple[str, ...]:
    return tuple(f.id for f in s.facts)


@cites("kiss.task-only")
def taking_part(s: Venus, who: str) -> Call:
    """The task called for. Refused if this character neither performs nor aids it."""
    call = called(s, "task")
    if who != call.who and who not in {aid.id for aid in call.offers}:
        raise Refused(f"{s.character(who).name} neither performs nor aids the task.", "who")
    return call


LATE = "It is too late for that: the dice to KISS have been chosen."
Helper = Annotated[str, Param("Who points to it", among=who_takes_part, mine=True)]


@action("insight.kinds", "insight.before", title="Establish a fact", by=("player", "fc"), group="Insights")
def establish_fact(
    s: Venus,
    text: Annotated[str, Param("What is now known", examples=("The guard changes at six.",))],
    source: Annotated[
        Literal["found in play", "known", "set up by a check"],
        Param("Found in play, known to the character anyway, or set up by a check of Wits or of Resolve"),
    ] = "found in play",
) -> Rule[Venus]:
    """Write down a fact that may serve as an insight, before a task's dice have fallen."""
    if len(s.facts) >= MOST_FACTS:
        raise Refused("There are enough facts on the table.")
    if source == "set up by a check":
        last = s.last
        if last is None or last.kind != "check" or not last.passed or last.ability not in INSIGHT_ABILITIES:
            raise Refused("A fact is set up by passing a check of Wits or of Resolve: the last roll was not one.")
    fact = Fact(unique_id(text, fact_ids(s)), sentence(text), source)
    yield tell("insight.kinds", "Established ({source}): {text}", source=fact.source, text=fact.text)
    return s.but(facts=(*s.facts, fact))


@action(
    "insight.kiss",
    "insight.approval",
    title="Bring in an insight",
    by=("player", "fc"),
    instant=True,
    group="Insights",
    when=no_task,
    late=LATE,
)
def bring_insight(s: Venus, who: Helper, fact: Annotated[str, Param("Which fact", among=facts)]) -> Rule[Venus]:
    """Bring in special knowledge that bears on the task. If the Peers agree, it KISSes a die."""
    call, known = taking_part(s, who), find_by_id(s.facts, fact, "fact")
    if any(p.id == fact for p in call.insights):
        raise Refused(USED, "fact")
    character = s.character(who)
    if not (yield from proposed(s, character.player, f"{character.name} knows: {known.text} Does it bear on this?")):
        return s
    yield tell("insight.kiss", "An insight to KISS with: {text}", text=known.text)
    return s.but(call=call.but(insights=(*call.insights, Pointed(fact, who, known.text))))


@action(
    "specialty.kiss",
    "specialty.cap",
    "specialty.approval",
    title="Point to a specialty",
    by=("player", "fc"),
    instant=True,
    group="Insights",
    when=no_task,
    late=LATE,
)
def point_to(
    s: Venus, who: Helper, attribute: Annotated[str, Param("Which attribute", among=pointable)]
) -> Rule[Venus]:
    """Point to an attribute of use here. If the Peers agree, it KISSes a die, up to four in a task."""
    call, character = taking_part(s, who), s.character(who)
    found, id = character.attribute(attribute), f"{who}-{attribute}"
    if len(call.specialties) >= SPECIALTIES_MOST:
        raise Refused("Four attributes are the most that help in one task.")
    if any(p.id == id for p in call.specialties):
        raise Refused(f"{found.name} helps already.", "attribute")
    if not (yield from proposed(s, character.player, f"{character.name} points to {found.name}: does it help here?")):
        return s
    yield tell("specialty.kiss", "A specialty to KISS with: {what}.", what=found.name)
    return s.but(call=call.but(specialties=(*call.specialties, Pointed(id, who, found.name))))


@action(
    "stunt.kiss",
    "stunt.ally",
    "stunt.no-approval",
    title="Perform a stunt",
    by=("player", "fc"),
    instant=True,
    group="Insights",
    when=no_task,
    late=LATE,
)
def stunt(
    s: Venus,
    who: Annotated[str, Param("Who performs it", among=who_takes_part, mine=True)],
    how: Annotated[str, Param("What it looks like", examples=("Sliding down the banner, laughing.",))],
) -> Rule[Venus]:
    """Perform a flourish, without any approval, to KISS one of your dice. Allies may each do one for theirs."""
    call, character = taking_part(s, who), s.character(who)
    if any(p.by == who for p in call.stunts):
        raise Refused("One stunt each in a task: a second would KISS nothing.")
    if who in call.vetoed and s.rulings.vetoed_stunt == "is used up":
        raise Refused("The FC has struck a stunt down, and here that uses it up.")
    yield tell("stunt.kiss", "{who}'s stunt may KISS a die: {how}", who=character.name, how=sentence(how))
    return s.but(call=call.but(stunts=(*call.stunts, Pointed(who, who, sentence(how)))))


def stunts(s: Venus) -> list[FieldOption]:
    return [FieldOption(p.by, s.character(p.by).name, p.words) for p in s.call.stunts] if s.call else []


no_stunt = where(stunts, "nobody has performed a stunt.")


@action("stunt.veto", title="Veto a stunt", by="fc", instant=True, group="Insights", when=no_stunt, late=LATE)
def veto_stunt(
    s: Venus,
    who: Annotated[str, Param("Whose stunt", label="stunt of", among=stunts)],
) -> Rule[Venus]:
    """Strike down a stunt that makes no sense, before the dice are thrown again."""
    call = called(s, "task")
    find_by_id(call.stunts, who, "stunt")
    yield tell("stunt.veto", "{who}'s stunt is too much: it KISSes nothing.", who=s.character(who).name)
    left = tuple(p for p in call.stunts if p.by != who)
    return s.but(call=call.but(stunts=left, vetoed=(*call.vetoed, who)))


ACTIONS = (establish_fact, bring_insight, point_to, stunt, veto_stunt)
