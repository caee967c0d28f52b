"""Answering what the table asks: choices with what each would come to, words, and dice typed in by hand."""

from __future__ import annotations

from collections.abc import Callable

from rich.table import Table as Grid

from tablewright.catalog import author_line
from tablewright.engine import ANSWERED_BY_PEOPLE
from tablewright.rules import GameError, Refused
from tablewright.table import SeatView
from tablewright.table.odds import Advice
from tablewright.table.seat import SeatPrompt, describe_waiting_for
from tablewright.terminal.render import escape_quoted, odds_line, print_columns

from .keyboard import GoBack, TableChanged
from .prompt import PromptContext

MAX_INSTANT = 6


class AnswerCommands:
    """The open questions, one of them at hand. `otherwise` does what is no answer, if it means anything."""

    def __init__(self, chair: PromptContext, otherwise: Callable[[str], bool]) -> None:
        self.chair, self.out, self.sitting = chair, chair.out, chair.sitting
        self.otherwise = otherwise
        self._wanted: tuple[int, str] = (-1, "")
        self._listed: tuple[SeatPrompt, ...] = ()

    @property
    def open(self) -> tuple[SeatPrompt, ...]:
        """Those that can be answered from here; what was begun last comes first, for the rest may hang on it."""
        return tuple(sorted((ask for ask in self.sitting.asks if ask.is_mine), key=lambda ask: -ask.action_id))

    def pick(self, text: str) -> None:
        """`answer 2`: takes up the second of several."""
        if not text.isdigit() or not 1 <= int(text) <= len(self.open):
            raise Refused(f"Say answer and a number from 1 to {len(self.open)}." if self.open else "Nothing is asked.")
        self._wanted = self.open[int(text) - 1].place

    def turn(self) -> None:
        """Shows what is asked and takes one answer."""
        asks = self.open
        ask = next((a for a in asks if a.place == self._wanted), asks[0])
        if len(asks) > 1 and asks != self._listed:
            self._list(asks)
        self._listed = asks
        self._ask(self.sitting.answerer(ask), ask)

    def waiting(self) -> None:
        """Whom the table waits for, if for nobody here."""
        words = describe_waiting_for(self.sitting.asks)
        if words:
            next_one = self.sitting.asked
            passes = f" Enter passes the keyboard to {self.chair.table.seat(next_one).title}." if next_one else ""
            self.out.print(f"[quiet]{escape_quoted(f'{words[0].upper()}{words[1:]}.{passes}')}[/]")

    def _list(self, asks: tuple[SeatPrompt, ...]) -> None:
        self.out.print(f"[head]{len(asks)} questions are open[/] [quiet](answer NUMBER takes one up)[/]")
        for number, ask in enumerate(asks, 1):
            self.out.print(
                f"  [head]{number}[/] {_whom(ask)}: {escape_quoted(ask.question)} [quiet]{escape_quoted(ask.action)}[/]"
            )

    def _ask(self, here: SeatView, ask: SeatPrompt) -> None:
        self._show(here, ask, self._counsel(here, ask))
        prompt = {"choose": "? ", "write": "? "}.get(ask.kind, "! ")
        try:
            text = self.chair.ask(prompt, lambda: self._help(ask), ask.kind == "write", _names(ask))
        except TableChanged:
            return
        except GoBack:
            self._give_up(here, ask)
            return
        if text:
            self._answer(here, ask, text)

    def _counsel(self, here: SeatView, ask: SeatPrompt) -> Advice:
        try:
            return here.advice(ask.action_id, ask.path) if ask.kind == "choose" else Advice({})
        except Exception as error:  # a fault of the game is said when it is met
            if not author_line(self.chair.box.path, error) and not isinstance(error, Refused | GameError):
                raise
            return Advice({})

    def _answer(self, here: SeatView, ask: SeatPrompt, text: str) -> None:
        if ask.kind not in ANSWERED_BY_PEOPLE:
            self._dice(here, ask, text)
            return
        try:
            key = self._key(ask, text)
        except Refused as refused:
            if not self.otherwise(text):
                self.chair.wrong(str(refused))
            return
        self.chair.try_to(lambda: self._told(here, ask, lambda: here.answer(key, ask.action_id, ask.path)))

    def _dice(self, here: SeatView, ask: SeatPrompt, text: str) -> None:
        n, numbers = ask.dice or ask.cards, text.replace(",", " ").split()
        if n and not all(word.isdigit() for word in numbers):
            if not self.otherwise(text):
                self.chair.wrong(f"Type {n} numbers from 1 to {ask.sides}; ?, undo and quit work too.")
            return
        faces, roll = [int(word) for word in numbers], self.chair.table.roll
        self.chair.try_to(lambda: self._told(here, ask, lambda: roll(here.seat.id, ask.action_id, ask.path, faces)))

    def _told(self, here: SeatView, ask: SeatPrompt, answer: Callable[[], object]) -> None:
        """Answers, and tells what came of it. What one of several answered in secret is not left on the screen."""

        def answered() -> None:
            answer()
            if ask.secret and not self.sitting.everywhere:
                self.chair.wipe()

        self.sitting.turned(here.seat.id)
        self.chair.do(answered)

    def _key(self, ask: SeatPrompt, text: str) -> str:
        if ask.kind == "choose" and text.isdigit() and text not in _names(ask) and 1 <= int(text) <= len(ask.options):
            return ask.options[int(text) - 1].key
        return ask.key(text)

    def _give_up(self, here: SeatView, ask: SeatPrompt) -> None:
        """`back` from a question is back from the action that asks it."""
        if self.chair.yes(f"Give up {ask.action}?", usual=False):
            seat = (self.sitting.here if self.sitting.here.viewer.master else here).seat.id
            self.chair.try_to(lambda: self.chair.do(lambda: self.chair.table.withdraw(seat, ask.action_id)))

    # what is shown

    def _show(self, here: SeatView, ask: SeatPrompt, counsel: Advice) -> None:
        cites = f" [cite]{escape_quoted(ask.cites)}[/]" if ask.cites else ""
        answered = f" [quiet](answered: {', '.join(map(escape_quoted, ask.answered))})[/]" if ask.answered else ""
        self.out.print(
            f"[head]{_whom(ask)}[/]: {escape_quoted(ask.question)}{self._wanted_words(ask)}{cites}{answered}"
        )
        told = self._told_apart(here, counsel)
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(justify="right", min_width=3, style="head")
        for number, option in enumerate(ask.options, 1):
            star = " [good]★[/]" if option.key == counsel.best else ""
            words = f"  [quiet]→ {told[option.key]}[/]" if told.get(option.key) else ""
            grid.add_row(str(number), f"{escape_quoted(option.label)}{star}{words}")
        if ask.options:
            self.out.print(grid)
        if told and counsel.assumed:
            self.out.print(f"[quiet]Taken for granted: {'; '.join(map(escape_quoted, counsel.assumed))}.[/]")
        if counsel.note:
            self.out.print(f"[quiet]{escape_quoted(counsel.note)}[/]")
        self._beside()

    def _wanted_words(self, ask: SeatPrompt) -> str:
        match ask.kind:
            case "write":
                return f" [quiet](in your own words, at most {ask.most} letters)[/]"
            case "roll" | "draw":
                n = ask.dice or ask.cards
                what = f"{n}d{ask.sides}" if ask.kind == "roll" else f"{n} of {ask.sides} cards"
                such = " ".join(str(1 + i % ask.sides) for i in range(n))
                return f", {what}. Type what fell, such as {such}."
        return ""

    def _told_apart(self, here: SeatView, counsel: Advice) -> dict[str, str]:
        """What each option would come to, as far as they differ."""
        groups = len({found.groups for found in counsel.options.values()}) > 1
        every = [{*found.changes, *found.costs} for found in counsel.options.values()]
        same = set.intersection(*every) if every else set()
        words = {key: odds_line(found, here.names, groups, but=same) for key, found in counsel.options.items()}
        return words if len(set(words.values())) > 1 else {}

    def _beside(self) -> None:
        """What can be done before it is answered."""
        instant = [d for d in self.sitting.actions if d.instant and not d.why_not]
        called = {offer.action for offer in self.sitting.foremost}
        shown = [d for d in instant if d.name in called][:MAX_INSTANT]
        if shown:
            print_columns(self.out, [escape_quoted(d.title) for d in shown], first="[quiet]or, any time:[/] ")

    def _help(self, ask: SeatPrompt) -> None:
        out, ledger = self.out, self.chair.box.ledger
        out.print(f"[head]{escape_quoted(ask.action)}[/] asks {_whom(ask)}: {escape_quoted(ask.question)}")
        how = {
            "choose": "Answer by number, name or a beginning. The star is best for whoever is asked.",
            "write": "Answer in your own words; what else is meant is said alone, or after a slash: /rules WORD.",
        }
        out.print(f"[quiet]{how.get(ask.kind, 'Type what the dice or cards show, with spaces.')}[/]")
        for id in ask.cites.split():
            for entry in ledger.find(id)[:1]:
                out.print(f"[cite]{escape_quoted(entry.id)}[/] {escape_quoted(entry.text)}")
        out.print("[quiet]back gives the action up; undo, rules WORD, sheet, log and instant actions work here.[/]")


def _whom(ask: SeatPrompt) -> str:
    return ", ".join(map(escape_quoted, ask.asked)) or "anyone"


def _names(ask: SeatPrompt) -> frozenset[str]:
    return frozenset(name.casefold() for option in ask.options for name in (option.label, option.key))
