"""A game's rules on two pages: every rule by its title, and as many as there is room for in full."""

from __future__ import annotations

from collections.abc import Iterator

from .ledger import Ledger, LedgerRule, RuleKind

LINES, COLUMNS = 300, 62
"""Two pages of A4 in small print: four columns of 75 lines, so many letters wide."""
SECTION_WEIGHTS: dict[RuleKind, float] = {"choice": 1.3, "table": 1.5, "role": 2, "advice": 3}
"""Short rules are told in full before long ones. Rules of these kinds count as longer: the others are needed sooner."""


class LedgerSummary:
    """The rules of a ledger in short, section by section, in the book's order."""

    def __init__(self, ledger: Ledger, lines: int = LINES) -> None:
        self.ledger = ledger
        self.sections: dict[str, list[LedgerRule]] = {}
        for entry in ledger:
            self.sections.setdefault(entry.section, []).append(entry)
        self.whole: set[str] = set()
        """The rules told in full."""
        for entry in sorted(ledger, key=lambda entry: len(entry.text) * SECTION_WEIGHTS.get(entry.kind, 1)):
            self.whole.add(entry.id)
            if self.lines > lines:
                self.whole.remove(entry.id)
                break

    @property
    def about(self) -> str:
        """A sentence on the game, and on how to read this."""
        named = len(self.whole) < len(self.ledger)
        how = f" In brackets: what is only named here; `rules {self.ledger.game} WORD` tells it." if named else ""
        return f"{self.ledger.summary}{how}"

    @property
    def lines(self) -> int:
        """The lines of a column that it takes."""
        head = len(self.about) // COLUMNS + 3
        return head + sum(-(-len(f"{name}. {words}") // COLUMNS) for name, words in self.told())

    def told(self) -> Iterator[tuple[str, str]]:
        """Yield each section with its rules, one after the other."""
        for name, entries in self.sections.items():
            yield name, " ".join(map(self._words, entries))

    def _words(self, entry: LedgerRule) -> str:
        if entry.id not in self.whole:
            return f"({entry.title or entry.id})"
        text = " ".join(entry.text.split())
        return text if text.endswith((".", "!", "?")) else f"{text}."

    def markdown(self) -> str:
        """To read, and to print from anything that knows Markdown."""
        lines = [f"# {self.ledger.title}: the rules in short", "", self.about, ""]
        for name, words in self.told():
            lines += [f"**{name}.** {words}", ""]
        return "\n".join(lines)
