"""`tablewright roll 4d6kh3`."""

from __future__ import annotations

import argparse
from typing import Any

from rich.table import Table

from tablewright.kernel.kit import parse, spell, throw_tray
from tablewright.run.exact import Exact
from tablewright.run.live import play
from tablewright.table import fair

from .draw import faces
from .out import bar, console, percent, say_json


def run(args: argparse.Namespace) -> None:
    expression = parse(args.dice)
    if args.odds:
        _odds(args, expression)
        return
    seed = args.seed or fair.new_seed()
    answers: dict[str, Any] = {}
    while not (progress := play(throw_tray(expression).begin(), answers)).done:
        for q in progress.questions:
            answers[q.at] = list(fair.dice(seed, 0, q.at, q.dice, q.sides))
    thrown = [(line.text, line.faces, line.sides) for line in progress.lines if line.kind == "roll"]
    if args.json:
        dice = [{"dice": text, "faces": shown, "sides": sides} for text, shown, sides in thrown]
        say_json({"roll": spell(expression), "total": progress.result, "dice": dice})
        return
    for text, shown, sides in thrown:
        console().print(f"{text}: {faces(shown, sides)}")
    console().print(f"[head]{progress.result}[/]")


def _odds(args: argparse.Namespace, expression: Any) -> None:
    dist = Exact().dist(throw_tray(expression))
    if args.json:
        say_json(
            {
                "roll": spell(expression),
                "mean": float(dist.mean()),
                "chances": {str(t): str(dist[t]) for t in sorted(dist)},
            }
        )
        return
    table = Table(title=f"{spell(expression)}: {float(dist.mean()):.3f} on average", title_justify="left")
    for column in ("total", "chance", "exactly", ""):
        table.add_column(column, justify="right" if column != "" else "left")
    most = max(float(p) for _, p in dist.items())
    for total in sorted(dist):
        p = dist[total]
        table.add_row(str(total), percent(float(p)), str(p) if len(str(p)) < 20 else "", bar(float(p) / most))
    console().print(table)
