"""Cards and decks."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from tablewright.rules.widgets import CardWidget, DeckWidget
from tablewright.terminal.render.sanitize import escape_quoted

from .drawing import Drawing, shorten


class CardDrawing(Drawing[CardWidget]):
    """A card by its title, its state and its text."""

    def line(self, widget: CardWidget) -> str:
        state = f" [quiet]({escape_quoted(widget.state)})[/]" if widget.state else ""
        text = f": {escape_quoted(widget.text)}" if widget.text else ""
        return f"[head]{escape_quoted(widget.title)}[/]{state}{text}"

    def change(self, before: CardWidget | None, now: CardWidget) -> str:
        state = f" ({escape_quoted(now.state)})" if now.state else ""
        is_text_news = not now.state or (before is not None and before.state == now.state)
        text = f": {shorten(now.text)}" if now.text and is_text_news else ""
        return f"{escape_quoted(now.title)}{state}{text}"


class DeckDrawing(Drawing[DeckWidget]):
    """A deck by its number of cards, with those known and drawn below it."""

    def line(self, widget: DeckWidget) -> str:
        return f"{escape_quoted(widget.label)}: {widget.left} cards"

    def block(self, widget: DeckWidget) -> RenderableType:
        card = CardDrawing()
        known = (f"  · {card.line(one)}" for one in widget.known)
        drawn = (f"  drawn: {card.line(one)}" for one in widget.drawn)
        return Text.from_markup("\n".join([self.line(widget), *known, *drawn]))
