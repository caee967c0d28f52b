"""Telling a person what happened and how things stand: a story under its headline, and only what has changed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid

from tablewright.rules import Refused
from tablewright.rules.forms import FieldOption
from tablewright.rules.widgets import Panel, format_reasons
from tablewright.table import FeedItem, FeedItemView, SeatView
from tablewright.table.seat import join_or, match_label
from tablewright.terminal.render import describe_changes, escape_quoted, faces, sheets

from .local_seats import LocalSeats

MIN_ROOM = 8
"""Lines of a screen left for what is not the sheet."""
MAX_CHANGES = 8
INDENT = (0, 0, 0, 2)
#: What belongs to somebody's action, and of that, what stands in its headline.
PLAY_KINDS = frozenset(("acted", "tell", "roll", "choice", "draw", "outcome", "given up"))
HEADLINE_KINDS = frozenset(("acted", "outcome"))


class Narrator:
    """Shows a table to whoever sits here, each thing once."""

    def __init__(self, sitting: LocalSeats, out: Console) -> None:
        self.sitting, self.table, self.out = sitting, sitting.table, out
        self._told = self.table.metadata.feed_length
        self._whose, self._panels = "", tuple[Panel, ...]()
        self._heads: dict[int, str] = {}
        self._under = -1

    # how things stand

    def sheet(self) -> None:
        """As much of the sheet as there is room for; the rest by its titles."""
        here = self._look()
        panels = [panel for panel in here.sheet if not panel.folded]
        fits = panels
        if self.out.is_terminal:
            fits = panels[:1]
            while len(fits) < len(panels) and self._height(panels[: len(fits) + 1]) <= self.out.height - MIN_ROOM:
                fits = panels[: len(fits) + 1]
        if fits:
            self.out.print(sheets(fits, self.out))
        rest = [escape_quoted(panel.title) for panel in here.sheet if panel not in fits]
        if rest:
            self.out.print(f"[quiet]sheet NAME also shows: {', '.join(rest)}[/]")

    def _height(self, panels: list[Panel]) -> int:
        return len(self.out.render_lines(sheets(panels, self.out)))

    def whole(self, here: SeatView) -> None:
        """All that a seat sees."""
        self.out.print(sheets(here.sheet, self.out))

    def about(self, name: str) -> None:
        """A seat's whole sheet, or those panels of one's own that are called so or show who is called so."""
        here, found = self.sitting.here, self._panels_of(name)
        seats = [(FieldOption(seat.id), seat.title) for seat in self.table.seats.values()]
        if self.sitting.everywhere:
            exact = [p.value for p, title in seats if name.casefold() in (title.casefold(), p.value.casefold())]
            if exact or not found:
                self.whole(self.sitting.at(exact[0] if exact else match_label(name, seats, "").value))
                return
        if not found:
            there = ", ".join(panel.title for panel in here.sheet)
            raise Refused(f"Nothing on the sheet is called {name[:40]!r}. There is: {there}.")
        self.out.print(sheets(found, self.out))

    def _panels_of(self, name: str) -> list[Panel]:
        here, wish = self.sitting.here, name.casefold()
        called = [(panel, (panel.title, panel.of, here.names.get(panel.of, ""))) for panel in here.sheet]
        exact = [panel for panel, names in called if wish in (n.casefold() for n in names)]
        whose = {panel.of for panel in exact if panel.of}
        exact = [panel for panel in here.sheet if panel in exact or panel.of in whose]
        return exact or [
            panel for panel, names in called if any(_begins(wish, n) for n in names) and panel not in exact
        ]

    def changed(self) -> None:
        """What is not as it was when it was last shown, a line each."""
        whose, before = self._whose, self._panels
        here = self._look()
        if whose != here.seat.id:
            return
        found = list(describe_changes(before, here.sheet))
        for words in found[:MAX_CHANGES]:
            self.out.print(Padding(words, INDENT, expand=False))
        if len(found) > MAX_CHANGES:
            self.out.print(f"  [quiet]… and {len(found) - MAX_CHANGES} more: an empty line shows the sheet[/]")

    def _look(self) -> SeatView:
        here = self.sitting.here
        self._whose, self._panels = here.seat.id, here.sheet
        return here

    # what happened

    def news(self) -> None:
        """What has been told since the last time, as a story, and what has changed by it."""
        news = {t.item.number: t.item for seat in self.sitting.readers for t in self.sitting.at(seat).feed(self._told)}
        self._told = self.table.metadata.feed_length
        for of, items in groupby((item for _, item in sorted(news.items())), key=_story):
            self._tell(of, list(items))
        self.changed()

    def _tell(self, of: int, items: list[FeedItem]) -> None:
        """Items that belong together, under their headline if they have one."""
        if of >= 0:
            self._headline(of, items)
        for item in items:
            if item.kind not in HEADLINE_KINDS:
                self.out.print(Padding(item_line(item), INDENT, expand=False))

    def _headline(self, of: int, items: list[FeedItem]) -> None:
        head = next((_head(item) for item in items if item.kind == "acted"), "")
        if head or of not in self._heads:
            self._heads[of] = head or self._found(of)
        came = [item for item in items if item.kind == "outcome"]
        if head or came or of != self._under:
            what = f": {', '.join(escape_quoted(item.text) for item in came)}" if came else ""
            cites = "".join(f" [cite]{escape_quoted(item.cites)}[/]" for item in came if item.cites)
            self.out.print(f"[head]{self._heads[of]}{what}[/]{cites}")
        self._under = of

    def _found(self, of: int) -> str:
        """The headline of an action that was taken before anybody sat down here."""
        told = (one.item for one in self.sitting.here.feed())
        return next((_head(item) for item in told if item.event == of and item.kind == "acted"), "Meanwhile")

    def log(self, told: Iterable[FeedItemView]) -> None:
        """What was told, with the number of the entry that told it."""
        shown, grid = -1, Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="quiet")
        grid.add_column()
        for one in told:
            item = one.item
            number = "" if item.event == shown else str(item.event)
            shown = item.event
            words = f"[head]{_head(item)}[/]" if item.kind == "acted" else item_line(item)
            gone = "[quiet](undone)[/] " if one.undone else ""
            grid.add_row(number, Padding(gone + words, (0, 0, 0, 0 if item.kind == "acted" else 2)))
        self.out.print(grid)


def _story(item: FeedItem) -> int:
    return item.action_id if item.kind in PLAY_KINDS else -1


def _head(item: FeedItem) -> str:
    return f"{escape_quoted(item.by)}: {escape_quoted(item.text)}" if item.by else escape_quoted(item.text)


def item_line(item: FeedItem) -> str:
    """One thing told, as markup."""
    cite = f" [cite]{escape_quoted(item.cites)}[/]" if item.cites else ""
    text, who = escape_quoted(item.text), f"{escape_quoted(item.by)}: " if item.by else ""
    match item.kind:
        case "roll":
            hand = " [quiet](by hand)[/]" if item.hand else ""
            why = f" [quiet]({escape_quoted(format_reasons(item.reasons))})[/]" if item.reasons else ""
            against = f" [quiet]against {escape_quoted(item.against)}[/]" if item.against else ""
            return f"{who}{text}{why}  {_thrown(item)}{against}{hand}"
        case "outcome":
            return f"[head]⇒ {text}[/]{cite}"
        case "given up":
            return f"[bad]Given up: {text}[/]"
        case "said":
            to = f" to {escape_quoted(join_or(item.recipients, 'and'))}" if item.recipients else ""
            whisper = f" [quiet](whispers{to})[/]" if item.readers is not None else ""
            return f"[quiet]{escape_quoted(item.by)}[/]{whisper}[quiet]:[/] {text}"
        case "choice":
            return f"{who}{text}{cite}"
        case "tell" | "draw":
            return f"{text}{cite}"
    return f"[quiet]{text}[/]"


def _thrown(item: FeedItem) -> str:
    """The dice; where only some of them counted, the others stand back."""
    if not item.counted:
        return f"[head]{faces(item.faces, item.sides)}[/]"
    shown = zip(item.faces, item.counted, strict=True)
    return " ".join(f"[{'head' if yes else 'quiet'}]{faces((face,), item.sides)}[/]" for face, yes in shown)


def _begins(wish: str, name: str) -> bool:
    words = name.casefold().split()
    return any(" ".join(words[i:]).startswith(wish) for i in range(len(words)))
