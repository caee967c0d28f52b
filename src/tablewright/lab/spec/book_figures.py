"""Figures that a game's book prints wrong: each beside the exact one, with a proof."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import msgspec

from tablewright.engine.exact import ExactCounter
from tablewright.rules import GameError
from tablewright.rules.kit import format_dice, parse_dice, roll_expression

AT_LEAST = "at least "


class PrintedFigure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure of the book: the dice (as for `tablewright roll`), the figure, and its printed value.

    `figure` is `mean`, `deviation`, or `at least N` in percent.
    """

    about: str
    roll: str
    figure: str
    printed: str


def exact_figure(one: PrintedFigure) -> tuple[float, str]:
    """The figure of the dice, as a number and in exact form."""
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
    """The exact figure with as many decimals as the printed one. Raises `GameError` if that one is right."""
    exact = f"{exact_figure(one)[0]:.{len(one.printed.partition('.')[2])}f}"
    if exact == one.printed:
        raise GameError(f"{one.about}: {one.printed} is right as it is printed.")
    return exact


def corrections_page(printed: tuple[PrintedFigure, ...]) -> list[str]:
    """The part of the balance book about misprints; empty if there are none."""
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
