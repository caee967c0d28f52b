"""Somebody at a keyboard: lines typed into a session, and what was shown."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TypeAlias

from tablewright.catalog.installed import InstalledGame, load_declared_game
from tablewright.table import Table
from tablewright.terminal.play.loop import PlayLoop
from tablewright.terminal.render.console import make_console

Line: TypeAlias = str | type[BaseException]

TAVERN = load_declared_game("tests.example_games.tavern")
WIDE = 80


class Typed:
    """A session in which these lines were typed. An exception among them is what the keyboard raised."""

    def __init__(
        self,
        lines: Sequence[Line],
        *,
        box: InstalledGame = TAVERN,
        table: Table | None = None,
        seat: str = "",
        name: str = "",
        terminal: bool = False,
        height: int = 40,
        echo: bool = True,
    ) -> None:
        self.table = table or Table.open(box.game, seed="x")
        self.echo = echo
        """Whether what is typed is shown, as a terminal does."""
        self.file, self.lines, self.prompts = io.StringIO(), list(lines), list[str]()
        size = {"width": WIDE, "height": height, "file": self.file, "force_terminal": terminal}
        self.out = make_console(**size, color_system=None)
        self.session = PlayLoop(box, self.table, self.out, seat, name, self._line)
        self.session.converse()

    def _line(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.file.write(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if not isinstance(line, str):
            raise line
        self.file.write(f"{line}\n" if self.echo else "\n")
        return line

    @property
    def shown(self) -> str:
        return self.file.getvalue()

    @property
    def words(self) -> str:
        """The same with line breaks forgotten."""
        return " ".join(self.shown.split())

    def after(self, words: str) -> str:
        """What was shown after these words, with line breaks forgotten."""
        return self.words.partition(words)[2]
