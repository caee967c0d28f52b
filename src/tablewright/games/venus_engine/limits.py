"""Invariants: laws that hold in every state of the game."""

from __future__ import annotations

from tablewright.rules import Invariant

from .characters import EXP_BAR, LOTS_MOST, SCORE_LEAST
from .checks import BONUS_MOST
from .difficulty import FACTORS_MOST, TARGETS, THRESHOLD_MOST, target_of, threshold_of
from .means import SPECIALTIES_MOST
from .state import Venus


def lots(s: Venus) -> str | None:
    wrong = [f"{c.name} holds {c.lots} Lots." for c in s.characters if not 0 <= c.lots <= LOTS_MOST]
    return " ".join(wrong) or None


def scores(s: Venus) -> str | None:
    wrong = [f"{c.name}'s {a.name} is {a.score}." for c in s.characters for a in c.abilities if a.score < SCORE_LEAST]
    return " ".join(wrong) or None


def jobs(s: Venus) -> str | None:
    wrong = []
    for c in s.characters:
        known = {a.id for a in c.abilities}
        wrong += [
            f"{c.name}'s {j.name} does not inherit two abilities."
            for j in c.jobs
            if j.abilities[0] == j.abilities[1] or not set(j.abilities) <= known
        ]
    return " ".join(wrong) or None


def bars(s: Venus) -> str | None:
    by_hand = s.rulings.later_levels == "by hand"
    wrong = [
        f"{c.name}'s {j.name} has {j.exp} exp."
        for c in s.characters
        for j in c.jobs
        if not 0 <= j.exp < EXP_BAR + (by_hand and j.level > 0)
    ]
    return " ".join(wrong) or None


def targets(s: Venus) -> str | None:
    if s.call is None or s.call.kind != "check":
        return None
    target = target_of(s.call)
    return None if TARGETS[0] <= target <= TARGETS[1] else f"The target is {target}."


def thresholds(s: Venus) -> str | None:
    if s.call is None or (len(s.call.factors) <= FACTORS_MOST and threshold_of(len(s.call.factors)) <= THRESHOLD_MOST):
        return None
    return f"{len(s.call.factors)} factors count."


def helps(s: Venus) -> str | None:
    return f"{len(s.call.bonus)} bonus factors." if s.call is not None and len(s.call.bonus) > BONUS_MOST else None


def specialties(s: Venus) -> str | None:
    many = s.call is not None and len(s.call.specialties) > SPECIALTIES_MOST
    return "More than four attributes help." if many else None


LIMITS = (
    Invariant("lot.cap", lots),
    Invariant("score.positive", scores),
    Invariant("task.job.two-abilities", jobs),
    Invariant("learn.complete", bars),
    Invariant("check.target.range", targets),
    Invariant("task.threshold.cap", thresholds),
    Invariant("check.bonus.cap", helps),
    Invariant("specialty.cap", specialties),
)
