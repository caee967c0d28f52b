"""A rule of thumb: a few lines, of which the first that matches is followed, that come close to best play.

Fitted to the decisions that best play meets. Lines are added greedily by what they lose. Facts and answers are known
here only by name.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .rounding import round_parts

MAX_LINES = 6
ENOUGH = 0.02  # a line must save at least this share of the loss of a single answer
DEARER = 3.0  # weight of a line's own loss against what later lines may still save
RARE = 0.005  # least share of decisions that a line must match, and that it must leave to later lines
MAX_CUTS = 12  # values of a fact that are tried as thresholds
AKIN = 5e-7  # a loss up to this counts as none
# Shares and losses are rounded to whole parts, so that their sums are exact. Otherwise the order in which a processor
# adds them up would decide between equal lines.
OFTEN_PARTS, LOSS_PARTS = 1 << 24, 1 << 22
#: stands for the answer of play without a goal: the first option that costs nothing
USUAL = "usual"
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]


class ObservedDecision(NamedTuple):
    """A decision met by best play: its frequency, the visible facts, and the loss of each answer.

    The first answer is the one of play without a goal.
    """

    often: float
    facts: Mapping[Hashable, float]
    loses: Mapping[Hashable, float]


class DecisionRule(NamedTuple):
    """A line: give this answer where it is offered and the fact is within the limits; without a fact in all cases."""

    answer: Hashable
    fact: Hashable = None
    least: float | None = None
    most: float | None = None

    def fits(self, facts: Mapping[Hashable, float]) -> bool:
        """True if the visible facts match. The caller checks that the answer is offered."""
        if self.fact is None:
            return True
        value = facts.get(self.fact)
        if value is None:
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class RuleUsage(NamedTuple):
    """Statistics of a line, by decision: how often it is followed, how often its answer is among the best, and its
    loss.
    """

    share: float
    right: float
    away: float


def matching_rule(lines: Sequence[DecisionRule], facts: Mapping[Hashable, float], offered: Collection[Hashable]) -> int:
    """Index of the line to follow with these facts and answers offered; the last one if none matches."""
    fits = (n for n, line in enumerate(lines) if (line.answer == USUAL or line.answer in offered) and line.fits(facts))
    return next(fits, len(lines) - 1)


def rule_usage(lines: Sequence[DecisionRule], met: Sequence[ObservedDecision]) -> list[RuleUsage]:
    """Compute the statistics of each line over these decisions."""
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
    """A fact with a lower or an upper limit, and the decisions within it."""

    fact: Hashable
    least: float | None
    most: float | None
    so: Flags


def fit_rules(met: Sequence[ObservedDecision]) -> list[DecisionRule]:
    """Fit lines of which the first that matches is to be followed.

    The last line has no fact and matches all decisions that are left. Its answer is always offered, or it is `USUAL`.
    """
    fit = _Fit(met)
    while len(fit.lines) < MAX_LINES - 1 and fit.another():
        pass
    return fit.done()


class _Fit:
    """The lines so far, and the decisions that none of them matches."""

    def __init__(self, met: Sequence[ObservedDecision]) -> None:
        often = np.array([one.often for one in met])
        self.often: Floats = round_parts(often / often.sum(), OFTEN_PARTS)
        self.answers = list(dict.fromkeys(answer for one in met for answer in one.loses))
        self.offered: Flags = np.array([[answer in one.loses for answer in self.answers] for one in met])
        losses = np.array([_losses(one.loses, self.answers) for one in met])
        self.loses: Floats = round_parts(losses, LOSS_PARTS)
        """Losses by decision and answer. An answer that is not offered loses as much as the usual one."""
        self.cuts = [Threshold(None, None, None, np.ones(len(met), bool))]
        self.cuts += [cut for fact in dict.fromkeys(f for one in met for f in one.facts) for cut in _cuts(fact, met)]
        self.so: Flags = np.array([cut.so for cut in self.cuts])
        self.left: Flags = np.ones(len(met), bool)
        self.lines: list[DecisionRule] = []
        self.at_first = self._otherwise()[1]

    def _otherwise(self) -> tuple[int, float]:
        """The single answer that loses least in the decisions left, and its loss."""
        away = (self.often * self.left) @ self.loses
        best = int(away.argmin())
        return best, float(away[best])

    def another(self) -> bool:
        """Add the best line, if one is worth it: by its own loss, and that of a single answer in the decisions then
        left.
        """
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
        """Add a line that is followed in these decisions, if its answer is offered."""
        self.lines.append(line)
        self.left = self.left & ~(where if line.answer == USUAL else where & self.offered[:, answer])

    def done(self) -> list[DecisionRule]:
        """Add the last line: the best answer for the decisions left, then one always offered, or the usual."""
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
    """The thresholds to try for a fact: at most `MAX_CUTS` of its values, as lower and as upper limits."""
    values = np.array([one.facts.get(fact, np.nan) for one in met])
    every = np.unique(values[~np.isnan(values)])
    if len(every) > MAX_CUTS:
        every = np.unique(np.quantile(every, np.linspace(0, 1, MAX_CUTS), method="nearest"))
    found = [Threshold(fact, float(v), None, values >= v) for v in every]
    found += [Threshold(fact, None, float(v), values <= v) for v in every]
    return [cut for cut in found if 0 < cut.so.sum() < len(met)]
