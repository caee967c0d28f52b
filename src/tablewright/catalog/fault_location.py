"""Whose line it was: what goes wrong in a game's code, said as a sentence with its author's file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from traceback import walk_tb

from tablewright.rules import GameError


def to_game_error(error: BaseException, folder: Path) -> GameError:
    """An error in the game of this folder, as its author should read it."""
    text = error.text if isinstance(error, GameError) else _sentence(error)
    return GameError(text, author_line(folder, error))


def author_line(folder: Path, error: BaseException) -> str:
    """The author's file and line: the innermost of the folder that an error speaks of or passed through."""
    said = ""
    if isinstance(error, GameError):
        said = error.at
    elif isinstance(error, SyntaxError) and error.filename:
        said = f"{error.filename}:{error.lineno or 1}"
    if said:
        file, _, line = said.rpartition(":")
        return f"{relative_to_folder(folder, file) or file}:{line}"
    lines = list(_passed(error, folder))
    return lines[-1] if lines else ""


@lru_cache(maxsize=4096)
def relative_to_folder(folder: Path, file: str) -> str:
    """A file as it is called inside the folder; nothing, if it lies elsewhere."""
    try:
        return Path(file).resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return ""


def _passed(error: BaseException, folder: Path) -> Iterator[str]:
    """The lines of the folder that an error passed through, outermost first."""
    for frame, line in walk_tb(error.__traceback__):
        name = relative_to_folder(folder, frame.f_code.co_filename)
        if name:
            yield f"{name}:{line}"
    # What another process was doing comes home as text.
    for file, line in re.findall(r'File "(.+)", line (\d+)', str(error.__cause__ or "")):
        name = relative_to_folder(folder, file)
        if name:
            yield f"{name}:{line}"


def _sentence(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg}."
    kind, text = type(error).__name__, " ".join(str(error).split())
    if isinstance(error, ImportError):
        text = re.sub(r" \((?:\S*/\S*|unknown location)\)$", "", text)
    return f"{kind}: {text}" if text else kind
