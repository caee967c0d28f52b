"""Docs that cannot drift: commands, pages and versions they name exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tablewright import __version__
from tablewright.catalog.installed import InstalledGame, installed_games
from tablewright.rules.ledger_summary import LedgerSummary
from tablewright.terminal.commands.reference import page
from tablewright.terminal.parser import build_parser
from tests import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/contribute").glob("*.md"))]


def commands() -> set[str]:
    (names,) = (a.choices for a in build_parser()._actions if a.dest not in ("help", "version") and a.choices)
    return set(names)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_command_that_is_shown_exists(path: Path) -> None:
    """Words after `tablewright` or `./table` in the docs are commands."""
    shown = set(re.findall(r"(?:tablewright|\./table) ([a-z][a-z-]+)\b", path.read_text()))
    own = {"test", "bench", "soak", "reference", "mutate", "book"}
    assert shown - commands() - own == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_file_that_is_linked_exists(path: Path) -> None:
    """Links and pictures of the docs lead somewhere."""
    links = re.findall(r"\]\(([^)#]+)\)", path.read_text())
    missing = [link for link in links if not link.startswith("http") and not (path.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)
def test_reference_pages_are_up_to_date(box: InstalledGame) -> None:
    """Each game's page is what its code and ledger say: `./table reference` writes it anew."""
    path = ROOT / "docs" / "reference" / f"{box.game.name}.md"
    assert path.read_text() == page(box), "run ./table reference"


@pytest.mark.parametrize("box", list(installed_games().values()), ids=lambda box: box.game.name)
def test_summaries_are_up_to_date(box: InstalledGame) -> None:
    """Each game's rules in short are what its ledger says: `./table reference` writes them anew."""
    path = ROOT / "docs" / "reference" / f"{box.game.name}-summary.md"
    assert path.read_text() == LedgerSummary(box.ledger).markdown(), "run ./table reference"


def test_a_host_is_shown_what_caddy_reads(tmp_path: Path) -> None:
    """In every block of its a bracket ends its line, or stands alone; and where Caddy is, it agrees."""
    text = (ROOT / "docs" / "host.md").read_text()
    shown = text[text.index("Caddy needs") : text.index("## PostgreSQL")]
    lines = [line.strip() for line in shown.splitlines() if line.startswith("    ")]
    assert len(lines) == 9
    assert all(line.endswith("{") for line in shown.splitlines() if "{" in line)
    assert all(line.strip() == "}" for line in shown.splitlines() if "}" in line)
    if caddy := shutil.which("caddy"):
        (tmp_path / "Caddyfile").write_text("\n".join(lines))
        read = [caddy, "adapt", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        subprocess.run(read, check=True, capture_output=True, timeout=60)


def test_a_host_is_shown_how_a_database_gets_its_password() -> None:
    """The address has one, so the role is made with one."""
    text = (ROOT / "docs" / "host.md").read_text()
    made = re.findall(r"createuser (.*)", text)
    assert made
    assert all(words.startswith("--pwprompt ") for words in made)


def test_the_changelog_speaks_of_this_version() -> None:
    """The first heading of the changelog is the version of the package."""
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_no_file_names_a_machine_or_a_registry() -> None:
    """Requirements are pinned by name and hash alone."""
    for path in (ROOT / "requirements").glob("*.txt"):
        assert "://" not in path.read_text()
        assert "--index" not in path.read_text()


STEP = re.compile(r"^\| \d+ \| `([^`]+)` `(\w+)` \|", re.MULTILINE)


def test_the_twelve_steps_of_a_roll_are_where_the_docs_say() -> None:
    """Each step of `docs/architecture.md` names a file and a function in it."""
    steps = STEP.findall((ROOT / "docs" / "architecture.md").read_text())
    assert len(steps) == 12
    for file, function in steps:
        defines = re.compile(rf"(?:def|function|async)\s+{function}\b|^\s+(?:async\s+)?{function}[<(]", re.MULTILINE)
        assert defines.search((ROOT / file).read_text()), f"{function} is not defined in {file}"
