"""Difficulty: targets of checks, thresholds of tasks, and the factors that raise them."""

from __future__ import annotations

from tablewright.rules import FieldOption, Param, Refused, cite, cites
from tablewright.rules.kit import check_title

from .caliber import Caliber, above
from .state import Absolute, Call

ABSOLUTE: dict[Absolute, int] = cite(
    "check.absolute", {"routine": 5, "simple": 10, "tough": 15, "challenging": 20, "absurd": 25}
)
LEVELS: tuple[Absolute, ...] = tuple(ABSOLUTE)
FACTORS_MOST = cite("check.relative.cap task.threshold.cap", 4)
TARGETS = cite("check.target.range", (5, 29))
THRESHOLD_BASE = cite("task.threshold.base", 1)
THRESHOLD_MOST = cite("task.threshold.cap", 5)

#: Usual factors that make a check harder, and a task.
CHECK_FACTORS = ("hazardous surroundings", "wounds", "help for the opposition", "an opponent's attributes")
TASK_FACTORS = cite(
    "task.threshold.kinds",
    ("hazardous surroundings", "a larger opponent", "help for the opposition", "a poorly suited job", "a drawback"),
)
LEARNER = cite("learn.factor", "being a learner")
OUTCLASSED = cite("task.threshold.kinds", "an opponent of higher caliber")

LEVEL_PICKS = tuple(FieldOption(level, f"{level} ({number})") for level, number in ABSOLUTE.items())
HARD = Param("How hard it is, as the Peers judge it", label="difficulty", main=True, among=lambda _: LEVEL_PICKS)
HARDER = Param("Up to four things that make it harder", label="makes it harder", main=True, examples=CHECK_FACTORS)


def refuse_too_many(factors: tuple[str, ...], hint: str) -> tuple[str, ...]:
    named = tuple(check_title(f) for f in factors)
    if len({f.casefold() for f in named}) < len(named):
        raise Refused("Each factor counts once: name different ones.")
    if len(named) > FACTORS_MOST:
        raise Refused(f"At most four factors count, not {len(named)}: {hint}")
    return named


@cites("check.relative.cap", "check.relative.overflow")
def check_factors(factors: tuple[str, ...], absolute: Absolute) -> tuple[str, ...]:
    """Accept up to four factors. More mean a higher absolute difficulty, as long as there is one."""
    at = LEVELS.index(absolute) + 1
    hint = f"begin again at {LEVELS[at]} ({ABSOLUTE[LEVELS[at]]})." if at < len(LEVELS) else "absurd is the end."
    return refuse_too_many(factors, hint)


@cites("check.absolute", "check.relative", "check.target.range")
def target_of(call: Call) -> int:
    """The absolute difficulty plus 1 for each relative factor."""
    return ABSOLUTE[call.absolute] + len(call.factors)


@cites("task.threshold.base", "task.threshold.factors", "task.threshold.cap", "learn.factor", "learn.factor.cap")
def threshold_of(factors: int, learner: bool = False) -> int:
    """1 plus 1 for each factor, with being a learner as one of them. Never above 5."""
    return min(THRESHOLD_BASE + factors + learner, THRESHOLD_MOST)


@cites("learn.factor.cap", "task.threshold.cap")
def counted(factors: tuple[str, ...], learner: bool) -> tuple[tuple[str, ...], str]:
    """The factors that count, being a learner among them, and the one left out: the last of four others."""
    if not learner:
        return factors, ""
    kept = factors[: FACTORS_MOST - 1]
    return (*kept, LEARNER), "".join(factors[FACTORS_MOST - 1 :])


@cites("task.threshold.kinds")
def gap(own: Caliber, opponent: Caliber | None) -> tuple[str, ...]:
    """A single factor if the opponent's caliber is higher, by any distance. None in the player's favour."""
    return (OUTCLASSED,) if opponent is not None and above(opponent, own) else ()
