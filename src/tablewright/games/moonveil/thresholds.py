"""Thresholds of the Guide's invention: several totals with a meaning, in place of one DC."""

from __future__ import annotations

from tablewright.rules import Outcome, Refused, Rule, Tone, cites, tell

from .dice_checks import rank_of
from .hit_track import TOTALS
from .people import Seeker, Stat
from .state import Check, Threshold

MOST_SAID = 400
WHICH = "Say one DC, or thresholds of your own: one of the two."
LIKE = "Say thresholds like this, lowest first: “7: you get in; 10: and nobody hears you”."


@cites("roll.multi", "role.guide.dice")
def thresholds_in(text: str) -> tuple[Threshold, ...]:
    """Read the Guide's thresholds: totals from 2 to 12, rising, each with the meaning of reaching it."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        total, colon, meaning = part.partition(":")
        if not colon or not meaning.strip() or not total.strip().isdecimal():
            raise Refused(LIKE, "thresholds")
        found.append(Threshold(int(total), " ".join(meaning.split())))
    totals = [step.at for step in found]
    if totals != sorted(set(totals)) or any(total not in TOTALS for total in totals):
        raise Refused(LIKE, "thresholds")
    return tuple(found)


def in_steps(steps: tuple[Threshold, ...]) -> str:
    return "; ".join(f"{step.at} or more, {step.meaning}" for step in steps)


@cites("roll.multi", "role.guide.dice")
def comes_to(seeker: Seeker, stat: Stat | None, check: Check, total: int) -> Rule[None]:
    """Tell the meaning of the highest threshold reached. Below the lowest it is the Guide's words for failing."""
    steps = check.thresholds
    grade = sum(total >= step.at for step in steps)
    meaning = steps[grade - 1].meaning if grade else check.failure or f"below {steps[0].at}"
    tone: Tone = "bad" if not grade else "good" if grade == len(steps) else "mixed"
    yield Outcome(meaning, rank_of(seeker, stat, grade), "roll.multi", group=meaning, tone=tone)
    yield tell("roll.multi", "{total}: {meaning}", total=total, meaning=meaning)
