"""`tablewright lab diff | report | book`: what is asked of a whole game."""

from __future__ import annotations

import argparse
from contextlib import suppress

from tablewright import lab
from tablewright.kernel.errors import Refused
from tablewright.lab.book import write_book
from tablewright.lab.diffing import write_baseline
from tablewright.lab.reports import Answer
from tablewright.lab.silent import Silent
from tablewright.run.shelf import find

from .clean import said
from .lab import asked, told, working
from .out import console, say_json

LINES = 40


def run_diff(args: argparse.Namespace) -> None:
    with working(args) as work:
        if args.write:
            path = write_baseline(find(args.game), work)
            console().print(f"{said(path)} is written.")
            return
        found = lab.diff(args.game, args.against, work=work)
    if told(args, found):
        return
    out = console()
    out.print(said(found.says()))
    for kind in ("table", "roll", "scenario"):
        moved = found.together(kind)
        for one in moved[:LINES]:
            out.print(f"  {kind}: {said(one.said())}")
        if len(moved) > LINES:
            out.print(f"  and {len(moved) - LINES} more of that kind: write them to a file with --out")


def run_report(args: argparse.Namespace) -> None:
    """A scenario with what matters most in it; or, where none is named, every scenario of the game."""
    if args.out is None:
        raise Refused("Say where to with --out FILE: .html, .md, .csv or .json.")
    box = find(args.game)
    answers: list[Answer] = []
    with working(args) as work:
        if args.scenario is not None:
            answers.append(lab.run(args.game, args.scenario, work=work, **asked(args)))
            if not work.stopped:
                answers.append(lab.sensitivity(args.game, args.scenario, work=work, **asked(args)))
        else:
            if args.settings or args.start or args.policy:
                raise Refused("Settings, a policy and a start belong to one scenario: name it.")
            for scenario in box.game.scenarios:
                if work.stopped:
                    break
                answers.append(lab.run(args.game, scenario.name, work=work, plays=args.plays, error=args.error))
                if scenario.policies and not work.stopped:
                    over = {"policy": ["none", *scenario.policies]}
                    with suppress(Silent):  # it is asked for no decision: there is nothing to compare
                        answers.append(
                            lab.sweep(args.game, scenario.name, over, work=work, plays=args.plays, error=args.error)
                        )
    lab.write(answers, args.out, f"{box.game.title}: from the lab")
    if args.json:
        say_json({"file": str(args.out), "answers": len(answers)})
    else:
        console().print(f"{said(args.out)} is written.")


def run_book(args: argparse.Namespace) -> None:
    with working(args) as work:
        path = write_book(find(args.game), args.into, work)
    if args.json:
        say_json({"file": str(path)})
    else:
        console().print(f"{said(path)} is written.")
