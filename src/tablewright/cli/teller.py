"""Telling a person what happened and how things stand."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.view import Panel
from tablewright.run.line import Line
from tablewright.table import Table

from .draw import faces, sheets


class Teller:
    """Shows a table to one pair of eyes, each line once."""

    def __init__(self, table: Table, out: Console) -> None:
        self.table, self.out = table, out
        self._told: dict[int, int] = {}
        self._shown: tuple[str, tuple[Panel, ...]] = ("", ())
        for number in table.line:
            for ended in table.moments[number].ended:
                self._told[ended.number] = len(ended.lines)

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
        """Everything told so far."""
        for line in self.table.log(seat):
            self._line(line, seat)

    def forget(self) -> None:
        """After an undo: what is told anew is new."""
        self._told = {n: k for n, k in self._told.items() if n in self.table.line}

    def news(self, since: int, seat: str) -> bool:
        """What is new since an entry; whether anything came to its end."""
        ended_some = False
        for number in range(since, len(self.table.journal)):
            moment = self.table.moments.get(number)
            if moment is None:
                continue
            for ended in moment.ended:
                ended_some = True
                self._new(ended.number, ended.lines, seat)
                if ended.why:
                    self.out.print(f"[bad]Given up: {escape(ended.why)}[/]")
            if moment.edit:
                ended_some = True
                self._line(moment.edit, seat)
        for running in self.table.now.running:
            self._new(running.number, running.progress.lines, seat)
        return ended_some

    def _new(self, number: int, lines: tuple[Line, ...], seat: str) -> None:
        for line in lines[self._told.get(number, 0) :]:
            self._line(line, seat)
        self._told[number] = len(lines)

    def _line(self, line: Line, seat: str) -> None:
        if not self.table.game.may_see(self.table.seat(seat), line.audience, self.table.state):
            return
        cite = f" [cite]{line.cites}[/]" if line.cites else ""
        if line.kind == "roll":
            by = self.table.game.call(self.table.state, line.by)
            who = f"{escape(by)}: " if by else ""
            self.out.print(f"  {who}{escape(line.text)}  [head]{faces(line.faces, line.sides)}[/]")
        elif line.kind == "outcome":
            self.out.print(f"  [head]⇒ {escape(line.text)}[/]{cite}")
        elif line.kind != "choice":
            self.out.print(f"  {escape(line.text)}{cite}")
