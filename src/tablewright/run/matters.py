"""Best play as a person can read it: the situations that matter most, and what each choice in them is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from tablewright.kernel.effects import Call, Choose, in_words

from .asking import names
from .improve import Improver
from .program import Floats

RARE = 1e-4
"""What is met less often in a play is not told."""
FAR = 1e-3
"""Bounds this far apart say little."""
AKIN = 1e-9
"""What is worth this much more or less is worth the same."""


class Option(msgspec.Struct, frozen=True):
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


class Situation(msgspec.Struct, frozen=True):
    """A choice as best play meets it: how often in a play, and what it would lose on average by choosing at random."""

    question: str
    options: tuple[Option, ...]
    often: float
    stake: float
    state: Any
    """The state at the beginning of the step, or of what is left of it."""
    cites: str = ""

    @property
    def matters(self) -> float:
        return self.often * self.stake


class Habit(msgspec.Struct, frozen=True):
    """A question as often as best play meets it, in whatever words, with how often each option is what it takes."""

    question: str
    """In the words it is met in most often."""
    often: float
    matters: float
    taken: dict[str, float]
    """Shares of the times it is asked."""


def situations(found: Improver) -> list[Situation]:
    """Every choice that best play meets, what matters most first."""
    every = sorted(_met(found), key=lambda s: (-s.matters, s.question))
    return [s for s in every if s.often >= RARE and s.stake > AKIN]


def habits(every: list[Situation]) -> list[Habit]:
    """The same, question by question, whatever the state: what matters most first."""
    by_question: dict[str, list[Situation]] = {}
    for s in every:
        by_question.setdefault(s.cites or s.question, []).append(s)
    out = [_habit(met) for met in by_question.values()]
    return sorted(out, key=lambda habit: -habit.matters)


def _habit(met: list[Situation]) -> Habit:
    often = sum(s.often for s in met)
    asked: dict[str, float] = {}
    taken: dict[str, float] = {}
    words: dict[str, set[str]] = {}
    for s in met:
        asked[s.question] = asked.get(s.question, 0.0) + s.often
        pick = next(option for option in s.options if option.best)
        taken[pick.value] = taken.get(pick.value, 0.0) + s.often / often
        words.setdefault(pick.value, set()).add(pick.words)
    told = {min(words[v]) if len(words[v]) == 1 else v: share for v, share in taken.items()}
    question = max(asked, key=lambda q: asked[q])
    return Habit(question, often, sum(s.matters for s in met), dict(sorted(told.items(), key=lambda kv: -kv[1])))


def _met(found: Improver) -> Iterator[Situation]:
    assert found.below is not None
    assert found.above is not None
    worth, most, visits, places = found.below.worth, found.above.worth, found.below.visits, found.places
    known = min(len(worth), len(most))
    for node, out, options in places.choices:
        if out < known and visits[out] >= RARE:
            at = places.keys[places.met_at[out]]
            yield _situation(node.ask, worth[options], most[options], float(visits[out]), at, found)
    for callers in places.program.calls.values():
        for called, group in callers.items():
            kept = [i for i, slot in enumerate(group.out) if slot < known and visits[slot] >= RARE]
            if not kept:
                continue
            by = np.array([group.out[i] for i in kept], np.intp)
            columns = np.array([group.columns[i] for i in kept], np.intp).T
            worths, picked = called.worths(worth[columns])
            hoped = called.worths(most[columns])[0]
            met: Floats = called.visits(picked, len(kept)) * visits[by]
            for node, slot, options in called.choices:
                for i in np.flatnonzero(met[slot] >= RARE).tolist():
                    at = places.keys[places.met_at[group.out[kept[i]]]]
                    yield _situation(node.ask, worths[options, i], hoped[options, i], float(met[slot, i]), at, found)


def _situation(ask: Choose[Any], worths: Floats, most: Floats, often: float, key: Any, found: Improver) -> Situation:
    own = found.places.program.whose is None or found.places.program.whose(names(ask.by))
    top = float(worths.max() if own else worths.min())
    known = (worths > found.places.limits[0] + AKIN) | (most - worths < FAR)
    options = tuple(
        Option(
            ask.label(value), float(worth), float(high), abs(float(worth) - top) <= AKIN, in_words(value), bool(seen)
        )
        for value, worth, high, seen in zip(ask.options, worths, most, known, strict=True)
    )
    stake = abs(top - float(worths[known].mean())) if known.any() else 0.0
    return Situation(ask.question, options, often, stake, state_at(key), ask.cites)


def state_at(key: Any) -> Any:
    """The state a place begins with."""
    return key.args[0] if type(key) is Call else key
