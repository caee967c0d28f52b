"""Who falls first, as a figure of an answer: what it is called, and whether a figure is one."""

from __future__ import annotations

from tablewright.run.tally import AND

ONE, SEVERAL = " falls first", " fall first"


def falls(who: str) -> str:
    """What the chance of this one to fall first is called; of several at once, that they do."""
    return who + (SEVERAL if AND in who else ONE)


def of_a_fall(figure: str) -> bool:
    return figure.endswith((ONE, SEVERAL))
