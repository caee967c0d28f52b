"""Aid: allies offer a die each of a fitting job, two at most, and share in the consequences."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Choose, FieldOption, Param, Refused, Rule, action, cite, cites, find_by_id, tell

from .learning import gain_exp
from .picks import aid_jobs, helpers
from .state import Aid, Call, Venus, called, no_task, sentence

AID_MOST = cite("task.aid.limit", 2)
AID_DICE = cite("task.aid.limit", 1)


@action(
    "task.aid.job",
    "learn.no-aid",
    "task.demand",
    "task.aid.caliber",
    title="Offer aid",
    by=("player", "fc"),
    group="Rolling",
    when=no_task,
)
def offer_aid(
    s: Venus,
    who: Annotated[str, Param("Who aids", among=helpers, mine=True)],
    job: Annotated[str, Param("With which job", among=aid_jobs)],
    demand: Annotated[
        str, Param("What you ask in return, if anything", main=True, examples=("I get the ledger.",))
    ] = "",
    agreed: Annotated[
        bool, Param("Your die may be KISSed without asking you again", label="KISS it without asking")
    ] = False,
) -> Rule[Venus]:
    """Offer one die of a fitting job, with the caliber of the ability named or of the better fitting one.

    Offer it before the dice are thrown. After that it has to wait, and the task is over.
    """
    call, ally = called(s, "task"), s.character(who)
    if who == call.who:
        raise Refused("Nobody aids themselves.", "who")
    asks = sentence(demand) if demand.strip() else ""
    found = ally.job(job)
    if not found.level:
        raise Refused(f"{ally.name} is still learning {found.name}: aid needs a job of level 1 or higher.", "job")
    if call.ability in found.abilities:
        ability = call.ability
    else:
        ability = yield from Choose(
            "fc",
            f"Which ability of {found.name} fits the aid better?",
            found.abilities,
            label=lambda id: f"{ally.ability(id).name}, {ally.ability(id).caliber}",
            cites="task.aid.caliber",
        )
    yield tell(
        "task.aid.caliber",
        "{who} offers a {caliber} die as {job}.",
        who=ally.name,
        caliber=ally.ability(ability).caliber,
        job=found.name,
    )
    if asks:
        yield tell("task.demand", "{who} asks in return: {demand}", who=ally.name, demand=asks)
    aid = Aid(who, job, ability, asks, agreed)
    others = tuple(a for a in call.offers if a.id != who)
    return s.but(call=call.but(offers=(*others, aid)))


def offered(s: Venus) -> list[FieldOption]:
    """Allies, each with their die and their demand."""
    found = []
    for aid in s.call.offers if s.call else ():
        ally = s.character(aid.id)
        die = f"a {ally.ability(aid.ability).caliber} die as {ally.job(aid.job).name}"
        found.append(FieldOption(aid.id, ally.name, f"{die}; asks in return: {aid.demand}" if aid.demand else die))
    return found


@cites("task.aid.accept", "task.aid.limit")
def accepted(call: Call, accept: tuple[str, ...]) -> tuple[Aid, ...]:
    names = tuple(dict.fromkeys(accept))
    if len(names) > AID_MOST:
        raise Refused("No more than two allies can aid a task: leave one out.", "accept")
    return tuple(find_by_id(call.offers, name, "offer of aid") for name in names)


@cites("task.aid.exp")
def aided(s: Venus, aids: tuple[Aid, ...]) -> Rule[Venus]:
    """Mark 1 exp for each ally whose aid was accepted, once the dice have been rolled and at any result."""
    for aid in aids:
        s = yield from gain_exp(s, aid.id, aid.job, 1, "task.aid.exp")
    return s


ACTIONS = (offer_aid,)
