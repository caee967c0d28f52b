"""Commands: what can be said between actions, and how help shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from tablewright.terminal.render import escape_quoted


class TypedCommand(NamedTuple):
    """`words` is how it is typed. `anywhere`: it works at every prompt, whatever is being asked."""

    words: str
    doc: str
    run: Callable[[str], None]
    anywhere: bool = False

    @property
    def name(self) -> str:
        return self.words.split()[0]


def by_name(commands: Iterable[TypedCommand]) -> dict[str, Callable[[str], None]]:
    return {command.name: command.run for command in commands}


def show_help(out: Console, parts: dict[str, list[TypedCommand]]) -> None:
    """Everything that can be typed, by what it is for."""
    grid = Grid(show_header=False, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for title, commands in parts.items():
        grid.add_row(f"[quiet]{title}[/]", "")
        for command in commands:
            grid.add_row(f"  [head]{escape_quoted(command.words)}[/]", escape_quoted(command.doc))
    out.print(grid)
