"""Rolling the dice: pools of d12, successes, the match, critical failure, difficulty, automatic successes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tablewright.rules import Reading, Roll, Rule, cite, cites, rule

from .options import LEDGER, VeridiaRulings

SIDES = cite("roll.die", 12)
SUCCESS = cite("roll.success", 9)
AUTOMATIC = cite("auto.count", 4)
MOST_DICE = 40
"""The largest pool that is thrown. No legal pool comes near it, and larger ones are cut."""

State = tuple[int, int, int, int, int]


class Result(NamedTuple):
    """The result of a roll: successes left, the match (how many dice, which number), critical failure."""

    successes: int
    size: int = 0
    face: int = 0
    critical: bool = False


FAILED = Result(0)


@cites("roll.match.size")
def match_worth(size: int) -> int:
    """The worth of a match where a rule counts matches: a double 1, a triple 2."""
    return max(0, size - 1)


@cache
def reading(difficulty: int = 0, eats: str = "lowest", critical: str = "after difficulty") -> Reading[Result]:
    """Read a pool: difficulty voids successes first. Then successes, match and critical failure are counted.

    The state is (difficulty still to eat, successes left, size and number of the match, ones as far as they matter).
    """
    low_first, early = eats == "lowest", critical == "before difficulty"

    def step(state: State, face: int, k: int) -> State:
        eat, left, size, match, ones = state
        if face == 1:
            safe = left or (early and eat < difficulty)
            return (eat, left, size, match, 0 if safe else min(k, 2))
        if face < SUCCESS or not k:
            return state
        gone = min(eat, k)
        k -= gone
        if k > 1 and (k > size or (low_first and k == size)):
            size, match = k, face
        left += k
        return (eat - gone, left, size, match, 0 if left or early else ones)

    def finish(state: State, n: int) -> Result:
        _, left, size, match, ones = state
        return Result(left, size, match, not left and (ones == 2 or n == ones == 1))

    return Reading((difficulty, 0, 0, 0, 0), step, finish, alike=(tuple(range(2, SUCCESS)),), lowest_first=low_first)


@rule(
    "roll.pool",
    "roll.match.define",
    "roll.match.success_only",
    "roll.match.one",
    "roll.match.pick",
    "roll.critical",
    "roll.critical.blocked",
    "roll.critical.single",
    "roll.critical.difficulty",
    "pool.zero",
    "diff.eat",
    "diff.counting",
    "diff.none_left",
    "diff.example",
    "roll.samples",
    "odds.pool",
    "odds.successes",
)
def pool(dice: int, difficulty: int = 0, by: str = "", why: str = "", rulings: VeridiaRulings = LEDGER) -> Rule[Result]:
    """Throw a pool and read it. A pool of no dice is not thrown: it fails, and never critically."""
    if dice <= 0:
        return FAILED
    read = reading(difficulty, rulings.difficulty_eats, rulings.critical_read)
    return (yield from Roll(min(dice, MOST_DICE), SIDES, read, by, why))


@cites("diff.succeed", "diff.meaning")
def works(result: Result) -> bool:
    """True if a success is left. Difficulty asks for more successes than one by voiding some."""
    return result.successes > 0


@cites("auto.count", "auto.no_match", "auto.difficulty")
def automatic(dice: int, difficulty: int = 0, rulings: VeridiaRulings = LEDGER) -> Result:
    """The result of a roll skipped at leisure: a quarter of the pool, no match, never a critical failure."""
    eaten = difficulty if rulings.automatic_difficulty else 0
    return Result(max(0, dice // AUTOMATIC - eaten))


class Tally(NamedTuple):
    """The size of a pool, and its parts."""

    dice: int
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{dice_in_words(self.dice)} ({', '.join(self.reasons)})" if self.reasons else dice_in_words(self.dice)


@cites("pool.advantage", "pool.disadvantage", "pool.stack", "pool.zero")
def tally(parts: Iterable[tuple[int, str]]) -> Tally:
    """Add up everything that adds or takes dice. Only the sum is compared with zero."""
    kept = [(n, why) for n, why in parts if n]
    return Tally(max(0, sum(n for n, _ in kept)), tuple(f"{n} {why}" for n, why in kept))


@cites("concurrent.split")
def from_set(dice: int) -> Tally:
    """Dice set aside in a concurrent set. All changes were counted when they were shared out."""
    return Tally(dice, ("of a concurrent set",))


class Hardness(NamedTuple):
    """A difficulty and its reasons."""

    difficulty: int
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        why = f" ({', '.join(self.reasons)})" if self.reasons else ""
        return f"{at_difficulty(self.difficulty)}{why}" if self.difficulty else ""


@cites("diff.stack")
def added(parts: Iterable[tuple[int, str]]) -> Hardness:
    """The sum of the difficulties of several causes."""
    kept = [(n, why) for n, why in parts if n]
    return Hardness(sum(n for n, _ in kept), tuple(f"{n} {why}" for n, why in kept))


def harder(hard: Hardness, circumstances: int) -> Hardness:
    """The difficulty with the game master's addition."""
    more = (f"{circumstances} circumstances",) if circumstances else ()
    return Hardness(hard.difficulty + circumstances, (*hard.reasons, *more))


def dice_in_words(n: int) -> str:
    return "no dice" if not n else "1 die" if n == 1 else f"{n} dice"


def at_difficulty(difficulty: int) -> str:
    """A difficulty as the log adds it to a pool, or an empty string."""
    return f" at +{difficulty} difficulty" if difficulty else ""


def count_in_words(successes: int) -> str:
    return "no success" if not successes else "1 success" if successes == 1 else f"{successes} successes"


MATCHES = {2: "double", 3: "triple", 4: "quadruple", 5: "quintuple"}


@cites("roll.match.meaning")
def in_words(result: Result) -> str:
    """A result in the log's words: how well it went, and the match that may have a side effect."""
    if result.critical:
        return "critical failure"
    words = count_in_words(result.successes)
    if result.size > 1:
        words += f", {MATCHES.get(result.size, f'{result.size}-fold')} match of {result.face}"
    return words


def rank(result: Result) -> int:
    """Results in order, for odds: a critical failure is worse than a plain one."""
    return -1 if result.critical else result.successes
