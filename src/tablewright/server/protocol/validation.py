"""Unclear: what is wrong with what was sent, in a sentence for whoever wrote it, or for the author of a script."""

from __future__ import annotations

import re

TOO_LONG = re.compile(r"Expected `str` of length <= (\d+)")
EMPTY = re.compile(r"Expected `str` of length >= 1\b")
MOST = 200
"""Letters of what is wrong that are said back: whatever was sent may be long."""


def describe_error(wrong: str, field: str = "") -> str:
    """What a decoder finds wrong, as it is said; `field` is where, if it does not say so itself."""
    if long := TOO_LONG.match(wrong):
        return f"That is too long: at most {int(long[1]):,} letters."
    if EMPTY.match(wrong):
        return f"Something is missing: {field or 'a text'} has at least one letter."
    where = f"{field}: " if field else ""
    what = wrong if len(wrong) <= MOST else f"{wrong[:MOST]}…"
    return f"That is nothing this table understands: {where}{what}."
