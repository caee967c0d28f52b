"""One sitting at a table: asks what is wanted, has it done, says what came of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from tablewright.kernel.action import Action
from tablewright.kernel.errors import Faulty, Refused, TooLarge, Unknown
from tablewright.kernel.state import paths
from tablewright.run.blame import blamed
from tablewright.run.odds import odds
from tablewright.run.question import Question
from tablewright.run.shelf import Boxed
from tablewright.table import Running, Table
from tablewright.table.telling import motion_words

from .answers import ask_choice, ask_dice, ask_text
from .forms import Form
from .odds import show_odds
from .parts import part
from .rules import show_rule
from .sitting import Sitting
from .teller import Teller

ODDS_BUDGET = 40_000
KIT_GROUPS = ("Clocks", "Decks", "Charts", "Notes", "Order", "Dice")

HELP = {
    "ACTION [name=value …]": "take an action, by name or number; what is missing is asked",
    "? ACTION [name=value …]": "its odds, without taking it",
    "sheet [SEAT]": "what a seat sees (an empty line shows your own)",
    "more": "all actions",
    "as SEAT": "sit in a seat; as all: in all of them",
    "undo [ENTRY], redo [ENTRY]": "take back the last action, or to any entry; and do it again",
    "set PATH=VALUE": "override any value: the game master's right, or by consent of all",
    "agree, object": "to what somebody proposes, where there is no game master",
    "log": "what was told so far",
    "rules WORD": "look up a rule by id or word",
    "forecast SCENARIO [POLICY]": "how it is likely to go on from here",
    "say TEXT": "into the log",
    "quit": "leave the table",
}


class Left(Exception):
    """The person has left the table."""


class Session:
    """A conversation between one keyboard and a table."""

    def __init__(self, box: Boxed, table: Table, out: Console, seat: str = "", name: str = "") -> None:
        self.box, self.game, self.table, self.out, self.name = box, box.game, table, out, name
        self.sitting = Sitting(table, seat)
        self.teller = Teller(table, out)
        self._listed: tuple[str, ...] = ()
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "sheet": lambda seat: self.teller.sheet(seat or self.eyes, whole=True),
            "log": lambda _: self.teller.log(self.eyes),
            "as": self._sit,
            "more": lambda _: self._list(self._actions(), all_of_them=True),
            "undo": lambda to: self._propose(lambda: self.table.undo(self.eyes, _entry(to))),
            "redo": lambda to: self._propose(lambda: self.table.redo(self.eyes, _entry(to))),
            "set": self._set,
            "agree": lambda _: self._do(lambda: self.table.agree(self.eyes, self._proposed())),
            "object": lambda _: self._do(lambda: self.table.object(self.eyes, self._proposed())),
            "rules": self._rules,
            "forecast": self._forecast,
            "say": lambda words: self._do(lambda: self.table.say(self.eyes, words)),
            "?": lambda words: self._act(words, only_odds=True),
            "quit": self._leave,
            "exit": self._leave,
            "q": self._leave,
        }

    @property
    def eyes(self) -> str:
        """Whose sheet is shown."""
        return self.sitting.eyes

    # the conversation

    def converse(self) -> None:
        """Until the person leaves."""
        seats = ", ".join(self.table.seats)
        self.out.print(f"[head]{self.game.title}[/] · seats: {seats} · type [head]help[/] any time")
        if self.table.seed:
            self.out.print(f"[quiet]The dice are committed to: {self.table.opened.commitment[:16]}…[/]")
        self.teller.sheet(self.eyes)
        try:
            while True:
                self._turn()
        except Left:
            where = f" The table is kept as {self.name}." if self.name else ""
            self.out.print(f"[quiet]Goodbye.{where}[/]")

    def _turn(self) -> None:
        asked = self.table.now.waiting() if self.sitting.everywhere else self.table.questions(self.eyes)
        if asked:
            self._question(*asked[0])
            return
        over = self.game.over(self.table.state)
        if over:
            self.out.print(f"[head]It is over: {escape(over)}.[/] [quiet]undo, or quit.[/]")
        for motion in self.table.motions:
            if self.eyes not in motion.agreed:
                what = f"{self.table.called(motion.seat)} proposes: {motion_words(motion.what)}"
                self.out.print(f"[head]{escape(what)}[/] [quiet]agree, or object.[/]")
        self._list(self._actions())
        self.command(self.read("> "))

    def read(self, prompt: str) -> str:
        """A line typed by the person."""
        try:
            text = input(prompt)
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            self.out.print(escape(text))
        return text.strip()

    def command(self, text: str) -> None:
        """One thing typed between actions; what cannot be done is said, and nothing has changed."""
        word, _, rest = text.partition(" ")
        with self.tried():
            if not word:
                self.teller.sheet(self.eyes)
            elif word in self.commands:
                self.commands[word](rest.strip())
            else:
                self._act(text)

    @contextmanager
    def tried(self) -> Iterator[None]:
        """What is refused, and what is wrong with the game, is said; what was wanted has not been done."""
        try:
            yield
        except (Refused, ValueError) as error:
            self.out.print(f"[bad]{escape(str(error))}[/]")
        except Left:
            raise
        except Exception as error:
            fault = blamed(error, self.box.path)
            if not fault.at and not isinstance(error, Faulty):
                raise
            self.out.print(f"[bad]The game has a fault: {escape(str(fault))}[/]")

    # acting

    def _actions(self) -> list[Action[Any]]:
        return self.sitting.actions()

    def _list(self, actions: list[Action[Any]], all_of_them: bool = False) -> None:
        """The actions by their groups. What has been listed already is not listed again until something changes."""
        names = tuple(a.name for a in actions)
        if names == self._listed and not all_of_them:
            return
        self._listed = names
        groups: dict[str, list[str]] = {}
        for i, action in enumerate(actions, 1):
            groups.setdefault(action.group, []).append(f"[head]{i}[/] {escape(action.title)}")
        hidden = 0
        for group, words in groups.items():
            if group in KIT_GROUPS and not all_of_them and len(groups) > 1:
                hidden += len(words)
            else:
                self.out.print(f"[quiet]{escape(group or 'Actions')}:[/] {'   '.join(words)}")
        if hidden:
            self.out.print(f"[quiet]more: {hidden} others, from the kit[/]")

    def _act(self, text: str, only_odds: bool = False) -> None:
        name, *words = shlex.split(text) or [""]
        actions = self._actions()
        known = [a for i, a in enumerate(actions, 1) if name in (str(i), a.name)]
        if not known and name not in {a.name for a in self.game.actions}:
            raise Unknown("action or command", name, [*(a.name for a in actions), *self.commands])
        action = known[0] if known else self.game.action(name)
        if not self.sitting.everywhere:
            self.game.may_take(self.table.seat(self.eyes), action)
        given: dict[str, Any] = {}
        for word in words:
            key, sep, value = word.partition("=")
            if not sep:
                raise Refused(f"{word!r} should be name=value.")
            given[key] = value
        names = self.game.names(self.table.state)
        seen = self.table.seen(self.sitting.doer(action))
        params = Form(self.out, self.read, seen, names).fill(action, given)
        seat = self.sitting.hand(action, params)
        rolls = self._show_odds(action, params, seat)
        if not only_odds and (not rolls or self._yes("Go ahead?")):
            self._do(lambda: self.table.act(seat, action.name, params))

    def _show_odds(self, action: Action[Any], params: dict[str, Any], seat: str) -> bool:
        """Shows the odds of an action that has some; whether it did."""
        who = self.table.seat(seat)
        try:
            found = odds(self.game, self.table.state, action, params, seat=who, budget=ODDS_BUDGET)
        except TooLarge:
            self.out.print("[quiet]Too much may happen here to count the odds.[/]")
            return False
        if len(found.outcomes) < 2:
            return False
        show_odds(self.out, found)
        return True

    def _yes(self, question: str) -> bool:
        return self.read(f"{question} [Y/n] ").casefold() in ("", "y", "yes")

    def _question(self, running: Running, q: Question) -> None:
        ask = {"choose": ask_choice, "write": ask_text}.get(q.kind, ask_dice)
        answer = ask(self, running, q)
        if answer is not None:
            with self.tried():
                self._do(answer)

    def aside(self, text: str, hint: str) -> None:
        """Commands and instant actions work while something is asked; anything else gets the hint."""
        word = text.partition(" ")[0]
        if word in self.commands or word in {a.name for a in self._actions()}:
            self.command(text)
        else:
            self.out.print(f"[bad]{hint}; help, undo and quit work too.[/]")

    def _do(self, what: Callable[[], Any]) -> None:
        what()
        self.teller.news(*self.sitting.readers)
        self.teller.changes(self.eyes)

    def _propose(self, what: Callable[[], Any]) -> None:
        """What takes everybody's consent, where there is no master."""

        def proposed() -> None:
            what()
            self.sitting.consent()

        self._do(proposed)

    def _proposed(self) -> int:
        if not self.table.motions:
            raise Refused("Nothing has been proposed.")
        return self.table.motions[-1].number

    # commands

    def _help(self, _: str) -> None:
        grid = Grid(show_header=False, box=None)
        for command, doc in HELP.items():
            grid.add_row(f"[head]{escape(command)}[/]", doc)
        self.out.print(grid)

    def _leave(self, _: str) -> None:
        raise Left

    def _sit(self, seat: str) -> None:
        self.sitting.take(seat)
        self.teller.sheet(self.eyes)

    def _set(self, words: str) -> None:
        path, sep, value = words.partition("=")
        if not sep:
            some = ", ".join(paths(self.table.state)[:8])
            raise Refused(f"Say set PATH=VALUE. Paths are such as: {some}.")
        self._propose(lambda: self.table.edit(self.eyes, path.strip(), value.strip()))

    def _rules(self, word: str) -> None:
        found = self.box.ledger.find(word) if word else ()
        if not found:
            raise Refused(f"No rule speaks of {word!r}." if word else "Say rules WORD, or rules ID.")
        for entry in found[:6]:
            show_rule(self.out, entry)
        if len(found) > 6:
            self.out.print(f"[quiet]… and {len(found) - 6} more.[/]")

    def _forecast(self, words: str) -> None:
        name, _, policy = words.partition(" ")
        if not name:
            can = ", ".join(s.name for s in self.game.scenarios if s.from_table)
            raise Refused(f"Forecast what? {can or 'This game has nothing to forecast.'}")
        part("lab").show_forecast(self.game, self.game.scenario(name), self.table.state, policy.strip() or None)


def _entry(text: str) -> int | None:
    if text and not text.isdigit():
        raise Refused(f"{text!r} is not the number of an entry.")
    return int(text) if text else None
