"""Figures as people read them: chances in percent, and beside what was sampled how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tablewright.engine.sampling import NAME_SEPARATOR

Within: TypeAlias = tuple[float | None, float | None]
"""The least and the most that a figure can be, as far as that is known."""
OPEN: Within = (None, None)
SHARE: Within = (0.0, 1.0)
MOST = 7
"""Decimals that are too many for a chance."""
MAX_ALIKE = 4
"""Of more that are alike, it is only said how many they are."""
TINIEST = 1e-8
"""A chance below which it is only said that there is one."""
SURE = 1e-12
"""What reckoning itself gets wrong of a chance."""
POSITIVE: Within = (0.0, None)


def format_figure(value: float, wide: float = 0.0, chance: bool = False, within: Within = OPEN) -> str:
    """A figure with half its 95 % interval; chances in percent, with as many decimals as a small one takes."""
    mean, half = (_percent(value, wide, 2), ".2%") if chance else (".4g", ".2g")
    return format_with_interval(value, wide, mean, half, SHARE if chance else within)


def format_briefly(value: float, wide: float = 0.0, chance: bool = False, within: Within = OPEN) -> str:
    """The same in a sentence or a chart: no more decimals than are read in passing."""
    mean, half = (_percent(value, wide, 1), ".1%") if chance else (".2f", ".2f")
    return format_with_interval(value, wide, mean, half, SHARE if chance else within)


def format_with_interval(value: float, wide: float, form: str, half: str, within: Within) -> str:
    """A figure and how sure it is. No interval reaches beyond what is possible: it is said how far it reaches."""
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
    """As many decimals as it takes: what may come is not said never to, nor what may not always to."""
    if min(abs(p), abs(1 - p)) <= SURE:
        return ".0%"
    if wide:
        return f".{least}%"
    return f".{next((n for n in range(least, MOST) if 0 < round(p, n + 2) < 1), least)}%"


def figure_label(figure: str) -> str:
    """A figure as it is named in a sentence."""
    known = {"worth": "what the endings are worth", "length": "the length in steps"}
    return known.get(figure, f"“{figure}”")


def join_or_count(words: Sequence[str], between: str = ", ") -> str:
    """What is alike, one after the other, or how many more they are."""
    if len(words) > MAX_ALIKE:
        words = [*words[: MAX_ALIKE - 1], f"{len(words) - MAX_ALIKE + 1} others"]
    return " and ".join([between.join(words[:-1]), words[-1]] if len(words) > 1 else words)


def format_change(by: float, wide: float = 0.0, chance: bool = False) -> str:
    """By how much a figure moved; chances in points."""
    times, unit = (100, " points") if chance else (1, "")
    return f"{by * times:{'+' if by else ''}.4g}{unit}" + (f" ± {wide * times:.2g}" if wide else "")


MOST = 6


def count_decimals(one: float, two: float, least: int) -> int:
    """How many decimals tell two numbers apart: `least`, if those do, or if not even many would."""
    for digits in range(least, MOST + 1):
        if f"{one:.{digits}f}" != f"{two:.{digits}f}":
            return digits
    return least


ONE, SEVERAL = " falls first", " fall first"


def fall_label(who: str) -> str:
    """What the chance of this one to fall first is called; of several at once, that they do."""
    return who + (SEVERAL if NAME_SEPARATOR in who else ONE)


def is_fall_label(figure: str) -> bool:
    return figure.endswith((ONE, SEVERAL))
