"""Golden transcripts: recorded plays that must replay as written."""

from __future__ import annotations

from tablewright.catalog import InstalledGame
from tablewright.check.collector import FaultCollector
from tablewright.check.finding import Finding
from tablewright.table.transcript import TranscriptError, TranscriptReplay, play_transcript


def check_golden(box: InstalledGame, notes: FaultCollector, cited: set[str]) -> Finding:
    """Check that each golden transcript replays as written; a game needs at least one. Adds the ids they cite to
    `cited`.
    """
    golden, wrong = box.golden(), dict[object, str]()
    if not golden:
        wrong[""] = "there is no golden transcript: write one in golden/"
    for name, text in golden.items():
        try:
            played = play_transcript(box.game, text)
        except TranscriptError as refused:
            wrong[name] = f"golden/{name}:{refused.line} cannot be played: {refused}"
        except Exception as error:  # any exception of a game is a finding
            notes.add(wrong, f"golden/{name}", error)
        else:
            cited |= played.cited
            if played.text != text:
                wrong[name] = f"golden/{name} plays differently now: {first_difference(text, played.text)}"
    return Finding("golden transcripts match", tuple(wrong.values()), ", ".join(golden))


def describe_unused(name: str, played: TranscriptReplay) -> list[str]:
    """List lines of a transcript that had no effect: inputs newly refused, and dice never thrown."""
    new = [
        f"golden/{name}:{said.line}: `{said.text}` is refused: {said.why}" for said in played.refused if not said.before
    ]
    return new + [f"golden/{name}:{dice.line}: `{dice.text}` is never thrown." for dice in played.unused]


def first_difference(old: str, new: str) -> str:
    for n, (a, b) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if a != b:
            return f"line {n} was {a.strip()!r} and is {b.strip()!r}"
    return "one is longer than the other"
