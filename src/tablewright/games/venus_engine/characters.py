"""Characters: abilities with caliber and score, attributes, jobs with level and exp, Lots, Ego, principles."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import Refused, State, cite, cites, find_by_id, replace_by_id

from .caliber import Caliber
from .options import VenusRulings

SCORE_LEAST = cite("score.positive", 1)
SCORE_MOST = 20
LOTS_MOST = cite("lot.cap", 10)
LOTS_START = cite("lot.start", 10)
EXP_BAR = cite("learn.complete", 16)
INHERITED = cite("task.job.two-abilities", 2)

#: The abilities the text names. A table adds others.
NAMED_ABILITIES = ("Finesse", "Swiftness", "Wits", "Resolve")

AttributeKind = Literal["asset", "feature", "merit", "discipline", "aesthetic", "other"]


class Ability(State, frozen=True):
    id: str
    name: str
    caliber: Caliber = "bronze"
    score: int = SCORE_LEAST


class Attribute(State, frozen=True):
    """A thing or trait that helps, or sets its bearer apart. `special` is a secondary consequence it offers, if any."""

    id: str
    name: str
    kind: AttributeKind = "asset"
    text: str = ""
    special: str = ""
    special_for: tuple[str, ...] = ()
    """The abilities of the tasks it is offered in, or empty for all."""


class Job(State, frozen=True):
    """A job, which inherits two abilities. With an unmet qualification it takes no exp."""

    id: str
    name: str
    abilities: tuple[str, str]
    level: int = 0
    exp: int = 0
    qualification: str = ""
    qualified: bool = True

    @property
    def barred(self) -> bool:
        return bool(self.qualification) and not self.qualified


class Character(State, frozen=True):
    """A character of the story. `player` is a seat, and the FC's own are `npc`."""

    id: str
    name: str
    player: str
    abilities: tuple[Ability, ...]
    attributes: tuple[Attribute, ...] = ()
    jobs: tuple[Job, ...] = ()
    lots: int = LOTS_START
    earned: int = 0
    """The Lots earned in this session."""
    ego: bool = False
    principles: tuple[str, ...] = ()
    agenda: str = ""
    prefers: Literal["", "check", "task"] = ""
    npc: bool = False
    text: str = ""
    tier: str = ""
    age: str = ""
    archetype: str = ""
    wounds: tuple[str, ...] = ()
    made: bool = True
    """True once assembled: the player can no longer shape them."""

    def ability(self, id: str) -> Ability:
        return find_by_id(self.abilities, id, f"ability of {self.name}")

    def job(self, id: str) -> Job:
        return find_by_id(self.jobs, id, f"job of {self.name}")

    def attribute(self, id: str) -> Attribute:
        return find_by_id(self.attributes, id, f"attribute of {self.name}")

    def with_job(self, job: Job) -> Character:
        return self.but(jobs=replace_by_id(self.jobs, job))


@cites("task.job.two-abilities")
def two_abilities(abilities: tuple[str, ...]) -> tuple[str, str]:
    """The two abilities of a job. Refused unless they are exactly two different ones."""
    if len(abilities) != INHERITED or abilities[0] == abilities[1]:
        raise Refused("A job inherits exactly two different abilities.")
    return abilities[0], abilities[1]


@cites("learn.complete", "learn.level", "learn.qualification", "advance.jobs")
def marked(job: Job, exp: int, scores: tuple[int, int], rulings: VenusRulings) -> Job:
    """The job after marking exp: a full bar is cleared and raises its level.

    From level 0 it rises to the lower of its two scores, later by one. A barred job takes none.
    """
    if job.barred:
        return job
    have = job.exp + exp
    if have < EXP_BAR:
        return job.but(exp=have)
    if job.level and rulings.later_levels == "by hand":
        return job.but(exp=EXP_BAR)
    left = min(have - EXP_BAR, EXP_BAR - 1) if rulings.spare_exp == "kept" else 0
    return job.but(level=job.level + 1 if job.level else min(scores), exp=left)
