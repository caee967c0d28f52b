"""Lab scenarios: tasks of one player, one after the other, by the rules as they are played."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Refused, Rule, Scenario, State, rule

from .aid import AID_MOST
from .caliber import Caliber
from .characters import LOTS_MOST, Job, marked
from .difficulty import threshold_of
from .kissing import task_dice
from .learning import exp_for
from .means import Ally, Means
from .options import VenusRulings
from .policies import POLICIES
from .spending import PRIMARY, Menu, spend
from .spread import Pool
from .state import Venus, called
from .tasks import dice_of, learner_counts, means_of


class Run(State, frozen=True):
    """A player's way through a number of tasks."""

    caliber: Caliber
    job: Job
    scores: tuple[int, int]
    factors: int = 0
    lots: int = 0
    ego: bool = False
    free: int = 0
    stunt: bool = False
    aid: tuple[Caliber, ...] = ()
    stunts: tuple[bool, ...] = ()
    """Flags of the allies who have performed a stunt for their die. In the lab all allies agree."""
    learner: bool = True
    """True if the FC counts being a learner, where that is the FC's choice."""
    left: int = 1
    """Tasks left. Below 0, as many as it takes."""
    every: int = 0
    """The number of scenes after which the player introduces one and earns Ego."""
    won: int = 0
    learns: bool = False
    rulings: VenusRulings = VenusRulings()


@rule("task.variable", "ego.earn.scene")
def next_task(run: Run) -> Rule[Run]:
    """Play the next task of a run: roll, KISS, spend, mark exp."""
    ego = run.ego or bool(run.every and run.left % run.every == 0)
    threshold = threshold_of(run.factors, learner_counts(run.rulings, run.learner, run.job))
    own = dice_of(run.job, run.scores[0])
    pool: Pool = (("player", run.caliber, own), *((f"ally {i}", c, 1) for i, c in enumerate(run.aid, 1)))
    stunts = run.stunts or (False,) * len(run.aid)
    means = Means(
        run.lots,
        run.free,
        run.stunt,
        tuple([Ally(stunt, agreed=True) for stunt in stunts]),
        ego,
        run.rulings.ego_and_aid == "included",
        run.rulings.kiss_rounds,
    )
    rolled = yield from task_dice("player", pool, means, threshold)
    repeats = run.rulings.repeats != "once each"
    menu = Menu(threshold, repeats=repeats, only=("lesson",) if run.learns else ("intentions",))
    bought = [b.id for b in (yield from spend("player", rolled.successes, menu))]
    won = PRIMARY in bought
    job = run.job
    if run.learns:
        job = marked(job, exp_for(job.level, not won, bought.count("lesson")), run.scores, run.rulings)
    return run.but(
        job=job,
        lots=min(LOTS_MOST, run.lots - rolled.lots + bought.count("intentions")),
        ego=ego and rolled.ego == "none",
        left=run.left - (run.left > 0),
        won=run.won + won,
    )


CaliberParam = Annotated[Caliber, Param("Caliber of the dice")]
DiceParam = Annotated[int, Param("Level of the job", min=1, max=10)]
FactorsParam = Annotated[int, Param("Factors against it", min=0, max=4)]
LotsParam = Annotated[int, Param("Lots to spend", min=0, max=LOTS_MOST)]
KNOWN = ("finesse", "wits")


def one(
    rulings: VenusRulings,
    caliber: CaliberParam = "bronze",
    dice: DiceParam = 4,
    factors: FactorsParam = 1,
    lots: LotsParam = 0,
    ego: Annotated[bool, Param("Has Ego")] = False,
    free: Annotated[int, Param("Approved insights and specialties", min=0, max=8)] = 0,
    aid: Annotated[Caliber | None, Param("Caliber of an ally's die, if one aids")] = None,
) -> Run:
    job = Job("job", "Job", KNOWN, dice)
    return Run(caliber, job, (1, 1), factors, lots, ego, free, aid=(aid,) if aid else (), rulings=rulings)


