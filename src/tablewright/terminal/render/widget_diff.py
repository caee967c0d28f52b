"""What has changed on a sheet, in brief."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from tablewright.rules import widgets as v

from .sanitize import escape_quoted
from .widgets import line

W = TypeVar("W", bound=v.AnyWidget)

MAX_WORDS = 6
"""Changes of one panel that are worth a line; beyond that one looks at it."""

MAX_NEW = 3
"""Words of a new panel that are told at once."""
MAX_LETTERS = 60


def describe_changes(before: Iterable[v.Panel], after: Iterable[v.Panel]) -> Iterator[str]:
    """A line of markup for each panel that is not as it was; what it offers to do is no part of that.

    That somebody is gone is news; a heading going is none.
    """
    known, now = _keyed(before), _keyed(after)
    for key, panel in now.items():
        old = known.get(key)
        if not _same(old, panel) and not panel.folded:
            found = list(_words(old.words if old else (), panel.words))
            more = f" · … (sheet {escape_quoted(panel.title)})" if len(found) > MAX_WORDS else ""
            if old is None and len(found) > MAX_NEW:
                yield f"[head]{escape_quoted(panel.title)}[/] is new (sheet {escape_quoted(panel.title)})"
                continue
            note = [escape_quoted(panel.note)] if panel.note and (old is None or old.note != panel.note) else []
            if found or note:
                yield f"[head]{escape_quoted(panel.title)}[/]  {' · '.join([*note, *found[:MAX_WORDS]])}{more}"
    there = {panel.of for panel in now.values()}
    for panel in known.values():
        if panel.of not in (there | {""}) and not panel.folded:
            yield f"[quiet]{escape_quoted(panel.title)} is gone[/]"


def _same(old: v.AnyWidget | None, new: v.AnyWidget) -> bool:
    return old is not None and v.strip_offers(old) == v.strip_offers(new)


def _words(before: tuple[v.AnyWidget, ...], after: tuple[v.AnyWidget, ...]) -> Iterator[str]:
    known = _keyed(before)
    for key, word in _keyed(after).items():
        old = known.pop(key, None)
        if not _same(old, word):
            yield from _word(old, word)
    for word in known.values():
        if not isinstance(word, v.TextWidget) and not (
            isinstance(word, v.FieldWidget) and word.offer
        ):  # an invitation is no news
            yield f"[quiet]no longer {escape_quoted(_named(word))}[/]"


def _word(old: v.AnyWidget | None, new: v.AnyWidget) -> Iterator[str]:
    match new:
        case v.Panel():
            inner = list(_words(old.words if isinstance(old, v.Panel) else (), new.words))
            yield f"{escape_quoted(new.title)}: {', '.join(inner)}" if inner else escape_quoted(new.title)
        case v.TrackWidget() if isinstance(old, v.TrackWidget) and old.value != new.value:
            yield f"{escape_quoted(new.label)} {old.value} → [head]{new.value}[/]"
        case v.RulerWidget() if isinstance(old, v.RulerWidget) and old.at != new.at:
            yield f"{escape_quoted(new.label)} {old.at} → [head]{new.at}[/]"
        case v.RulerWidget():
            yield f"{escape_quoted(new.label)} [head]{new.at}[/]"
        case v.ClockWidget() if isinstance(old, v.ClockWidget) and old.filled != new.filled:
            yield f"{escape_quoted(new.label)} {old.filled} → [head]{new.filled}[/] of {new.size}"
        case v.PoolWidget() if isinstance(old, v.PoolWidget) and not new.faces:
            yield f"{escape_quoted(new.label)}: {old.dice} → [head]{new.dice}d{new.sides}[/]"
        case v.FieldWidget() if isinstance(old, v.FieldWidget):
            yield f"{escape_quoted(new.label)}: {_short(old.value)} → [head]{_short(new.value)}[/]"
        case v.CardWidget():
            state = f" ({escape_quoted(new.state)})" if new.state else ""
            same = isinstance(old, v.CardWidget) and old.state == new.state
            text = f": {_short(new.text)}" if new.text and (same or not new.state) else ""
            yield f"{escape_quoted(new.title)}{state}{text}"
        case v.DeckWidget():
            yield f"{escape_quoted(new.label)}: {new.left} cards"
        case v.TableWidget():
            rows = [row for row in new.rows if not isinstance(old, v.TableWidget) or row not in old.rows]
            texts = [escape_quoted(", ".join(filter(None, row))) for row in rows[:3]]
            yield f"{escape_quoted(new.label)}: {'; '.join(texts)}"
        case v.TextWidget():
            if new.kind != "quiet":
                yield _short(new.text)
        case _:
            yield line(new)


def _keyed(words: Iterable[W]) -> dict[tuple[str, str, int], W]:
    """Words by what makes them the same thing as before, whatever they say now: the first of that name, the second."""
    found: dict[tuple[str, str, int], W] = {}
    for word in words:
        kind, name, nth = type(word).__name__, getattr(word, "of", "") or _named(word), 0
        while (kind, name, nth) in found:
            nth += 1
        found[kind, name, nth] = word
    return found


def _short(text: str) -> str:
    words = " ".join(text.split())
    return escape_quoted(words if len(words) <= MAX_LETTERS else f"{words[: MAX_LETTERS - 1]}…")


def _named(word: v.AnyWidget) -> str:
    for name in ("label", "title", "text"):
        found = getattr(word, name, "")
        if found:
            return str(found)
    return ""
