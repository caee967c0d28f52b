"""The chair: what one person at a keyboard has before them. The table, the screen, the seat, what they were told."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.console import Console

from tablewright.catalog import InstalledGame, to_game_error
from tablewright.rules import GameError, Refused
from tablewright.table import Table
from tablewright.terminal.render import escape_quoted

from .keyboard import GoBack, Interrupted, Keyboard, LeaveTable, TableChanged
from .local_seats import LocalSeats
from .narrator import Narrator

Command = Callable[[str], None]
Help = Callable[[], None]

BACK = ("back", "..")
LEAVE = ("quit", "exit")
HELP = ("?", "help")
CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H"
"""Screen, scrollback, and to the top."""


class PromptContext:
    """Whoever sits here is asked one thing at a time. Every prompt takes `back`, `?`, `quit`, and whatever looks or
    takes back, without losing what was said before.
    """

    def __init__(
        self,
        box: InstalledGame,
        table: Table,
        out: Console,
        seat: str = "",
        name: str = "",
        line: Callable[[str], str] = input,
    ) -> None:
        self.box, self.game, self.table, self.out, self.name = box, box.game, table, out, name
        self.keyboard = Keyboard(out, line)
        self.sitting = LocalSeats(table, seat)
        self.teller = Narrator(self.sitting, out)
        self.commands: dict[str, Command] = {}
        """What can be said between actions, by its first word."""
        self.aside: dict[str, Command] = {}
        """Those that work at every prompt."""

    def ask(self, prompt: str, help: Help, words: bool = False, answers: Collection[str] = ()) -> str:
        """What is answered. `words` is for free text: what else is meant there is said alone, or after a slash.

        `answers` are answers even if something else is called so. What was said aside may have changed the table:
        then it has to be asked anew.
        """
        entries = self.table.metadata.length
        while True:
            if self.table.metadata.length != entries:
                raise TableChanged
            text = self.keyboard.read(prompt)
            if text.casefold() in answers or not self.heard(text, help, words):
                return text

    def heard(self, text: str, help: Help, words: bool = False) -> bool:
        """Whether this was no answer but something said aside, which is done now."""
        slash = text.startswith("/")
        word, _, rest = text.removeprefix("/").partition(" ")
        if words and not slash and rest and not (word == "rules" and " " not in rest):
            return False
        if word in BACK and not rest:
            raise GoBack
        if word in LEAVE and not rest:
            raise LeaveTable
        if word in HELP and not rest:
            help()
        elif word in self.aside:
            self.try_to(lambda: self.aside[word](rest.strip()))
        elif slash:
            self.wrong(f"{text} is not something to be said here. ? says what is.")
        else:
            return False
        return True

    def yes(self, question: str, usual: bool = True) -> bool:
        """Yes or no; an empty line is what is usual, and `back` is no."""
        while True:
            try:
                text = self.ask(f"{question} [{'Y/n' if usual else 'y/N'}] ", self._yes_or_no).casefold()
            except GoBack:
                return False
            if text in ("", "y", "yes", "n", "no"):
                return text in ("y", "yes") or (usual and not text)
            self.wrong("y or n?")

    def _yes_or_no(self) -> None:
        self.out.print("[quiet]y or n; back is no, and nothing has changed.[/]")

    def do(self, what: Callable[[], object]) -> None:
        """Does something, and says what came of it."""
        what()
        self.teller.news()

    def by_consent(self, what: Callable[[], object]) -> None:
        """Does what takes everybody's consent, where there is no master; in all seats everybody gives it."""

        def proposed() -> None:
            what()
            self.sitting.consent()

        self.do(proposed)

    def try_to(self, what: Callable[[], object]) -> bool:
        """Whether it was done. What is refused, and what is wrong with the game, is said; then nothing has changed."""
        try:
            what()
        except Refused as refused:
            self.wrong(str(refused))
        except (LeaveTable, GoBack, Interrupted, TableChanged):
            raise
        except Exception as error:
            fault = to_game_error(error, self.box.path)
            if not fault.at and not isinstance(error, GameError):
                raise
            self.wrong(f"The game has a fault: {fault}")
        else:
            return True
        return False

    def wrong(self, words: str) -> None:
        self.out.print(f"[bad]{escape_quoted(words)}[/]")

    def pass_to(self, name: str) -> None:
        """The keyboard goes to somebody else: nothing of what was shown or typed is left."""
        self.wipe()
        if self.keyboard.read(f"The keyboard is for {name}. Press Enter when you have it. ") in LEAVE:
            raise LeaveTable

    def wipe(self) -> None:
        self.keyboard.forget()
        if self.out.is_terminal:
            self.out.file.write(CLEAR_SCREEN)
            self.out.file.flush()
