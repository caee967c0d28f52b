"""SVG of the lab's charts: fit for print, with text that can be read and searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from textwrap import shorten
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

INK, ONE, TWO, PALE = "#222222", "#33658a", "#c8553d", "#bbbbbb"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tablewright",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "text.color": INK,
}
WIDE = 7.0
LABEL = 34


def draw_svg(high: float, draw: Callable[[Figure], None]) -> str:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, high), layout="constrained")
        draw(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def annotate(figure: Figure, text: str) -> None:
    """Write a note above a chart, such as one on missing bars."""
    if text:
        figure.suptitle(text, x=0.01, ha="left", fontsize=9)


def whiskers(values: Sequence[float], wide: Sequence[float], chance: bool = True) -> list[list[float]] | None:
    """Error bars of 95 % intervals, down and up; a chance stays within 0 and 1. None if nothing was sampled."""
    if not any(wide):
        return None
    ends = [
        (min(w, max(0.0, v)), min(w, max(0.0, 1 - v))) if chance else (w, w) for v, w in zip(values, wide, strict=True)
    ]
    return [[low for low, _ in ends], [high for _, high in ends]]


def show_percent(axis: object) -> None:
    axis.set_major_formatter(lambda value, _: f"{value:.0%}" if value <= 1.001 else "")  # type: ignore[attr-defined]


def shorten_label(text: str, most: int = LABEL) -> str:
    return shorten(text, most, placeholder=" …").replace("$", r"\$")
