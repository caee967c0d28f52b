"""`tablewright roll 4d6kh3`: any dice, thrown or counted."""

from __future__ import annotations

import argparse
from bisect import bisect_left
from fractions import Fraction
from importlib import import_module
from itertools import accumulate
from math import sqrt
from typing import Any

from rich.table import Table

from tablewright.engine.exact import ExactCounter
from tablewright.engine.live import run_rule
from tablewright.engine.trees import Distribution
from tablewright.rules import Refused
from tablewright.rules.kit import Expression, format_dice, parse_dice, roll_expression
from tablewright.rules.kit.dice import DEFAULT_EXPLOSIONS
from tablewright.table.core import provably_fair
from tablewright.terminal.render import bar, faces, make_console, percent, say_json

FEW = 60
"""Totals that are listed; of more, only those that are not far too rare."""
RARE = 1e-4
EXPLODING = "!"
BAR = 16
"""As wide as all its columns leave room for, in a terminal of 80."""


def run_command(args: argparse.Namespace) -> None:
    if args.plot is not None and args.plot.suffix.lower() != ".svg":
        raise Refused(f"{args.plot.name} should end in .svg: that is what is drawn.")
    args.explosions = args.explosions or DEFAULT_EXPLOSIONS
    expressions = [parse_dice(text, args.explosions) for text in args.dice]
    if args.odds or args.at_least is not None or args.at_most is not None or args.plot is not None:
        _odds(args, expressions)
        return
    thrown = [_thrown(args.seed, expression, i) for i, expression in enumerate(expressions)]
    if args.json:
        say_json(thrown[0] if len(thrown) == 1 else thrown)
        return
    for one in thrown:
        for throw in one["dice"]:
            make_console().print(f"{throw['dice']}: {faces(throw['faces'], throw['sides'])}")
        make_console().print(f"[head]{one['total']}[/]")


def _thrown(given: str | None, expression: Expression, number: int) -> dict[str, Any]:
    seed = given or provably_fair.new_seed()
    answers: dict[str, Any] = {}
    while not (progress := run_rule(roll_expression(expression).begin(), answers)).done:
        for q in progress.questions:
            answers[q.at] = list(provably_fair.dice(seed, number, q.at, q.dice, q.sides))
    lines = [line for line in progress.lines if line.kind == "roll"]
    dice = [{"dice": line.text, "faces": line.faces, "sides": line.sides} for line in lines]
    return {"roll": format_dice(expression), "total": progress.result, "dice": dice}


def _odds(args: argparse.Namespace, expressions: list[Expression]) -> None:
    """The odds of each; of two, which is higher; and a picture of all."""
    found = {format_dice(expression): ExactCounter().dist(roll_expression(expression)) for expression in expressions}
    if args.plot is not None:
        _plot(args, found)
    low, high = args.at_least, args.at_most
    capped = {name for name in found if EXPLODING in name}
    if args.json:
        facts = [_facts(name, dist, low, high) for name, dist in found.items()]
        facts = [one | ({"explosions": args.explosions} if one["roll"] in capped else {}) for one in facts]
        say_json(facts[0] if len(facts) == 1 else facts)
        return
    for name, dist in found.items():
        if low is None and high is None:
            make_console().print(_table(name, dist))
        else:
            p = _between(dist, low, high)
            make_console().print(f"{name} is {_range(low, high)}: [head]{percent(float(p))}[/] ({p})")
    if len(found) == 2:
        (one, first), (two, second) = found.items()
        above, same = _beats(first, second)
        make_console().print(f"{one} is above {two}: {percent(above)}; the same: {percent(same)}.")
    if capped:
        make_console().print(f"A die explodes {_times(args.explosions)} at most; --explosions says how often.")


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _range(low: int | None, high: int | None) -> str:
    return f"{low} or more" if high is None else f"{high} or less" if low is None else f"from {low} to {high}"


def _facts(name: str, dist: Distribution[int], low: int | None, high: int | None) -> dict[str, Any]:
    totals = sorted(dist)
    below = list(accumulate((dist.weights[t] for t in totals), initial=0))
    facts = {
        "roll": name,
        "mean": float(dist.mean()),
        "deviation": _deviation(dist),
        "chances": {str(t): str(dist[t]) for t in totals},
        "at_least": {str(t): (dist.total - less) / dist.total for t, less in zip(totals, below, strict=False)},
        "at_most": {str(t): less / dist.total for t, less in zip(totals, below[1:], strict=True)},
    }
    return facts if low is None and high is None else facts | {"chance": float(_between(dist, low, high))}


def _table(name: str, dist: Distribution[int]) -> Table:
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


def _deviation(dist: Distribution[int]) -> float:
    """In whole numbers to the last step: the fractions of many dice are long."""
    once = sum(total * w for total, w in dist.weights.items())
    twice = sum(total * total * w for total, w in dist.weights.items())
    return sqrt(Fraction(twice * dist.total - once * once, dist.total**2))


def _between(dist: Distribution[int], low: int | None, high: int | None) -> Fraction:
    return dist.chance(lambda total: (low is None or total >= low) and (high is None or total <= high))


def _beats(one: Distribution[int], two: Distribution[int]) -> tuple[float, float]:
    """How often the first is above the second, and how often they are the same."""
    totals = sorted(two)
    below = list(accumulate((two.weights[t] for t in totals), initial=0))
    above = sum(w * below[bisect_left(totals, t)] for t, w in one.weights.items())
    same = sum(w * two.weights.get(t, 0) for t, w in one.weights.items())
    pairs = one.total * two.total
    return above / pairs, same / pairs


def _plot(args: argparse.Namespace, found: dict[str, Distribution[int]]) -> None:
    try:
        draw = import_module("tablewright.lab.reporting.plots").dice_chart
    except ImportError:
        raise Refused("Plots need matplotlib: install tablewright[lab].") from None
    capped = f" (explodes {_times(args.explosions)} at most)"
    names = {name: name + capped * (EXPLODING in name) for name in found}
    svg = draw({names[name]: [(t, float(dist[t])) for t in sorted(dist)] for name, dist in found.items()})
    try:
        args.plot.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{args.plot} cannot be written: {error.strerror}.") from None
