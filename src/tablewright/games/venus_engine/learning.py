"""Learning on the job, and marking exp."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import ActingSeat, Choose, Param, Refused, Rule, action, cite, cites, tell, unique_id
from tablewright.rules.kit import check_title

from .characters import EXP_BAR, LOTS_MOST, Character, Job, marked, two_abilities
from .peers import proposed
from .picks import abilities as ability_picks
from .picks import barred_jobs, barred_people, where
from .state import Venus, player_character_ids

#: Tasks from nothing to a first level, at three exp each and at one.
SPAN = cite("learn.exp.span", (-(-EXP_BAR // 3), EXP_BAR))
MOST_JOBS = 30


@cites("learn.exp", "learn.exp.adds", "task.fail.exp", "task.tertiary.exp")
def exp_for(level: int, failed: bool, lessons: int) -> int:
    """The exp of a task: 1 for a learner, 1 for failing, and 1 for each lesson bought, added up."""
    return (level == 0) + failed + lessons


def exp_because(level: int, failed: bool, lessons: int) -> str:
    """The rule that gives the exp of a task, or the rule of adding up where there are several."""
    reasons = ["learn.exp"] * (level == 0) + ["task.fail.exp"] * failed + ["task.tertiary.exp"] * bool(lessons)
    return reasons[0] if len(reasons) == 1 else "task.tertiary.exp" if level else "learn.exp.adds"


def scores_of(character: Character, job: Job) -> tuple[int, int]:
    one, other = job.abilities
    return character.ability(one).score, character.ability(other).score


def gain_exp(s: Venus, who: str, job: str, exp: int, id: str) -> Rule[Venus]:
    """Mark exp on a character's job, and tell the result."""
    character = s.character(who)
    before = character.job(job)
    if not exp:
        return s
    if before.barred:
        yield tell(
            "learn.qualification",
            "{who} marks no exp as {job}: {condition} is not met.",
            who=character.name,
            job=before.name,
            condition=before.qualification,
        )
        return s
    after = marked(before, exp, scores_of(character, before), s.rulings)
    yield tell(id, "{who} marks {n} exp as {job}.", who=character.name, n=exp, job=before.name)
    if after.level > before.level:
        yield tell(
            "learn.complete" if not before.level else "advance.jobs",
            "{who} reaches level {level} as {job}!",
            who=character.name,
            job=before.name,
            level=after.level,
        )
    return s.with_character(character.with_job(after))


@cites("lot.overflow", "lot.cap")
def overflows(s: Venus, character: Character) -> bool:
    """True if the next Lot earned becomes exp: ten are held, ten were earned this session, or either."""
    held = character.lots >= LOTS_MOST
    earned = character.earned >= LOTS_MOST
    if s.rulings.overflow == "earned":
        return earned
    return held if s.rulings.overflow == "held" else held or earned


def earn_ego(s: Venus, who: str, id: str) -> Rule[Venus]:
    """Give a character Ego. A character with Ego gains no more."""
    character = s.character(who)
    if character.ego:
        yield tell("ego.binary", "{who} has Ego already.", who=character.name)
    else:
        yield tell(id, "{who} earns Ego.", who=character.name)
    return s.with_character(character.but(ego=True))


def earn_lot(s: Venus, who: str, id: str) -> Rule[Venus]:
    """Earn one Lot. Beyond ten it becomes exp on a job of the player's choice that can take it."""
    character = s.character(who)
    if not overflows(s, character):
        if character.lots >= LOTS_MOST:
            yield tell("lot.cap", "{who} cannot hold an eleventh Lot.", who=character.name)
            return s.with_character(character.but(earned=character.earned + 1))
        yield tell(id, "{who} earns a Lot.", who=character.name)
        return s.with_character(character.but(lots=character.lots + 1, earned=character.earned + 1))
    jobs = tuple(job.id for job in character.jobs if not job.barred)
    if not jobs:
        yield tell("lot.overflow", "{who} has no job that takes exp: the Lot is lost.", who=character.name)
        return s
    if len(jobs) == 1:
        yield tell("lot.overflow", "{who}'s Lot becomes exp.", who=character.name)
        return (yield from gain_exp(s, who, jobs[0], 1, "lot.overflow"))
    words = "The Lot becomes 1 exp. For which job?"
    job = yield from Choose(who, words, jobs, label=lambda id: character.job(id).name, cites="lot.overflow")
    return (yield from gain_exp(s, who, job, 1, "lot.overflow"))


@action(
    "task.job.none",
    "learn.peers-choose",
    "learn.level0",
    "task.job.two-abilities",
    title="Start learning a job",
    group="Jobs",
)
def start_learning(
    s: Venus,
    who: Annotated[str, Param("Who learns", among=player_character_ids)],
    name: Annotated[str, Param("Which job would be appropriate", label="job", examples=("Locksmith", "Cloud pilot"))],
    abilities: Annotated[tuple[str, ...], Param("The two abilities it inherits", among=ability_picks)],
    qualification: Annotated[str, Param("What must be met before it takes any exp, if anything")] = "",
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Venus]:
    """Decide which job the learner's task calls for, when none fits. A Peer proposes it, the others may object."""
    character = s.character(who)
    pair = two_abilities(abilities)
    for ability in pair:
        character.ability(ability)
    if me == character.player:
        raise Refused("Your Peers decide which job it is: let one of them, or the FC, propose it.", "who")
    if len(character.jobs) >= MOST_JOBS:
        raise Refused(f"{character.name} has learned enough jobs for one life.")
    if any(job.name.casefold() == check_title(name).casefold() for job in character.jobs):
        raise Refused(f"{character.name} has this job already: use it.")
    if s.call is not None and s.call.kind == "task" and s.call.who == who and s.call.ability not in pair:
        raise Refused(f"The job must inherit {character.ability(s.call.ability).name}, which the task asks for.")
    proposal = f"{character.name} starts out as {check_title(name)}: does that job fit?"
    if not (yield from proposed(s, character.player, proposal, me, "Another job would fit better.")):
        return s
    ids = [job.id for job in character.jobs]
    condition = qualification.strip()
    job = Job(unique_id(check_title(name), ids), check_title(name), pair, 0, 0, condition, not condition)
    yield tell("learn.level0", "{who} starts learning as {job}, at level 0.", who=character.name, job=job.name)
    return s.with_character(character.but(jobs=(*character.jobs, job)))


@action(
    "learn.qualification",
    title="Meet a qualification",
    by="fc",
    group="Jobs",
    when=where(barred_people, "no job waits for a qualification."),
)
def qualify(
    s: Venus,
    who: Annotated[str, Param("Who", among=barred_people)],
    job: Annotated[str, Param("Which job", among=barred_jobs)],
) -> Rule[Venus]:
    """Meet the conditions of a job. From now on it takes exp."""
    character = s.character(who)
    found = character.job(job)
    if not found.barred:
        raise Refused(f"Nothing bars {character.name} from learning {found.name}.")
    yield tell("learn.qualification", "{who} qualifies as {job}.", who=character.name, job=found.name)
    return s.with_character(character.with_job(found.but(qualified=True)))


ACTIONS = (start_learning, qualify)