def from_call(s: Venus) -> Run:
    """The task that has been called for, with the best fitting job and all aid and approvals so far."""
    call = called(s, "task")
    actor = s.character(call.who)
    jobs = [job for job in actor.jobs if call.ability in job.abilities]
    if not jobs:
        raise Refused(f"{actor.name} has no job that fits: the Peers choose one to learn first.")
    own = actor.ability(call.ability)
    job = max(jobs, key=lambda job: dice_of(job, own.score))
    aids = call.offers[:AID_MOST]
    means = means_of(s, call, aids)
    return Run(
        own.caliber,
        job,
        (own.score, own.score),
        len(call.factors),
        means.lots,
        means.ego,
        means.free,
        means.stunt,
        tuple(s.character(aid.id).ability(aid.ability).caliber for aid in aids),
        tuple(ally.stunt for ally in means.allies),
        call.learner,
        rulings=s.rulings,
    )


def learning(
    rulings: VenusRulings,
    caliber: CaliberParam = "bronze",
    score: Annotated[int, Param("Score of the ability named: dice while learning", min=1, max=8)] = 3,
    other: Annotated[int, Param("Score of the other ability", min=1, max=8)] = 2,
    factors: Annotated[int, Param("Factors beside being a learner", min=0, max=3)] = 0,
) -> Run:
    return Run(caliber, Job("job", "Job", KNOWN), (score, other), factors, left=-1, learns=True, rulings=rulings)


def purse(
    rulings: VenusRulings,
    lots: LotsParam = 3,
    tasks: Annotated[int, Param("Tasks in a row", min=1, max=12)] = 4,
    caliber: CaliberParam = "bronze",
    dice: DiceParam = 4,
    factors: FactorsParam = 1,
) -> Run:
    return Run(caliber, Job("job", "Job", KNOWN, dice), (1, 1), factors, lots, left=tasks, rulings=rulings)


def chapter(
    rulings: VenusRulings,
    scenes: Annotated[int, Param("Scenes, with a task each", min=1, max=12)] = 4,
    every: Annotated[int, Param("The player introduces every so many scenes (0: none)", min=0, max=12)] = 2,
    lots: LotsParam = 3,
    caliber: CaliberParam = "silver",
    dice: DiceParam = 3,
    factors: FactorsParam = 2,
) -> Run:
    job = Job("job", "Job", KNOWN, dice)
    return Run(caliber, job, (1, 1), factors, lots, left=scenes, every=every, rulings=rulings)


def reached(run: Run) -> str | None:
    if run.left:
        return None
    return "reached" if run.won else "failed"


def how_many(run: Run) -> str | None:
    return f"{run.won} reached" if run.left == 0 else None


def learned(run: Run) -> str | None:
    return f"level {run.job.level}" if run.job.level else None


SCENARIOS = (
    Scenario(
        name="task",
        title="One task",
        doc="How threshold, caliber, dice and what there is to KISS with shape a single task.",
        start=one,
        step=next_task,
        ending=reached,
        policies=POLICIES,
        count=lambda run: {"lots": run.lots, "ego": run.ego},
        value=lambda run: float(run.won),
        between=(0.0, 1.0),
        from_table=from_call,
        cites="task.primary",
    ),
    Scenario(
        name="learning",
        title="Learning a job",
        doc="How many tasks it takes from level 0 to the first level.",
        start=learning,
        step=next_task,
        ending=learned,
        policies=POLICIES,
        count=lambda run: {"goals reached": run.won},
        cites="learn.exp.span",
    ),
    Scenario(
        name="lots",
        title="What a Lot is worth",
        doc="Several tasks in a row on one purse of Lots: how many goals are reached.",
        start=purse,
        step=next_task,
        ending=how_many,
        policies=POLICIES,
        count=lambda run: {"goals reached": run.won, "lots left": run.lots},
        value=lambda run: float(run.won),
        cites="lot.kiss",
    ),
    Scenario(
        name="chapter",
        title="A chapter",
        doc="A number of scenes with a task each; the player introduces some of them and earns Ego.",
        start=chapter,
        step=next_task,
        ending=how_many,
        policies=POLICIES,
        count=lambda run: {"goals reached": run.won, "lots left": run.lots, "ego left": run.ego},
        value=lambda run: float(run.won),
        cites="ego.earn.scene",
    ),
)
