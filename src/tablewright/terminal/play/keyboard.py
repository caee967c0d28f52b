"""Reading what a person types, line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from rich.console import Console

from tablewright.terminal.render import escape_quoted, strip_controls

try:
    import readline
except ImportError:  # pragma: no cover  (a system without it edits lines its own way)
    readline = None  # type: ignore[assignment]


class LeaveTable(Exception):
    """The person has left the table."""


class GoBack(Exception):
    """The person wants to go one step back."""


class Interrupted(Exception):
    """The person has pressed Ctrl-C."""


class TableChanged(Exception):
    """The table is not what it was when this was asked."""


class Keyboard:
    """Lines from a person. The end of the input leaves the table; so does Ctrl-C twice in a row."""

    def __init__(self, out: Console, line: Callable[[str], str] = input) -> None:
        self.out, self.line = out, line
        self._stopped = False

    def read(self, prompt: str) -> str:
        try:
            text = self.line(" ".join(strip_controls(prompt).split("\n")))
        except EOFError:
            self.out.print()
            raise LeaveTable from None
        except KeyboardInterrupt:
            self.out.print()
            self.stop()
        self._stopped = False
        if self.line is input and not sys.stdin.isatty():
            self.out.print(escape_quoted(text))
        return text.strip()

    def stop(self) -> NoReturn:
        """Ctrl-C: out of what is being done, and the second time out of the door."""
        if self._stopped:
            raise LeaveTable
        self._stopped = True
        raise Interrupted

    def forget(self) -> None:
        """Whoever sits down next cannot call back what was typed."""
        if readline is not None:
            with suppress(AttributeError):  # not every kind of it can
                readline.clear_history()
