"""What a terminal may be sent: text, and nothing in it that a terminal would obey.

Names, notes, chat and files are written by anybody. Whatever is shown passes through `clean`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.markup import escape
from rich.segment import Segment

CONTROL_CATEGORIES = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Kinds of letters that move the cursor, begin an escape, break a line, or cannot be written at all."""
BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Letters that are not seen and change the order in which others are."""


def strip_controls(text: str) -> str:
    """The text without anything a terminal would obey; only line breaks are left."""
    return text if text.isascii() and text.isprintable() else "".join(filter(_shown, text.replace("\t", " ")))


@lru_cache(maxsize=4096)
def _shown(letter: str) -> bool:
    return letter == "\n" or (letter not in BIDI_CONTROLS and unicodedata.category(letter) not in CONTROL_CATEGORIES)


def escape_quoted(text: object) -> str:
    """Somebody's words inside ours: on one line, and never taken for markup."""
    return escape(" ".join(str(text).split()))


class SanitizingHook(RenderHook):
    """Has everything a console prints cleaned, whoever wrote it."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Clean(renderable) for renderable in renderables]


class _Clean:
    def __init__(self, inner: ConsoleRenderable) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from _cleaned(console.render(self.inner, options))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Any:
        return console.measure(self.inner, options=options)


def _cleaned(segments: Iterable[Segment]) -> Iterator[Segment]:
    """What we tell the terminal ourselves is left as it is."""
    for segment in segments:
        yield segment if segment.control else Segment(strip_controls(segment.text), segment.style)
