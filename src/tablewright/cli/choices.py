"""The choices of a field: listed, and found again by number, name or a few letters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding

from tablewright.kernel.field import written
from tablewright.table.draft import LISTED, Choice, DraftField

from .clean import said
from .flow import flow


class Choices:
    """What a field can be. Numbers count what was last listed; a name that is itself a number is that name."""

    def __init__(self, field: DraftField, out: Console) -> None:
        self.field, self.out = field, out
        self.listed: tuple[Choice, ...] = ()
        self.names = frozenset(n.casefold() for c in field.choices for n in (c.label, written(c.value)))

    def show(self) -> None:
        """All of them, if they are few; otherwise how many there are. Of yes and no, only what is known of them."""
        if self.field.kind == "flag":
            for choice in self.field.choices:
                if choice.note:
                    self.out.print(Padding(f"[quiet]{said(choice.note)}[/]", (0, 0, 0, 4), expand=False))
            return
        if self.field.typed:
            self.out.print(f"    [quiet]{len(self.field.choices)} to choose from: type a few letters, or * for all[/]")
        else:
            self._list(self.field.choices)

    def meant(self, text: str) -> str | None:
        """The same with places put into words; None, if it only narrowed the list, which is shown."""
        if self.field.kind not in ("choice", "flag"):
            return text
        parts = [part.strip() for part in text.split(",")] if self.field.many else [text.strip()]
        if self.field.typed and parts == ["*"]:
            self._list(self.field.choices)
            return None
        if self.field.many and parts == ["all"] and "all" not in self.names:
            parts = [written(choice.value) for choice in self.field.choices if not choice.why_not]
        out = [self._numbered(part) for part in parts]
        for part in out:
            near = self._near(part)
            if self.field.typed and len(near) > 1:
                self._narrowed(part, near)
                return None
        return ",".join(out)

    def _numbered(self, part: str) -> str:
        if part.isdigit() and part not in self.names and 1 <= int(part) <= len(self.listed):
            return written(self.listed[int(part) - 1].value)
        return part

    def _near(self, part: str) -> list[Choice]:
        """Those with these letters; only one, where one is called exactly so."""
        wish = part.casefold()
        if wish in self.names:
            return []
        return [c for c in self.field.choices if all(w in c.label.casefold() for w in wish.split())]

    def _narrowed(self, part: str, near: Sequence[Choice]) -> None:
        self._list(near[:LISTED])
        if len(near) > LISTED:
            self.out.print(f"    [quiet]… {len(near)} have {said(part)!r} in their name: type a little more[/]")

    def _list(self, choices: Sequence[Choice]) -> None:
        self.listed = tuple(choices)
        words = [self._words(i, choice) for i, choice in enumerate(choices, 1)]
        if any(choice.note or choice.why_not for choice in choices):
            for line in words:
                self.out.print(Padding(line, (0, 0, 0, 4), expand=False))
        else:
            flow(self.out, words, indent=4)

    def _words(self, number: int, choice: Choice) -> str:
        """A choice behind its number; one that is a number itself is said as it is."""
        place = "" if self.field.kind == "number" else f"{number} "
        if choice.why_not:
            return f"[quiet]{place}{said(choice.label)}  not now: {said(choice.why_not)}[/]"
        note = f"  [quiet]{said(choice.note)}[/]" if choice.note else ""
        return f"[head]{place}[/]{said(choice.label)}{note}" if place else f"[head]{said(choice.label)}[/]{note}"
