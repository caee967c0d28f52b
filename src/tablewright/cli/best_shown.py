"""Best play as the terminal shows it."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablewright.lab.best_play import BestPlay, Shipped, Told, figure
from tablewright.lab.finding import best
from tablewright.run.matters import Option
from tablewright.run.shelf import find

from .flags import pairs
from .lab_start import state_from
from .out import bar, console, percent, say_json

SHOWN = 6
"""Options of a question that are shown."""


def run(args: argparse.Namespace) -> None:
    out = console()
    waits = out.is_terminal and not args.json
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
    if args.json:
        say_json(found)
    else:
        show(out, found)


def show(out: Console, found: BestPlay) -> None:
    """What it is worth, the shipped policies beside it, what it does, and where it matters most."""
    out.print(f"[bold]{escape(found.title)}[/] · {found.how} · {found.seconds:.1f} s", highlight=False)
    out.print(escape(found.sentence()), highlight=False)
    _policies(out, found)
    for habit in found.habits:
        often = f"[bold]{escape(habit.question)}[/] asked {habit.often:.2g} times a play"
        out.print(often, highlight=False)
        for words, share in list(habit.taken.items())[:SHOWN]:
            out.print(f"  {percent(share)} {bar(share, 10)} {escape(words)}", highlight=False)
    if found.situations:
        out.print("[bold]Where it matters most[/]")
    for told in found.situations:
        _situation(out, told)
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
        table.add_row(escape(policy.name), figure(policy.value, policy.wide), _beside(found, policy))
    out.print(table)


def _beside(found: BestPlay, policy: Shipped) -> str:
    """How a policy fares beside the best, if that can be told."""
    more = policy.value - found.value
    if policy.name == found.policy or abs(more) < 5e-7:
        return "the same"
    return f"{more:+.6f}" if abs(more) > policy.wide + found.wide else "cannot be told apart"


def _situation(out: Console, told: Told) -> None:
    where = "; ".join(told.where)
    met = f"met {told.often:.2g} times a play, a random answer loses {told.loses:.2g}"
    out.print(f"  [bold]{escape(told.question)}[/] ({met})", highlight=False)
    if where:
        out.print(f"    [quiet]{escape(where)}[/]", highlight=False)
    for option in sorted(told.options, key=lambda option: -option.worth):
        mark = "*" if option.best else " "
        out.print(f"    {mark} {_worth(option):19} {escape(option.words)}", highlight=False)


def _worth(option: Option) -> str:
    """What an option is worth, as far as that is known."""
    if not option.known:
        return "not looked at"
    if option.most - option.worth < 5e-4:
        return f"{option.worth:.6f}"
    return f"{option.worth:.4f} or more" if option.most > option.worth else f"{option.worth:.4f}"
