"""Changes of a sheet, a line for each panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablewright.rules.widgets import Panel
from tablewright.terminal.render.sanitize import escape_quoted

from .panel import by_key, changes_between, is_same

MAX_CHANGES = 6
"""Changes of one panel that are worth a line; beyond that people look at it."""
MAX_NEW = 3
"""Widgets of a new panel that are listed."""


def describe_changes(before: Iterable[Panel], after: Iterable[Panel]) -> Iterator[str]:
    """Yield a line of markup for each panel that shows something else than before.

    A character who is gone is news; a heading that is gone is none.
    """
    known, now = by_key(before), by_key(after)
    for key, panel in now.items():
        old = known.get(key)
        if not is_same(old, panel) and not panel.folded:
            yield from _describe(old, panel)
    there = {panel.of for panel in now.values()}
    for panel in known.values():
        if panel.of not in (there | {""}) and not panel.folded:
            yield f"[quiet]{escape_quoted(panel.title)} is gone[/]"


def _describe(old: Panel | None, now: Panel) -> Iterator[str]:
    title = escape_quoted(now.title)
    found = list(changes_between(old.words if old else (), now.words))
    if old is None and len(found) > MAX_NEW:
        yield f"[head]{title}[/] is new (sheet {title})"
        return
    note = [escape_quoted(now.note)] if now.note and (old is None or old.note != now.note) else []
    more = f" · … (sheet {title})" if len(found) > MAX_CHANGES else ""
    if found or note:
        yield f"[head]{title}[/]  {' · '.join([*note, *found[:MAX_CHANGES]])}{more}"
