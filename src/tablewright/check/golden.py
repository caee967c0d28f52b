"""Golden transcripts: they play as they are written."""

from __future__ import annotations

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed
from tablewright.table.transcript import play

from .finding import Finding
from .notes import Notes


def golden_match(box: Boxed, notes: Notes) -> Finding:
    """The golden transcripts play as they are written; a game without any fails."""
    golden, wrong = box.golden(), dict[object, str]()
    if not golden:
        wrong[""] = "there is no golden transcript: write one in golden/"
    for name, text in golden.items():
        try:
            again = play(box.game, text).text
        except Refused as refused:
            wrong[name] = f"golden/{name} cannot be played: {refused}"
        except Exception as error:  # whatever a game raises is its finding
            notes.add(wrong, f"golden/{name}", error)
        else:
            if again != text:
                wrong[name] = f"golden/{name} plays differently now: {first_difference(text, again)}"
    return Finding("golden transcripts match", tuple(wrong.values()), ", ".join(golden))


def first_difference(old: str, new: str) -> str:
    for n, (a, b) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {n} was {a.strip()!r} and is {b.strip()!r}"
    return "one is longer than the other"
