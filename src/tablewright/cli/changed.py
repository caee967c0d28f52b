"""What has changed on a sheet, in brief."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tablewright.kernel import view as v

from .clean import said
from .draw import line

W = TypeVar("W", bound=v.AnyWord)

MOST_WORDS = 6
"""Changes of one panel that are worth a line; beyond that one looks at it."""

MOST_NEW = 3
"""Words of a new panel that are told at once."""
MOST_LETTERS = 60


def changes(before: Iterable[v.Panel], after: Iterable[v.Panel]) -> Iterator[str]:
    """A line of markup for each panel that is not as it was."""
    known, now = _keyed(before), _keyed(after)
    for key, panel in now.items():
        old = known.get(key)
        if old != panel and not panel.folded:
            found = list(_words(old.words if old else (), panel.words))
            more = f" · … (sheet {said(panel.title)})" if len(found) > MOST_WORDS else ""
            if old is None and len(found) > MOST_NEW:
                yield f"[head]{said(panel.title)}[/] is new (sheet {said(panel.title)})"
                continue
            note = [said(panel.note)] if panel.note and (old is None or old.note != panel.note) else []
            if found or note:
                yield f"[head]{said(panel.title)}[/]  {' · '.join([*note, *found[:MOST_WORDS]])}{more}"
    for key, panel in known.items():
        if key not in now and not panel.folded and not _invites(panel):
            yield f"[quiet]{said(panel.title)} is gone[/]"


def _invites(panel: v.Panel) -> bool:
    """Whether it only offers something to do: nobody misses an invitation that was taken."""
    return bool(panel.words) and all(getattr(word, "offer", None) is not None for word in panel.words)


def _words(before: tuple[v.AnyWord, ...], after: tuple[v.AnyWord, ...]) -> Iterator[str]:
    known = _keyed(before)
    for key, word in _keyed(after).items():
        old = known.pop(key, None)
        if old != word:
            yield from _word(old, word)
    for word in known.values():
        if not isinstance(word, v.Text):
            yield f"[quiet]no longer {said(_named(word))}[/]"


def _word(old: v.AnyWord | None, new: v.AnyWord) -> Iterator[str]:
    match new:
        case v.Panel():
            inner = list(_words(old.words if isinstance(old, v.Panel) else (), new.words))
            yield f"{said(new.title)}: {', '.join(inner)}" if inner else said(new.title)
        case v.Track() if isinstance(old, v.Track) and old.value != new.value:
            yield f"{said(new.label)} {old.value} → [head]{new.value}[/]"
        case v.Clock() if isinstance(old, v.Clock) and old.filled != new.filled:
            yield f"{said(new.label)} {old.filled} → [head]{new.filled}[/] of {new.size}"
        case v.Pool() if isinstance(old, v.Pool) and not new.faces:
            yield f"{said(new.label)}: {old.dice} → [head]{new.dice}d{new.sides}[/]"
        case v.Field() if isinstance(old, v.Field):
            yield f"{said(new.label)}: {_short(old.value)} → [head]{_short(new.value)}[/]"
        case v.Card():
            state = f" ({said(new.state)})" if new.state else ""
            same = isinstance(old, v.Card) and old.state == new.state
            yield f"{said(new.title)}{state}{f': {_short(new.text)}' if same or not new.state else ''}"
        case v.Deck():
            yield f"{said(new.label)}: {new.left} cards"
        case v.Table():
            rows = [row for row in new.rows if not isinstance(old, v.Table) or row not in old.rows]
            yield f"{said(new.label)}: {'; '.join(said(', '.join(filter(None, row))) for row in rows[:3])}"
        case v.Text():
            if new.kind != "quiet":
                yield _short(new.text)
        case _:
            yield line(new)


def _keyed(words: Iterable[W]) -> dict[tuple[str, str, int], W]:
    """Words by what makes them the same thing as before, whatever they say now: the first of that name, the second."""
    found: dict[tuple[str, str, int], W] = {}
    for word in words:
        kind, name, nth = type(word).__name__, _named(word), 0
        while (kind, name, nth) in found:
            nth += 1
        found[kind, name, nth] = word
    return found


def _short(text: str) -> str:
    words = " ".join(text.split())
    return said(words if len(words) <= MOST_LETTERS else f"{words[: MOST_LETTERS - 1]}…")


def _named(word: v.AnyWord) -> str:
    for name in ("label", "title", "text"):
        found = getattr(word, name, "")
        if found:
            return str(found)
    return ""
