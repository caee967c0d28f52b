"""`tablewright backup FOLDER`: every table with its seed, written while they are played at."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.rules import Refused
from tablewright.table.lifecycle import write_backup
from tablewright.terminal.data_folder import database, find_data_folder
from tablewright.terminal.render import make_console, say_json


def run_command(args: argparse.Namespace) -> None:
    if database(args):
        raise Refused("A database is backed up by its own tools: pg_dump --format=custom --file=FILE URL.")
    tables = write_backup(find_data_folder(args), args.to)
    if args.json:
        say_json({"to": str(args.to), "tables": tables})
    else:
        make_console().print(
            escape(f"{tables} tables are in {args.to}, with the seeds of their dice: keep it to yourself.")
        )
