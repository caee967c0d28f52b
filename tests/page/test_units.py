"""What the page works out by itself, tried without a browser: by the Node that Playwright brings along."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from tests import ROOT

UI = ROOT / "ui"
TESTS = sorted((UI / "tests").glob("*.test.ts"))


@pytest.mark.parametrize("file", TESTS, ids=lambda path: path.name)
def test_what_the_page_works_out(file: Path) -> None:
    """Each file of `ui/tests` holds."""
    node, _ = compute_driver_executable()
    done = subprocess.run([node, "--test", str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    assert "# pass 0" not in done.stdout
