"""Logs: whatever goes wrong is one line of JSON, and no word of it is anybody's."""

from __future__ import annotations

import json
import subprocess
import sys

SECRET = "the-marked-secret"
WRONG = f"""
import asyncio, logging, warnings
from tablewright.server.logs import configure_logging

async def fails(what):
    raise ValueError(what)

async def main():
    loop = asyncio.get_running_loop()
    asyncio.ensure_future(fails("{SECRET}"))
    loop.call_soon(int, "{SECRET}")
    await asyncio.sleep(0.01)
    warnings.warn("old manners", UserWarning)
    logging.getLogger("tablewright").info("hello", extra={{"table": "ab12"}})
    logging.getLogger("somebody.else").error("it broke\\n{SECRET}")
    logging.getLogger("somebody.else").info("nobody asked")
    await loop.run_in_executor(None, print, "said")

configure_logging()
asyncio.run(main())
"""


def test_whoever_complains_does_so_in_a_line_without_what_they_held() -> None:
    """Also a task that nobody waited for, a callback that failed, a warning, and what we stand on."""
    done = subprocess.run([sys.executable, "-c", WRONG], capture_output=True, text=True, check=True)
    said = [json.loads(line) for line in done.stderr.splitlines()]
    words = [one["what"] for one in said]
    assert said[words.index("hello")]["table"] == "ab12"
    assert "it broke" in words
    assert any("old manners" in word for word in words)
    assert sum("ValueError" in one.get("error", "") for one in said) == 2
    assert len(said) == 5
    assert SECRET not in done.stderr
