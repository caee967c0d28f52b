"""Calling for rolls: agenda first, then the FC names an ability and calls for a check or a task."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.rules import Param, Refused, Rule, action, cites, tell

from .against import Opposing, Traits
from .caliber import Caliber
from .difficulty import (
    ABSOLUTE,
    CHECK_FACTORS,
    HARD,
    HARDER,
    LEVELS,
    TASK_FACTORS,
    check_factors,
    counted,
    gap,
    refuse_too_many,
    target_of,
    threshold_of,
)
from .peers import proposed
from .picks import abilities, no_agenda, players_with_agenda, with_agenda
from .state import Absolute, Call, Last, Venus, character_ids, no_call, no_check, paused, sentence

Because = Literal[
    "tension", "indecision", "interesting consequences", "the FC asks about intent", "nothing is at stake"
]

#: Reasons to consider dice.
TENSE: tuple[Because, ...] = ("tension", "indecision", "interesting consequences", "the FC asks about intent")


def no_new_roll(s: Venus) -> str | None:
    already = "a roll has been called for already: finish it, or call it off."
    return paused(s) or (already if s.call is not None else None)


@action(
    "rollwhen.agenda",
    "rollwhen.check-or-task",
    title="State an agenda",
    by=("player", "fc"),
    instant=True,
    group="Rolling",
)
def state_agenda(
    s: Venus,
    who: Annotated[str, Param("Whose agenda", among=character_ids, mine=True)],
    agenda: Annotated[str, Param("What you want, and how", examples=("Reach the vault over the roofs",))],
    prefers: Annotated[
        Literal["check", "task"] | None, Param("What you would rather roll, if anything", label="would rather roll")
    ] = None,
) -> Rule[Venus]:
    """State your aim for this turn and how you mean to reach it, so that your Peers know."""
    character = s.character(who).but(agenda=sentence(agenda), prefers=prefers or "")
    yield tell("rollwhen.agenda", "{who} means to: {agenda}.", who=character.name, agenda=character.agenda.rstrip("."))
    return s.with_character(character)


@cites("rollwhen.tension", "rollwhen.nothing-at-stake", "rollwhen.agenda")
def agenda_of(s: Venus, who: str, because: Because) -> None:
    """Refuse a roll unless dice make sense now: something is at stake, and the Peers know the agenda."""
    if because not in TENSE:
        raise Refused("Nothing is rolled when nothing is at stake: it simply happens, and the turn may pass.")
    character = s.character(who)
    if not character.agenda and not character.npc:
        raise Refused(no_agenda(character), "who")


Who = Annotated[str, Param("Who rolls", among=with_agenda)]
Performer = Annotated[str, Param("Who performs it", among=players_with_agenda)]
AbilityId = Annotated[str, Param("Which ability", among=abilities)]
Stakes = Annotated[
    str, Param("What failure brings", label="stakes", main=True, examples=("The rope snaps.", "They know your face."))
]
Obvious = Annotated[bool, Param("What failure brings is obvious from the action", label="stakes are obvious")]
Why = Annotated[Because, Param("What calls for dice", label="why roll")]


@action(
    "rollwhen.ability",
    "rollwhen.check-or-task",
    "check.absolute.judge",
    "check.relative",
    title="Call for a check",
    by="fc",
    when=no_new_roll,
    group="Rolling",
)
def call_check(
    s: Venus,
    who: Who,
    ability: AbilityId,
    absolute: Annotated[Absolute, HARD] = "simple",
    factors: Annotated[tuple[str, ...], HARDER] = (),
    wounds: Traits = (),
    stakes: Stakes = "",
    obvious: Obvious = False,
    because: Why = "tension",
    opposed: Opposing = (),
) -> Rule[Venus]:
    """Call for a check: name the ability and the factors. The roller's Peers judge the absolute difficulty."""
    agenda_of(s, who, because)
    character = s.character(who)
    harder = check_factors((*factors, *wounds, *opposed), absolute)
    call = Call("check", who, character.ability(ability).id, harder, stakes.strip(), obvious)
    call = call.but(absolute=absolute)
    what = f"{character.name}'s {character.ability(ability).name}"
    proposal = f"{absolute.capitalize()} ({ABSOLUTE[absolute]}) for {what}: does that stand?"
    if not (yield from proposed(s, character.player, proposal, by=s.fc)):
        return s
    yield from call_told(s, call)
    return s.with_character(character.but(made=True)).but(call=call)


def decided_for_them(s: Venus, call: Call) -> Rule[None]:
    """Tell if the FC calls for another roll than the player would rather have."""
    character = s.character(call.who)
    if character.prefers and character.prefers != call.kind:
        yield tell(
            "rollwhen.check-or-task",
            "{who} would rather have rolled a {kind}; the FC decides.",
            who=character.name,
            kind=character.prefers,
        )


def call_told(s: Venus, call: Call) -> Rule[None]:
    character = s.character(call.who)
    ability, target = character.ability(call.ability), target_of(call)
    yield from decided_for_them(s, call)
    if call.factors:
        yield tell("check.relative", "Harder by {n}: {factors}.", n=len(call.factors), factors=", ".join(call.factors))
    yield tell(
        "check.absolute",
        "{who} checks {ability} ({caliber} {score}) against {target}.",
        who=character.name,
        ability=ability.name,
        caliber=ability.caliber,
        score=ability.score,
        target=target,
    )
    if call.stakes:
        yield tell("check.stakes", "Failure means: {stakes}", stakes=call.stakes)


