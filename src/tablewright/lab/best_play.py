"""Best play of a scenario, as an answer: its worth, its bounds, the shipped policies beside it, how it is played."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tablewright.run.matters import Habit, Option
from tablewright.run.opposed import How

from .about import About


class Shipped(msgspec.Struct, frozen=True):
    """What a policy of the game is worth; `wide` is half its 95 % interval, nothing if it is exact."""

    name: str
    value: float
    wide: float = 0.0


class Told(msgspec.Struct, frozen=True):
    """A situation that matters, in the game's words: how often best play comes to it, and what choosing at random would
    lose there.
    """

    question: str
    where: tuple[str, ...]
    options: tuple[Option, ...]
    often: float
    loses: float


class BestPlay(msgspec.Struct, frozen=True):
    """Best play as well as it is known. Nothing is worth more than `upper`, and something is worth `lower`.

    `value` is what the best policy found is worth: solved, or sampled within `wide`. It is `proven` the best where the
    bounds meet.
    """

    game: str
    version: str
    scenario: str
    title: str
    params: dict[str, Any]
    rulings: dict[str, Any]
    value: float
    lower: float
    upper: float
    proven: bool
    by: Literal["solved", "sampled"] = "solved"
    policy: str = "best"
    """Whose worth `value` is: that of what was found, or of a shipped policy that nothing found is better than."""
    wide: float = 0.0
    how: How = "best"
    shipped: tuple[Shipped, ...] = ()
    habits: tuple[Habit, ...] = ()
    situations: tuple[Told, ...] = ()
    seconds: float = 0.0
    places: int = 0
    opened: int = 0
    branches: int = 0
    note: str = ""
    about: About | None = None

    @property
    def gain(self) -> float:
        """How much better than the best of the shipped policies."""
        return self.value - max([policy.value for policy in self.shipped], default=self.value)

    def sentence(self) -> str:
        """What is known of best play, and how well."""
        value = figure(self.value, self.wide)
        if self.proven:
            return f"Best play is worth {value}, and it is proven: nothing is worth more."
        top = f"nothing can be worth more than {figure(self.upper)}"
        if self.by == "sampled":
            return f"The best found is {self.policy}, worth {value} by sampling; {top}. It is not proven the best."
        return f"The best found is worth {value}, exactly; {top}. It is not proven the best."

    def __repr__(self) -> str:
        lines = [f"{self.title}. {self.sentence()}"]
        lines += [f"  {policy.name}: {figure(policy.value, policy.wide)}" for policy in self.shipped]
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)


def figure(value: float, wide: float = 0.0) -> str:
    """A worth, to as many digits as are known of it."""
    return f"{value:.6f}" if not wide else f"{value:.4f} ± {wide:.4f}"
