"""What can be asked of the lab on the command line."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from tablewright.terminal.arguments import (
    GAME,
    OnceAction,
    add_command,
    data_flags,
    positive,
    sentence,
    share_of_one,
    start_flags,
)
from tablewright.terminal.lazy_import import load_part

from . import best_arguments

MINUS_DICE = re.compile(r"-\(*\d*d[\d%]")
STOPPED = "Stopped before there was an answer. What was whole of it is kept for when it is asked again."
FIGURE = "what to look at: an ending, length (in steps), worth (what the ending is worth), or what is left"
ASKED = ("list", "run", "sweep", "compare", "sensitivity", "best", "diff", "report", "book", "forget")
"""What stands behind `lab`; a game that stands there means `run`, or `list` if it stands alone."""


def add_lab(commands: Any) -> None:
    """Everything that is asked of the lab."""
    doc = "test a game before anybody plays it: whole fights and missions, exactly or by sampling"
    short = "GAME SCENARIO is short for run GAME SCENARIO, and GAME alone for list GAME; help WHAT says more of one."
    lab = commands.add_parser("lab", help=doc, description=sentence(doc), epilog=short)
    asked = lab.add_subparsers(metavar="WHAT", required=True)

    listed = add_command(
        asked, "list", "what can be run to its end, with fields, defaults, ranges and policies", "lab.questions"
    )
    listed.add_argument("game", metavar="GAME", nargs="?", help=GAME + " (leave out for all games)")
    listed.register("action", None, OnceAction)
    listed.add_argument("scenario", metavar="SCENARIO", nargs="?", help="one of them, with its start value by value")
    start_flags(listed)
    data_flags(listed)
    listed.set_defaults(run=lambda args: load_part("lab.questions").show_list(args))

    run = _question(asked, "run", "run a scenario to its end")
    run.add_argument(
        "--at-least", action="store_true", help="for everything that is left, the chance of so much or more"
    )

    sweep = _question(asked, "sweep", "run it with one thing after the other changed")
    sweep.add_argument(
        "--over",
        action="append",
        default=[],
        metavar="NAME=VALUES",
        required=True,
        help="what to change, and to what: hp=4..12/2, arm=edged,heavy, policy=*, a ruling, or a value by its path",
    )
    sweep.add_argument("--each", action="store_true", help="one thing at a time, not every combination")
    _figure(sweep)

    compare = _question(asked, "compare", "run it twice, and say whether what changes is more than chance")
    for which, dest in (("--one", "one"), ("--two", "two")):
        compare.add_argument(
            which,
            dest=dest,
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a field, a ruling, a value by its path, policy=NAME, or game=./my_copy (leave out: as it is)",
        )

    sense = _question(asked, "sensitivity", "turn one thing after the other: which matters most?")
    sense.add_argument(
        "--name",
        action="append",
        default=[],
        help="turn this: a field, a ruling, or a path of its start, such as enemies.foe",
    )
    _figure(sense)

    best_arguments.add(asked)
    _whole_games(asked)


def _whole_games(asked: Any) -> None:
    diff = add_command(
        asked, "diff", "what a change of a game's folder does to its balance", "lab.questions", game=True
    )
    diff.add_argument("--against", metavar="GAME", help="before (default: its kept baseline, or the game of that name)")
    diff.add_argument("--write", action="store_true", help="keep how it is now as the baseline, in the game's folder")
    _working(diff)
    diff.set_defaults(run=lambda args: load_part("lab.game_reports").run_diff(args))

    report = _question(asked, "report", "everything about a scenario, or all of a game, as one page", "?")
    report.set_defaults(run=lambda args: load_part("lab.game_reports").run_report(args))

    book = add_command(
        asked, "book", "the balance book of a game: the questions its designer would ask first", "lab.questions"
    )
    book.add_argument("game", metavar="GAME", help=GAME)
    book.add_argument("--into", type=Path, required=True, metavar="FOLDER", help="where its page and its charts go")
    _working(book)
    book.set_defaults(run=lambda args: load_part("lab.game_reports").run_book(args))

    forget = add_command(asked, "forget", "throw away all answers that are kept", "lab.questions")
    forget.set_defaults(run=lambda args: load_part("lab.questions").forget(args))


def _question(asked: Any, name: str, doc: str, scenario: str | None = None) -> argparse.ArgumentParser:
    """What every question may say."""
    found = add_command(asked, name, doc, "lab.questions", game=True)
    found.register("action", None, OnceAction)
    found.add_argument("scenario", metavar="SCENARIO", nargs=scenario, help="which scenario (see `lab list`)")
    start_flags(found)
    found.add_argument("--policy", help="how people decide: a policy of the scenario or the game, or best")
    found.add_argument("--by", choices=("chain", "bulk"), default="", help="insist on solving or on sampling")
    found.add_argument(
        "--plays", type=positive, help="plays to sample (default: until every chance is known to --error; not both)"
    )
    found.add_argument("--error", type=share_of_one, help="half the widest 95 %% interval to sample to (default 1%%)")
    found.add_argument("--seed", "--number", dest="seed", type=int, default=0, metavar="SEED", help="of the samples")
    found.add_argument("--limit", type=positive, help="steps after which a play is given up")
    found.add_argument("--measures", action="store_true", help="count all that the game's people care about at the end")
    _working(found)
    data_flags(found)
    found.set_defaults(run=lambda args: load_part("lab.questions").answer_command(name, args))
    return found


def _figure(found: argparse.ArgumentParser) -> None:
    found.add_argument("--figure", default="", help=FIGURE)


def _working(found: argparse.ArgumentParser) -> None:
    found.set_defaults(stopped=STOPPED)
    found.add_argument("--cores", type=positive, help="processes to work with (default: all cores)")
    found.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler whose workers do it instead")
    found.add_argument("--fresh", action="store_true", help="find it anew, whatever was found before")
    found.add_argument("--out", type=Path, metavar="FILE", help="write it too: .csv, .json, .md or .html")


def as_asked(argv: list[str]) -> list[str]:
    """`lab GAME SCENARIO` is `lab run GAME SCENARIO`, and `lab GAME` is `lab list GAME`. Whoever asks is helped.
    Dice that begin with a minus are dice, and no option.
    """
    if argv[:1] == ["roll"]:
        return [f" {word}" if MINUS_DICE.match(word) else word for word in argv]
    if argv == ["lab"] or argv[:2] == ["lab", "help"]:
        return ["lab", *(word for word in argv[2:3] if word in ASKED), "--help"]
    if argv[:1] != ["lab"] or argv[1] in ASKED or argv[1].startswith("-"):
        return argv
    alone = len(argv) == 2 or argv[2].startswith("-")
    return ["lab", "list" if alone else "run", *argv[1:]]
