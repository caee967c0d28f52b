"""One sitting at a table: says what the moment calls for, asks what is wanted, has it done."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from rich.console import Console

from tablewright.catalog import InstalledGame
from tablewright.rules import Refused
from tablewright.rules.widgets import Offer
from tablewright.table import Table
from tablewright.table.core import describe_proposal
from tablewright.table.seat import MAX_SUGGESTIONS
from tablewright.terminal.render import escape_quoted, print_columns

from .action_match import (
    AmbiguousAction,
    MatchedAction,
    actions_mentioning,
    match_action,
    number_offers,
    starts_with_title,
)
from .answer import AnswerCommands
from .command import TypedCommand, by_name, show_help
from .form import ActionForm
from .guide import GuideWalk
from .history_commands import HistoryCommands
from .keyboard import GoBack, Interrupted, LeaveTable, TableChanged
from .lookup_commands import LookupCommands
from .prompt import PromptContext
from .seat_commands import SeatCommands


class PlayLoop:
    """A conversation between one keyboard and a table."""

    def __init__(
        self,
        box: InstalledGame,
        table: Table,
        out: Console,
        seat: str = "",
        name: str = "",
        line: Callable[[str], str] = input,
        tables: Callable[[], None] | None = None,
    ) -> None:
        self.table, self.game, self.out = table, box.game, out
        self.chair = PromptContext(box, table, out, seat, name, line)
        self.sitting = self.chair.sitting
        self.answers = AnswerCommands(self.chair, self._instantly)
        self.looking = LookupCommands(self.chair, self._wish)
        self.people = SeatCommands(self.chair)
        self.parts = {
            "Doing": [
                TypedCommand("ACTION [name=value …]", "take an action, by name, beginning or number", self._act),
                TypedCommand("? ACTION [name=value …]", "its odds, without taking it", self._look),
                TypedCommand("help", "this; ? at any other prompt says what is meant there", self._help),
                TypedCommand("answer NUMBER", "take up another of several open questions", self.answers.pick),
                *GuideWalk(self.chair, self.answers).commands,
            ],
            "Looking": self.looking.commands,
            "People": self.people.commands,
            "Amends": HistoryCommands(self.chair, tables).commands,
            "Leaving": [TypedCommand("quit", "the table is kept; Ctrl-C twice leaves too", _leave, True)],
        }
        commands = [command for part in self.parts.values() for command in part if command.name != "ACTION"]
        self.chair.commands = by_name(commands) | {"q": _leave, "exit": _leave, "back": _nowhere}
        self.chair.aside = by_name(command for command in commands if command.anywhere)
        self._offered: tuple[tuple[str, Offer], ...] = ()
        self._shown = ""

    def converse(self) -> None:
        """Until the person leaves."""
        seats = ", ".join(escape_quoted(seat.title) for seat in self.table.seats.values())
        self.out.print(f"[head]{escape_quoted(self.game.title)}[/] · seats: {seats} · type [head]help[/] any time")
        if self.table.seed and not self.table.closed:
            self.out.print(f"[quiet]The dice are committed to: {self.table.metadata.commitment[:16]}…[/]")
        if self.table.read_only:
            self.chair.wrong(self.table.read_only)
        self.chair.teller.sheet()
        with suppress(LeaveTable):
            while True:
                self._turn_or_stop()
        kept = f" The table is kept as {escape_quoted(self.chair.name)}." if self.chair.name else ""
        self.out.print(f"[quiet]Goodbye.{kept}[/]")

    def _turn_or_stop(self) -> None:
        try:
            try:
                self._turn()
            except KeyboardInterrupt:  # while something was being counted
                self.chair.keyboard.stop()
        except Interrupted:
            kept = "; the table is kept" if self.chair.name else ""
            self.out.print(f"[quiet]Left as it was. Ctrl-C again leaves{kept}.[/]")

    def _turn(self) -> None:
        if self.answers.open and self.chair.try_to(self.answers.turn):
            return
        self.answers.waiting()
        self._say_over()
        self._offer()
        prompt = "> " if self.sitting.everywhere else f"{self.sitting.here.seat.title}> "
        text = self.chair.keyboard.read(prompt)
        with suppress(GoBack, TableChanged):
            self.chair.try_to(lambda: self.command(text))

    def _say_over(self) -> None:
        here = self.sitting.here
        over = None if here.is_unreadable else self.game.ending(here.state)
        if over:
            self.out.print(f"[head]It is over: {escape_quoted(over.rstrip('.'))}.[/] [quiet]undo, or quit.[/]")
        for motion in self.table.proposals:
            if self.sitting.here.seat.id not in motion.agreed:
                what = f"{self.table.display_names(motion.seat)} proposes: {describe_proposal(motion.what)}"
                number = f" {motion.number}" if len(self.table.proposals) > 1 else ""
                self.out.print(f"[head]{escape_quoted(what)}[/] [quiet]agree{number}, or object{number}.[/]")

    def command(self, text: str) -> None:
        """One thing typed between actions."""
        word, _, rest = text.removeprefix("/").partition(" ")
        if not word and self.sitting.asked:
            self.people.sit(self.table.seat(self.sitting.asked).id)
        elif not word:
            self.chair.teller.sheet()
            self._shown = ""
        elif word in self.chair.commands and not starts_with_title(text, self.sitting.actions):
            self.chair.commands[word](rest.strip())
        else:
            self._act(text)

    # acting

    def _offer(self) -> None:
        """What the moment calls for; where it calls for nothing from anybody, what is possible.

        What has been shown already is not shown again until it changes.
        """
        actions = self.sitting.actions
        possible = [doable for doable in actions if not doable.why_not]
        offers = self.sitting.foremost
        if not offers and not any(self.sitting.at(seat).suggestions for seat in self.table.seats):
            offers = tuple(Offer(d.name, {}, d.title) for d in possible[:MAX_SUGGESTIONS])
        self._offered = tuple(number_offers(offers, actions))
        words = [f"[head]{number}[/] {escape_quoted(offer.title)}" for number, offer in self._offered]
        shown = "   ".join(words)
        if shown != self._shown:
            others = len(possible) - len({offer.action for offer in offers})
            print_columns(self.out, [*words, *([f"[quiet]more ({others})[/]"] if others > 0 else [])], indent=0)
        self._shown = shown

    def _wish(self, text: str) -> MatchedAction:
        return match_action(text, self.sitting.actions, self._offered)

    def _act(self, text: str, only_odds: bool = False) -> None:
        if self.table.read_only:
            raise Refused(self.table.read_only)
        try:
            wish = self._wish(text)
        except AmbiguousAction as several:
            self.looking.found(text, several.found)
            raise
        except Refused:
            found = actions_mentioning(text, self.sitting.actions) if len(text) > 2 and not text.isdigit() else []
            if not found:
                raise
            self.looking.found(text, found)
            return
        if wish.doable.why_not:
            raise Refused(f"{wish.doable.title}: {wish.doable.why_not}")
        with suppress(GoBack):
            ActionForm(self.chair, wish.doable.name, wish.params).take(wish.rest, only_odds)

    def _look(self, text: str) -> None:
        if text:
            self._act(text, only_odds=True)
        else:
            self._help()

    def _instantly(self, text: str) -> bool:
        """While something is asked: a command, or an action that need not wait. Whether it was one."""
        word, _, rest = text.removeprefix("/").partition(" ")
        if word in self.chair.commands:
            self.chair.try_to(lambda: self.chair.commands[word](rest.strip()))
            return True
        try:
            wish = match_action(text, [doable for doable in self.sitting.actions if doable.instant], ())
        except Refused:
            return False
        self.chair.try_to(lambda: self._act(f"{wish.doable.name} {wish.rest}"))
        return True

    def _help(self, _: str = "") -> None:
        show_help(self.out, self.parts)


def _leave(_: str = "") -> None:
    raise LeaveTable


def _nowhere(_: str = "") -> None:
    raise Refused("There is nothing to go back from; undo takes back the last action.")
