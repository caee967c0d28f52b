"""Checks are binary: a d20 and a score against a target, and up to four d6 if they can help."""

from __future__ import annotations

from enum import IntEnum
from functools import partial
from typing import Annotated

from tablewright.rules import (
    ActingSeat,
    Choose,
    Outcome,
    Param,
    Refused,
    Roll,
    Rule,
    State,
    Tone,
    action,
    cite,
    cites,
    roll,
    rule,
    tail_call,
    tell,
)

from .caliber import AUTO_FAIL, AUTO_PASS, Caliber, best_is
from .characters import LOTS_MOST
from .difficulty import TASK_FACTORS, refuse_too_many, target_of
from .picks import roller
from .state import Call, Venus, called, no_call, no_check
from .when_to_roll import Stakes, refuse_without_stakes, remembered, task_told

CHECK_DIE = cite("check.dice", 20)
BONUS_DIE = cite("check.dice", 6)
BONUS_MOST = cite("check.bonus.cap", 4)
#: The number used for any shortfall that bonus dice cannot mend.
OUT_OF_REACH = cite("check.bonus.skip", BONUS_DIE + 1)


class Check(IntEnum):
    """The result of a check: pass or fail, with no middle. A check called off never happened."""

    CALLED_OFF = cite("check.cancel", -1)
    FAIL = cite("check.binary", 0)
    PASS = cite("check.binary", 1)


#: Name and tone of each result.
ENDS: dict[Check, tuple[str, Tone]] = {
    Check.PASS: ("passes", "good"),
    Check.FAIL: ("fails", "bad"),
    Check.CALLED_OFF: ("is called off", "even"),
}


@rule("check.roll", "check.pass", "check.fail", "check.bonus.skip", "check.odds")
def check_dice(
    who: str, caliber: Caliber, need: int, free: int, lots: int = 0, mend_one: bool = False
) -> Rule[tuple[Check, int]]:
    """Roll a check. Return its result and the Lots spent. `need` is the target less the score.

    `free` and `lots` count the bonus factors the Peers have agreed to: those that cost nothing, and Lots.
    """
    short = yield from short_by(who, caliber, need, mend_one)
    if short == 0:
        return Check.PASS, 0
    if short == OUT_OF_REACH:
        return Check.FAIL, 0
    return tail_call(bonus_dice(who, short, free, lots))


@rule("check.roll", "check.autopass.silver", "check.autopass.gold", "check.autofail", "check.autofail.no-bonus")
def short_by(who: str, caliber: Caliber, need: int, mend_one: bool = False) -> Rule[int]:
    """Roll the d20. Return how much it misses by: 0 is a pass, 7 is more than bonus dice can mend."""
    (natural,) = yield from roll(1, CHECK_DIE, by=who, why="Check", against=f"{need} or more")
    short = min(max(need - natural, 0), OUT_OF_REACH)
    if natural >= AUTO_PASS[caliber]:
        if short:
            yield tell(
                "check.autopass.silver" if caliber == "silver" else "check.autopass.gold",
                "A natural {n} passes by itself.",
                n=natural,
            )
        return 0
    if natural <= AUTO_FAIL[caliber] and not (mend_one and short):
        yield tell("check.autofail", "A natural 1 fails by itself.")
        return OUT_OF_REACH
    if short >= OUT_OF_REACH:
        yield tell("check.bonus.skip", "{need} was needed: not even a 6 more would help.", need=need)
    elif short:
        yield tell("check.pass", "{need} was needed: short by {short}.", need=need, short=short)
    return short


@rule("check.bonus.when", "check.bonus.roll", "check.bonus.lot", "check.bonus.cap", "check.fail")
def bonus_dice(who: str, short: int, free: int, lots: int) -> Rule[tuple[Check, int]]:
    """After falling short, roll a d6 for each factor and count the best, or let the check fail, or call it off."""
    n = yield from bonus_factors(who, short, free, lots)
    if n < 0:
        return Check.CALLED_OFF, 0
    if n and (yield from Roll(n, BONUS_DIE, best_is(short), by=who, why="Bonus dice, the best counts")):
        return Check.PASS, max(0, n - free)
    return Check.FAIL, max(0, n - free)


def bonus_factors(who: str, short: int, free: int, lots: int) -> Choose[int]:
    """The question how many dice to bring in: all that cost nothing, and any number of the agreed Lots."""
    free, most = min(free, BONUS_MOST), min(free + lots, BONUS_MOST)
    counts = (0, *range(max(free, 1), most + 1), Check.CALLED_OFF.value)
    costs = tuple(max(0, n - free) for n in counts)
    question = f"Bring in the bonus factors? It is short by {short}."
    label = partial(dice_in_words, free)
    return Choose(who, question, counts, costs, label=label, cites="check.bonus.roll", about=Reach(most))