@action("check.relative.overflow", title="Raise the difficulty", by="fc", group="Rolling", when=no_check)
def raise_difficulty(
    s: Venus,
    factors: Annotated[
        tuple[str, ...],
        Param("What the higher level does not express yet", label="makes it harder", main=True, examples=CHECK_FACTORS),
    ] = (),
) -> Rule[Venus]:
    """Begin again one level up, with no factors counted, when there are more than four."""
    call = s.call
    if call is None or call.kind != "check":
        raise Refused("No check has been called for.")
    at = LEVELS.index(call.absolute) + 1
    if at >= len(LEVELS):
        raise Refused("There is nothing above absurd: four factors, 29, is the end.")
    call = call.but(absolute=LEVELS[at], factors=check_factors(factors, LEVELS[at]))
    yield tell("check.relative.overflow", "The difficulty begins again at {level}.", level=LEVELS[at])
    yield from call_told(s, call)
    return s.but(call=call)


@action(
    "rollwhen.ability",
    "task.threshold.factors",
    "task.threshold.announce",
    "npc.no-task",
    title="Call for a task",
    by="fc",
    when=no_new_roll,
    group="Rolling",
)
def call_task(
    s: Venus,
    who: Performer,
    ability: AbilityId,
    factors: Annotated[
        tuple[str, ...],
        Param("The most telling drawbacks, up to four", label="against it", main=True, examples=TASK_FACTORS),
    ] = (),
    opponent: Annotated[
        Caliber | None, Param("The caliber of an opponent, if there is one", label="opponent's caliber")
    ] = None,
    stakes: Stakes = "",
    obvious: Obvious = False,
    because: Why = "tension",
    learner: Annotated[
        bool,
        Param(
            "Count being a learner, where that is the FC's choice",
            label="learning counts",
            applies=lambda s, _: s.rulings.learner == "fc decides",
        ),
    ] = True,
    traits: Traits = (),
    opposed: Opposing = (),
) -> Rule[Venus]:
    """Call for a task: name the ability, announce the factors, and state the meaning of failure."""
    agenda_of(s, who, because)
    character = s.character(who)
    if character.npc:
        raise Refused("Only players perform tasks: let a player roll, with this character as help or hindrance.")
    own = character.ability(ability)
    harder = (*factors, *traits, *opposed, *gap(own.caliber, opponent))
    named = refuse_too_many(harder, "pick the four most telling.")
    call = Call("task", who, own.id, named, stakes.strip(), obvious, learner=learner)
    yield from decided_for_them(s, call)
    yield from task_told(s, call)
    return s.with_character(character.but(made=True)).but(call=call)


def task_told(s: Venus, call: Call) -> Rule[None]:
    character = s.character(call.who)
    if call.factors:
        yield tell("task.threshold.announce", "Against it: {factors}.", factors=", ".join(call.factors))
    costs = threshold_of(len(call.factors))
    learner = s.rulings.learner == "automatic" or call.learner
    as_learner = threshold_of(len(call.factors), learner)
    learning = not any(job.level and call.ability in job.abilities for job in character.jobs)
    left_out = counted(call.factors, learning and learner)[1]
    yield tell(
        "learn.factor" if learning and learner else "task.threshold.price",
        "{who} faces a task of {ability}; success costs {n}{why}.",
        who=character.name,
        ability=character.ability(call.ability).name,
        n=as_learner if learning else costs,
        why=", being a learner" if learning and learner else "",
    )
    if left_out:
        yield tell("learn.factor.cap", "Being a learner is one of the four: “{what}” is left out.", what=left_out)
    if call.stakes:
        yield tell("task.stakes", "Failure means: {stakes}", stakes=call.stakes)


@action("check.stakes", "task.stakes", title="State the stakes", by="fc", instant=True, group="Rolling", when=no_call)
def state_stakes(s: Venus, stakes: Stakes) -> Rule[Venus]:
    """State the consequence of failure, before the player commits to the roll."""
    if s.call is None:
        raise Refused("No roll has been called for.")
    call = s.call.but(stakes=sentence(stakes))
    yield tell(f"{call.kind}.stakes", "Failure means: {stakes}", stakes=call.stakes)
    return s.but(call=call)


def remembered(s: Venus, call: Call, passed: bool) -> Last:
    """The record of a roll once it is over."""
    agenda = s.character(call.who).agenda
    return Last(call.kind, call.who, call.ability, passed, agenda, call.stakes, call.factors)


@cites("check.stakes", "task.stakes")
def refuse_without_stakes(call: Call) -> None:
    """Refuse the roll until the meaning of failure is plain."""
    if not call.stakes and not call.obvious:
        raise Refused("The roll waits: the FC first says what failure brings (State the stakes), unless it is obvious.")


ACTIONS = (state_agenda, call_check, raise_difficulty, call_task, state_stakes)
