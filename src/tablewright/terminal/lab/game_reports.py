"""`tablewright lab diff | report | book`: what is asked of a whole game."""

from __future__ import annotations

import argparse
from contextlib import suppress

from tablewright import lab
from tablewright.catalog import find_game
from tablewright.lab.execution import ChangesNothing
from tablewright.lab.reporting import AnyResult, write_book
from tablewright.lab.studies import write_baseline
from tablewright.rules import Refused
from tablewright.terminal.render import escape_quoted, make_console, say_json

from .questions import run_options_from, working_options, write_result

LINES = 40


def run_diff(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        if args.write:
            path = write_baseline(find_game(args.game), work)
            make_console().print(f"{escape_quoted(path)} is written.")
            return
        found = lab.diff(args.game, args.against, work=work)
    if write_result(args, found):
        return
    out = make_console()
    out.print(escape_quoted(found.says()))
    for kind in ("table", "roll", "scenario"):
        moved = found.together(kind)
        for one in moved[:LINES]:
            out.print(f"  {kind}: {escape_quoted(one.said())}")
        if len(moved) > LINES:
            out.print(f"  and {len(moved) - LINES} more of that kind: write them to a file with --out")


def run_report(args: argparse.Namespace) -> None:
    """A scenario with what matters most in it; or, where none is named, every scenario of the game."""
    if args.out is None:
        raise Refused("Say where to with --out FILE: .html, .md, .csv or .json.")
    box = find_game(args.game)
    answers: list[AnyResult] = []
    with working_options(args) as work:
        if args.scenario is not None:
            answers.append(lab.run(args.game, args.scenario, work=work, **run_options_from(args)))
            if not work.stopped:
                answers.append(lab.sensitivity(args.game, args.scenario, work=work, **run_options_from(args)))
        else:
            if args.settings or args.start or args.policy:
                raise Refused("Settings, a policy and a start belong to one scenario: name it.")
            for scenario in box.game.scenarios:
                if work.stopped:
                    break
                answers.append(lab.run(args.game, scenario.name, work=work, plays=args.plays, error=args.error))
                if scenario.policies and not work.stopped:
                    over = {"policy": ["none", *scenario.policies]}
                    with suppress(ChangesNothing):  # it is asked for no decision: there is nothing to compare
                        answers.append(
                            lab.sweep(args.game, scenario.name, over, work=work, plays=args.plays, error=args.error)
                        )
    lab.write(answers, args.out, f"{box.game.title}: from the lab")
    if args.json:
        say_json({"file": str(args.out), "answers": len(answers)})
    else:
        make_console().print(f"{escape_quoted(args.out)} is written.")


def run_book(args: argparse.Namespace) -> None:
    with working_options(args) as work:
        path = write_book(find_game(args.game), args.into, work)
    if args.json:
        say_json({"file": str(path)})
    else:
        make_console().print(f"{escape_quoted(path)} is written.")
