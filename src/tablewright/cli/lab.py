"""`tablewright lab …`: what becomes of a scenario, under one thing or another."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tablewright import lab
from tablewright.kernel.errors import Refused
from tablewright.lab.cache import Kept
from tablewright.lab.reports import Answer, may_write, write
from tablewright.run.shelf import find, shelf

from .flags import pairs
from .lab_listed import list_games, list_scenario, list_scenarios
from .lab_shown import show_comparison, show_sensitivity, show_sweep, show_trial
from .lab_start import state_from
from .out import console, say_json


def show_list(args: argparse.Namespace) -> None:
    if args.scenario is None and (args.settings or args.ruling or args.start):
        raise Refused("What is set belongs to one scenario: name it.")
    if args.game is None:
        list_games(list(shelf().values()), args.json)
    elif args.scenario is None:
        list_scenarios(find(args.game).game, args.json)
    else:
        list_scenario(find(args.game), args.scenario, beginning(args), args.json)


def run_one(args: argparse.Namespace) -> None:
    with working(args) as work:
        trial = lab.run(args.game, args.scenario, work=work, **asked(args))
    if not told(args, trial):
        show_trial(console(), trial, args.at_least)


def run_sweep(args: argparse.Namespace) -> None:
    with working(args) as work:
        found = lab.sweep(
            args.game,
            args.scenario,
            pairs(args.over),
            each=args.each,
            figure=args.figure,
            work=work,
            **asked(args),
        )
    if not told(args, found):
        show_sweep(console(), found)


def run_compare(args: argparse.Namespace) -> None:
    with working(args) as work:
        found = lab.compare(args.game, args.scenario, pairs(args.one), pairs(args.two), work=work, **asked(args))
    if not told(args, found):
        show_comparison(console(), found)


def run_sensitivity(args: argparse.Namespace) -> None:
    with working(args) as work:
        found = lab.sensitivity(args.game, args.scenario, names=args.name, figure=args.figure, work=work, **asked(args))
    if not told(args, found):
        show_sensitivity(console(), found)


def forget(args: argparse.Namespace) -> None:
    gone = Kept().forget()
    if args.json:
        say_json({"forgotten": gone})
    else:
        console().print(f"{gone:,} answers that were kept are gone.")


def asked(args: argparse.Namespace) -> lab.How:
    """What was said with a question."""
    how = lab.How(
        policy=args.policy,
        by=args.by,
        plays=args.plays,
        error=args.error,
        seed=args.seed,
        limit=args.limit,
        measures=args.measures,
    )
    return beginning(args) | how


def beginning(args: argparse.Namespace) -> lab.How:
    """What was said of where it begins."""
    box = find(args.game)
    state = state_from(args, box, box.game.scenario(args.scenario))
    return lab.How(settings=pairs(args.settings), rulings=pairs(args.ruling), state=state)


@contextmanager
def working(args: argparse.Namespace) -> Iterator[lab.Work]:
    """How it is worked, with a bar that says how far it is and how long it will take. Refused, where what comes of it
    could not be written.
    """
    if getattr(args, "out", None) is not None:
        may_write(args.out)
    out = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[far]}"), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=args.json or not out.is_terminal) as progress:
        task = progress.add_task("working", total=None, far="")

        def tell(done: int, of: int) -> None:
            progress.update(task, description="working", completed=done, total=of, far=f"{done:,} of {of:,}")

        def say(words: str) -> None:
            progress.update(task, description=words, completed=0, total=None, far="")

        yield lab.Work(args.cores, args.cluster, Kept(fresh=args.fresh), tell, doing=say)


def told(args: argparse.Namespace, found: Answer) -> bool:
    """Written to a file and answered as JSON, where that was asked for; whether there is nothing left to show."""
    if args.out is not None:
        write(found, args.out)
    if args.json:
        say_json(found)
    elif args.out is not None:
        console().print(f"{args.out} is written.")
    return bool(args.json)


ANSWERS = {"run": run_one, "sweep": run_sweep, "compare": run_compare, "sensitivity": run_sensitivity}


def answer(what: str, args: argparse.Namespace) -> None:
    """What was asked, answered."""
    ANSWERS[what](args)
