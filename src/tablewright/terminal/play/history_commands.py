"""Amends: taking back, doing again, setting by hand, consenting, and ending the session."""

from __future__ import annotations

from collections.abc import Callable

from tablewright.rules import Refused
from tablewright.rules.state import leaf_paths
from tablewright.table.lifecycle import verify_dice
from tablewright.terminal.render import escape_quoted

from .command import TypedCommand
from .prompt import PromptContext

#: What one takes back: the rest goes with it.
UNDOABLE_KINDS = frozenset(("acted", "edited", "handed"))
MAX_NAMED = 12


class HistoryCommands:
    """What changes the past, or what no rule would do. Where nobody is the master it takes everybody's consent."""

    def __init__(self, chair: PromptContext, tables: Callable[[], None] | None) -> None:
        self.chair, self.out, self.table, self.sitting = chair, chair.out, chair.table, chair.sitting
        self.commands = [
            TypedCommand("undo [ENTRY]", "take back the last action, or everything after an entry", self.undo, True),
            TypedCommand("redo [ENTRY]", "do again what was taken back", self.redo, True),
            TypedCommand("set PATH=VALUE", "override any value: the master's right, or by consent", self.set, True),
            TypedCommand("agree [ENTRY]", "to what somebody proposes, where there is no master", self.agree),
            TypedCommand("object [ENTRY]", "to it: then nothing is done", self.object),
            TypedCommand("close", "end the session for good and show the seed of its dice", self.close),
            TypedCommand("verify", "check every die, once the session is closed", self.verify),
        ]
        if tables is not None:
            self.commands.append(TypedCommand("tables", "the tables that are kept", lambda _: tables(), True))

    @property
    def me(self) -> str:
        return self.sitting.here.seat.id

    def undo(self, text: str) -> None:
        to = _entry(text)
        if to is not None:
            gone = self._deeds(to)
            if not gone:
                raise Refused(f"Nothing was done after entry {to}.")
            self.out.print(f"To take back: {'; '.join(gone[:MAX_NAMED])}{' …' if len(gone) > MAX_NAMED else ''}.")
            if not self.chair.yes(f"Take {'it' if len(gone) == 1 else f'all {len(gone)}'} back?"):
                return
        last = self._deeds(-1)[-1:] if to is None else []
        self.chair.by_consent(lambda: self.table.undo(self.me, to))
        for words in last if not self.table.proposals else []:
            self.out.print(f"  [quiet]Taken back: {words}.[/]")

    def redo(self, text: str) -> None:
        self.chair.by_consent(lambda: self.table.redo(self.me, _entry(text)))

    def _deeds(self, after: int) -> list[str]:
        """What was done after an entry and still holds, as far as it was told here."""
        told = [one.item for one in self.sitting.here.feed() if not one.undone and one.item.event > after]
        return [
            f"{escape_quoted(item.by)}: {escape_quoted(item.text)}"
            if item.kind == "acted"
            else escape_quoted(item.text.rstrip("."))
            for item in told
            if item.kind in UNDOABLE_KINDS
        ]

    def set(self, words: str) -> None:
        path, sep, value = words.partition("=")
        if not sep:
            some = ", ".join(leaf_paths(self.sitting.here.state)[:8])
            raise Refused(f"Say set PATH=VALUE. Paths are such as: {some}.")
        self.chair.by_consent(lambda: self.table.edit(self.me, path.strip(), value.strip()))

    def agree(self, text: str) -> None:
        self.chair.do(lambda: self.table.agree(self.me, self._proposed(text)))

    def object(self, text: str) -> None:
        self.chair.do(lambda: self.table.reject(self.me, self._proposed(text)))

    def _proposed(self, text: str) -> int:
        number = _entry(text)
        if number is None and not self.table.proposals:
            raise Refused("Nothing has been proposed.")
        return self.table.proposals[-1].number if number is None else number

    def close(self, _: str) -> None:
        if self.chair.yes("Nothing more can be done at a closed table. Close it?", usual=False):
            self.chair.by_consent(lambda: self.table.close(self.me))

    def verify(self, _: str) -> None:
        if not self.table.closed:
            raise Refused("The dice can be checked once the session is closed: close shows their seed.")
        seen = verify_dice(self.table.journal)
        if seen.wrong:
            raise Refused(" ".join(seen.wrong[:5]))
        by_hand = f" {seen.by_hand} throws were made by hand." if seen.by_hand else ""
        self.out.print(f"[good]Every die is the one the seed gives:[/] {seen.dice} in {seen.throws} throws.{by_hand}")


def _entry(text: str) -> int | None:
    if text and not text.isdigit():
        raise Refused(f"{text!r} is not the number of an entry.")
    return int(text) if text else None
