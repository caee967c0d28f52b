"""Best play in a form that people can read: the most important decisions, and the value of each option."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import Any

import msgspec

from tablewright.engine import as_names
from tablewright.rules import option_text
from tablewright.rules.effects import Call

from .decisions import DecisionPoint
from .positions import Positions
from .rounding import FINE, round_number

FAR = 1e-3  # values whose bounds are this far apart are not known
NEARLY = 0.99  # an answer that is best this often needs no rule
LITTLE = 5e-5  # a smaller loss is not worth a number
# Each step before a sure win costs 1e-9. A limit of whole steps, or of a simple fraction, would be decided by rounding.
AKIN = 1.618e-9  # values this close are equal


class DecisionOption(msgspec.Struct, frozen=True):
    """An option of a decision: its label, bounds of its value, and whether it is the best one known.

    `value` is the option itself in words that are the same in every state.
    """

    words: str
    worth: float
    most: float
    best: bool
    value: str = ""
    known: bool = True
    """True if the option has been explored; otherwise its `worth` is only a lower bound."""


class KeyDecision(msgspec.Struct, frozen=True):
    """A decision of best play: its frequency in a play, and the average loss of choosing at random."""

    question: str
    options: tuple[DecisionOption, ...]
    often: float
    stake: float
    state: Any
    """The state at the beginning of the step, or at the beginning of the part of it that is left."""
    cites: str = ""

    @property
    def matters(self) -> float:
        return self.often * self.stake

    @property
    def asks(self) -> str:
        """A key that is equal for the same question in different words."""
        return self.cites or self.question


class RuleLine(msgspec.Struct, frozen=True):
    """A line of a rule of thumb.

    `share` says how often the line applies among all decisions met by following the lines. `right` says how often its
    answer is then among the best.
    """

    when: str
    answer: str
    share: float
    right: float
    away: float
    """The loss a play."""


class DecisionHabit(msgspec.Struct, frozen=True):
    """All decisions with one question: their frequency in best play, and the share of each option there."""

    question: str
    """The question in its most frequent wording."""
    often: float
    matters: float
    taken: dict[str, float]
    """The share of each answer."""
    thumbs: tuple[RuleLine, ...] = ()
    """Lines to follow: the first that matches."""
    loses: float = 0.0
    """The loss a play of following those lines at this question."""

    @property
    def rule(self) -> tuple[RuleLine, ...]:
        """The lines, if they say more than the usual answer does."""
        return self.thumbs if len(self.thumbs) > 1 or any(line.right < NEARLY for line in self.thumbs) else ()

    def costs(self) -> str:
        """The loss of following the lines, in words."""
        return f"gives away {self.loses:.2g} a play" if self.loses >= LITTLE else "gives away next to nothing"


def most_important(met: Iterable[KeyDecision]) -> list[KeyDecision]:
    """Sort the decisions in which the choice matters, the most important first."""
    return sorted((s for s in met if s.stake > AKIN), key=lambda s: (-s.matters, s.question))


def by_question(every: list[KeyDecision]) -> list[list[KeyDecision]]:
    """Group decisions by question, in any state; the most important question first."""
    asked: dict[str, list[KeyDecision]] = {}
    for s in every:
        asked.setdefault(s.asks, []).append(s)
    return sorted(asked.values(), key=lambda met: -sum(s.matters for s in met))


def summarize_question(met: list[KeyDecision]) -> DecisionHabit:
    """Summarize all decisions with one question."""
    often = sum(s.often for s in met)
    asked: dict[str, float] = {}
    taken: dict[str, float] = {}
    words: dict[str, set[str]] = {}
    for s in met:
        asked[s.question] = asked.get(s.question, 0.0) + s.often
        pick = next(option for option in s.options if option.best)
        answer = canonical_option(pick)
        taken[answer] = taken.get(answer, 0.0) + s.often / often
        words.setdefault(answer, set()).add(pick.words)
    told: dict[str, float] = {}
    for answer, share in sorted(taken.items(), key=lambda kv: -kv[1]):
        name = canonical_answer(words[answer], answer)
        told[name] = told.get(name, 0.0) + share
    question = max(asked, key=lambda q: asked[q])
    return DecisionHabit(question, often, sum(s.matters for s in met), told)


def canonical_option(option: DecisionOption) -> str:
    """The name of an option, the same in every state."""
    return option.value if not set("=(){}[]<>") & set(option.value) else strip_brackets(option.words)


def strip_brackets(words: str) -> str:
    """Return the words without parts in brackets."""
    return re.sub(r"\s*\([^()]*\)", "", words)


def canonical_answer(words: Set[str], answer: str) -> str:
    """Return the words of an answer if they are always the same, brackets aside; otherwise the answer itself."""
    for every in (words, {strip_brackets(one) for one in words}):
        if len(every) == 1:
            return min(every)
    return answer


def describe_decision(spot: DecisionPoint, places: Positions) -> KeyDecision:
    """Describe a decision in words. Numbers it is sorted by are rounded."""
    ask, worths, most = spot.node.ask, spot.worths, spot.most
    own = places.program.whose is None or places.program.whose(as_names(ask.by))
    top = float(worths.max() if own else worths.min())
    known = (worths > places.limits[0] + AKIN) | (most - worths < FAR)
    options = tuple(
        DecisionOption(
            ask.label(value), float(worth), float(high), abs(float(worth) - top) <= AKIN, option_text(value), bool(seen)
        )
        for value, worth, high, seen in zip(ask.options, worths, most, known, strict=True)
    )
    stake = round_number(abs(top - float(worths[known].mean())), FINE) if known.any() else 0.0
    return KeyDecision(ask.question, options, spot.often, stake, position_state(spot.key), ask.cites)


def position_state(key: Any) -> Any:
    """The state at which a position begins."""
    return key.args[0] if type(key) is Call else key
