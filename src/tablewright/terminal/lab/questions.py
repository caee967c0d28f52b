"""`tablewright lab …`: what becomes of a scenario, under one thing or another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tablewright import lab
from tablewright.catalog import find_game, installed_games
from tablewright.lab import AnswerCache
from tablewright.lab.reporting import AnyResult, check_writable, write
from tablewright.rules import Refused
from tablewright.terminal.arguments import parse_pairs
from tablewright.terminal.render import make_console, say_json

from .listing import list_games, list_scenario, list_scenarios
from .results import show_comparison, show_sensitivity, show_sweep, show_trial
from .start_from import start_state_from


def show_list(args: argparse.Namespace) -> None:
    if args.scenario is None and (args.settings or args.ruling or args.start):
        raise Refused("What is set belongs to one scenario: name it.")
    if args.game is None:
        list_games(list(installed_games().values()), args.json)
    elif args.scenario is None:
        list_scenarios(find_game(args.game).game, args.json)
    else:
        list_scenario(find_game(args.game), args.scenario, start_from_arguments(args), args.json)


def run_one(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        trial = lab.run(args.game, args.scenario, work=work, **run_options_from(args))
    if not write_result(args, trial):
        show_trial(make_console(), trial, args.at_least)


def run_sweep(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        found = lab.sweep(
            args.game,
            args.scenario,
            parse_pairs(args.over),
            each=args.each,
            figure=args.figure,
            work=work,
            **run_options_from(args),
        )
    if not write_result(args, found):
        show_sweep(make_console(), found)


def run_compare(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        found = lab.compare(
            args.game, args.scenario, parse_pairs(args.one), parse_pairs(args.two), work=work, **run_options_from(args)
        )
    if not write_result(args, found):
        show_comparison(make_console(), found)


def run_sensitivity(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        found = lab.sensitivity(
            args.game, args.scenario, names=args.name, figure=args.figure, work=work, **run_options_from(args)
        )
    if not write_result(args, found):
        show_sensitivity(make_console(), found)


def forget(args: argparse.Namespace) -> None:
    gone = AnswerCache().forget()
    if args.json:
        say_json({"forgotten": gone})
    else:
        make_console().print(f"{gone:,} answers that were kept are gone.")


def run_options_from(args: argparse.Namespace) -> lab.RunOptions:
    """What was said with a question."""
    how = lab.RunOptions(
        policy=args.policy,
        by=args.by,
        plays=args.plays,
        error=args.error,
        seed=args.seed,
        limit=args.limit,
        measures=args.measures,
    )
    return start_from_arguments(args) | how


def start_from_arguments(args: argparse.Namespace) -> lab.RunOptions:
    """What was said of where it begins."""
    box = find_game(args.game)
    state = start_state_from(args, box, box.game.scenario(args.scenario))
    return lab.RunOptions(settings=parse_pairs(args.settings), rulings=parse_pairs(args.ruling), state=state)


@contextmanager
def working_options(args: argparse.Namespace) -> Iterator[lab.WorkOptions]:
    """How it is worked, with a bar that says how far it is and how long it will take. Refused, where what comes of it
    could not be written.
    """
    if getattr(args, "out", None) is not None:
        check_writable(args.out)
    out = make_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[far]}"), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=args.json or not out.is_terminal) as progress:
        task = progress.add_task("working", total=None, far="")

        def tell(done: int, of: int) -> None:
            progress.update(task, description="working", completed=done, total=of, far=f"{done:,} of {of:,}")

        def say(words: str) -> None:
            progress.update(task, description=words, completed=0, total=None, far="")

        yield lab.WorkOptions(args.cores, args.cluster, AnswerCache(fresh=args.fresh), tell, doing=say)


def write_result(args: argparse.Namespace, found: AnyResult) -> bool:
    """Written to a file and answered as JSON, where that was asked for; whether there is nothing left to show."""
    if args.out is not None:
        write(found, args.out)
    if args.json:
        say_json(found)
    elif args.out is not None:
        make_console().print(f"{args.out} is written.")
    return bool(args.json)


ANSWERS = {"run": run_one, "sweep": run_sweep, "compare": run_compare, "sensitivity": run_sensitivity}


def answer_command(what: str, args: argparse.Namespace) -> None:
    """What was asked, answered."""
    ANSWERS[what](args)
