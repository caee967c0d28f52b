"""`tablewright backup FOLDER`: every table with its seed, written while they are played at."""

from __future__ import annotations

import argparse

from rich.markup import escape

from tablewright.kernel.errors import Refused
from tablewright.table.backup import back_up

from .data import data_folder, database
from .out import console, say_json


def run(args: argparse.Namespace) -> None:
    if database(args):
        raise Refused("A database is backed up by its own tools: pg_dump --format=custom --file=FILE URL.")
    tables = back_up(data_folder(args), args.to)
    if args.json:
        say_json({"to": str(args.to), "tables": tables})
    else:
        console().print(escape(f"{tables} tables are in {args.to}, with the seeds of their dice: keep it to yourself."))
