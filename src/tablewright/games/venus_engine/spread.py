"""The dice of a task on the table, and their count."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import State, cites

from .caliber import Caliber
from .means import Ally, Means

#: Dice by owner, caliber and number: the actor's first, then one die of each ally.
Pool = tuple[tuple[str, Caliber, int], ...]
#: Owners and calibers, in the same order.
Owners = tuple[tuple[str, Caliber], ...]
EgoUse = Literal["none", "all", "double"]


class Dice(State, frozen=True):
    """The count of a task's dice. `sixes` are those that would count twice if Ego is still spent on them."""

    successes: int
    sixes: int = 0
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


class Spread(State, frozen=True):
    """The dice of a task on the table that are not KISSed yet, by owner: misses and plain successes.

    Plain successes matter only as long as Ego makes a difference between them and sixes.
    """

    who: str
    owners: Owners
    missed: tuple[int, ...]
    plain: tuple[int, ...]
    threshold: int
    means: Means

    @property
    def allies(self) -> dict[str, Ally]:
        """The means of each ally, by name."""
        return {name: ally for (name, _), ally in zip(self.owners[1:], self.means.allies, strict=True)}

    @property
    def names(self) -> dict[str, str]:
        """Names of the allies."""
        return {id: ally.name or id.replace("-", " ").title() for id, ally in self.allies.items()}

    def short(self, so_far: Dice) -> int:
        """The successes still missing."""
        return max(0, self.threshold - so_far.successes)

    def stands(self, so_far: Dice) -> str:
        """The task's successes and its price, in words."""
        n = so_far.successes
        have = "1 success" if n == 1 else f"{n} successes"
        return f"{have} so far, and the goal costs {self.threshold}."


@cites("task.success", "task.own-caliber", "task.aid.caliber")
def as_they_lie(
    who: str, pool: Pool, means: Means, threshold: int, shown: tuple[tuple[int, int], ...]
) -> tuple[Spread, Dice]:
    """The dice of a pool on the table, and their count: successes and sixes of each owner."""
    owners = tuple((owner, caliber) for owner, caliber, _ in pool)
    missed = tuple(n - hits for (_, _, n), (hits, _) in zip(pool, shown, strict=True))
    plain = tuple(hits - sixes for hits, sixes in shown)
    doubling = sum(sixes for i, (_, sixes) in enumerate(shown) if means.reached(i))
    return Spread(who, owners, missed, plain, threshold, means), Dice(sum(hits for hits, _ in shown), doubling)


@cites("ego.one-use", "ego.double", "kiss.disappoint")
def after_ego(spread: Spread, so_far: Dice, use: EgoUse) -> tuple[Spread, Dice]:
    """The same dice once Ego is spent, or kept. Plain successes disappoint only where sixes count twice."""
    doubled = so_far.sixes if use == "double" else 0
    plain = spread.plain if use == "double" or spread.means.any_die else (0,) * len(spread.plain)
    left = spread.but(plain=plain, means=spread.means.but(ego=False))
    return left, so_far.but(successes=so_far.successes + doubled, sixes=0, ego=use)
