"""Rolling dice: ratings, proficiency and targets, the dice that count, and the result.

Everything here takes numbers and knows neither ship nor crew, so the odds of a roll are computed once and cached.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import Literal

from tablewright.rules import Gather, Outcome, Reading, Refused, Roll, Rule, Tone, cite, cites, rule

Difficulty = Literal["normal", "risky", "reckless", "impossible"]

RATINGS: Mapping[Difficulty, tuple[int, ...]] = cite(
    "roll.difficulty.table",
    {
        "normal": cite("roll.difficulty.normal", (1,)),
        "risky": cite("roll.difficulty.risky", (2,)),
        "reckless": cite("roll.difficulty.reckless", (3,)),
        "impossible": cite("roll.difficulty.impossible", (4, 5, 6)),
    },
)
EVERY_RATING: tuple[int, ...] = tuple(rating for ratings in RATINGS.values() for rating in ratings)


class Proficiency(IntEnum):
    NONE = 0
    AMATEUR = 1
    SKILLED = 2
    EXPERT = 3


TARGETS: Mapping[Proficiency, int] = cite(
    "roll.target.table",
    {
        Proficiency.NONE: cite("roll.target.none", 6),
        Proficiency.AMATEUR: cite("roll.target.amateur", 5),
        Proficiency.SKILLED: cite("roll.target.skilled", 4),
        Proficiency.EXPERT: cite("roll.target.expert", 3),
    },
)


class Result(IntEnum):
    """The result of a roll, worst first."""

    FAILURE = 0
    PARTIAL_SUCCESS = 1
    SUCCESS = 2


#: A helper's id, and the target of their die.
Helper = tuple[str, int]


def difficulty_of(rating: int) -> Difficulty:
    """The name of a rating. A rating beyond the table, set by hand, is Impossible."""
    return next((name for name, ratings in RATINGS.items() if rating <= ratings[-1]), "impossible")


def rating_words(rating: int) -> str:
    """A rating with its number: Risky (2)."""
    return f"{difficulty_of(rating).title()} ({rating})"


@cites("roll.difficulty", "roll.difficulty.impossible")
def rating_for(difficulty: Difficulty, number: int | None) -> int:
    """The rating of a difficulty: the number the wayfinder names if there are several, else the lowest."""
    ratings = RATINGS[difficulty]
    if number is not None and number not in ratings:
        legal = " or ".join(filter(None, (", ".join(map(str, ratings[:-1])), str(ratings[-1]))))
        raise Refused(f"{difficulty.title()} is rated {legal}, not {number}.", "number")
    return ratings[0] if number is None else number


@cites("roll.proficiency")
def proficiency_of(levels: int) -> Proficiency:
    """The proficiency of so many levels, from None to Expert and never beyond."""
    return Proficiency(max(Proficiency.NONE, min(levels, Proficiency.EXPERT)))


def level_words(level: Proficiency) -> str:
    """A level with its target: Skilled (target 4)."""
    return f"{level.name.title()} (target {TARGETS[level]})"


@cache
def reaching(target: int) -> Reading[int]:
    """The number of dice that show the target or more."""
    return Reading(
        0,
        lambda hits, face, k: hits + k if face >= target else hits,
        lambda hits, _: hits,
        _halves(target),
        counted=lambda faces, _: tuple(face >= target for face in faces),
    )


@cache
def lower_reaching(target: int) -> Reading[int]:
    """1 if even the lowest die shows the target or more, else 0."""
    return Reading(
        0, lambda hits, face, k: hits + k if face >= target else hits, lambda hits, n: int(hits == n), _halves(target)
    )


def _halves(target: int) -> tuple[tuple[int, ...], ...]:
    return tuple(range(target, 7)), tuple(range(1, target))


@rule("roll.count", "roll.help.die", "roll.zero", "roll.prob", "roll.prob.help")
def count_dice(who: str, dice: int, target: int, helpers: tuple[Helper, ...] = (), spare: bool = False) -> Rule[int]:
    """Count the dice that reach the target, and each helper's die that reaches the helper's target.

    Without dice the roller's count is 0. With `spare`, two dice are thrown then and the lower may count.
    """
    own: tuple[Roll[int], ...] = ()
    if dice:
        own = (Roll(dice, 6, reaching(target), who, "Roll", against=f"{target} or more"),)
    elif spare:
        own = (Roll(2, 6, lower_reaching(target), who, "No dice: two, and the lower"),)
    helping = (Roll(1, 6, reaching(t), by, "Help", against=f"{t} or more") for by, t in helpers)
    counted = yield from Gather((*own, *helping))
    return sum(counted)


@cites("roll.success", "roll.partial", "roll.failure")
def compare(count: int, rating: int) -> Result:
    """The result of a count: above the rating, equal to it, or below."""
    if count > rating:
        return Result.SUCCESS
    return Result.PARTIAL_SUCCESS if count == rating else Result.FAILURE


RESULT_CITES: Mapping[Result, str] = {
    Result.SUCCESS: "roll.success",
    Result.PARTIAL_SUCCESS: "roll.partial",
    Result.FAILURE: "roll.failure",
}

#: Things a player would say before the dice fall, and their wording.
GROUPS: Mapping[Result, tuple[str, Tone]] = {
    Result.SUCCESS: ("succeeds", "good"),
    Result.PARTIAL_SUCCESS: ("succeeds in part", "mixed"),
    Result.FAILURE: ("fails", "bad"),
}


def outcome(result: Result, cites: str = "") -> Outcome:
    """The headline of a roll."""
    group, tone = GROUPS[result]
    return Outcome(result, cites=cites or RESULT_CITES[result], group=group, tone=tone)
