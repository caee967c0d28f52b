"""The Dice Check, from How To Play: a Pocket Roll against a number."""

from __future__ import annotations

from tablewright.rules import Outcome, Rule, State, cites, rule, tell

from .advantage import Edge
from .hit_track import SHIELD_FROM
from .people import Seeker, Stat
from .pips import unmarked
from .pocket_roll import Use, pocket_roll


class Checked(State, frozen=True):
    """A roll against a DC: success, and the Pocket and pips it left."""

    success: bool
    pocket: int
    marked: int


@rule("roll.dc")
def dc_roll(who: str, edge: Edge, use: Use, dc: int, why: str) -> Rule[Checked]:
    """A Pocket Roll against a DC, read as success or failure only."""
    rolled = yield from pocket_roll(who, edge, use, why)
    success = succeeds(rolled.total, dc)
    yield tell("roll.dc", "{total} against DC {dc}: {word}.", total=rolled.total, dc=dc, word=in_result(success))
    return Checked(success, rolled.pocket, rolled.marked)


@cites("roll.dc")
def succeeds(total: int, dc: int) -> bool:
    return total >= dc


def in_result(success: bool) -> str:
    return "success" if success else "failure"


class Result(State, frozen=True):
    """The headline of a roll: success or failure, and whether it leaves a high or a low Pocket."""

    success: bool
    high: bool

    @property
    def name(self) -> str:
        return f"{in_result(self.success)}, {'4 to 6' if self.high else '1 to 3'} left in the pocket"


def rank_of(seeker: Seeker, stat: Stat | None, grade: int) -> int:
    """Rank a roll: its grade comes first, then each pip kept, then the Pocket it leaves."""
    pips = unmarked(seeker, stat) if stat is not None else 0
    return 10_000 * grade + 6 * pips + seeker.pocket


def outcome_of(seeker: Seeker, stat: Stat | None, success: bool, cites: str) -> Outcome:
    """The headline of a roll against a DC."""
    result = Result(success, seeker.pocket >= SHIELD_FROM)
    group = "succeeds" if success else "fails"
    return Outcome(result, rank_of(seeker, stat, success), cites, group=group, tone="good" if success else "bad")
