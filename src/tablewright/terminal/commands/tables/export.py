"""`tablewright export TABLE FILE`: a table as a file of its own."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.table.lifecycle import write_file
from tablewright.terminal.data_folder import open_store
from tablewright.terminal.render import make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        kept = store.kept(args.table)
        name, entries = kept.head.name, write_file(args.file, kept, args.with_seed)
    if args.json:
        say_json({"table": name, "file": str(args.file), "entries": entries})
    else:
        make_console().print(escape(f"{name} is written to {args.file}: {entries} entries."))
