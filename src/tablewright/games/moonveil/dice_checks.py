"""How To Play: the Dice Check, a Pocket Roll against a number."""

from __future__ import annotations

from tablewright.rules import Outcome, Rule, State, cites, rule, tell

from .advantage import Edge
from .hit_track import SHIELD_FROM
from .people import Seeker, Stat
from .pips import unmarked
from .pocket_roll import Use, pocket_roll


class Checked(State, frozen=True):
    """What matters of a roll against a DC once it is made."""

    success: bool
    pocket: int
    marked: int


@rule("roll.dc")
def dc_roll(who: str, edge: Edge, use: Use, dc: int, why: str) -> Rule[Checked]:
    """A Pocket Roll against a DC, read no further than success or failure."""
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
    """The headline of a roll: whether it succeeded, and whether a high or a low Pocket is left after it."""

    success: bool
    high: bool

    @property
    def name(self) -> str:
        return f"{in_result(self.success)}, {'4 to 6' if self.high else '1 to 3'} left in the pocket"


def rank_of(seeker: Seeker, stat: Stat | None, grade: int) -> int:
    """How well it went counts first; then a pip kept is worth more than any change of the Pocket, and a higher Pocket
    more.
    """
    pips = unmarked(seeker, stat) if stat is not None else 0
    return 10_000 * grade + 6 * pips + seeker.pocket


def outcome_of(seeker: Seeker, stat: Stat | None, success: bool, cites: str) -> Outcome:
    """The headline of a roll against a DC."""
    result = Result(success, seeker.pocket >= SHIELD_FROM)
    group = "succeeds" if success else "fails"
    return Outcome(result, rank_of(seeker, stat, success), cites, group=group, tone="good" if success else "bad")
