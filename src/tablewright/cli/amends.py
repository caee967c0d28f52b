"""Amends: taking back, doing again, setting by hand, consenting, and ending the session."""

from __future__ import annotations

from collections.abc import Callable

from tablewright.kernel.errors import Refused
from tablewright.kernel.state import paths
from tablewright.table.verify import verify

from .chair import Chair
from .clean import said
from .command import Command

#: What one takes back: the rest goes with it.
DEEDS = frozenset(("acted", "edited", "handed"))
MOST_NAMED = 12


class Amends:
    """What changes the past, or what no rule would do. Where nobody is the master it takes everybody's consent."""

    def __init__(self, chair: Chair, tables: Callable[[], None] | None) -> None:
        self.chair, self.out, self.table, self.sitting = chair, chair.out, chair.table, chair.sitting
        self.commands = [
            Command("undo [ENTRY]", "take back the last action, or everything after an entry", self.undo, True),
            Command("redo [ENTRY]", "do again what was taken back", self.redo, True),
            Command("set PATH=VALUE", "override any value: the master's right, or by consent", self.set, True),
            Command("agree [ENTRY]", "to what somebody proposes, where there is no master", self.agree),
            Command("object [ENTRY]", "to it: then nothing is done", self.object),
            Command("close", "end the session for good and show the seed of its dice", self.close),
            Command("verify", "check every die, once the session is closed", self.verify),
        ]
        if tables is not None:
            self.commands.append(Command("tables", "the tables that are kept", lambda _: tables(), True))

    @property
    def me(self) -> str:
        return self.sitting.here.seat.id

    def undo(self, text: str) -> None:
        to = _entry(text)
        if to is not None:
            gone = self._deeds(to)
            if not gone:
                raise Refused(f"Nothing was done after entry {to}.")
            self.out.print(f"To take back: {'; '.join(gone[:MOST_NAMED])}{' …' if len(gone) > MOST_NAMED else ''}.")
            if not self.chair.yes(f"Take {'it' if len(gone) == 1 else f'all {len(gone)}'} back?"):
                return
        self.chair.by_consent(lambda: self.table.undo(self.me, to))

    def redo(self, text: str) -> None:
        self.chair.by_consent(lambda: self.table.redo(self.me, _entry(text)))

    def _deeds(self, after: int) -> list[str]:
        """What was done after an entry and still holds, as far as it was told here."""
        told = [one.item for one in self.sitting.here.feed() if not one.undone and one.item.entry > after]
        return [
            f"{said(item.by)}: {said(item.text)}" if item.kind == "acted" else said(item.text.rstrip("."))
            for item in told
            if item.kind in DEEDS
        ]

    def set(self, words: str) -> None:
        path, sep, value = words.partition("=")
        if not sep:
            some = ", ".join(paths(self.sitting.here.seen)[:8])
            raise Refused(f"Say set PATH=VALUE. Paths are such as: {some}.")
        self.chair.by_consent(lambda: self.table.edit(self.me, path.strip(), value.strip()))

    def agree(self, text: str) -> None:
        self.chair.do(lambda: self.table.agree(self.me, self._proposed(text)))

    def object(self, text: str) -> None:
        self.chair.do(lambda: self.table.object(self.me, self._proposed(text)))

    def _proposed(self, text: str) -> int:
        number = _entry(text)
        if number is None and not self.table.motions:
            raise Refused("Nothing has been proposed.")
        return self.table.motions[-1].number if number is None else number

    def close(self, _: str) -> None:
        if self.chair.yes("Nothing more can be done at a closed table. Close it?", usual=False):
            self.chair.by_consent(lambda: self.table.close(self.me))

    def verify(self, _: str) -> None:
        if not self.table.closed:
            raise Refused("The dice can be checked once the session is closed: close shows their seed.")
        seen = verify(self.table.journal)
        if seen.wrong:
            raise Refused(" ".join(seen.wrong[:5]))
        by_hand = f" {seen.by_hand} throws were made by hand." if seen.by_hand else ""
        self.out.print(f"[good]Every die is the one the seed gives:[/] {seen.dice} in {seen.throws} throws.{by_hand}")


def _entry(text: str) -> int | None:
    if text and not text.isdigit():
        raise Refused(f"{text!r} is not the number of an entry.")
    return int(text) if text else None
