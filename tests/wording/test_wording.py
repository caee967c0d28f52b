"""Ceilings: how often the tree departs from the house style, by check and kind of text. They only fall."""

from __future__ import annotations

import pytest

from tests import ROOT

from .__main__ import lowered
from .checks import CHECKS, Finding, findings
from .texts import KINDS

#: The most findings of each check, by kind of text. Kinds that are not named have none.
CEILINGS = {
    "banned-opener": {
        "docstring": 411,
        "attribute": 52,
        "comment": 21,
        "error": 51,
        "test": 481,
        "docs": 0,
        "page": 24,
        "page-comment": 77,
    },
    "whoever": {
        "docstring": 107,
        "attribute": 4,
        "comment": 12,
        "error": 6,
        "help": 1,
        "test": 200,
        "docs": 1,
        "page": 5,
        "page-comment": 14,
    },
    "long-sentence": {"docstring": 31, "attribute": 1, "test": 7, "docs": 35, "page": 1, "page-comment": 0},
    "first-word": {"docstring": 4},
    "long-line": {"docs": 86},
}
MAX_SHOWN = 40


def slack(ceiling: int) -> int:
    """Findings below a ceiling that are let pass, so that a few better sentences don't break a build."""
    return max(2, ceiling // 25)


def verdict(check: str, kind: str, ceiling: int, here: list[Finding]) -> str:
    """Say why a count does not fit its ceiling, and what to do; empty if it fits."""
    if len(here) > ceiling:
        latest = sorted(here, key=lambda finding: -(ROOT / finding.file).stat().st_mtime)
        listed = "\n".join(map(str, latest[:MAX_SHOWN]))
        by_hand = f"python -m tests.wording --list {check} --kind {kind}"
        said = f"{len(here)} findings of {check} in {KINDS[kind]}, at most {ceiling}."
        return f"{said} Files edited last:\n{listed}\nAll: {by_hand}"
    if len(here) < ceiling - slack(ceiling):
        return f"{check}, {kind}: lower the ceiling to {len(here)}"
    return ""


def test_findings_stay_below_their_ceilings() -> None:
    """A text that is added follows the house style; a ceiling follows the texts that get better."""
    found = findings(ROOT)
    verdicts = [
        verdict(check, kind, CEILINGS[check].get(kind, 0), found[check, kind]) for check in CHECKS for kind in KINDS
    ]
    wrong = [said for said in verdicts if said]
    assert not wrong, "\n\n".join(wrong)


def test_ceilings_are_of_checks_and_kinds() -> None:
    """A misspelt kind would hold nothing."""
    assert set(CEILINGS) == set(CHECKS)
    assert {kind for kinds in CEILINGS.values() for kind in kinds} <= set(KINDS)


def some(number: int) -> list[Finding]:
    return [Finding("whoever", "error", "README.md", line, "Whoever reads this.") for line in range(1, number + 1)]


def test_one_finding_too_many_is_listed_by_file_and_line() -> None:
    """The failure shows where the sentence stands, and the command that lists all."""
    said = verdict("whoever", "error", 2, some(3))
    assert said.startswith("3 findings of whoever in texts of exceptions, at most 2.")
    assert "README.md:3: Whoever reads this." in said
    assert said.endswith("python -m tests.wording --list whoever --kind error")


@pytest.mark.parametrize(("ceiling", "count", "said"), [
    (10, 10, ""),
    (10, 8, ""),
    (10, 7, "whoever, error: lower the ceiling to 7"),
    (2, 0, ""),
    (3, 0, "whoever, error: lower the ceiling to 0"),
    (100, 96, ""),
    (100, 95, "whoever, error: lower the ceiling to 95"),
])  # fmt: skip
def test_a_ceiling_far_above_its_count_is_to_be_lowered(ceiling: int, count: int, said: str) -> None:
    """Up to two findings below, or one in twenty-five, a ceiling stays."""
    assert verdict("whoever", "error", ceiling, some(count)) == said


def test_ceilings_are_lowered_and_never_raised() -> None:
    """`--lower` writes today's counts into the table; a count above its ceiling stays a failure."""
    source = "".join(f'    "{check}": {{"docstring": 5, "error": 2}},\n' for check in CHECKS)
    found = {(check, kind): some(n) for check in CHECKS for kind, n in (("docstring", 4), ("error", 3))}
    assert lowered(source, found) == source.replace('"docstring": 5', '"docstring": 4')
