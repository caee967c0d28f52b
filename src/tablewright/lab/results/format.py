"""Figures as text: chances in percent, sampled figures with their interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablewright.engine.sampling import NAME_SEPARATOR

Within: TypeAlias = tuple[float | None, float | None]  # the least and greatest possible value of a figure, if known
OPEN: Within = (None, None)
SHARE: Within = (0.0, 1.0)
MOST = 7  # decimals that are too many for a chance
MAX_ALIKE = 4  # of more equal things, only their number is named
TINIEST = 1e-8  # smaller chances are shown as less than this
SURE = 1e-12  # rounding error of a chance
POSITIVE: Within = (0.0, None)


def format_figure(value: float, wide: float = 0.0, chance: bool = False, within: Within = OPEN) -> str:
    """Format a figure with half its 95 % interval; chances in percent, small ones with more decimals."""
    mean, half = (_percent(value, wide, 2), ".2%") if chance else (".4g", ".2g")
    return format_with_interval(value, wide, mean, half, SHARE if chance else within)


def format_briefly(value: float, wide: float = 0.0, chance: bool = False, within: Within = OPEN) -> str:
    """Format a figure for a sentence or a chart, with few decimals."""
    mean, half = (_percent(value, wide, 1), ".1%") if chance else (".2f", ".2f")
    return format_with_interval(value, wide, mean, half, SHARE if chance else within)


def format_with_interval(value: float, wide: float, form: str, half: str, within: Within) -> str:
    """Format a figure with its interval, which is cut off at the limits of possible values."""
    if not wide:
        tiny = within == SHARE and SURE < min(value, 1 - value) < TINIEST
        return f"{value:{form}}" if not tiny else f"<{TINIEST:.6%}" if value < TINIEST else f">{1 - TINIEST:.6%}"
    (least, most), low, high = within, value - wide, value + wide
    end = half if half.endswith("%") else form
    below, above = least is not None and low < least, most is not None and high > most
    if below and above:
        return f"{value:{form}} ({least:{form}} to {most:{form}})"
    if below or above:
        return f"{value:{form}} " + (f"(up to {high:{end}})" if below else f"({low:{end}} or more)")
    return f"{value:{form}} ± {wide:{half}}"


def _percent(p: float, wide: float, least: int) -> str:
    """The decimals of a percentage. A possible chance is never shown as 0 %, nor an uncertain one as 100 %."""
    if min(abs(p), abs(1 - p)) <= SURE:
        return ".0%"
    if wide:
        return f".{least}%"
    return f".{next((n for n in range(least, MOST) if 0 < round(p, n + 2) < 1), least)}%"


def figure_label(figure: str) -> str:
    """The name of a figure in a sentence."""
    known = {"worth": "what the endings are worth", "length": "the length in steps"}
    return known.get(figure, f"“{figure}”")


def join_or_count(words: Sequence[str], between: str = ", ") -> str:
    """Join words; of too many, name some and count the others."""
    if len(words) > MAX_ALIKE:
        words = [*words[: MAX_ALIKE - 1], f"{len(words) - MAX_ALIKE + 1} others"]
    return " and ".join([between.join(words[:-1]), words[-1]] if len(words) > 1 else words)


def format_change(by: float, wide: float = 0.0, chance: bool = False) -> str:
    """Format the change of a figure; chances in points."""
    times, unit = (100, " points") if chance else (1, "")
    return f"{by * times:{'+' if by else ''}.4g}{unit}" + (f" ± {wide * times:.2g}" if wide else "")


MOST = 6


def count_decimals(one: float, two: float, least: int) -> int:
    """The number of decimals that tells two numbers apart; `least` if that does, or if none does."""
    for digits in range(least, MOST + 1):
        if f"{one:.{digits}f}" != f"{two:.{digits}f}":
            return digits
    return least


ONE, SEVERAL = " falls first", " fall first"


def fall_label(who: str) -> str:
    """The figure's name of the chance to fall first, alone or with others."""
    return who + (SEVERAL if NAME_SEPARATOR in who else ONE)


def is_fall_label(figure: str) -> bool:
    return figure.endswith((ONE, SEVERAL))
