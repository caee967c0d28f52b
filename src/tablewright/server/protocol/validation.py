"""Texts of validation errors, for the person who typed and for the author of a script."""

from __future__ import annotations

import re

TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
EMPTY = re.compile(r"Expected `str` of length >= 1\b")
MAX_ERROR = 200  # letters of a decoder's error that are sent back: it may quote what was sent


def describe_error(error: str, field: str = "") -> str:
    """Describe a decoder's error in a sentence; `field` is where, if the error does not say so."""
    if long := TOO_LONG.match(error):
        return f"That is too long: at most {int(long[1]):,} letters."
    if EMPTY.match(error):
        return f"Something is missing: {field or 'a text'} has at least one letter."
    where = f"{field}: " if field else ""
    what = error if len(error) <= MAX_ERROR else f"{error[:MAX_ERROR]}…"
    return f"That is nothing this table understands: {where}{what}."
