"""Golden transcripts: they play as they are written."""

from __future__ import annotations

from tablewright.kernel.errors import Refused
from tablewright.run.shelf import Boxed
from tablewright.table.transcript import play

from .finding import Finding
from .said import sentence


def golden_match(box: Boxed) -> Finding:
    """The golden transcripts play as they are written; a game without any fails."""
    golden, wrong = box.golden(), []
    if not golden:
        wrong.append("there is no golden transcript: write one in golden/")
    for name, text in golden.items():
        try:
            again = play(box.game, text).text
        except Refused as refused:
            wrong.append(f"golden/{name} cannot be played: {refused}")
        except Exception as error:  # whatever a game raises is its finding
            wrong.append(sentence(box, f"golden/{name}", error))
        else:
            if again != text:
                wrong.append(f"golden/{name} plays differently now: {first_difference(text, again)}")
    return Finding("golden transcripts match", tuple(wrong), ", ".join(golden))


def first_difference(old: str, new: str) -> str:
    for n, (a, b) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {n} was {a.strip()!r} and is {b.strip()!r}"
    return "one is longer than the other"