class Reach(State, frozen=True):
    """The facts for a policy when a check falls short: the number of dice it could roll."""

    dice: int


def dice_in_words(free: int, n: int) -> str:
    """A number of bonus dice, and the cost beyond the free ones."""
    if n <= 0:
        return "call the check off" if n else "let it fail"
    price = f", for {lots_in_words(n - free)}" if n > free else ""
    return f"roll {n} bonus {'die' if n == 1 else 'dice'}{price}"


@cites("check.bonus.lot", "check.bonus.kinds")
def split(call: Call) -> tuple[int, int]:
    """The numbers of agreed factors that cost nothing, and of agreed Lots."""
    lots = sum(f.kind == "lot" for f in call.bonus)
    return len(call.bonus) - lots, lots


@action(
    "check.roll",
    "check.pass",
    "check.stakes",
    "npc.check-rare",
    title="Roll the check",
    by=("player", "fc"),
    group="Rolling",
    when=no_check,
)
def roll_check(s: Venus, who: Annotated[str, Param("Who rolls", among=roller, mine=True)]) -> Rule[Venus]:
    """Roll a d20 and add the score, against the target. While it is short, factors can still be put to the Peers."""
    call = called(s, "check", who)
    refuse_without_stakes(call)
    character = s.character(who)
    ability = character.ability(call.ability)
    free, lots = split(call)
    need = target_of(call) - ability.score
    lots = min(lots, character.lots)
    result, paid = yield from check_dice(who, ability.caliber, need, free, lots, s.rulings.natural_one != "fails")
    yield Outcome(result, cites="check.binary", group=ENDS[result][0], tone=ENDS[result][1])
    if result is Check.CALLED_OFF:
        yield tell("check.cancel", "The check is called off; nothing is spent.")
        return s.but(call=None)
    if paid:
        yield tell("check.bonus.lot", "{who} spends {n}.", who=character.name, n=lots_in_words(paid))
        s = s.with_character(character.but(lots=character.lots - paid))
    if result is Check.FAIL and call.stakes:
        yield tell("check.stakes", "{who} fails: {stakes}", who=character.name, stakes=call.stakes)
    last = remembered(s, call, result is Check.PASS).but(lots=paid)
    return s.but(call=None, last=last, rolls=s.rolls + 1)


def lots_in_words(n: int) -> str:
    return "1 Lot" if n == 1 else f"{n} Lots"


@action("check.cancel", title="Call the roll off", by=("player", "fc"), group="Rolling", when=no_call)
def call_off(s: Venus, me: Annotated[str, ActingSeat()] = "") -> Rule[Venus]:
    """Call the roll off, as the roller or the FC. It never happened, and the table looks for another way."""
    if s.call is None:
        raise Refused("No roll has been called for.")
    if me not in (s.fc, s.character(s.call.who).player):
        raise Refused("Only whoever rolls, or the FC, calls a roll off.")
    yield tell("check.cancel", "The {kind} is called off; nothing is spent.", kind=s.call.kind)
    return s.but(call=None)


def nothing_failed(s: Venus) -> str | None:
    failed = s.last is not None and s.last.kind == "check" and not s.last.passed
    return None if failed else "only a failed check, the last roll, can be wound back."


@action("check.rewind", title="Wind a check back", by="fc", group="Rolling", when=nothing_failed)
def rewind_check(
    s: Venus,
    factors: Annotated[tuple[str, ...], Param("Drawbacks of the task", examples=TASK_FACTORS)] = (),
    stakes: Stakes = "",
) -> Rule[Venus]:
    """Undo a failed check with more at stake than anyone thought, after a talk about it. It becomes a task."""
    last = s.last
    assert last is not None
    if s.call is not None:
        raise Refused("Another roll has been called for: finish it or call it off first.")
    character = s.character(last.who)
    if character.npc:
        raise Refused("Only players perform tasks, so this check stays as it is.")
    named = refuse_too_many(factors, "pick the four most telling.")
    yield tell(
        "check.rewind",
        "The check is struck; what was spent comes back: {lots}." if last.lots else "The check is struck.",
        lots=lots_in_words(last.lots),
    )
    s = s.with_character(character.but(lots=min(character.lots + last.lots, LOTS_MOST)))
    call = Call("task", last.who, last.ability, named, stakes.strip() or last.stakes, obvious=not stakes.strip())
    yield from task_told(s, call)
    return s.but(call=call, last=None)


ACTIONS = (roll_check, call_off, rewind_check)
