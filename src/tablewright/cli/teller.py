"""Telling a person what happened and how things stand."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.view import Panel
from tablewright.table import Item, Table
from tablewright.table.table import LOGGED

from .draw import faces, sheets


class Teller:
    """Shows a table to one pair of eyes, each item once."""

    def __init__(self, table: Table, out: Console) -> None:
        self.table, self.out = table, out
        self._told = table.standing.told
        self._shown: tuple[str, tuple[Panel, ...]] = ("", ())

    def sheet(self, seat: str, whole: bool = False) -> None:
        """What the seat sees; what is folded only by its title, unless the whole is asked for."""
        panels = self.table.view(seat)
        self._shown = (seat, panels)
        self.out.print(sheets([p for p in panels if whole or not p.folded], self.out))
        folded = [escape(p.title) for p in panels if p.folded]
        if folded and not whole:
            self.out.print(f"[quiet]Folded (sheet opens them): {', '.join(folded)}[/]")

    def changes(self, seat: str) -> None:
        """The panels that are not as they were when they were last shown."""
        panels = self.table.view(seat)
        whose, before = self._shown
        new = [p for p in panels if not p.folded and (whose != seat or p not in before)]
        self._shown = (seat, panels)
        if new:
            self.out.print(sheets(new, self.out))

    def log(self, seat: str) -> None:
        """Everything told so far that still holds."""
        for told in self.table.feed(seat):
            if not told.undone:
                self._item(told.item)

    def news(self, *seats: str) -> None:
        """What has been told to any of these since the last time."""
        news = {told.item.number: told.item for seat in seats for told in self.table.feed(seat, self._told)}
        for _, item in sorted(news.items()):
            self._item(item)
        self._told = self.table.standing.told

    def _item(self, item: Item) -> None:
        cite = f" [cite]{item.cites}[/]" if item.cites else ""
        if item.kind == "roll":
            who = f"{escape(item.by)}: " if item.by else ""
            self.out.print(f"  {who}{escape(item.text)}  [head]{faces(item.faces, item.sides)}[/]")
        elif item.kind == "outcome":
            self.out.print(f"  [head]⇒ {escape(item.text)}[/]{cite}")
        elif item.kind == "given up":
            self.out.print(f"[bad]Given up: {escape(item.text)}[/]")
        elif item.kind == "said":
            self.out.print(f"  [quiet]{escape(item.by)}:[/] {escape(item.text)}")
        elif item.kind in LOGGED and item.kind != "choice":
            self.out.print(f"  {escape(item.text)}{cite}")
        elif item.kind not in ("acted", "choice"):
            self.out.print(f"  [quiet]{escape(item.text)}[/]")
