"""Best play as the terminal shows it."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablewright.lab.best_play import TAKEN, BestPlay, Told, figure, worth
from tablewright.lab.finding import best
from tablewright.lab.reports import may_write
from tablewright.run.shelf import find

from .flags import pairs
from .lab import told
from .lab_start import state_from
from .out import bar, console, percent


def run(args: argparse.Namespace) -> None:
    out = console()
    waits = out.is_terminal and not args.json
    if args.out is not None:
        may_write(args.out)
    with out.status("looking for the best play") if waits else nullcontext():
        box = find(args.game)
        found = best(
            box,
            args.scenario,
            pairs(args.settings),
            rulings=pairs(args.ruling),
            state=state_from(args, box, box.game.scenario(args.scenario)),
            seconds=args.seconds,
            megabytes=args.memory,
            full=args.full,
        )
    if not told(args, found):
        show(out, found)


def show(out: Console, found: BestPlay) -> None:
    """What it is worth, the shipped policies beside it, what it does, and where it matters most."""
    out.print(f"[bold]{escape(found.title)}[/] · {found.how} · {found.seconds:.1f} s", highlight=False)
    out.print(escape(found.sentence()), highlight=False)
    _policies(out, found)
    for habit in found.habits:
        often = f"[bold]{escape(habit.question)}[/] asked {habit.often:.2g} times a play"
        out.print(often, highlight=False)
        for words, share in list(habit.taken.items())[:TAKEN]:
            out.print(f"  {percent(share)} {bar(share, 10)} {escape(words)}", highlight=False)
    if found.situations:
        out.print("[bold]Where it matters most[/]")
    for met in found.situations:
        _situation(out, met)
    below = [found.about.said() if found.about is not None else "", found.note]
    out.print(f"[quiet]{escape(' '.join(words for words in below if words))}[/]", highlight=False)


def _policies(out: Console, found: BestPlay) -> None:
    if not found.shipped:
        return
    table = Table(title="Beside the shipped policies", title_justify="left", show_header=False)
    table.add_column("")
    table.add_column("", justify="right")
    table.add_column("", justify="right")
    if found.policy == "best":
        table.add_row("best play", figure(found.value), "proven" if found.proven else "found")
    for policy in found.shipped:
        table.add_row(escape(policy.name), figure(policy.value, policy.wide), found.beside(policy))
    out.print(table)


def _situation(out: Console, met: Told) -> None:
    out.print(f"  [bold]{escape(met.question)}[/] ({met.met()})", highlight=False)
    if met.where:
        out.print(f"    [quiet]{escape('; '.join(met.where))}[/]", highlight=False)
    for option in sorted(met.options, key=lambda option: -option.worth):
        mark = "*" if option.best else " "
        out.print(f"    {mark} {worth(option):19} {escape(option.words)}", highlight=False)
