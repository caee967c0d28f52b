"""Tasks are variable: a job's dice, allies' aid, a threshold, KISSes, and the purchases of successes."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import FieldOption, Outcome, Param, Refused, Rule, Tone, action, cites, tell

from .aid import AID_DICE, accepted, aided, offered
from .characters import Character, Job
from .checks import lots_in_words
from .difficulty import counted, threshold_of
from .kissing import task_dice
from .learning import earn_lot, exp_because, exp_for, gain_exp
from .means import Ally, Means
from .options import VenusRulings
from .picks import roller
from .spending import FAILURE, GAINS, OPPOSITES, PRIMARY, TERTIARIES, Menu, buy, opposite, reach, subvert
from .spread import Dice, Pool
from .state import Aid, Bought, Call, Goal, Venus, called, names_of, no_task
from .when_to_roll import refuse_without_stakes, remembered


@cites("task.job.choose")
def usable(character: Character, call: Call, job: str) -> Job:
    """The job, if it inherits the ability the FC named. The refusal lists those that do."""
    found = character.job(job)
    if call.ability not in found.abilities:
        raise Refused(misfit(character, call, found), "job")
    return found


def misfit(character: Character, call: Call, job: Job) -> str:
    fit = ", ".join(j.name for j in character.jobs if call.ability in j.abilities) or "none yet"
    return f"{job.name} does not inherit {character.ability(call.ability).name}. Jobs that do: {fit}."


@cites("task.job.dice", "learn.dice")
def dice_of(job: Job, score: int) -> int:
    """The number of dice: the job's level, or while learning it the score of the ability named."""
    return job.level or score


@cites("task.threshold.factors", "learn.factor")
def threshold_for(s: Venus, call: Call, job: Job) -> int:
    return threshold_of(len(call.factors), learner_counts(s.rulings, call.learner, job))


@cites("learn.factor")
def learner_counts(rulings: VenusRulings, said: bool, job: Job) -> bool:
    """True if being a learner, without a level yet, counts as a factor. A table may leave that to the FC."""
    return not job.level and (rulings.learner == "automatic" or said)


def jobs(s: Venus) -> list[FieldOption]:
    """Jobs of the character who performs the task, with dice and price, or a reason why not."""
    if s.call is None or s.call.kind != "task":
        return []
    call, actor, found = s.call, s.character(s.call.who), []
    ability = actor.ability(call.ability)
    for job in actor.jobs:
        why = "" if call.ability in job.abilities else misfit(actor, call, job)
        dice = f"{dice_of(job, ability.score)} {ability.caliber} dice, success costs {threshold_for(s, call, job)}"
        found.append(FieldOption(job.id, job.name, "" if why else dice, why))
    return found


@action(
    "task.job.choose",
    "task.aid.accept",
    "task.aid.limit",
    "task.kiss.step",
    "task.variable",
    "npc.no-task",
    title="Perform the task",
    by=("player", "fc"),
    group="Rolling",
    when=no_task,
)
def perform_task(
    s: Venus,
    who: Annotated[str, Param("Who acts", among=roller, mine=True)],
    job: Annotated[str, Param("With which job", among=jobs)],
    accept: Annotated[
        tuple[str, ...], Param("Whose aid to accept, two at most", label="accept aid of", main=True, among=offered)
    ] = (),
) -> Rule[Venus]:
    """Roll, KISS, spend. While you think about KISSing, insights, stunts and specialties can still be brought up."""
    call = called(s, "task", who)
    refuse_without_stakes(call)
    actor, aids = s.character(who), accepted(call, accept)
    work = usable(actor, call, job)
    threshold = threshold_for(s, call, work)
    pool = pool_of(s, call, work, aids)
    yield from pool_told(s, call, work, pool, threshold)
    rolled = yield from task_dice(who, pool, means_of(s, call, aids), threshold)
    n = rolled.successes
    s = yield from paid(s, call, rolled)
    s = yield from aided(s, aids)
    menu = Menu(threshold, specials_of(actor, call.ability), s.rulings.repeats != "once each")
    reached = yield from reach(who, n, menu)
    yield headline(n, threshold, reached)
    bought = yield from buy(who, n, menu, reached)
    s = s.but(rolls=s.rolls + 1)
    return (yield from consequences(s, call, work, aids, menu, bought, n))


#: Name and tone of a task that reaches its goal, and of one that does not.
REACHED: tuple[str, Tone] = ("reaches the goal", "good")
SHORT: tuple[str, Tone] = ("fails", "bad")


@cites("task.variable", "task.primary.decline")
def headline(n: int, threshold: int, reached: bool) -> Outcome:
    """The headline of a task. Declining a goal within reach is a failure, and no better than falling just short."""
    group, tone = REACHED if reached else SHORT
    rank = n if reached else min(n, threshold - 1)
    return Outcome(f"{group}, {in_successes(n)}", rank, cites="task.variable", group=group, tone=tone)


def in_successes(n: int) -> str:
    return "1 success" if n == 1 else f"{n} successes"


def pool_told(s: Venus, call: Call, job: Job, pool: Pool, threshold: int) -> Rule[None]:
    """Tell the dice thrown, their reasons and the price of the goal."""
    (_, caliber, own), *aid = pool
    ability = s.character(call.who).ability(call.ability)
    why = f"{job.name} {job.level}" if job.level else f"learning {job.name}, {ability.name} {ability.score}"
    dice = [f"{own} {caliber} ({why})", *(f"1 {c} ({s.character(ally).name})" for ally, c, _ in aid)]
    against, left_out = counted(call.factors, learner_counts(s.rulings, call.learner, job))
    yield tell(
        "task.threshold.price" if job.level else "learn.dice",
        "{who} throws {dice}; the goal costs {n}{why}.",
        who=s.character(call.who).name,
        dice=" + ".join(dice),
        n=in_successes(threshold),
        why=f" (1, and {', '.join(against)})" if against else "",
    )
    if left_out:
        yield tell("learn.factor.cap", "Four factors count: “{what}” is left out.", what=left_out)


