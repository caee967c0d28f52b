"""A mutant: one spoilt place of a file, what becomes of it, and which tests are the likeliest to notice."""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Container, Sequence
from pathlib import Path
from typing import NamedTuple

READING = -1
"""Stands among the tests that run a line for the reading of its file."""


class Mutant(NamedTuple):
    """One place of a file, and the operator that spoils it."""

    path: Path
    operator: str
    occurrence: int
    line: int
    last: int
    text: str
    """The whole file as it is: somebody may go on working on it meanwhile."""

    @property
    def key(self) -> str:
        state = hashlib.sha256(self.text.encode()).hexdigest()[:16]
        return f"{self.path}:{self.operator}:{self.occurrence}:{state}"

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"

    def diff(self, spoilt: str) -> list[str]:
        """The changed lines, old and new, without anything around them."""
        lines = difflib.unified_diff(self.text.splitlines(), spoilt.splitlines(), lineterm="", n=0)
        return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


class Verdict(NamedTuple):
    """What became of a mutant: the test that noticed, or nothing."""

    killed: bool
    by: str = ""


class Known(NamedTuple):
    """Which tests there are, how long each takes, and which of them run a line."""

    tests: list[str]
    seconds: dict[str, float]
    lines: dict[str, dict[str, list[int]]]

    def of(self, files: Container[str]) -> Known:
        """As much of it as the tests in these files tell."""
        kept = [n for n, test in enumerate(self.tests) if test.partition("::")[0] in files]
        new = {n: i for i, n in enumerate(kept)} | {READING: READING}
        lines = {
            file: {line: [new[n] for n in run if n in new] for line, run in found.items()}
            for file, found in self.lines.items()
        }
        return Known([self.tests[n] for n in kept], self.seconds, lines)

    def and_(self, other: Known) -> Known:
        """Both together, the other's tests last."""
        lines = {file: {line: list(run) for line, run in found.items()} for file, found in self.lines.items()}
        for file, found in other.lines.items():
            for line, run in found.items():
                more = [n if n == READING else n + len(self.tests) for n in run]
                lines.setdefault(file, {}).setdefault(line, []).extend(more)
        return Known([*self.tests, *other.tests], self.seconds | other.seconds, lines)

    def order(self, mutant: Mutant) -> list[str]:
        """Who runs the very line, the quick ones first.

        Nobody else could notice. But of a line that is run when its file is read, anybody could: then come those who
        run the file, and the rest.
        """
        lines = self.lines.get(str(mutant.path), {})
        on_line = {n for line in range(mutant.line, mutant.last + 1) for n in lines.get(str(line), ())}
        in_file = {n for run in lines.values() for n in run}
        whoever = range(len(self.tests)) if not on_line or READING in on_line else on_line

        def rank(n: int) -> tuple[bool, bool, float]:
            return n not in on_line, n not in in_file, self.seconds[self.tests[n]]

        return [self.tests[n] for n in sorted(whoever, key=rank)]


def chosen(all_: Sequence[Mutant], sample: int | None, seed: int) -> list[Mutant]:
    """So many of them, or all. The same seed picks the same changes of the same lines, whatever is edited elsewhere."""
    if sample is None:
        return list(all_)
    met: Counter[str] = Counter()
    lots: list[tuple[bytes, Mutant]] = []
    for mutant in all_:
        what = f"{mutant.path}:{mutant.operator}:{mutant.text.splitlines()[mutant.line - 1].strip()}"
        met[what] += 1
        lots.append((hashlib.sha256(f"{seed}:{what}:{met[what]}".encode()).digest(), mutant))
    return [mutant for _, mutant in sorted(lots, key=lambda lot: lot[0])[:sample]]
