"""What a game raised while it was played, as a sentence: what was being done, the author's line, and why."""

from __future__ import annotations

from tablewright.run.blame import blamed
from tablewright.run.shelf import Boxed

from .finding import Notes

RAISES = "random play never raises"


def sentence(box: Boxed, doing: str, error: BaseException) -> str:
    fault = blamed(error, box.path)
    if fault.text.startswith(doing):
        return str(fault)
    return f"{doing}{f' at {fault.at}' if fault.at else ''}: {fault.text}"


def said(notes: Notes, box: Boxed, doing: str, error: BaseException) -> None:
    """Notes an error once for each action, line and kind."""
    fault = blamed(error, box.path)
    key = (doing.partition("(")[0], fault.at, type(error), "" if fault.at else fault.text)
    notes.note(RAISES, sentence(box, doing, error), key)