@cites("task.own-caliber", "task.aid.caliber", "task.aid.limit")
def pool_of(s: Venus, call: Call, job: Job, aids: tuple[Aid, ...]) -> Pool:
    """The dice of a task: own dice with the caliber of the ability named, each aid die with the ally's."""
    own = s.character(call.who).ability(call.ability)
    allied = tuple((aid.id, s.character(aid.id).ability(aid.ability).caliber, AID_DICE) for aid in aids)
    return ((call.who, own.caliber, dice_of(job, own.score)), *allied)


@cites("ego.task-only")
def means_of(s: Venus, call: Call, aids: tuple[Aid, ...]) -> Means:
    """All means to KISS: the actor's own, and those approved for this task."""
    actor, stunts = s.character(call.who), {stunt.by for stunt in call.stunts}
    with_us = {call.who, *(aid.id for aid in aids)}
    free = sum(p.by in with_us for p in (*call.specialties, *call.insights))
    return Means(
        lots=actor.lots,
        free=free,
        stunt=call.who in stunts,
        allies=tuple(
            Ally(aid.id in stunts, s.character(aid.id).lots > 0, aid.agreed, s.character(aid.id).name) for aid in aids
        ),
        ego=actor.ego,
        ego_reaches_aid=s.rulings.ego_and_aid == "included",
        rounds=s.rulings.kiss_rounds,
        any_die=s.rulings.named_successes == "always",
    )


@cites("personal.special")
def specials_of(actor: Character, ability: str) -> tuple[tuple[str, str], ...]:
    """Special secondary consequences that attributes offer in a task of this ability, worded as on the sheet."""
    return tuple(
        (f"special-{a.id}", a.special)
        for a in actor.attributes
        if a.special and (not a.special_for or ability in a.special_for)
    )


def paid(s: Venus, call: Call, rolled: Dice) -> Rule[Venus]:
    """Subtract Lots and Ego from those who spent them."""
    actor = s.character(call.who)
    if rolled.lots:
        yield tell("lot.kiss", "{who} spends {n}.", who=actor.name, n=lots_in_words(rolled.lots))
    if rolled.ego != "none":
        use = "to KISS all that disappoints" if rolled.ego == "all" else "so that sixes count twice"
        yield tell("ego.one-use", "{who} spends Ego {use}.", who=actor.name, use=use)
    s = s.with_character(actor.but(lots=actor.lots - rolled.lots, ego=actor.ego and rolled.ego == "none"))
    for ally in rolled.ally_lots:
        purse = s.character(ally)
        yield tell("kiss.allies", "{who} spends 1 Lot on their own die.", who=purse.name)
        s = s.with_character(purse.but(lots=purse.lots - 1))
    return s


def consequences(
    s: Venus, call: Call, job: Job, aids: tuple[Aid, ...], menu: Menu, bought: tuple[Bought, ...], successes: int
) -> Rule[Venus]:
    """Apply the purchases. A failed task teaches something, and the FC may turn consequences that were not bought."""
    actor, ids = s.character(call.who), [b.id for b in bought]
    failed = PRIMARY not in ids
    if failed:
        words = "{who} fails: {stakes}" if call.stakes else "{who} fails."
        yield tell("task.primary.decline", words, who=actor.name, stakes=call.stakes)
    else:
        yield tell("task.primary", "{who} reaches the main goal.", who=actor.name)
    for item in bought:
        yield from bought_told(menu, item)
    earned = (job.level, failed, ids.count("lesson"))
    s = yield from gain_exp(s, call.who, job.id, exp_for(*earned), exp_because(*earned))
    for _ in range(ids.count("intentions")):
        s = yield from earn_lot(s, call.who, "task.tertiary.lot lot.earn.task")
    turned = yield from subvert(menu, tuple(ids), s.rulings.subversions)
    for open_ in turned:
        against = opposite(open_, menu.secondaries)
        yield tell("task.subvert", "The FC turns it against {who}: {against}.", who=actor.name, against=against)
    if aids and (turned or failed):
        names = names_of(s, tuple(aid.id for aid in aids))
        yield tell("task.aid.tied", "{names} shared in this, and may be hit as well.", names=names)
    allies = tuple(aid.id for aid in aids)
    last = remembered(s, call, not failed).but(bought=bought, turned=turned, allies=allies)
    more = successes if failed else successes - menu.threshold
    goals = (*s.goals, Goal(call.who, s.rolls, not failed, more))
    return s.but(call=None, last=last.but(more=more), goals=goals)


def bought_told(menu: Menu, item: Bought) -> Rule[None]:
    if item.id in TERTIARIES:
        hosts = {FAILURE: "the failure", PRIMARY: "the main goal"}
        to = hosts.get(item.host) or f"“{menu.secondaries[item.host]}”"
        what, gain = TERTIARIES[item.id], GAINS[item.id]
        yield tell("task.tertiary", "… and with {to}: {what} ({gain}).", to=to, what=what, gain=gain)
    elif item.id != PRIMARY:
        special = item.id not in OPPOSITES
        yield tell(
            "personal.special" if special else "task.secondary", "Bought: {what}.", what=menu.secondaries[item.id]
        )


ACTIONS = (perform_task,)
