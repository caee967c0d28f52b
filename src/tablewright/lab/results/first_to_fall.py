"""Who falls first, as a figure of an answer: what it is called, and whether a figure is one."""

from __future__ import annotations

from tablewright.engine.sampling.statistics import NAME_SEPARATOR

ONE, SEVERAL = " falls first", " fall first"


def fall_label(who: str) -> str:
    """What the chance of this one to fall first is called; of several at once, that they do."""
    return who + (SEVERAL if NAME_SEPARATOR in who else ONE)


def is_fall_label(figure: str) -> bool:
    return figure.endswith((ONE, SEVERAL))
