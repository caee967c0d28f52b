"""Best play as a person can read it: the situations that matter most, and what each choice in them is worth."""

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

FAR = 1e-3
"""Bounds this far apart say little."""
NEARLY = 0.99
"""A single answer that is best this often needs no rule."""
LITTLE = 5e-5
"""What is given away by less than this is not worth a number."""
AKIN = 1e-9
"""What is worth this much more or less is worth the same."""


class DecisionOption(msgspec.Struct, frozen=True):
    """One way to go on: what it is called, what it is worth (at least, and at most), and whether it is the best known.

    `value` is the option itself, in words that do not hang on the state.
    """

    words: str
    worth: float
    most: float
    best: bool
    value: str = ""
    known: bool = True
    """Whether anybody has looked where it leads; if not, its worth is only what it must be at least."""


class KeyDecision(msgspec.Struct, frozen=True):
    """A choice as best play meets it: how often in a play, and what it would lose on average by choosing at random."""

    question: str
    options: tuple[DecisionOption, ...]
    often: float
    stake: float
    state: Any
    """The state at the beginning of the step, or of what is left of it."""
    cites: str = ""

    @property
    def matters(self) -> float:
        return self.often * self.stake

    @property
    def asks(self) -> str:
        """What makes it the same question as another, in whatever words."""
        return self.cites or self.question


class RuleLine(msgspec.Struct, frozen=True):
    """A line of a rule of thumb: where it is to be followed, what to answer then, how often that is of all times asked,
    and how often the answer is then as good as the best; whoever goes by the lines is asked.
    """

    when: str
    answer: str
    share: float
    right: float
    away: float
    """What it gives away in a play."""


class DecisionHabit(msgspec.Struct, frozen=True):
    """A question as often as best play meets it, in whatever words, with how often each option is what it takes."""

    question: str
    """In the words it is met in most often."""
    often: float
    matters: float
    taken: dict[str, float]
    """Shares of the times it is asked."""
    thumbs: tuple[RuleLine, ...] = ()
    """What to do, in lines of which the first that fits is followed."""
    loses: float = 0.0
    """What whoever goes by those lines gives away in a play, by this question."""

    @property
    def rule(self) -> tuple[RuleLine, ...]:
        """The lines, if there is more to know than what is nearly always taken."""
        return self.thumbs if len(self.thumbs) > 1 or any(line.right < NEARLY for line in self.thumbs) else ()

    def costs(self) -> str:
        """What going by the lines gives away, in words."""
        return f"gives away {self.loses:.2g} a play" if self.loses >= LITTLE else "gives away next to nothing"


def most_important(met: Iterable[KeyDecision]) -> list[KeyDecision]:
    """Those in which it makes a difference what is chosen, what matters most first."""
    return sorted((s for s in met if s.stake > AKIN), key=lambda s: (-s.matters, s.question))


def by_question(every: list[KeyDecision]) -> list[list[KeyDecision]]:
    """The same, question by question, whatever the state: what matters most first."""
    asked: dict[str, list[KeyDecision]] = {}
    for s in every:
        asked.setdefault(s.asks, []).append(s)
    return sorted(asked.values(), key=lambda met: -sum(s.matters for s in met))


def summarize_question(met: list[KeyDecision]) -> DecisionHabit:
    """What best play does wherever one question is asked."""
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
    """An option by a name that is the same in every state."""
    return option.value if not set("=(){}[]<>") & set(option.value) else strip_brackets(option.words)


def strip_brackets(words: str) -> str:
    """Without what stands in brackets."""
    return re.sub(r"\s*\([^()]*\)", "", words)


def canonical_answer(words: Set[str], answer: str) -> str:
    """An answer that was met in these words: in those, if they are always the same, but for what stands in brackets."""
    for every in (words, {strip_brackets(one) for one in words}):
        if len(every) == 1:
            return min(every)
    return answer


def describe_decision(spot: DecisionPoint, places: Positions) -> KeyDecision:
    """A choice as it is met, in words."""
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
    stake = abs(top - float(worths[known].mean())) if known.any() else 0.0
    return KeyDecision(ask.question, options, spot.often, stake, position_state(spot.key), ask.cites)


def position_state(key: Any) -> Any:
    """The state a place begins with."""
    return key.args[0] if type(key) is Call else key
