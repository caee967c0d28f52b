"""Best play of a scenario, as an answer: its worth, its bounds, the shipped policies beside it, how it is played."""

from __future__ import annotations

from math import hypot
from typing import Any, Literal

import msgspec

from tablewright.engine.choices import PlayMode
from tablewright.solver import DecisionHabit, DecisionOption

from .html_rows import render_notebook, render_provenance, render_table
from .provenance import Provenance

ALIKE = 5e-7
"""What is worth less more or less than this is worth the same, to as many digits as are shown."""
CLOSE = 5e-4
"""Bounds of a choice that are nearer than this say what it is worth."""


TAKEN = 6
"""Answers to a question that are shown of what best play takes."""


BEST_PLAY, RULES = "best play", "rules of thumb"


class ShippedPolicy(msgspec.Struct, frozen=True):
    """What a policy of the game is worth; `wide` is half its 95 % interval, nothing if it is exact."""

    name: str
    value: float
    wide: float = 0.0


class DecisionRow(msgspec.Struct, frozen=True):
    """A situation that matters, in the game's words: how often best play comes to it, and what choosing at random would
    lose there.
    """

    question: str
    where: tuple[str, ...]
    options: tuple[DecisionOption, ...]
    often: float
    loses: float

    def met(self) -> str:
        """How often it is met, and what is lost there by not thinking."""
        return f"met {self.often:.2g} times a play, a random answer loses {self.loses:.2g}"

    def whole(self) -> str:
        """The question, where it is asked, and how often."""
        return f"{self.question} ({'; '.join([*self.where, self.met()])})"


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
    how: PlayMode = "best"
    shipped: tuple[ShippedPolicy, ...] = ()
    habits: tuple[DecisionHabit, ...] = ()
    by_rules: float | None = None
    """What a play is worth to whoever goes by the rules of thumb, and plays the best where there is none; not known,
    where somebody plays against it.
    """
    situations: tuple[DecisionRow, ...] = ()
    seconds: float = 0.0
    places: int = 0
    opened: int = 0
    branches: int = 0
    note: str = ""
    about: Provenance | None = None

    @property
    def gain(self) -> float:
        """How much better than the best of the shipped policies."""
        return self.value - max([policy.value for policy in self.shipped], default=self.value)

    def sentence(self) -> str:
        """What is known of best play, and how well."""
        value = format_value(self.value, self.wide)
        if self.proven:
            return f"Best play is worth {value}, and it is proven: nothing is worth more."
        top = f"nothing can be worth more than {format_value(self.upper)}"
        if self.by == "sampled":
            return f"The best found is {self.policy}, worth {value} by sampling; {top}. It is not proven the best."
        return f"The best found is worth {value}, exactly; {top}. It is not proven the best."

    def beside(self, policy: ShippedPolicy) -> str:
        """How a policy fares beside the best, if that can be told."""
        more, wide = policy.value - self.value, hypot(policy.wide, self.wide)
        if policy.name == self.policy or abs(more) < ALIKE:
            return "the same"
        if abs(more) <= policy.wide + self.wide:
            return "cannot be told apart"
        return f"{more:+.4f} ± {wide:.4f}" if wide else f"{more:+.6f}"

    def policies(self) -> tuple[ShippedPolicy, ...]:
        """Best play, if it is known, and what there is beside it: to go by the rules of thumb, and what is shipped."""
        play = [ShippedPolicy(BEST_PLAY, self.value)] if self.policy == "best" else []
        rules = [ShippedPolicy(RULES, self.by_rules)] if self.by_rules is not None else []
        return (*play, *rules, *self.shipped)

    def rows(self) -> list[dict[str, Any]]:
        """Best play and every policy beside it as a row of a table: `pandas.DataFrame(found.rows())`."""
        return [
            {"policy": p.name, "worth": p.value, "low": p.value - p.wide, "high": p.value + p.wide}
            for p in self.policies()
        ]

    def shown(self) -> list[dict[str, str]]:
        """The same as people read it."""
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
        """What to go by, a row for each line: the first that fits is followed."""
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
        """Where it is decided, a row for each choice: what is asked and where, and what each answer is worth."""
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
    """What an option is worth, as far as that is known."""
    if not option.known:
        return "not looked at"
    if option.most - option.worth < CLOSE:
        return f"{option.worth:.6f}"
    return f"{option.worth:.4f} or more" if option.most > option.worth else f"{option.worth:.4f}"


def format_value(value: float, wide: float = 0.0) -> str:
    """A worth, to as many digits as are known of it."""
    return f"{value:.6f}" if not wide else f"{value:.4f} ± {wide:.4f}"
