"""Rules of thumb in words, for people who read the question and look at the table."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from tablewright.lab.spec import StateFacts
from tablewright.solver import (
    USUAL,
    DecisionOption,
    DecisionRule,
    KeyDecision,
    ObservedDecision,
    RuleLine,
    canonical_answer,
    canonical_option,
    fit_rules,
    matching_rule,
    rule_usage,
    strip_brackets,
)

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?!\w)")
BREAK = re.compile(r"[.,;:?!](?:\s|$)|[()]")  # separates the clauses of a text
LINKING = re.compile(r"^(?:and|or|then|but) ")
FEW = 2  # numbers that may be left out of an option's text without making it unreadable
MAX_FREE = 8  # different first options by which situations are told apart, at most


class NumberFeature(NamedTuple):
    """A number in the text of the question or of options of a kind: how many it has, and the index of this one."""

    kind: str
    numbers: int
    place: int


class FreeOptionFeature(NamedTuple):
    """True if the answer of play without a goal has these words."""

    words: str


class FeatureSet:
    """Visible features of a situation: numbers in the question and its options, and the game's measures."""

    def __init__(self, one: KeyDecision, facts: StateFacts) -> None:
        self.one = one
        self.facts: dict[Hashable, float] = {}
        """The largest number of each kind of option is a feature, too."""
        self.facts.update(facts.numbers(one.state).items())
        self.answers: dict[Hashable, int] = {}
        """Possible answers and their options here, the first one first. The option of a kind with the largest number
        counts as an answer.
        """
        self.texts: dict[NumberFeature, tuple[float, str]] = {}
        """The text in which each number was read."""
        self._read("", facts.unnumbered(one.question, one.state))
        for at, option in enumerate(one.options):
            self.answers.setdefault(canonical_option(option), at)
            for read in self._read(kind_of(option), facts.unnumbered(option.words, one.state)):
                if kind_of(option) != canonical_option(option):
                    self.answers[read] = at

    def _read(self, kind: str, text: str) -> list[NumberFeature]:
        """Read the numbers of a text that are the largest so far. Numbers that share a clause are skipped."""
        spans, most = [found.span() for found in NUMBER.finditer(text)], list[NumberFeature]()
        for place, (begin, end) in enumerate(spans):
            first, last = clause(text, begin, end)
            read, number = NumberFeature(kind, len(spans), place), float(text[begin:end])
            if sum(first <= here < last for here, _ in spans) == 1 and number > self.facts.get(read, float("-inf")):
                self.facts[read], self.texts[read] = number, (number, text)
                most.append(read)
        return most


class RuleOfThumb:
    """A rule of thumb for a question: lines of which the first that matches is followed."""

    def __init__(self, met: Mapping[FeatureSet, float], facts: StateFacts) -> None:
        usual = {sight.one.options[0].words for sight in met}
        self._free = sorted(usual) if 1 < len(usual) <= MAX_FREE else list[str]()
        self._words = FeatureTexts([*met], facts)
        self._lines = fit_rules(self._met(met))

    def _met(self, met: Mapping[FeatureSet, float]) -> list[ObservedDecision]:
        """Situations in the form that lines are fitted to; the best answer loses nothing."""
        found = []
        for sight, often in met.items():
            options = sight.one.options
            top = next(option.worth for option in options if option.best)
            loses = {answer: abs(top - options[at].worth) for answer, at in sight.answers.items()}
            found.append(ObservedDecision(often, self._seen(sight), loses))
        return found

    def _seen(self, sight: FeatureSet) -> dict[Hashable, float]:
        usual = sight.one.options[0].words
        return sight.facts | {FreeOptionFeature(words): float(words == usual) for words in self._free}

    def option(self, sight: FeatureSet) -> int:
        """The option that the lines choose in a situation."""
        line = self._lines[matching_rule(self._lines, self._seen(sight), sight.answers)]
        return sight.answers.get(line.answer, 0)

    def told(self, met: Mapping[FeatureSet, float]) -> tuple[RuleLine, ...]:
        """The lines in words with their statistics; lines that never apply are left out."""
        words, last = self._words, self._lines[-1]
        return tuple(
            RuleLine(
                words.when(line, line is last), words.what(line), came.share, came.right, came.away * sum(met.values())
            )
            for line, came in zip(self._lines, rule_usage(self._lines, self._met(met)), strict=True)
            if came.share or line is last
        )


