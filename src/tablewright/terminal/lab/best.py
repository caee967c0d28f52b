"""Best play as the terminal shows it."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from typing import Literal

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from tablewright.catalog import find_game
from tablewright.lab.reporting import check_writable
from tablewright.lab.results import TAKEN, BestPlay, DecisionRow, format_worth
from tablewright.lab.studies import best
from tablewright.solver import DecisionHabit
from tablewright.terminal.arguments import parse_pairs
from tablewright.terminal.render import bar, make_console, percent, short_percent

from .questions import write_result
from .start_from import start_state_from


def run_command(args: argparse.Namespace) -> None:
    out = make_console()
    waits = out.is_terminal and not args.json
    if args.out is not None:
        check_writable(args.out)
    with out.status("looking for the best play") if waits else nullcontext():
        box = find_game(args.game)
        found = best(
            box,
            args.scenario,
            parse_pairs(args.settings),
            rulings=parse_pairs(args.ruling),
            state=start_state_from(args, box, box.game.scenario(args.scenario)),
            seconds=args.seconds,
            megabytes=args.memory,
            full=args.full,
        )
    if not write_result(args, found):
        show_best(out, found)


def show_best(out: Console, found: BestPlay) -> None:
    """What it is worth, the shipped policies beside it, what it does, and where it matters most."""
    out.print(f"[bold]{escape(found.title)}[/] · {found.how} · {found.seconds:.1f} s", highlight=False)
    out.print(escape(found.sentence()), highlight=False)
    _policies(out, found)
    for habit in found.habits:
        _habit(out, habit)
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
    for row in found.shown():
        table.add_row(*map(escape, row.values()))
    out.print(table)


def _habit(out: Console, habit: DecisionHabit) -> None:
    out.print(f"[bold]{escape(habit.question)}[/] asked {habit.often:.2g} times a play", highlight=False)
    taken = _columns("right", "left", "left")
    for words, share in list(habit.taken.items())[:TAKEN]:
        taken.add_row(percent(share), bar(share, 10), escape(words))
    out.print(Padding(taken, (0, 0, 0, 2)))
    if not habit.rule:
        return
    _indented(out, 2, f"Rule of thumb, the first line that fits ({habit.costs()}):")
    lines = _columns("left", "left", "right")
    for line in habit.rule:
        often = f"[quiet]{short_percent(line.share)}, best in {short_percent(line.right)}[/]"
        lines.add_row(escape(line.when or "otherwise"), f"→ {escape(line.answer)}", often)
    out.print(Padding(lines, (0, 0, 0, 4)))


def _situation(out: Console, met: DecisionRow) -> None:
    _indented(out, 2, f"[bold]{escape(met.question)}[/] ({met.met()})")
    if met.where:
        _indented(out, 4, f"[quiet]{escape('; '.join(met.where))}[/]")
    options = _columns("left", "left", "left")
    for option in sorted(met.options, key=lambda option: -option.worth):
        options.add_row("*" if option.best else " ", format_worth(option), escape(option.words))
    out.print(Padding(options, (0, 0, 0, 4)))


def _columns(*sides: Literal["left", "right"]) -> Table:
    """Columns without lines, in which long words are wrapped."""
    grid = Table.grid(padding=(0, 1))
    for side in sides:
        grid.add_column(justify=side)
    return grid


def _indented(out: Console, by: int, text: str) -> None:
    out.print(Padding(text, (0, 0, 0, by)), highlight=False)
