"""The client loads no server: a script of a dozen lines starts fast, and needs no SciPy."""

from __future__ import annotations

import subprocess
import sys

SERVERS = ("litestar", "uvicorn", "h11", "pebble", "scipy", "tablewright.lab", "tablewright.solver", "asyncpg")
LOADED = f"""
import sys
import tablewright.client
print(*(name for name in {SERVERS!r} if name in sys.modules))
"""


def test_the_client_loads_nothing_of_the_server_but_its_protocol() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
