"""`tablewright lab best GAME SCENARIO [--set …] [--from TABLE] [--seconds N]`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tablewright.terminal.arguments import OnceAction, data_flags, sentence, start_flags
from tablewright.terminal.lazy_import import load_part

DOC = "the best play of a scenario: its worth between two bounds, and what to do where it matters most"


def add(sub: Any) -> None:
    """What can be said after `lab best`."""
    command = sub.add_parser("best", help=DOC, description=sentence(DOC))
    command.register("action", None, OnceAction)
    command.add_argument("game", metavar="GAME", help="a game's name, or the path of its folder, whose code is run")
    command.add_argument("scenario", metavar="SCENARIO", help="which scenario")
    start_flags(command)
    command.add_argument("--seconds", type=float, default=45.0, help="time to take at most (default 45)")
    command.add_argument("--memory", type=float, default=2000.0, metavar="MB", help="at most (default 2000)")
    command.add_argument("--full", action="store_true", help="look at everything, not at what matters most first")
    command.add_argument("--json", action="store_true", help="answer as JSON")
    command.add_argument("--out", type=Path, metavar="FILE", help="write it too: .csv, .json, .md or .html")
    data_flags(command)
    command.set_defaults(run=run_command)


def run_command(args: argparse.Namespace) -> None:
    load_part("lab.best").run_command(args)
