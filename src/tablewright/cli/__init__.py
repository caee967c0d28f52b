"""The command line: `tablewright …`, or `./table …` from a clone."""

from __future__ import annotations

import os
import sys

from tablewright.kernel.errors import Faulty, Refused

from .commands import parser


def main(argv: list[str] | None = None) -> int:
    """Runs a command. What cannot be done is said in a sentence, with exit code 2."""
    args = parser().parse_args(sys.argv[1:] if argv is None else argv)
    try:
        args.run(args)
    except (Refused, Faulty) as error:
        print(f"tablewright: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has read enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return 0
