"""When to roll dice? Agenda first; then the FC names an ability and calls for a check or a task."""

from __future__ import annotations

from typing import Annotated, Literal

from tablewright.kernel import Param, Pick, Refused, Rule, action, cite, cites, tell
from tablewright.kernel.kit.kit import titled

from .caliber import Caliber, above
from .peers import proposed
from .picks import abilities, no_agenda, players_with_agenda, with_agenda
from .state import Absolute, Call, Last, Venus, character_ids, no_call, no_check, paused, sentence

ABSOLUTE: dict[Absolute, int] = cite(
    "check.absolute", {"routine": 5, "simple": 10, "tough": 15, "challenging": 20, "absurd": 25}
)
LEVELS: tuple[Absolute, ...] = tuple(ABSOLUTE)
FACTORS_MOST = cite("check.relative.cap task.threshold.cap", 4)
TARGETS = cite("check.target.range", (5, 29))
THRESHOLD_BASE = cite("task.threshold.base", 1)
THRESHOLD_MOST = cite("task.threshold.cap", 5)

#: What usually makes a check harder, and what a task.
CHECK_FACTORS = cite(
    "check.relative.kinds", ("hazardous surroundings", "wounds", "help for the opposition", "an opponent's attributes")
)
TASK_FACTORS = cite(
    "task.threshold.kinds",
    ("hazardous surroundings", "a larger opponent", "help for the opposition", "a poorly suited job", "a drawback"),
)
OUTCLASSED = cite("task.threshold.kinds", "an opponent of higher caliber")

LEVEL_PICKS = tuple(Pick(level, f"{level} ({number})") for level, number in ABSOLUTE.items())
HARD = Param("How hard it is, as the Peers judge it", label="difficulty", main=True, among=lambda _: LEVEL_PICKS)
HARDER = Param("Up to four things that make it harder", label="makes it harder", main=True, examples=CHECK_FACTORS)

Because = Literal[
    "tension", "indecision", "interesting consequences", "the FC asks about intent", "nothing is at stake"
]


def refuse_too_many(factors: tuple[str, ...], hint: str) -> tuple[str, ...]:
    named = tuple(titled(f) for f in factors)
    if len({f.casefold() for f in named}) < len(named):
        raise Refused("Each factor counts once: name different ones.")
    if len(named) > FACTORS_MOST:
        raise Refused(f"At most four factors count, not {len(named)}: {hint}")
    return named


@cites("check.relative.cap", "check.relative.overflow")
def check_factors(factors: tuple[str, ...], absolute: Absolute) -> tuple[str, ...]:
    """Up to four; more than that means a higher absolute difficulty, as long as there is one."""
    at = LEVELS.index(absolute) + 1
    hint = f"begin again at {LEVELS[at]} ({ABSOLUTE[LEVELS[at]]})." if at < len(LEVELS) else "absurd is the end."
    return refuse_too_many(factors, hint)


@cites("check.absolute", "check.relative", "check.target.range")
def target_of(call: Call) -> int:
    """Absolute difficulty and 1 for each relative factor."""
    return ABSOLUTE[call.absolute] + len(call.factors)


@cites("task.threshold.base", "task.threshold.factors", "task.threshold.cap", "learn.factor", "learn.factor.cap")
def threshold_of(factors: int, learner: bool = False) -> int:
    """1 and 1 for each factor, being a learner among them; never above 5."""
    return min(THRESHOLD_BASE + factors + learner, THRESHOLD_MOST)


@cites("task.threshold.kinds")
def gap(own: Caliber, opponent: Caliber | None) -> tuple[str, ...]:
    """One factor if the opponent's caliber is higher, by however much; none in the player's favour."""
    return (OUTCLASSED,) if opponent is not None and above(opponent, own) else ()


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
    """What a player wants this turn and how they mean to get it, so that their Peers know."""
    character = s.character(who).but(agenda=sentence(agenda), prefers=prefers or "")
    yield tell("rollwhen.agenda", "{who} means to: {agenda}.", who=character.name, agenda=character.agenda.rstrip("."))
    return s.with_character(character)


