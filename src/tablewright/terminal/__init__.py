"""The command line: `tablewright …`, or `./table …` from a clone."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tablewright.catalog import LOADED_FOLDERS, installed_games, to_game_error
from tablewright.rules import GameError, Refused

from .lab.parser import as_asked
from .parser import build_parser
from .render.sanitize import strip_controls


def main(argv: list[str] | None = None) -> int:
    """Runs a command. What cannot be done is said in a sentence, with exit code 2."""
    args = argparse.Namespace()
    try:
        args, more = build_parser().parse_known_args(as_asked(sys.argv[1:] if argv is None else argv))
        if more:
            raise Refused(_not_understood(more, "settings" in args))
        args.run(args)
    except Refused as refused:
        print(strip_controls(f"tablewright: {refused}"), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has read enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"\n{getattr(args, 'stopped', '')}".rstrip(" "), file=sys.stderr)
        return 130
    except Exception as error:
        fault = _fault(error)
        if fault is None:
            raise
        print(strip_controls(f"tablewright: {fault}"), file=sys.stderr)
        return 2
    return 0


def _not_understood(words: list[str], settings: bool) -> str:
    """What nobody asked for; where fields can be given, and how, if it looks like one."""
    name, is_field, value = words[0].lstrip("-").partition("=")
    if not is_field and words[0].startswith("--"):
        value = words[1] if len(words) > 1 else ""
    hint = f" A field is given so: --set {name}={value}." if settings and value else ""
    return f"{' '.join(words)[:80]!r} is not understood here; --help says what is.{hint}"


def _fault(error: Exception) -> GameError | None:
    """What went wrong in a game, with its author's file and line; None if it was no game's fault.

    Whatever comes of a folder somebody gave is that folder's: only on the shelf do we look for our own mistakes.
    """
    given = list(LOADED_FOLDERS.values())
    for folder in given or [box.path for box in installed_games().values()]:
        fault = to_game_error(error, folder)
        if fault.at and not Path(fault.at).is_absolute():
            return fault
    if isinstance(error, GameError):
        return error
    return to_game_error(error, given[0]) if given else None
