"""The choices of a field: listed, and found again by number, name or a few letters."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding

from tablewright.rules import to_key
from tablewright.table.seat import MAX_LISTED, DraftField, FieldChoice
from tablewright.terminal.render import escape_quoted, print_columns


class OptionMatcher:
    """What a field can be. Numbers count what was last listed; a name that is itself a number is that name."""

    def __init__(self, field: DraftField, out: Console) -> None:
        self.field, self.out = field, out
        self.listed: tuple[FieldChoice, ...] = ()
        self.names = frozenset(n.casefold() for c in field.choices for n in (c.label, to_key(c.value)))

    def show(self) -> None:
        """All of them, if they are few; otherwise how many there are. Of yes and no, what is to be known of each.

        Of many numbers those that something is said of: the others need no list.
        """
        if self.field.kind == "flag":
            told = [c for c in self.field.choices if c.note or c.why_not]
            for choice in told:
                words = f"not now: {choice.why_not}" if choice.why_not else choice.note
                self.out.print(
                    Padding(
                        f"[quiet]{escape_quoted(choice.label)}: {escape_quoted(words)}[/]", (0, 0, 0, 4), expand=False
                    )
                )
            return
        if self.field.typed and self.field.kind == "number":
            self._list([choice for choice in self.field.choices if choice.note and not choice.why_not])
        elif self.field.typed:
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
            parts = [to_key(choice.value) for choice in self.field.choices if not choice.why_not]
        out = [self._numbered(part) for part in parts]
        for part in out:
            near = self._near(part)
            if self.field.typed and len(near) > 1:
                self._narrowed(part, near)
                return None
        return ",".join(out)

    def _numbered(self, part: str) -> str:
        if part.isdigit() and part not in self.names and 1 <= int(part) <= len(self.listed):
            return to_key(self.listed[int(part) - 1].value)
        return part

    def _near(self, part: str) -> list[FieldChoice]:
        """Those with these letters; only one, where one is called exactly so."""
        wish = part.casefold()
        if wish in self.names:
            return []
        return [c for c in self.field.choices if all(w in c.label.casefold() for w in wish.split())]

    def _narrowed(self, part: str, near: Sequence[FieldChoice]) -> None:
        self._list(near[:MAX_LISTED])
        if len(near) > MAX_LISTED:
            self.out.print(
                f"    [quiet]… {len(near)} have {escape_quoted(part)!r} in their name: type a little more[/]"
            )

    def _list(self, choices: Sequence[FieldChoice]) -> None:
        self.listed = tuple(choices)
        words = [self._words(i, choice) for i, choice in enumerate(choices, 1)]
        if any(choice.note or choice.why_not for choice in choices):
            for line in words:
                self.out.print(Padding(line, (0, 0, 0, 4), expand=False))
        else:
            print_columns(self.out, words, indent=4)

    def _words(self, place: int, choice: FieldChoice) -> str:
        """A choice with its number: its place in the list or, where a number is asked for, that number itself."""
        number, label = str(place), f" {escape_quoted(choice.label)}"
        if self.field.kind == "number":
            number, label = to_key(choice.value), "" if choice.label == to_key(choice.value) else label
        if choice.why_not:
            return f"[quiet]{number}{label}  not now: {escape_quoted(choice.why_not)}[/]"
        note = f"  [quiet]{escape_quoted(choice.note)}[/]" if choice.note else ""
        return f"[head]{number}[/]{label}{note}"
