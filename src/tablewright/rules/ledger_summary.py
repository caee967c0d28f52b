"""A game's rules on two pages: every rule by its title, and as many as there is room for in full."""

from __future__ import annotations

import html
from collections.abc import Iterator

from .ledger import Ledger, LedgerRule, RuleKind

LINES, COLUMNS = 300, 62
"""What two pages of A4 hold: four columns of 75 lines, so many letters wide, in small print."""
SECTION_WEIGHTS: dict[RuleKind, float] = {"choice": 1.3, "table": 1.5, "role": 2, "advice": 3}
"""A short rule is told in full before a long one; these count as longer than they are: what is done, what it comes to,
what sets it off and what bounds it are needed sooner.
"""
PRINT_CSS = """\
@page { size: A4; margin: 10mm }
body { font: 8pt/1.2 Georgia, serif; columns: 2; column-gap: 6mm; margin: 0; color: black; background: white }
h1 { font-size: 13pt; margin: 0 0 1mm; column-span: all }
p { margin: 0 0 0.8mm }
p.what { column-span: all; font-style: italic }
b { font-family: Helvetica, Arial, sans-serif }
"""


class LedgerSummary:
    """What is told of each rule, section by section, in the book's order."""

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
        """What the game is, and how this is to be read."""
        named = len(self.whole) < len(self.ledger)
        how = f" In brackets: what is only named here; `rules {self.ledger.game} WORD` tells it." if named else ""
        return f"{self.ledger.summary}{how}"

    @property
    def lines(self) -> int:
        """How many lines of a column it takes."""
        head = len(self.about) // COLUMNS + 3
        return head + sum(-(-len(f"{name}. {words}") // COLUMNS) for name, words in self.told())

    def told(self) -> Iterator[tuple[str, str]]:
        """Each section with its rules, one after the other."""
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

    def page(self) -> str:
        """One page of HTML that a browser prints on two sides of A4, in two columns."""
        title = html.escape(f"{self.ledger.title}: the rules in short")
        body = "\n".join(f"<p><b>{html.escape(name)}.</b> {html.escape(words)}</p>" for name, words in self.told())
        return (
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
            f"<style>\n{PRINT_CSS}</style>\n<h1>{title}</h1>\n"
            f'<p class="what">{html.escape(self.about)}</p>\n{body}\n</html>\n'
        )
