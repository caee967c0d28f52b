"""View words drawn for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel as Box
from rich.table import Table as Grid
from rich.text import Text as Plain

from tablewright.rules import widgets as v

from .sanitize import escape_quoted

PIPS = "⚀⚁⚂⚃⚄⚅"
NARROW = 40
"""Letters a panel needs to be read with ease."""
WIDE = 76
"""Letters beyond which a line is hard to follow."""
KINDS = {"plain": "", "good": "good", "bad": "bad", "quiet": "quiet"}


def faces(shown: Iterable[int], sides: int) -> str:
    """Dice as they lie: pips for six sides, numbers for the rest."""
    return " ".join(f"{PIPS[f - 1]} {f}" if sides == 6 else f"[{f}]" for f in shown).replace("[", "\\[")


def sheets(panels: Iterable[v.Panel], out: Console) -> RenderableType:
    """Panels in as many columns as fit, each put where there is most room."""
    boxes = [panel(p) for p in panels]
    count = max(1, min(len(boxes), out.width // NARROW))
    width = out.width // count if count > 1 else min(out.width, WIDE)
    columns: list[list[Box]] = [[] for _ in range(count)]
    heights = [0] * count
    for box in boxes:
        shortest = heights.index(min(heights))
        columns[shortest].append(box)
        heights[shortest] += len(out.render_lines(box, out.options.update(width=width)))
    grid = Grid.grid()
    for _ in columns:
        grid.add_column(width=width)
    grid.add_row(*(Group(*column) for column in columns))
    return grid


def panel(p: v.Panel) -> Box:
    return Box(
        Group(*(word(w) for w in p.words)),
        title=escape_quoted(p.title),
        subtitle=escape_quoted(p.note),
        title_align="left",
    )


def word(w: v.AnyWidget) -> RenderableType:
    """One view word."""
    match w:
        case v.Panel():
            return panel(w)
        case v.TableWidget():
            return _grid(w)
        case v.DeckWidget():
            cards = [*(f"  · {_card(c)}" for c in w.known), *(f"  drawn: {_card(c)}" for c in w.drawn)]
            return Plain.from_markup("\n".join([f"{escape_quoted(w.label)}: {w.left} cards", *cards]))
        case _:
            return Plain.from_markup(line(w))


def line(w: v.AnyWidget) -> str:
    """A word on one line of markup."""
    match w:
        case v.TextWidget():
            style, text = KINDS[w.kind], escape(w.text)
            return f"[{style}]{text}[/]" if style else text
        case v.FieldWidget():
            return f"{escape_quoted(w.label)}: [head]{escape_quoted(w.value)}[/]"
        case v.TrackWidget():
            marks = "  ".join(f"{at}:{escape_quoted(text)}" for at, text in w.marks)
            shown = pips(w.value, w.least, w.most) if w.most - w.least <= 20 else ""
            far = f"{w.value}/{w.most}" if not w.least else f"{w.value} ({w.least} to {w.most})"
            return f"{escape_quoted(w.label)} [head]{shown}[/] [quiet]{far}{f'  {marks}' if marks else ''}[/]"
        case v.RulerWidget():
            return ruler(w)
        case v.TokenWidget():
            note = f" [quiet]{escape_quoted(w.note)}[/]" if w.note else ""
            return f"{'[good]◆[/]' if w.on else '[quiet]◇[/]'} {escape_quoted(w.label)}{note}"
        case v.PoolWidget():
            why = f" [quiet]({escape_quoted(v.format_reasons(w.reasons))})[/]" if w.reasons else ""
            shown = f"  {faces(w.faces, w.sides)}" if w.faces else ""
            return f"{escape_quoted(w.label)}: [head]{w.dice}d{w.sides}[/]{why}{shown}"
        case v.ClockWidget():
            full = "▰" * w.filled + "▱" * (w.size - w.filled)
            kind = f" [quiet]{escape_quoted(w.kind)}[/]" if w.kind else ""
            note = f" [quiet]→ {escape_quoted(w.note)}[/]" if w.note else ""
            return f"{escape_quoted(w.label)} [head]{full}[/]{kind}{note}"
        case v.CardWidget():
            return _card(w)
        case v.TurnOrderWidget():
            names = [
                f"[head]▶ {escape_quoted(n)}[/]" if i == w.turn else escape_quoted(n) for i, n in enumerate(w.names)
            ]
            turn = f" [quiet]round {w.round}[/]" if w.round else ""
            return f"{escape_quoted(w.label)}: {' → '.join(names)}{turn}"
    return ""


def ruler(w: v.RulerWidget) -> str:
    """A row of numbers with its lines, the die standing on its place; below it what the stretches mean."""
    die = PIPS[w.face - 1] if 1 <= w.face <= len(PIPS) else "▸"
    rows = [" ".join(f"[head]{die}{n}[/]" if n == w.at else str(n) for n in some) for some in v.ruler_zones(w)]
    zones = f"\n[quiet]{' │ '.join(map(escape_quoted, w.zones))}[/]" if w.zones else ""
    return f"{escape_quoted(w.label)}  {' │ '.join(rows)}{zones}"


def pips(value: int, least: int, most: int) -> str:
    """A track's places, filled from nothing to its value; what lies below nothing stands before a bar."""
    above = "●" * max(0, min(value, most)) + "○" * max(0, most - max(0, value))
    below = "○" * max(0, min(0, value) - least) + "●" * -max(least, min(0, value))
    return f"{below}┃{above}" if least < 0 else above


def _card(c: v.CardWidget) -> str:
    state = f" [quiet]({escape_quoted(c.state)})[/]" if c.state else ""
    return f"[head]{escape_quoted(c.title)}[/]{state}{f': {escape_quoted(c.text)}' if c.text else ''}"


def _grid(t: v.TableWidget) -> RenderableType:
    grid = Grid(title=escape_quoted(t.label), title_justify="left", show_edge=False, pad_edge=False)
    for column in t.columns:
        grid.add_column(escape_quoted(column), overflow="fold")
    for row in t.rows:
        grid.add_row(*(escape_quoted(cell) for cell in row))
    return grid
