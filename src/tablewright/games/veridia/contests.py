"""Contested actions: both roll, successes cancel one for one from the lowest, the side with one left wins."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tablewright.rules import ReadDice, Reading, Rule, ThrowDice, ThrownDice, cites, rule

from .options import LEDGER, VeridiaRulings
from .rolling import MOST_DICE, SIDES, SUCCESS, Result

BELOW = (tuple(range(1, SUCCESS)),)


class Contest(NamedTuple):
    """The result: successes left of the starting side (positive) or of the other (negative), and their match."""

    margin: int
    size: int = 0
    face: int = 0
    fumbled: bool = False
    """True if the starting side has failed critically."""
    other_fumbled: bool = False

    @property
    def winning(self) -> Result:
        """The successes and the match the winner has left."""
        return Result(abs(self.margin), self.size, self.face)


@cache
def counted(difficulty: int) -> Reading[int]:
    """The successes left after difficulty."""
    return Reading(
        0, lambda good, face, k: good + k if face >= SUCCESS else good, lambda good, n: max(0, good - difficulty), BELOW
    )


@cache
def fumbled(protected: int) -> Reading[bool]:
    """True for a critical failure: enough ones, and no successes but those the difficulty may void."""

    def step(state: tuple[int, int], face: int, k: int) -> tuple[int, int]:
        good, _ = state
        if face >= SUCCESS:
            return (min(good + k, protected + 1), 0)
        return (good, min(k, 2)) if face == 1 and good <= protected else state

    return Reading((0, 0), step, lambda state, n: state[1] == 2 or n == state[1] == 1, (tuple(range(2, SUCCESS)),))


@cache
def match_among(skipped: int, most: int) -> Reading[tuple[int, int]]:
    """Size and number of the match among the highest successes, after skipping the very highest."""

    def step(state: tuple[int, int, int, int], face: int, k: int) -> tuple[int, int, int, int]:
        skip, room, size, match = state
        if face < SUCCESS:
            return state
        gone = min(skip, k)
        k = min(k - gone, room)
        return (skip - gone, room - k, k, face) if k > max(size, 1) else (skip - gone, room - k, size, match)

    return Reading((skipped, most, 0, 0), step, lambda state, n: state[2:], alike=BELOW)


@cites("contest.cancel", "contest.tie")
def cancelled(one: int, other: int, rulings: VeridiaRulings = LEDGER) -> int:
    """The successes left of the first side (positive) or of the other (negative)."""
    if one == other:
        return int(one > 0 and rulings.contest_tie == "starter")
    left = abs(one - other)
    if rulings.contest_cancel == "twice":
        left = max(0, left - min(one, other))
    return left if one > other else -left


@rule(
    "contest.roll",
    "contest.cancel",
    "contest.lowest",
    "contest.win",
    "contest.tie",
    "contest.match",
    "contest.difficulty",
    "odds.contest",
)
def contest(
    dice: int,
    against: int,
    difficulty: int = 0,
    difficulty_against: int = 0,
    by: str = "",
    by_other: str = "",
    why: str = "",
    why_other: str = "",
    rulings: VeridiaRulings = LEDGER,
    fumbles: bool = False,
) -> Rule[Contest]:
    """Roll two pools against each other. Only the successes are read first, then the winner's match.

    A critical failure is read only where it matters, which keeps the number of results small.
    """
    first = rulings.contest_order == "difficulty first"
    mine = theirs = None
    one = other = 0
    if dice > 0:
        mine = yield from ThrowDice(min(dice, MOST_DICE), SIDES, by, why)
    if against > 0:
        theirs = yield from ThrowDice(min(against, MOST_DICE), SIDES, by_other, why_other)
    if mine is not None:
        one = yield from ReadDice(mine, counted(difficulty if first else 0))
    if theirs is not None:
        other = yield from ReadDice(theirs, counted(difficulty_against if first else 0))
    fumbled_sides = (False, False)
    if fumbles:
        fumbled_sides = (
            (yield from fumble(mine, one, difficulty, rulings)),
            (yield from fumble(theirs, other, difficulty_against, rulings)),
        )
    margin = cancelled(one, other, rulings)
    eaten = difficulty if margin > 0 else difficulty_against
    left = abs(margin) if first else max(0, abs(margin) - eaten)
    if not left:
        return Contest(0, 0, 0, *fumbled_sides)
    winner, had = (mine, one) if margin > 0 else (theirs, other)
    match = yield from winners_match(winner, eaten, left, had, rulings)
    return Contest(left if margin > 0 else -left, *match, *fumbled_sides)


def fumble(thrown: ThrownDice | None, left: int, difficulty: int, rulings: VeridiaRulings) -> Rule[bool]:
    """True if a side has failed critically. Successes that the opponent cancels still protect from it."""
    if thrown is None or left:
        return False
    early = rulings.critical_read == "before difficulty"
    return (yield from ReadDice(thrown, fumbled(0 if early else difficulty)))


def winners_match(
    thrown: ThrownDice | None, eaten: int, left: int, had: int, rulings: VeridiaRulings
) -> Rule[tuple[int, int]]:
    """The match among the winner's remaining successes or, by a house ruling, among all successes of the roll."""
    most = had if rulings.contest_match == "rolled" else left
    if thrown is None or most < 2:
        return (0, 0)
    skipped = eaten if rulings.difficulty_eats == "highest" else 0
    return (yield from ReadDice(thrown, match_among(skipped, most)))
