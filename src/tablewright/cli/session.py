"""One sitting at a table: shows what there is, asks what is wanted, says what came of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape

from tablewright.kernel.errors import Faulty, Refused, TooLarge, Unknown
from tablewright.kernel.params import Field, written
from tablewright.kernel.rule import Action
from tablewright.run.advice import advise
from tablewright.run.live import Line, Question
from tablewright.run.odds import maker, odds, side_of
from tablewright.run.shelf import Boxed
from tablewright.table import Running, Table
from tablewright.table.file import TableFile

from .draw import faces, sheets
from .odds import show_odds
from .out import percent

ALL = "all"
ODDS_BUDGET = 40_000
FEW = 14
"""As many actions as are listed without being asked for."""


class Left(Exception):
    """The person has left the table."""


class Session:
    """A conversation between one keyboard and a table."""

    file: TableFile | None = None

    def __init__(self, box: Boxed, table: Table, out: Console, seat: str = "") -> None:
        self.box, self.game, self.table, self.out = box, box.game, table, out
        if seat and seat != ALL:
            table.seat(seat)
        self.at = seat or ALL
        self._told: dict[int, int] = {}
        for line_number in table.line:
            for ended in table.moments[line_number].ended:
                self._told[ended.number] = len(ended.lines)

    # who

    @property
    def master(self) -> str:
        return next(s.id for s in self.table.seats.values() if self.game.is_master(s))

    @property
    def eyes(self) -> str:
        """Whose sheet is shown."""
        return self.master if self.at == ALL else self.at

    def hand(self, action: Action[Any], params: dict[str, Any]) -> str:
        """Which seat takes an action: the one sat in, or, in all of them, whoever it belongs to."""
        if self.at != ALL:
            return self.at
        cast = self.game.cast(self.table.state)
        for field in action.fields:
            who = params.get(field.name)
            if field.param.mine and isinstance(who, str) and cast.get(who) in self.table.seats:
                return cast[who]
        fits = [s.id for s in self.table.seats.values() if s.role in action.by]
        return fits[0] if fits else self.master

    # the conversation

    def greet(self) -> None:
        self.out.print(
            f"[head]{self.game.title}[/] · seats: {', '.join(self.table.seats)} · type [head]help[/] any time"
        )
        if self.table.seed:
            self.out.print(f"[quiet]The dice are committed to: {self.table.opened.commitment[:16]}…[/]")
        self.sheet()

    def converse(self) -> None:
        """Until the person leaves."""
        try:
            while True:
                self._turn()
        except Left:
            where = f" The table is kept in {self.file.path}." if self.file else ""
            self.out.print(f"[quiet]Goodbye.{where}[/]")

    def _turn(self) -> None:
        asked = self._asked()
        if asked:
            self._question(*asked[0])
            return
        over = self.game.over(self.table.state)
        if over:
            self.out.print(f"[head]It is over: {escape(over)}.[/] [quiet]undo, or quit.[/]")
        actions = self._actions()
        self._list(actions)
        self.command(self._input("> "), actions)

    def _asked(self) -> list[tuple[Running, Question]]:
        return self.table.now.waiting() if self.at == ALL else self.table.questions(self.at)

    def _input(self, prompt: str) -> str:
        try:
            text = input(prompt)
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            self.out.print(escape(text))
        return text.strip()

    def _actions(self) -> list[Action[Any]]:
        return self.table.legal(self.eyes)

    def _list(self, actions: list[Action[Any]], all_of_them: bool = False) -> None:
        own = [a for a in actions if not _is_kit(a)]
        shown = actions if all_of_them or len(own) == 0 else own[:FEW]
        words = "   ".join(f"[head]{actions.index(a) + 1}[/] {escape(a.title)}" for a in shown)
        hidden = len(actions) - len(shown)
        self.out.print(words + (f"   [quiet]more: {hidden} others[/]" if hidden else ""))

    def command(self, text: str, actions: list[Action[Any]]) -> None:
        """One thing typed between actions."""
        word, _, rest = text.partition(" ")
        own: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "sheet": self._sheet_of,
            "log": lambda _: self._log(),
            "as": self._sit,
            "more": lambda _: self._list(actions, True),
            "undo": lambda to: self._do(lambda: self.table.undo(self.eyes, int(to) if to else None), True),
            "redo": lambda to: self._do(lambda: self.table.redo(self.eyes, int(to) if to else None), True),
            "set": self._set,
            "rules": self._rules,
            "forecast": self._forecast,
            "say": lambda words: self._do(lambda: self.table.say(self.eyes, words)),
            "?": lambda words: self._act(words, actions, only_odds=True),
        }
        try:
            if word in ("quit", "exit", "q"):
                raise Left
            if not word:
                self.sheet()
            elif word in own:
                own[word](rest.strip())
            else:
                self._act(text, actions)
        except ValueError as error:
            self.out.print(f"[bad]{escape(str(error))}[/]")
        except (Refused, Faulty) as error:
            self.out.print(f"[bad]{escape(str(error))}[/]")

    # acting

    def _act(self, text: str, actions: list[Action[Any]], only_odds: bool = False) -> None:
        name, *words = shlex.split(text) or [""]
        known = [a for i, a in enumerate(actions, 1) if name in (str(i), a.name, a.title.casefold())]
        if not known and name not in {a.name for a in self.game.actions}:
            raise Unknown("action or command", name, [*(a.name for a in actions), "help", "undo", "quit"])
        action = known[0] if known else self.game.action(name)
        given: dict[str, Any] = {}
        for word in words:
            key, sep, value = word.partition("=")
            if not sep:
                raise Refused(f"{word!r} should be name=value, such as {_example(action)}.")
            given[key] = value
        params = self._form(action, given)
        seat = self.hand(action, params)
        rolls = self._show_odds(action, params, seat)
        if only_odds or (rolls and not self._yes("Go ahead?")):
            return
        self._do(lambda: self.table.act(seat, action.name, params))

    def _form(self, action: Action[Any], given: dict[str, Any]) -> dict[str, Any]:
        """Asks for what an action needs and was not given. An empty line takes the default."""
        params = dict(given)
        state = self.table.seen(self.eyes)
        if not set(given) <= {f.name for f in action.fields}:
            action.read(params, state)
        quick = bool(given) or not any(f.required for f in action.fields)
        for field in action.fields:
            if field.name in params or (quick and not field.required):
                continue
            value = self._field(field, state)
            if value is not None:
                params[field.name] = value
        return params

    def _field(self, field: Field, state: Any) -> str | None:
        choices = field.choices(state)
        if choices is not None and len(choices) == 1 and field.required and not field.many:
            return written(choices[0])
        hint = "" if field.required else f" [{written(field.default)}]"
        if choices is not None and len(choices) <= 30 and field.kind != "int":
            words = "  ".join(f"[head]{i}[/] {escape(written(c))}" for i, c in enumerate(choices, 1))
            self.out.print(f"  {escape(field.doc)}: {words}")
        else:
            self.out.print(f"  {escape(field.doc)}")
        while True:
            text = self._input(f"  {field.name}{hint}: ")
            if not text:
                if field.required and field.kind != "text":
                    continue
                return None if not field.required else ""
            if choices and text.isdigit() and field.kind != "int" and not field.many and 1 <= int(text) <= len(choices):
                text = written(choices[int(text) - 1])
            try:
                field.read(text, state)
                return text
            except Refused as refused:
                self.out.print(f"  [bad]{escape(str(refused))}[/]")

    def _show_odds(self, action: Action[Any], params: dict[str, Any], seat: str) -> bool:
        """Shows the odds of an action that has some; whether it did."""
        who = self.table.seat(seat)
        try:
            found = odds(self.game, self.table.state, action, params, seat=who, budget=ODDS_BUDGET)
        except TooLarge:
            self.out.print("[quiet]Too much happens here to count the odds.[/]")
            return False
        if len(found.outcomes) < 2:
            return False
        show_odds(self.out, found)
        return True

    def _yes(self, question: str) -> bool:
        return self._input(f"{question} [Y/n] ").casefold() in ("", "y", "yes", "j")

    def _do(self, what: Callable[[], Any], back: bool = False) -> None:
        before = len(self.table.journal)
        what()
        if self.file:
            self.file.save()
        if back:
            self._told = {n: k for n, k in self._told.items() if n in self.table.line}
            self.out.print("[quiet]The table is as it was.[/]")
            self.sheet()
        self._tell(before)

    # answering

    def _question(self, running: Running, q: Question) -> None:
        whom = ", ".join(q.by) or "anyone"
        if q.kind == "choose":
            self._choose(running, q, whom)
        else:
            self._throw_by_hand(running, q, whom)

    def _choose(self, running: Running, q: Question, whom: str) -> None:
        advice = self._advice(running, q)
        self.out.print(f"[head]{escape(whom)}[/]: {escape(q.question)}")
        for i, option in enumerate(q.options, 1):
            cost = f" [quiet]costs {option.cost}[/]" if option.cost else ""
            self.out.print(f"  [head]{i}[/] {escape(option.label)}{cost}{advice.get(option.key, '')}")
        text = self._input("? ")
        picked = [
            o.key
            for i, o in enumerate(q.options, 1)
            if text.casefold() in (str(i), o.key.casefold(), o.label.casefold())
        ]
        if not picked:
            self._aside(text, "Answer with a number or a word of the list")
            return
        seat = self._answerer(q)
        try:
            self._do(lambda: self.table.answer(seat, running.number, q.at, picked[0]))
        except Refused as refused:
            self.out.print(f"[bad]{escape(str(refused))}[/]")

    def _advice(self, running: Running, q: Question) -> dict[str, str]:
        """What each option would do to the odds, where that can still be said."""
        if running.progress.outcome is not None:
            return {}
        action, state = self.game.action(running.action), self.table.state
        params = action.read(running.params, state)
        whose = side_of(self.game, action, state, params, running.seat)
        make = maker(action, state, params, running.seat)
        try:
            found = advise(make, running.answers, q.at, whose)
        except (TooLarge, Faulty, Refused):
            return {}
        if all(len(o.outcomes) < 2 for o in found.values()) and len({str(o.outcomes) for o in found.values()}) < 2:
            return {}
        return {key: f"  [quiet]→ {_brief(o)}[/]" for key, o in found.items()}

    def _throw_by_hand(self, running: Running, q: Question, whom: str) -> None:
        what = f"{q.dice}d{q.sides}" if q.kind == "roll" else f"{q.cards} of {q.sides} cards"
        self.out.print(f"[head]{escape(whom)}[/]: {escape(q.question)}, {what}. Type what fell, such as {_fell(q)}.")
        text = self._input("! ")
        numbers = text.replace(",", " ").split()
        if not numbers or not all(n.isdigit() for n in numbers):
            self._aside(text, f"Type {q.dice or q.cards} numbers from 1 to {q.sides}")
            return
        try:
            self._do(lambda: self.table.roll(self._answerer(q), running.number, q.at, [int(n) for n in numbers]))
        except Refused as refused:
            self.out.print(f"[bad]{escape(str(refused))}[/]")

    def _aside(self, text: str, hint: str) -> None:
        """Commands still work while something is asked; anything else gets the hint."""
        word = text.partition(" ")[0]
        aside = ("help", "sheet", "log", "as", "undo", "redo", "set", "rules", "say", "quit", "exit", "q", "more")
        instant = {a.name for a in self._actions()}
        if word in aside or word in instant:
            self.command(text, self._actions())
        else:
            self.out.print(f"[bad]{hint}; help, undo and quit work too.[/]")

    def _answerer(self, q: Question) -> str:
        if self.at != ALL:
            return self.at
        state = self.table.state
        seats = [s for s in self.table.seats.values() if self.game.may_answer(s, q.by, state)]
        own = [s for s in seats if not self.game.is_master(s)]
        return (own or seats)[0].id

    # showing

    def sheet(self) -> None:
        self.out.print(sheets(self.table.view(self.eyes), self.out.width))

    def _sheet_of(self, seat: str) -> None:
        self.out.print(sheets(self.table.view(seat or self.eyes), self.out.width))

    def _tell(self, since: int) -> None:
        """What is new in the log, for whoever looks; then the sheet, if an action came to its end."""
        table, ended_some = self.table, False
        for number in range(since, len(table.journal)):
            moment = table.moments.get(number)
            for ended in moment.ended if moment else ():
                ended_some = True
                self._new(ended.number, ended.lines)
                if ended.why:
                    self.out.print(f"[bad]Given up: {escape(ended.why)}[/]")
            if moment and moment.edit:
                ended_some = True
                self.out.print(f"[quiet]{escape(moment.edit.text)}[/]")
        for running in table.now.running:
            self._new(running.number, running.progress.lines)
        if ended_some:
            self.sheet()

    def _new(self, number: int, lines: tuple[Line, ...]) -> None:
        for line in lines[self._told.get(number, 0) :]:
            self._line(line)
        self._told[number] = len(lines)

    def _line(self, line: Line) -> None:
        if not self.game.may_see(self.table.seat(self.eyes), line.audience, self.table.state):
            return
        cite = f" [cite]{line.cites}[/]" if line.cites else ""
        if line.kind == "roll":
            who = f"{escape(line.by)}: " if line.by else ""
            self.out.print(f"  {who}{escape(line.text)}  [head]{faces(line.faces, line.sides)}[/]")
        elif line.kind == "outcome":
            self.out.print(f"  [head]⇒ {escape(line.text)}[/]{cite}")
        elif line.kind != "choice":
            self.out.print(f"  {escape(line.text)}{cite}")

    def _log(self) -> None:
        for line in self.table.log(self.eyes):
            self._line(line)

    def _help(self, _: str) -> None:
        from .play import HELP

        self.out.print(HELP)

    def _sit(self, seat: str) -> None:
        if seat != ALL:
            self.table.seat(seat)
        self.at = seat
        self.sheet()

    def _set(self, words: str) -> None:
        path, sep, value = words.partition("=")
        if not sep:
            raise Refused("Say set PATH=VALUE, such as set " + _some_path(self.table.state))
        self._do(lambda: self.table.edit(self.eyes, path.strip(), value.strip()))

    def _rules(self, word: str) -> None:
        from .rules import show_rule

        found = self.box.ledger.find(word) if word else ()
        if not found:
            raise Refused(f"No rule speaks of {word!r}." if word else "Say rules WORD, or rules ID.")
        for entry in found[:6]:
            show_rule(self.out, entry)
        if len(found) > 6:
            self.out.print(f"[quiet]… and {len(found) - 6} more.[/]")

    def _forecast(self, name: str) -> None:
        from tablewright.lab.trial import forecast

        from .lab import show_trial

        can = [s for s in self.game.scenarios if s.from_table]
        if not name:
            raise Refused(f"Forecast what? {', '.join(s.name for s in can) or 'This game has nothing to forecast.'}")
        word, _, policy = name.partition(" ")
        show_trial(forecast(self.game, self.game.scenario(word), self.table.state, policy.strip() or None))


def _brief(found: Any) -> str:
    return ", ".join(f"{name} {percent(float(best))}" for name, _, best in found.rows() if best)


def _fell(q: Question) -> str:
    n = q.dice or q.cards
    return " ".join(str(1 + i % q.sides) for i in range(n))


def _example(action: Action[Any]) -> str:
    return f"{action.fields[0].name}=…" if action.fields else "nothing at all"


def _some_path(state: Any) -> str:
    from tablewright.kernel.state import paths

    found = paths(state)
    return f"{found[-1]}=…" if found else "a.b=…"


def _is_kit(action: Action[Any]) -> bool:
    return any(cite.startswith("kit.") for cite in action.cites) or action.group in KIT_GROUPS


KIT_GROUPS = ("Clocks", "Decks", "Charts", "Notes", "Order", "Dice")
