"""`tablewright export TABLE FILE`: a table as a file of its own."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.table.portable import write_file

from .data import found
from .out import console, say_json


def run(args: argparse.Namespace) -> None:
    _, kept = found(args)
    entries = write_file(args.file, kept, args.with_seed)
    if args.json:
        say_json({"table": kept.head.name, "file": str(args.file), "entries": entries})
    else:
        console().print(escape(f"{kept.head.name} is written to {args.file}: {entries} entries."))