class FeatureTexts:
    """The texts in which features were met."""

    def __init__(self, met: Sequence[FeatureSet], facts: StateFacts) -> None:
        self.facts = facts
        self._words: dict[str, set[str]] = {}
        """Texts of an option, and of all options of its kind."""
        self._texts: dict[NumberFeature, tuple[float, str]] = {}
        """The text in which each number was largest."""
        self._values: dict[Hashable, set[float]] = {}
        first = [sight.one.options[0] for sight in met]
        self._usual = (
            {canonical_option(option) for option in first},
            {option.words.partition(":")[0] for option in first},
        )
        """First options: their names, and their texts without the part after a colon."""
        for sight in met:
            for option in sight.one.options:
                for name in {canonical_option(option), kind_of(option)}:
                    self._words.setdefault(name, set()).add(option.words)
            for fact, value in sight.facts.items():
                self._values.setdefault(fact, set()).add(value)
            for read, text in sight.texts.items():
                self._texts[read] = max(text, self._texts.get(read, text))

    def when(self, line: DecisionRule, last: bool) -> str:
        """The condition of a line in words; empty for the last."""
        if line.fact is None:
            return "" if last else "if it can be had"
        if isinstance(line.fact, FreeOptionFeature):
            return f"{'instead' if line.least is not None else 'not instead'} of “{line.fact.words}”"
        values = self._values[line.fact]
        if line.least is not None:
            said = f"{line.least:g}" if line.least == max(values) else f"{line.least:g} or more"
        else:
            said = f"{line.most:g}" if line.most == min(values) else f"up to {line.most:g}"
        if not isinstance(line.fact, NumberFeature):
            return self.facts.said(str(line.fact), said, line.least is not None)
        words, kind = self._said(line.fact, said), line.fact.kind
        return words if not kind or words.startswith(kind) else f"{canonical_answer(self._words[kind], kind)}: {words}"

    def what(self, line: DecisionRule) -> str:
        """The answer of a line in words."""
        if line.answer == USUAL:
            one = next((min(names) for names in self._usual if len(names) == 1), "")
            return canonical_answer(self._words.get(one, {one}), one) if one else "what is offered first"
        if not isinstance(line.answer, NumberFeature):
            return canonical_answer(self._words[str(line.answer)], str(line.answer))
        kind, text = line.answer.kind, strip_brackets(self._texts[line.answer][1])
        if len(NUMBER.findall(text)) > FEW:
            return f"{kind}, the highest {self._said(line.answer, '')}"
        return f"{NUMBER.sub('…', text)}, the most there is"

    def _said(self, fact: NumberFeature, number: str) -> str:
        """The clause of a number, with another number in its place."""
        text = self._texts[fact][1]
        begin, end = [found.span() for found in NUMBER.finditer(text)][fact.place]
        first, last = clause(text, begin, end)
        return " ".join(LINKING.sub("", f"{text[first:begin]}{number}{text[end:last]}".strip()).split())


def clause(text: str, begin: int, end: int) -> tuple[int, int]:
    """The start and end of the clause around a part of a text."""
    breaks = [found.span() for found in BREAK.finditer(text)]
    first = max([after for _, after in breaks if after <= begin], default=0)
    return first, min([before for before, _ in breaks if before >= end], default=len(text))


def kind_of(option: DecisionOption) -> str:
    """The text of an option without its numbers, shared by options of one kind."""
    words = re.sub(r"\s+", " ", NUMBER.sub("", canonical_option(option))).strip(" ,").replace(" ,", ",")
    return words or canonical_option(option)
