"""Errors in a game's code as sentences, with the author's file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from traceback import walk_tb

from tablewright.rules import GameError


def to_game_error(error: BaseException, folder: Path) -> GameError:
    """Describe an error in the game of this folder for its author."""
    text = error.text if isinstance(error, GameError) else _sentence(error)
    return GameError(text, author_line(folder, error))


def author_line(folder: Path, error: BaseException) -> str:
    """Find the author's file and line: the innermost place in the folder that the error names or passed through."""
    named = ""
    if isinstance(error, GameError):
        named = error.at
    elif isinstance(error, SyntaxError) and error.filename:
        named = f"{error.filename}:{error.lineno or 1}"
    if named:
        file, _, line = named.rpartition(":")
        return f"{relative_to_folder(folder, file) or file}:{line}"
    lines = list(_passed(error, folder))
    return lines[-1] if lines else ""


@lru_cache(maxsize=4096)
def relative_to_folder(folder: Path, file: str) -> str:
    """Return the path of a file inside the folder, or "" if it lies elsewhere."""
    try:
        return Path(file).resolve().relative_to(folder.resolve()).as_posix()
    except (ValueError, OSError):
        return ""


def _passed(error: BaseException, folder: Path) -> Iterator[str]:
    """Lines of the folder that an error passed through, outermost first."""
    for frame, line in walk_tb(error.__traceback__):
        name = relative_to_folder(folder, frame.f_code.co_filename)
        if name:
            yield f"{name}:{line}"
    # The traceback of another process arrives as text.
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
