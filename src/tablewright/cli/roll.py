"""`tablewright roll 4d6kh3`: any dice, thrown or counted."""

from __future__ import annotations

import argparse
from importlib import import_module
from math import sqrt
from typing import Any

from rich.table import Table

from tablewright.kernel.errors import Refused
from tablewright.kernel.kit import Expression, parse, spell, throw_tray
from tablewright.run.dist import Dist
from tablewright.run.exact import Exact
from tablewright.run.live import play
from tablewright.table import fair

from .draw import faces
from .out import bar, console, percent, say_json

FEW = 60
"""Totals that are listed; of more, only those that are not far too rare."""
RARE = 1e-4
BAR = 16
"""As wide as all its columns leave room for, in a terminal of 80."""


def run(args: argparse.Namespace) -> None:
    if args.plot is not None and args.plot.suffix.lower() != ".svg":
        raise Refused(f"{args.plot.name} should end in .svg: that is what is drawn.")
    expressions = [parse(text) for text in args.dice]
    if args.odds or args.at_least is not None or args.at_most is not None or args.plot is not None:
        _odds(args, expressions)
        return
    thrown = [_thrown(args.seed, expression, i) for i, expression in enumerate(expressions)]
    if args.json:
        say_json(thrown[0] if len(thrown) == 1 else thrown)
        return
    for one in thrown:
        for throw in one["dice"]:
            console().print(f"{throw['dice']}: {faces(throw['faces'], throw['sides'])}")
        console().print(f"[head]{one['total']}[/]")


def _thrown(given: str | None, expression: Expression, number: int) -> dict[str, Any]:
    seed = given or fair.new_seed()
    answers: dict[str, Any] = {}
    while not (progress := play(throw_tray(expression).begin(), answers)).done:
        for q in progress.questions:
            answers[q.at] = list(fair.dice(seed, number, q.at, q.dice, q.sides))
    lines = [line for line in progress.lines if line.kind == "roll"]
    dice = [{"dice": line.text, "faces": line.faces, "sides": line.sides} for line in lines]
    return {"roll": spell(expression), "total": progress.result, "dice": dice}


def _odds(args: argparse.Namespace, expressions: list[Expression]) -> None:
    """The odds of each; of two, which is higher; and a picture of all."""
    found = {spell(expression): Exact().dist(throw_tray(expression)) for expression in expressions}
    if args.plot is not None:
        _plot(args, found)
    low, high = args.at_least, args.at_most
    facts = [_facts(name, dist, low, high) for name, dist in found.items()]
    if args.json:
        say_json(facts[0] if len(facts) == 1 else facts)
        return
    for name, dist in found.items():
        if low is None and high is None:
            console().print(_table(name, dist))
        else:
            p = _between(dist, low, high)
            console().print(f"{name} is {_range(low, high)}: [head]{percent(float(p))}[/] ({p})")
    if len(found) == 2:
        (one, first), (two, second) = found.items()
        above, same = _beats(first, second)
        console().print(f"{one} is above {two}: {percent(above)}; the same: {percent(same)}.")


def _range(low: int | None, high: int | None) -> str:
    return f"{low} or more" if high is None else f"{high} or less" if low is None else f"from {low} to {high}"


def _facts(name: str, dist: Dist[int], low: int | None, high: int | None) -> dict[str, Any]:
    facts = {
        "roll": name,
        "mean": float(dist.mean()),
        "deviation": _deviation(dist),
        "chances": {str(t): str(dist[t]) for t in sorted(dist)},
        "at_least": {str(t): float(_between(dist, t, None)) for t in sorted(dist)},
        "at_most": {str(t): float(_between(dist, None, t)) for t in sorted(dist)},
    }
    return facts if low is None and high is None else facts | {"chance": float(_between(dist, low, high))}


def _table(name: str, dist: Dist[int]) -> Table:
    title = f"{name}: {float(dist.mean()):.3f} on average, deviation {_deviation(dist):.3f}"
    table = Table(title=title, title_justify="left")
    for column in ("total", "chance", "exactly", "or more", "or less", ""):
        table.add_column(column, justify="right" if column != "" else "left")
    most = max(float(p) for _, p in dist.items())
    rare = len(dist.weights) > FEW
    left_out = [total for total in dist if rare and dist[total] <= RARE]
    above, below = 1.0, 0.0
    for total in sorted(dist):
        p = dist[total]
        below = min(1.0, below + float(p))
        if not rare or p > RARE:
            exactly = str(p) if len(str(p)) < 20 else ""
            table.add_row(
                str(total), percent(float(p)), exactly, percent(above), percent(below), bar(float(p) / most, BAR)
            )
        above = max(0.0, above - float(p))
    if left_out:
        together = sum(float(dist[total]) for total in left_out)
        words = (
            f"Not listed: {len(left_out)} totals from {min(left_out)} to {max(left_out)}, rarer than {RARE:.2%} each"
        )
        table.caption, table.caption_justify = f"{words}; {percent(together)} together.", "left"
    return table


def _deviation(dist: Dist[int]) -> float:
    mean = dist.mean()
    return sqrt(float(dist.mean(lambda total: (total - mean) ** 2)))


def _between(dist: Dist[int], low: int | None, high: int | None) -> Any:
    within = (p for t, p in dist.items() if (low is None or t >= low) and (high is None or t <= high))
    return sum(within, start=0 * dist.mean())


def _beats(one: Dist[int], two: Dist[int]) -> tuple[float, float]:
    above = sum(float(p) * float(q) for a, p in one.items() for b, q in two.items() if a > b)
    return above, sum(float(p) * float(two[a]) for a, p in one.items() if a in two)


def _plot(args: argparse.Namespace, found: dict[str, Dist[int]]) -> None:
    try:
        draw = import_module("tablewright.lab.charts").dice_chart
    except ImportError:
        raise Refused("Plots need matplotlib: install tablewright[lab].") from None
    svg = draw({name: [(t, float(dist[t])) for t in sorted(dist)] for name, dist in found.items()})
    try:
        args.plot.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{args.plot} cannot be written: {error.strerror}.") from None
