"""The command line: `tablewright …`, or `./table …` from a clone."""

from __future__ import annotations

import argparse
import os
import sys

from tablewright.kernel.errors import Faulty, Refused
from tablewright.run.blame import blamed
from tablewright.run.shelf import find, is_path

from .commands import parser


def main(argv: list[str] | None = None) -> int:
    """Runs a command. What cannot be done is said in a sentence, with exit code 2."""
    args = parser().parse_args(sys.argv[1:] if argv is None else argv)
    try:
        args.run(args)
    except Refused as refused:
        print(f"tablewright: {refused}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has read enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except Exception as error:
        fault = _fault(args, error)
        if fault is None:
            raise
        print(f"tablewright: {fault}", file=sys.stderr)
        return 2
    return 0


def _fault(args: argparse.Namespace, error: Exception) -> Faulty | None:
    """What went wrong in a game, with its author's file and line; None if it was no game's fault.

    Whatever comes of a folder somebody gave is that folder's: only on the shelf do we look for our own mistakes.
    """
    name = getattr(args, "game", None)
    known = error if isinstance(error, Faulty) else None
    if name is None or (known and known.at and not known.at.startswith(os.sep)):
        return known
    try:
        folder = find(name).path
    except (Refused, Faulty):
        return known
    fault = blamed(error, folder)
    return fault if known or fault.at or is_path(name) else None
