"""`tablewright serve`: tables for everybody who can reach this machine."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import at
from tablewright.web.limits import limits
from tablewright.web.serve import Serving, serve

from .data import data_folder
from .out import console

PATH = re.compile(r"((/[\w.~-]+)*/?)", re.ASCII)
"""What an address may have before what is asked, without any of it written otherwise."""


def run(args: argparse.Namespace) -> None:
    if not PATH.fullmatch(args.root_path):
        raise Refused("A path below which the tables lie begins with a stroke and has no spaces or signs: /tables.")
    out = console()
    serving = Serving(
        data_folder(args),
        args.host,
        args.port,
        args.root_path.rstrip("/"),
        args.database or os.environ.get("TABLEWRIGHT_DATABASE", ""),
        args.workers,
        args.anyone,
        limits(args.limit),
        not args.no_open,
        tuple(str(at(Path(folder)).path) for folder in args.game),
    )
    serve(serving, lambda line: out.print(line, markup=False, highlight=False, soft_wrap=True))
