"""The best play of a scenario as an answer: value, bounds, comparison with shipped policies, and decisions."""

from __future__ import annotations

from math import hypot
from typing import Any, Literal

import msgspec

from tablewright.engine.choices import PlayMode
from tablewright.solver import DecisionHabit, DecisionOption

from .html_rows import render_notebook, render_provenance, render_table
from .provenance import Provenance

EQUAL = 5e-7  # values this close are equal in the digits shown
CLOSE = 5e-4  # bounds of an option this close tell its value


TAKEN = 6  # answers to a question that are shown, at most


BEST_PLAY, RULES = "best play", "rules of thumb"


class ShippedPolicy(msgspec.Struct, frozen=True):
    """The value of a policy of the game; `wide` is half its 95 % interval, 0 if exact."""

    name: str
    value: float
    wide: float = 0.0


class DecisionRow(msgspec.Struct, frozen=True):
    """An important decision in the game's words: its frequency in best play, and the loss of a random answer."""

    question: str
    where: tuple[str, ...]
    options: tuple[DecisionOption, ...]
    often: float
    loses: float

    def met(self) -> str:
        """The frequency and the loss of a random answer, in words."""
        return f"met {self.often:.2g} times a play, a random answer loses {self.loses:.2g}"

    def whole(self) -> str:
        """The question with its situation and frequency."""
        return f"{self.question} ({'; '.join([*self.where, self.met()])})"


class BestPlay(msgspec.Struct, frozen=True):
    """Best play as far as it is known. No policy is worth more than `upper`; one is worth `lower`.

    `value` is that of the best policy found: exact, or sampled within `wide`. It is `proven` best if the bounds meet.
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
    """The policy of `value`: the one found, or a shipped policy that is as good as any found."""
    wide: float = 0.0
    how: PlayMode = "best"
    shipped: tuple[ShippedPolicy, ...] = ()
    habits: tuple[DecisionHabit, ...] = ()
    by_rules: float | None = None
    """The value of following the rules of thumb, and best play without one; None with an opponent."""
    situations: tuple[DecisionRow, ...] = ()
    seconds: float = 0.0
    places: int = 0
    opened: int = 0
    branches: int = 0
    note: str = ""
    about: Provenance | None = None

    @property
    def gain(self) -> float:
        """The gain over the best shipped policy."""
        return self.value - max([policy.value for policy in self.shipped], default=self.value)

    def sentence(self) -> str:
        """The value of best play and its proof, in a sentence."""
        value = format_value(self.value, self.wide)
        if self.proven:
            return f"Best play is worth {value}, and it is proven: nothing is worth more."
        top = f"nothing can be worth more than {format_value(self.upper)}"
        if self.by == "sampled":
            return f"The best found is {self.policy}, worth {value} by sampling; {top}. It is not proven the best."
        return f"The best found is worth {value}, exactly; {top}. It is not proven the best."

    def beside(self, policy: ShippedPolicy) -> str:
        """Compare a policy with the best, in words."""
        more, wide = policy.value - self.value, hypot(policy.wide, self.wide)
        if policy.name == self.policy or abs(more) < EQUAL:
            return "the same"
        if abs(more) <= policy.wide + self.wide:
            return "cannot be told apart"
        return f"{more:+.4f} ± {wide:.4f}" if wide else f"{more:+.6f}"

    def policies(self) -> tuple[ShippedPolicy, ...]:
        """Best play, if it was found, the rules of thumb, and the shipped policies."""
        play = [ShippedPolicy(BEST_PLAY, self.value)] if self.policy == "best" else []
        rules = [ShippedPolicy(RULES, self.by_rules)] if self.by_rules is not None else []
        return (*play, *rules, *self.shipped)

    def rows(self) -> list[dict[str, Any]]:
        """A row for best play and each other policy: `pandas.DataFrame(found.rows())`."""
        return [
            {"policy": p.name, "worth": p.value, "low": p.value - p.wide, "high": p.value + p.wide}
            for p in self.policies()
        ]

    def shown(self) -> list[dict[str, str]]:
        """The rows as people read them."""
        known = "proven" if self.proven else "found"
        return [
            {
                "policy": p.name,
                "worth": format_value(p.value, p.wide),
                "beside it": known if p.name == BEST_PLAY else self.beside(p),
            }
            for p in self.policies()
        ]

    def thumbs(self) -> list[dict[str, str]]:
        """Rules of thumb, a row for each line."""
        return [
            {
                "rule of thumb": f"{habit.question} (the first line that fits; {habit.costs()})" if not n else "",
                "where": line.when or "otherwise",
                "do": line.answer,
                "so often": f"{line.share:.0%}",
                "best then": f"{line.right:.0%}",
            }
            for habit in self.habits
            for n, line in enumerate(habit.rule)
        ]

    def decided(self) -> list[dict[str, str]]:
        """Important decisions, a row for each option."""
        return [
            {
                "where it matters": told.whole() if not n else "",
                "choice": option.words,
                "worth": format_worth(option),
            }
            for told in self.situations
            for n, option in enumerate(sorted(told.options, key=lambda option: -option.worth))
        ]

    def _repr_html_(self) -> str:
        shown = render_notebook(self.shown(), self.title, f"{self.sentence()} {self.note}".strip(), ())
        more = [(self.thumbs(), "Rules of thumb"), (self.decided(), "Where it matters most")]
        return (
            shown
            + "".join(render_table(rows, caption) for rows, caption in more if rows)
            + render_provenance([self.about])
        )

    def __repr__(self) -> str:
        lines = [f"{self.title}. {self.sentence()}"]
        lines += [f"  {policy.name}: {format_value(policy.value, policy.wide)}" for policy in self.shipped]
        return "\n".join([*lines, f"  {self.note}"] if self.note else lines)


def format_worth(option: DecisionOption) -> str:
    """Format the value of an option, as far as it is known."""
    if not option.known:
        return "not looked at"
    if option.most - option.worth < CLOSE:
        return f"{option.worth:.6f}"
    return f"{option.worth:.4f} or more" if option.most > option.worth else f"{option.worth:.4f}"


def format_value(value: float, wide: float = 0.0) -> str:
    """Format a value in the digits that are known."""
    return f"{value:.6f}" if not wide else f"{value:.4f} ± {wide:.4f}"
