"""Holds a table until its input ends, saying so first."""

from __future__ import annotations

import sys
from pathlib import Path

from .stores import STORES


def main(kind: str, folder: Path, name: str) -> None:
    with STORES[kind](folder).lock(name):
        print("held", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
