"""Figures that a game's book prints and its dice do not come to: each beside what is counted, with the proof."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec

from tablewright.engine.exact import ExactCounter
from tablewright.rules import GameError
from tablewright.rules.kit import format_dice, parse_dice, roll_expression

AT_LEAST = "at least "


class PrintedFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure of the book: of which dice (as `tablewright roll` takes them), which figure (the `mean`, the
    `deviation`, or the percentage of `at least` so much), and how it is printed.
    """

    about: str
    roll: str
    figure: str
    printed: str


def exact_figure(one: PrintedFigure) -> tuple[float, str]:
    """What the dice come to, as a number and exactly."""
    dist = ExactCounter().dist(roll_expression(parse_dice(one.roll)))
    mean = dist.mean()
    if one.figure == "mean":
        return float(mean), str(mean)
    if one.figure == "deviation":
        square = dist.mean(lambda total: (total - mean) ** 2)
        return sqrt(square), f"the root of {square}"
    least = one.figure.removeprefix(AT_LEAST)
    if least == one.figure or not least.isdigit():
        raise GameError(f"{one.about}: the figure is mean, deviation or at least a number, not {one.figure!r}.")
    chance = sum((p for total, p in dist.items() if total >= int(least)), start=Fraction(0))
    return float(100 * chance), str(chance)


def corrected_text(one: PrintedFigure) -> str:
    """The exact figure to as many places as the printed one has; faulty, if that is right as it stands."""
    exact = f"{exact_figure(one)[0]:.{len(one.printed.partition('.')[2])}f}"
    if exact == one.printed:
        raise GameError(f"{one.about}: {one.printed} is right as it is printed.")
    return exact


def corrections_page(printed: tuple[PrintedFigure, ...]) -> list[str]:
    """The part of a balance book that sets them right; nothing, where there are none."""
    if not printed:
        return []
    lines = ["", "## Which printed figures are a little off?", ""]
    lines.append(
        f"{len(printed)} of those in the book's tables, none of them by much: hardly anybody will ever feel it at the "
        "table. Each is counted here from the dice themselves, and whoever likes counts it again."
    )
    lines += ["", "| figure | printed | counted | exactly | proof |", "|---|---|---|---|---|"]
    for one in printed:
        unit = " %" if one.figure.startswith(AT_LEAST) else ""
        proof = f"`./table roll '{format_dice(parse_dice(one.roll))}' --odds`"
        lines.append(
            f"| {one.about} | {one.printed}{unit} | {corrected_text(one)}{unit} | {exact_figure(one)[1]} | {proof} |"
        )
    return lines
