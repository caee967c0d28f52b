"""Rules of thumb in words: what whoever reads the question and looks at the table can go by."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from tablewright.run.matters import Option, Situation, Thumb, bare, called, plain
from tablewright.run.thumb import USUAL, Line, Met, rule_of_thumb

from .facts import Facts

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?!\w)")
BREAK = re.compile(r"[.,;:?!](?:\s|$)|[()]")
"""Between the clauses of a text."""
LINKING = re.compile(r"^(?:and|or|then|but) ")
FEW = 2
"""Numbers in the words of an option that can be left open, and the words are still read."""
MOST_FREE = 8
"""Different words of the first option, at most, by which situations are told apart."""


def thumbs(met: Sequence[Situation], facts: Facts) -> tuple[tuple[Thumb, ...], float]:
    """What to do where a question is asked, in lines of which the first that fits is followed; and what whoever goes by
    them gives away in a play, as far as best play comes there.
    """
    seen = Seen(met, facts)
    lines, away = rule_of_thumb([seen.met(one) for one in met])
    told = [Thumb(seen.when(one, last=one is lines[-1]), seen.what(one), one.share, one.right) for one in lines]
    return tuple(told), away * sum(one.often for one in met)


class Read(NamedTuple):
    """A number in a text: the question's, or that of options of a kind; how many numbers there are, and which it is."""

    kind: str
    numbers: int
    place: int


class Free(NamedTuple):
    """What is done where nobody wants anything has these words."""

    words: str


class Seen:
    """What can be seen in the situations of one question, and in which words: the numbers of the question and of its
    options, what is done where nobody wants anything, and what the game's people care about.
    """

    def __init__(self, met: Sequence[Situation], facts: Facts) -> None:
        self.facts = facts
        self._words: dict[str, set[str]] = {}
        """The words an option is met in, and those of all of its kind."""
        self._texts: dict[Read, tuple[float, str]] = {}
        """Where a number was read: where it was largest."""
        self._values: dict[Hashable, set[float]] = {}
        usual = {one.options[0].words for one in met}
        self._free = usual if 1 < len(usual) <= MOST_FREE else set[str]()
        self._usual = {plain(one.options[0]).partition(":")[0] for one in met}
        for one in met:
            for option in one.options:
                for name in {plain(option), kind_of(option)}:
                    self._words.setdefault(name, set()).add(option.words)
            for fact, value in self.of(one).items():
                self._values.setdefault(fact, set()).add(value)

    def met(self, one: Situation) -> Met:
        """A situation as it is fitted to: what is best gives nothing away. Of options of one kind the one with the most
        of something is an answer, too.
        """
        top = next(option.worth for option in one.options if option.best)
        loses: dict[Hashable, float] = {plain(option): abs(top - option.worth) for option in one.options}
        most: dict[Read, float] = {}
        for option in one.options:
            if kind_of(option) != plain(option):
                for fact, number in self._numbers(kind_of(option), option.words, one):
                    if number > most.get(fact, float("-inf")):
                        most[fact] = number
                        loses[fact] = abs(top - option.worth)
        return Met(one.often, self.of(one), loses)

    def of(self, one: Situation) -> dict[Hashable, float]:
        """What can be seen in it; of options of one kind, in the one with the most."""
        found: dict[Hashable, float] = {Free(words): float(words == one.options[0].words) for words in self._free}
        found.update(self.facts.numbers(one.state).items())
        for kind, text in (("", one.question), *((kind_of(option), option.words) for option in one.options)):
            for fact, number in self._numbers(kind, text, one):
                found[fact] = max(number, found.get(fact, number))
        return found

    def _numbers(self, kind: str, text: str, one: Situation) -> Iterator[tuple[Read, float]]:
        """The numbers in a text that have a clause of their own; those in names say nothing."""
        text = self.facts.unnumbered(text, one.state)
        spans = [found.span() for found in NUMBER.finditer(text)]
        for place, (begin, end) in enumerate(spans):
            first, last = clause(text, begin, end)
            if sum(first <= here < last for here, _ in spans) == 1:
                fact, number = Read(kind, len(spans), place), float(text[begin:end])
                self._texts[fact] = max((number, text), self._texts.get(fact, (number, text)))
                yield fact, number

    def when(self, line: Line, last: bool) -> str:
        """Where a line is to be followed; nothing, where it is the last."""
        if line.fact is None:
            return "" if last else "if it can be had"
        if isinstance(line.fact, Free):
            return f"{'instead' if line.least is not None else 'not instead'} of “{line.fact.words}”"
        values = self._values[line.fact]
        if line.least is not None:
            said = f"{line.least:g}" if line.least == max(values) else f"{line.least:g} or more"
        else:
            said = f"{line.most:g}" if line.most == min(values) else f"up to {line.most:g}"
        if not isinstance(line.fact, Read):
            return self.facts.said(str(line.fact), said, line.least is not None)
        words, kind = self._said(line.fact, said), line.fact.kind
        return words if not kind or words.startswith(kind) else f"{called(self._words[kind], kind)}: {words}"

    def what(self, line: Line) -> str:
        """What a line says to answer."""
        if line.answer == USUAL:
            usual = min(self._usual)
            return called(self._words.get(usual, {usual}), usual) if len(self._usual) == 1 else "what is offered first"
        if not isinstance(line.answer, Read):
            return called(self._words[str(line.answer)], str(line.answer))
        kind, text = line.answer.kind, bare(self._texts[line.answer][1])
        if len(NUMBER.findall(text)) > FEW:
            return f"{kind}, the highest {self._said(line.answer, '')}"
        return f"{NUMBER.sub('…', text)}, the most there is"

    def _said(self, fact: Read, number: str) -> str:
        """The clause of a number, with another in its place."""
        text = self._texts[fact][1]
        begin, end = [found.span() for found in NUMBER.finditer(text)][fact.place]
        first, last = clause(text, begin, end)
        return " ".join(LINKING.sub("", f"{text[first:begin]}{number}{text[end:last]}".strip()).split())


def clause(text: str, begin: int, end: int) -> tuple[int, int]:
    """From where to where the clause reaches that a part of a text stands in."""
    breaks = [found.span() for found in BREAK.finditer(text)]
    first = max([after for _, after in breaks if after <= begin], default=0)
    return first, min([before for before, _ in breaks if before >= end], default=len(text))


def kind_of(option: Option) -> str:
    """What an option has in common with others that differ in numbers only."""
    words = re.sub(r"\s+", " ", NUMBER.sub("", plain(option))).strip(" ,").replace(" ,", ",")
    return words or plain(option)
