"""Errors in a ledger that cannot be read, with their lines."""

from __future__ import annotations

import re
import tomllib
from typing import get_args

import msgspec

from tablewright.rules import GameError, RuleKind

FILE = "ledger.toml"
_PLACE = re.compile(r"(?P<what>.*?)(?: - at `\$(?:\.(?P<part>\w+))?(?:\[(?P<nth>\d+)\])?(?P<rest>.*)`)?", re.DOTALL)


def locate_ledger_error(text: str, error: ValueError | msgspec.ValidationError) -> GameError:
    """Return the error with its line in the ledger and a remedy."""
    if isinstance(error, tomllib.TOMLDecodeError):
        found_line = re.search(r"at line (\d+)", str(error))
        return GameError(
            f"This is no TOML: {error}.", f"{FILE}:{found_line[1] if found_line else len(text.splitlines()) or 1}"
        )
    if not isinstance(error, msgspec.ValidationError):
        return GameError(f"{error}.", f"{FILE}:{_last_named(text, str(error))}")
    found = _PLACE.fullmatch(str(error))
    assert found is not None
    what, part, nth, rest = found["what"], found["part"] or "", found["nth"], found["rest"] or ""
    line, id = _part(text, part, int(nth)) if nth else (1, "")
    key = re.match(r"\.(\w+)", rest) or re.search(r"unknown field `(\w+)`", what)
    if key:
        line = _key(text, line, key[1])
    elif part and not nth:
        line = _key(text, 1, part)
    whose = f"The {part} {id or int(nth) + 1}: " if nth else f"{part}: " if part else ""
    return GameError(f"{whose}{_remedy(what, key[1] if key else '')}", f"{FILE}:{line}")


def _remedy(what: str, key: str) -> str:
    if key == "kind" and what.startswith("Invalid enum value"):
        kind = what.removeprefix("Invalid enum value ")
        return f"there is no kind {kind}. The kinds are {', '.join(get_args(RuleKind))}."
    return f"{what[0].lower()}{what[1:]}."


def _part(text: str, part: str, nth: int) -> tuple[int, str]:
    """The line where the nth rule or table begins, and its id."""
    heads = [n for n, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*\[\[\s*{part}\s*\]\]", line)]
    if nth >= len(heads):
        return 1, ""
    id = _key(text, heads[nth], "id")
    found = re.match(r"""\s*id\s*=\s*["'](.*?)["']""", text.splitlines()[id - 1])
    return heads[nth], found[1] if found else ""


def _key(text: str, start: int, key: str) -> int:
    """The line below `start` that sets a key in the same table; `start` if none does."""
    for n, line in enumerate(text.splitlines()[start - 1 :], start):
        if re.match(rf"\s*{key}\s*=", line):
            return n
        if n > start and line.lstrip().startswith("[["):
            break
    return start


def _last_named(text: str, error: str) -> int:
    """The last line that sets the id an error ends with."""
    id = error.rpartition(" ")[2]
    lines = [n for n, line in enumerate(text.splitlines(), 1) if re.match(rf"\s*id\s*=\s*[\"']{re.escape(id)}", line)]
    return lines[-1] if lines else 1
