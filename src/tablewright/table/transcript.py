"""Transcripts: a whole play as text, what people did and what came of it. Kept ones are golden: they must not change.

    # First lines that begin with # say what this is about.
    seed the-first-flight            dice by this seed (a line "! 2 5 6" gives the next ones by hand)
    ruling group_critical=lost       a house ruling, if any
    seat ann crew Ann                the seats; none means the game's own
    > ann crew_roll who=ada          Ann takes an action
    < ann yes                        Ann answers the first question she is asked ("< ann 0.1 yes" a certain one)
    ! 2 5 6                          dice or card places for the next throw, given before what needs them
    * way crew.ada.vitality=2        the master sets a value by hand
    ^ way 4                          undo to entry 4 (without a number, the last action); "v way" redoes
    = ann                            what Ann sees

Every other line is what the table said, indented; it is written anew whenever the transcript is played.
"""

from __future__ import annotations

import shlex
from typing import Any

from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.kernel.seat import Seat
from tablewright.run.line import Line

from .moment import Ended, Running
from .plain import plain
from .table import Table

MARKS = (">", "<", "!", "*", "^", "v", "=")


class Played:
    """A transcript played anew: its text, the table it led to, and the ledger ids that were cited on the way."""

    def __init__(self, text: str, table: Table, cited: set[str]) -> None:
        self.text, self.table, self.cited = text, table, cited


def play(game: Game, text: str) -> Played:
    """Plays a transcript's inputs and writes down what came of them."""
    return _Scribe(game, text.splitlines()).run()


class _Scribe:
    def __init__(self, game: Game, script: list[str]) -> None:
        self.game, self.script = game, script
        self.out: list[str] = []
        self.shown: dict[int, set[Line]] = {}
        self.cited: set[str] = set()
        self.hand: list[list[int]] = []

    def run(self) -> Played:
        body = self._head()
        for line in body:
            if line[:2].rstrip() not in MARKS or line[:1].isspace():
                continue
            self.out.append(line)
            try:
                self._input(line[0], line[1:].strip())
            except Refused as refused:
                self.out.append(f"    refused: {refused}")
        while self.out and not self.out[-1]:
            self.out.pop()
        return Played("\n".join(self.out) + "\n", self.table, self.cited)

    def _head(self) -> list[str]:
        seed, rulings, seats = "golden", dict[str, str](), list[Seat]()
        body = 0
        for line in self.script:
            word, _, rest = line.partition(" ")
            if word == "seed":
                seed = rest.strip()
            elif word == "ruling":
                name, _, value = rest.partition("=")
                rulings[name.strip()] = value.strip()
            elif word == "seat":
                id, role, *words = _split(rest, 2, "seat ID ROLE [NAME]")
                seats.append(Seat(id, role, " ".join(words)))
            elif line and not line.startswith("#"):
                break
            self.out.append(line.rstrip())
            body += 1
        self.table = Table.open(self.game, seats=seats, rulings=rulings, seed=seed)
        return self.script[body:]

    def _input(self, mark: str, rest: str) -> None:
        who, _, rest = (part.strip() for part in rest.partition(" "))
        table = self.table
        table.fair_dice = not self.hand
        before = len(table.journal)
        if mark == "!":
            self.hand.append([_number(n) for n in (who, *rest.split()) if n])
            return
        if mark == ">":
            name, *words = _split(rest, 1, "> SEAT ACTION [name=value …]")
            table.act(who, name, dict(_pair(word) for word in words))
        elif mark == "<":
            self._answer(who, rest)
        elif mark == "*":
            path, value = _pair(rest)
            table.edit(who, path, value)
        elif mark == "^":
            table.undo(who, _number(rest) if rest else None)
        elif mark == "v":
            table.redo(who, _number(rest) if rest else None)
        else:
            self.out += [f"    {line}" for line in plain(table.view(who)).splitlines()]
            return
        self._throw()
        self._say(before)

    def _throw(self) -> None:
        """Dice given by hand, as they are asked for; whatever is asked beyond them is thrown by the seed."""
        table = self.table
        while True:
            asked = [(r, q) for r, q in table.now.waiting() if q.kind != "choose"]
            if not asked:
                return
            if not self.hand:
                table.fair_dice = True
                table.throw()
                return
            running, q = asked[0]
            masters = (s.id for s in table.seats.values() if self.game.is_master(s))
            table.roll(next(masters, running.seat.id), running.number, q.at, self.hand.pop(0))

    def _answer(self, who: str, rest: str) -> None:
        asked = self.table.questions(who)
        asked = [(r, q) for r, q in asked if q.kind == "choose"]
        place, _, key = rest.partition(" ")
        exact = [(r, q) for r, q in asked if q.at == place and key]
        if not asked:
            raise Refused(f"{who} is not asked anything now.")
        running, q = exact[0] if exact else asked[0]
        self.table.answer(who, running.number, q.at, key.strip() if exact else rest)

    def _say(self, since: int) -> None:
        now = self.table.now
        for number in range(since, len(self.table.journal)):
            moment = self.table.moments.get(number)
            for ended in moment.ended if moment else ():
                self._lines(ended, ended.lines)
                if ended.why:
                    self.out.append(f"    given up: {ended.why}")
        for running in now.running:
            self._lines(running, running.progress.lines)
            for q in running.progress.questions:
                options = " | ".join(f"{o.key}: {o.label}" if o.key != o.label else o.key for o in q.options)
                whom = self.game.call(self.table.state, *q.by) or "anyone"
                self.out.append(f"    ? {whom}: {q.question} {options}")
        if now.edit:
            self.out.append(f"    {now.edit.text}")
        over = self.game.over(self.table.state)
        if over:
            self.out.append(f"    over: {over}")

    def _lines(self, of: Running | Ended, told: tuple[Line, ...]) -> None:
        before = self.shown.get(of.number, set())
        for line in told:
            if line not in before:
                self.cited |= set(line.cites.split())
                by = self.game.call(self.table.state, *line.by.split(", "))
                self.out.append(f"    {said(line, by)}")
        self.shown[of.number] = set(told)


def said(line: Line, by: str) -> str:
    """A line of the log as text; `by` is what people call who threw or chose."""
    cites = f" [{line.cites}]" if line.cites else ""
    secret = f" (for {', '.join(line.audience)})" if line.audience else ""
    who = f"{by}: " if by else ""
    if line.kind == "roll":
        return f"{who}{line.text}: {' '.join(map(str, line.faces))}{secret}"
    if line.kind == "choice":
        return f"{who}{line.text}{cites}{secret}"
    if line.kind == "outcome":
        return f"=> {line.text}{cites}{secret}"
    return f"{line.text}{cites}{secret}"


def _split(text: str, fewest: int, form: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Refused(f"{text!r} cannot be read: {error}.") from None
    if len(words) < fewest:
        raise Refused(f"{text!r} should be: {form}.")
    return words


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise Refused(f"{word[:40]!r} should be a whole number.") from None


def _pair(word: str) -> tuple[str, Any]:
    name, sep, value = word.partition("=")
    if not sep:
        raise Refused(f"{word!r} should be name=value.")
    return name, value