def agenda_of(s: Venus, who: str, because: Because) -> None:
    """Refused unless dice make sense now: something is at stake, and the Peers know what is wanted."""
    if because == "nothing is at stake":
        raise Refused("Nothing is rolled when nothing is at stake: it simply happens, and the turn may pass.")
    if s.call is not None:
        raise Refused("A roll has been called for already: finish it, or call it off.")
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
    "rollwhen.tension",
    "rollwhen.nothing-at-stake",
    "rollwhen.check-or-task",
    "check.absolute.judge",
    "check.relative",
    title="Call for a check",
    by="fc",
    when=paused,
    group="Rolling",
)
def call_check(
    s: Venus,
    who: Who,
    ability: AbilityId,
    absolute: Annotated[Absolute, HARD] = "simple",
    factors: Annotated[tuple[str, ...], HARDER] = (),
    stakes: Stakes = "",
    obvious: Obvious = False,
    because: Why = "tension",
) -> Rule[Venus]:
    """The FC names the ability; the Peers of whoever rolls judge the absolute difficulty; the FC adds factors."""
    agenda_of(s, who, because)
    character = s.character(who)
    call = Call("check", who, character.ability(ability).id, check_factors(factors, absolute), stakes.strip(), obvious)
    call = call.but(absolute=absolute)
    proposal = f"{absolute.capitalize()} ({ABSOLUTE[absolute]}) for {character.name}: does that stand?"
    if not (yield from proposed(s, character.player, proposal, by=s.fc)):
        return s
    yield from call_told(s, call)
    return s.but(call=call)


def call_told(s: Venus, call: Call) -> Rule[None]:
    character = s.character(call.who)
    ability, target = character.ability(call.ability), target_of(call)
    if character.prefers and character.prefers != call.kind:
        yield tell(
            "rollwhen.check-or-task",
            "{who} would rather have rolled a {kind}; the FC decides.",
            who=character.name,
            kind=character.prefers,
        )
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
    """More than four factors: the FC begins again one level up, with none counted."""
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
    "rollwhen.tension",
    "rollwhen.nothing-at-stake",
    "task.threshold.factors",
    "task.threshold.announce",
    "npc.no-task",
    title="Call for a task",
    by="fc",
    when=paused,
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
) -> Rule[Venus]:
    """The FC names the ability, announces the factors and says what failure would mean."""
    agenda_of(s, who, because)
    character = s.character(who)
    if character.npc:
        raise Refused("Only players perform tasks: let a player roll, with this character as help or hindrance.")
    own = character.ability(ability)
    named = refuse_too_many((*factors, *gap(own.caliber, opponent)), "pick the four most telling.")
    call = Call("task", who, own.id, named, stakes.strip(), obvious, learner=learner)
    if character.prefers == "check":
        yield tell(
            "rollwhen.check-or-task", "{who} would rather have rolled a check; the FC decides.", who=character.name
        )
    yield from task_told(s, call)
    return s.but(call=call)


def task_told(s: Venus, call: Call) -> Rule[None]:
    character = s.character(call.who)
    if call.factors:
        yield tell("task.threshold.announce", "Against it: {factors}.", factors=", ".join(call.factors))
    costs = threshold_of(len(call.factors))
    as_learner = threshold_of(len(call.factors), s.rulings.learner == "automatic" or call.learner)
    learning = not any(job.level and call.ability in job.abilities for job in character.jobs)
    yield tell(
        "learn.factor" if learning and as_learner > costs else "task.threshold.price",
        "{who} faces a task of {ability}; success costs {n}{why}.",
        who=character.name,
        ability=character.ability(call.ability).name,
        n=as_learner if learning else costs,
        why=", being a learner" if learning and as_learner > costs else "",
    )
    if call.stakes:
        yield tell("task.stakes", "Failure means: {stakes}", stakes=call.stakes)


@action("check.stakes", "task.stakes", title="State the stakes", by="fc", instant=True, group="Rolling", when=no_call)
def state_stakes(s: Venus, stakes: Stakes) -> Rule[Venus]:
    """The FC says what failure brings, before anybody commits to the roll."""
    if s.call is None:
        raise Refused("No roll has been called for.")
    call = s.call.but(stakes=sentence(stakes))
    yield tell(f"{call.kind}.stakes", "Failure means: {stakes}", stakes=call.stakes)
    return s.but(call=call)


def remembered(s: Venus, call: Call, passed: bool) -> Last:
    """What is kept of a roll once it is over."""
    agenda = s.character(call.who).agenda
    return Last(call.kind, call.who, call.ability, passed, agenda, call.stakes, call.factors)


@cites("check.stakes", "task.stakes")
def refuse_without_stakes(call: Call) -> None:
    """The roll waits until what failure means is plain."""
    if not call.stakes and not call.obvious:
        raise Refused("The roll waits: the FC first says what failure brings (State the stakes), unless it is obvious.")


ACTIONS = (state_agenda, call_check, raise_difficulty, call_task, state_stakes)
