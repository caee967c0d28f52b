"""`python -m bench.table_load`: tables under load."""

from __future__ import annotations

import argparse
import json

import uvloop
from rich.console import Console

from .run import TABLES, load, shown, shown_long


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench load", description=__doc__)
    parser.add_argument(
        "games", nargs="*", help="load-toy, boardgame.io, long, postgres, or games of the shelf (default: all)"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each is driven, twice (default 10)")
    parser.add_argument("--tables", type=int, default=TABLES, help=f"how many tables (default {TABLES})")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of tables")
    args = parser.parse_args()
    rows, long = uvloop.run(load(args.seconds, args.tables, args.games))
    if args.json:
        print(json.dumps({"load": rows, "long": long}, indent=2))
    else:
        console = Console(width=150)
        if rows:
            console.print(shown(rows))
        if long:
            console.print(shown_long(long))
    return 0 if all(row["reached"] for row in rows) and long.get("reached", True) else 1


if __name__ == "__main__":
    raise SystemExit(main())
