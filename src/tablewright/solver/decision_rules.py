"""A rule of thumb: a few lines, the first that fits is followed, that say nearly what best play does.

Fitted to the situations best play meets: line by line, what gives least away in them. Facts and answers are known here
by their names alone.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

MAX_LINES = 6
ENOUGH = 0.02
"""A line more has to save so much of what a single answer would give away."""
DEARER = 3.0
"""What a line gives away counts so many times as much as what those after it may still save."""
RARE = 0.005
"""A line has to be followed in so many of the times it is asked, and so have those after it."""
MAX_CUTS = 12
"""Values of a fact at which it may be cut."""
AKIN = 5e-7
"""What gives this little away is as good as the best."""
USUAL = "usual"
"""To answer as where nobody wants anything."""
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


class ObservedDecision(NamedTuple):
    """A situation: how often it is met, what can be seen in it, and what each answer gives away, the one that is given
    where nobody wants anything first.
    """

    often: float
    facts: Mapping[Hashable, float]
    loses: Mapping[Hashable, float]


class DecisionRule(NamedTuple):
    """What to answer where it is offered and a fact is at least, or at most, so much; wherever it is offered, if there
    is no fact.
    """

    answer: Hashable
    fact: Hashable = None
    least: float | None = None
    most: float | None = None

    def fits(self, facts: Mapping[Hashable, float]) -> bool:
        """Whether it is to be followed where this can be seen and its answer is offered."""
        if self.fact is None:
            return True
        value = facts.get(self.fact)
        if value is None:
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class RuleUsage(NamedTuple):
    """How often a line is the one that is followed, of all times asked; how often its answer is then as good as the
    best; and what it gives away, a time asked.
    """

    share: float
    right: float
    away: float


def matching_rule(lines: Sequence[DecisionRule], facts: Mapping[Hashable, float], offered: Collection[Hashable]) -> int:
    """Which line is followed where this can be seen and these answers are offered: the last, if none fits; then one
    answers as usual.
    """
    fits = (n for n, line in enumerate(lines) if (line.answer == USUAL or line.answer in offered) and line.fits(facts))
    return next(fits, len(lines) - 1)


def rule_usage(lines: Sequence[DecisionRule], met: Sequence[ObservedDecision]) -> list[RuleUsage]:
    """What comes of every line in these situations, a time they are asked."""
    whole = sum(one.often for one in met)
    share, right, away = ([0.0] * len(lines) for _ in range(3))
    for one in met:
        n = matching_rule(lines, one.facts, one.loses)
        lost = one.loses.get(lines[n].answer, next(iter(one.loses.values())))
        share[n] += one.often / whole
        right[n] += one.often / whole * (lost <= AKIN)
        away[n] += one.often / whole * lost
    return [RuleUsage(s, r / s if s else 1.0, a) for s, r, a in zip(share, right, away, strict=True)]


class Threshold(NamedTuple):
    """A fact that is at least, or at most, so much; and in which of the situations that is so."""

    fact: Hashable
    least: float | None
    most: float | None
    so: Flags


def fit_rules(met: Sequence[ObservedDecision]) -> list[DecisionRule]:
    """Lines of which the first that fits is followed. The last has no fact and fits whatever is left: what it says to
    answer can always be had, or it says `USUAL`.
    """
    fit = _Fit(met)
    while len(fit.lines) < MAX_LINES - 1 and fit.another():
        pass
    return fit.done()


class _Fit:
    """The lines so far, and the situations that none of them fits."""

    def __init__(self, met: Sequence[ObservedDecision]) -> None:
        often = np.array([one.often for one in met])
        self.often: Floats = often / often.sum()
        self.answers = list(dict.fromkeys(answer for one in met for answer in one.loses))
        self.offered: Flags = np.array([[answer in one.loses for answer in self.answers] for one in met])
        self.loses: Floats = np.array([_losses(one.loses, self.answers) for one in met])
        """By situation and answer; what cannot be had gives away what the usual answer does."""
        self.cuts = [Threshold(None, None, None, np.ones(len(met), bool))]
        self.cuts += [cut for fact in dict.fromkeys(f for one in met for f in one.facts) for cut in _cuts(fact, met)]
        self.so: Flags = np.array([cut.so for cut in self.cuts])
        self.left: Flags = np.ones(len(met), bool)
        self.lines: list[DecisionRule] = []
        self.at_first = self._otherwise()[1]

    def _otherwise(self) -> tuple[int, float]:
        """The one answer that gives least away in what is left, and how much."""
        away = (self.often * self.left) @ self.loses
        best = int(away.argmin())
        return best, float(away[best])

    def another(self) -> bool:
        """One line more, if any is worth it: by what it gives away itself, and then a single answer in what is left."""
        weight = self.often * self.left
        whole, now = weight @ self.loses, self._otherwise()[1]
        found: list[tuple[int, float, int, int]] = []
        for answer in range(len(self.answers)):
            offered = weight * self.offered[:, answer]
            share, lost = self.so @ offered, self.so @ (offered * self.loses[:, answer])
            after = (whole - self.so @ (offered[:, None] * self.loses)).min(axis=1)
            saves = now - lost - after
            often = (share >= RARE) & (weight.sum() - share >= RARE)
            worth = np.where(often, saves - (DEARER - 1) * lost, -np.inf)
            near = np.flatnonzero(worth >= worth.max() - AKIN)
            at = int(near[np.argmax(share[near])])
            if often[at] and saves[at] > max(ENOUGH * self.at_first, AKIN):
                found.append((round(worth[at] / AKIN), float(share[at]), -answer, at))
        if not found:
            return False
        *_, first, at = max(found)
        cut = self.cuts[at]
        self._add(DecisionRule(self.answers[-first], cut.fact, cut.least, cut.most), self.left & cut.so, -first)
        return True

    def _add(self, line: DecisionRule, where: Flags, answer: int) -> None:
        """A line that is followed there, wherever its answer is offered."""
        self.lines.append(line)
        self.left = self.left & ~(where if line.answer == USUAL else where & self.offered[:, answer])

    def done(self) -> list[DecisionRule]:
        """With what to answer in what is left; and where that is not offered, what always is, or the usual."""
        answer, _ = self._otherwise()
        if (self.left & self.offered[:, answer]).any():
            self._add(DecisionRule(self.answers[answer]), self.left, answer)
        if self.left.any():
            away = (self.often * self.left) @ self.loses
            always = np.where(self.offered[self.left].all(axis=0), away, np.inf)
            best = int(always.argmin())
            if always[best] <= away[answer]:
                self._add(DecisionRule(self.answers[best]), self.left, best)
            else:
                self._add(DecisionRule(USUAL), self.left, answer)
        return self.lines


def _losses(loses: Mapping[Hashable, float], answers: Sequence[Hashable]) -> list[float]:
    usual = next(iter(loses.values()))
    return [loses.get(answer, usual) for answer in answers]


def _cuts(fact: Hashable, met: Sequence[ObservedDecision]) -> list[Threshold]:
    """Where a fact may be cut: at the values it takes, evenly many of them, from above and from below."""
    values = np.array([one.facts.get(fact, np.nan) for one in met])
    every = np.unique(values[~np.isnan(values)])
    if len(every) > MAX_CUTS:
        every = np.unique(np.quantile(every, np.linspace(0, 1, MAX_CUTS), method="nearest"))
    found = [Threshold(fact, float(v), None, values >= v) for v in every]
    found += [Threshold(fact, None, float(v), values <= v) for v in every]
    return [cut for cut in found if 0 < cut.so.sum() < len(met)]
