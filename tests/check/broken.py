"""The template with something broken in it, in a folder of its own, as an author would have it."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from tablewright.catalog.installed import load_game_at
from tablewright.check import check_game
from tablewright.terminal.commands.new_game import write_game

_numbers = count(1)


def broken(into: Path, file: str, *changes: tuple[str, str]) -> Path:
    """A folder in which some words of one file are others. Each folder has a name of its own: packages are kept."""
    folder = write_game(f"broken-walk-{next(_numbers)}", into).resolve()
    path = folder / file
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, f"{file} does not say {old!r}"
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return folder


def found(folder: Path, steps: int = 250) -> dict[str, tuple[str, ...]]:
    """What is found wrong with the game of a folder, by finding."""
    return {finding.name: finding.wrong for finding in check_game(load_game_at(folder), steps=steps) if finding.wrong}


def line(folder: Path, file: str, words: str) -> str:
    """The file and line that says these words, and nothing after them if they end with the line."""
    lines = (folder / file).read_text("utf-8").splitlines(keepends=True)
    return f"{file}:{next(n for n, text in enumerate(lines, 1) if words in text)}"


#: Words of the template's rules that tests change.
STEP_ROLL = 'best = (yield from roll(2, by=who, why="A step"))[-1]'
STEADY = """yield from Choose(
            who, "Steady yourself and throw again, for 1 nerve?", (False, True), (0, 1), cites="step.nerve"
        )"""
HEADLINE = '    yield Outcome(step, cites="step.read")\n'
POURED = "    return s.but(light=min(LIGHT_MOST, s.light + much))\n"
FOLLOWED = "    return (yield from follow_step(s, who, step))\n"
SWIFT = '        yield tell("step.swift"'
STEADIED = "    return best, 0\n"
