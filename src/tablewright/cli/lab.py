"""`tablewright lab GAME SCENARIO [--set …]`."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tablewright.kernel.game import Game
from tablewright.kernel.scenario import Scenario
from tablewright.lab.running import forecast, run_trial
from tablewright.lab.trial import Trial
from tablewright.run.shelf import find

from .commands import pairs
from .out import bar, console, percent, say_json


def run(args: argparse.Namespace) -> None:
    box = find(args.game)
    if args.scenario is None:
        _list(box.game, args.json)
        return
    settings = pairs(args.settings)
    out = console()
    columns = (TextColumn("sampling"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=args.json or not out.is_terminal) as progress:
        task = progress.add_task("", total=args.plays, visible=False)
        trial = run_trial(
            box,
            args.scenario,
            settings,
            policy=args.policy,
            rulings=pairs(args.ruling),
            by=args.by,
            plays=args.plays,
            seed=args.number,
            cores=args.cores,
            progress=lambda done: progress.update(task, completed=done, visible=True),
        )
    if args.json:
        say_json(trial)
    else:
        show_trial(out, trial)


def show_forecast(out: Console, game: Game, scenario: Scenario, state: Any, policy: str | None) -> None:
    """How it is likely to go on from a table's state."""
    show_trial(out, forecast(game, scenario, state, policy))


def show_trial(out: Console, trial: Trial) -> None:
    """How it ends, how long it takes and what is left."""
    size = f"{trial.size:,} states, exactly" if trial.by == "chain" else f"{trial.size:,} plays"
    decided = f"{trial.policy}, {trial.how}" if trial.how not in (None, trial.policy) else trial.policy
    table = Table(title=f"{trial.title} · by {trial.by} ({size}) · decided by: {decided}", title_justify="left")
    for column in ("ending", "chance", ""):
        table.add_column(column, justify="right" if column == "chance" else "left")
    for name, p in sorted(trial.chances.items(), key=lambda kv: -kv[1]):
        wide = f" ± {trial.wide[name]:.2%}" if name in trial.wide else ""
        table.add_row(escape(name), percent(p) + wide, bar(p))
    out.print(table)
    out.print(f"Length: {trial.mean_length:.2f} steps on average, {_likely(trial)}.")
    if trial.left:
        counts = Table(title="On average, at the end", title_justify="left", show_header=False)
        counts.add_column("")
        counts.add_column("", justify="right")
        for name, amount in trial.left.items():
            counts.add_row(escape(name), f"{amount:.3f}")
        out.print(counts)
    if trial.note:
        out.print(f"[quiet]{trial.note}[/]")


def _likely(trial: Trial) -> str:
    upto, first, last = 0.0, None, 0
    for n, p in sorted(trial.lengths.items()):
        upto += p
        first = n if first is None and upto >= 0.05 else first
        last = n
        if upto >= 0.95:
            break
    return f"nine times in ten between {first} and {last}"


def _list(game: Game, as_json: bool) -> None:
    if as_json:
        say_json(
            [{"name": s.name, "title": s.title, "doc": s.doc, "policies": list(s.policies)} for s in game.scenarios]
        )
        return
    table = Table(title=f"Scenarios of {game.title}", title_justify="left", expand=True)
    for column in ("scenario", "what it is", "parameters", "policies"):
        table.add_column(column, overflow="fold")
    for s in game.scenarios:
        fields = "\n".join(f"{f.name}: [quiet]{f.doc}[/]" for f in s.form.fields)
        best = ["best"] if s.value else []
        table.add_row(s.name, s.doc, fields, ", ".join([*s.policies, *best]))
    console().print(table)
