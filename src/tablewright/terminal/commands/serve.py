"""`tablewright serve`: tables for everybody who can reach this machine."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from tablewright.catalog import load_game_at
from tablewright.rules import Refused
from tablewright.server import parse_limits
from tablewright.server.main import ServeOptions, run_server
from tablewright.terminal.data_folder import find_data_folder
from tablewright.terminal.render import make_console

PATH = re.compile(r"((/[\w.~-]+)*/?)", re.ASCII)
"""What an address may have before what is asked, without any of it written otherwise."""


def run_command(args: argparse.Namespace) -> None:
    if not PATH.fullmatch(args.root_path):
        raise Refused("A path below which the tables lie begins with a stroke and has no spaces or signs: /tables.")
    out = make_console()
    serving = ServeOptions(
        find_data_folder(args),
        args.host,
        args.port,
        args.root_path.rstrip("/"),
        args.database or os.environ.get("TABLEWRIGHT_DATABASE", ""),
        args.workers,
        args.anyone,
        parse_limits(args.limit),
        not args.no_open,
        tuple(str(load_game_at(Path(folder)).path) for folder in args.game),
    )
    run_server(serving, lambda line: out.print(line, markup=False, highlight=False, soft_wrap=True))
