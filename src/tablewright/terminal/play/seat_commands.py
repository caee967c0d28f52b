"""People at the table: who sits where, who plays whom, who says what to whom."""

from __future__ import annotations

import re

from tablewright.rules import SPECTATOR, Refused, Seat, UnknownName
from tablewright.rules.forms import FieldOption
from tablewright.table.seat import match_label

from .command import TypedCommand
from .local_seats import ALL
from .prompt import PromptContext


class SeatCommands:
    """Seats taken, left and renamed, characters handed on, words said aloud and in an ear."""

    def __init__(self, chair: PromptContext) -> None:
        self.chair, self.table, self.sitting, self.game = chair, chair.table, chair.sitting, chair.game
        self.commands = [
            TypedCommand("as SEAT", "pass the keyboard: sit in one seat, or as all: in all of them", self.sit),
            TypedCommand("say TEXT", "something everybody hears", self.say, True),
            TypedCommand("whisper NAME TEXT", "something only one of them hears", self.whisper, True),
            TypedCommand("join NAME [ROLE]", "another seat at the table", self.join),
            TypedCommand("leave [NAME]", "give up a seat", self.leave),
            TypedCommand("rename [SEAT] NAME", "be called something else", self.rename),
            TypedCommand("hand CHARACTER to NAME", "let another play a character", self.hand),
            TypedCommand("take CHARACTER", "play a character nobody plays", self.take),
        ]

    @property
    def me(self) -> str:
        return self.sitting.here.seat.id

    def sit(self, name: str) -> None:
        if not name:
            there = ", ".join(seat.title for seat in self.table.seats.values())
            raise Refused(f"As whom? There is {there}, or all.")
        seat = ALL if name == ALL else self.sitting.named(name)
        if seat != self.sitting.where:
            self.sitting.take(seat)
            self.chair.pass_to("all of you" if seat == ALL else self.table.seat(seat).title)
        self.chair.teller.sheet()

    # words

    def say(self, text: str) -> None:
        self.chair.do(lambda: self.table.say(self.me, text))

    def whisper(self, words: str) -> None:
        if not words:
            raise Refused("To whom? Say whisper NAME TEXT.")
        seat, text = self._name_first(words)
        if not text:
            raise Refused(f"Whisper what to {self.table.seat(seat).title}?")
        self.chair.do(lambda: self.table.say(self.me, text, [seat]))

    def _name_first(self, words: str) -> tuple[str, str]:
        """The seat named at the beginning, and the rest."""
        for seat in self.table.seats.values():
            for name in sorted((seat.title, seat.id), key=len, reverse=True):
                if f"{words} ".casefold().startswith(f"{name} ".casefold()):
                    return seat.id, words[len(name) :].strip()
        name, _, rest = words.partition(" ")
        return self.sitting.named(name), rest.strip()

    # seats

    def join(self, words: str) -> None:
        """The last word is a role, if it is called like one; without one, whoever plays."""
        roles = {role.name.casefold(): role for role in self.game.all_roles}
        *name, last = words.split() or [""]
        role = roles.get(last.casefold()) if name else None
        title = " ".join(name) if role else words.strip()
        if not title:
            raise Refused(f"Say join NAME, and if you like as what: {', '.join(roles)}.")
        if role is None:
            role = next(r for r in self.game.all_roles if (not r.master and r is not SPECTATOR) or r is SPECTATOR)
        seat = Seat(self._free_id(title), role.name, title)
        self.chair.do(lambda: self.table.join(seat, self.me))

    def _free_id(self, title: str) -> str:
        base = re.sub(r"[^\w]+", "-", title.casefold()).strip("-") or "seat"
        taken = {*self.table.seats, *(role.name for role in self.game.all_roles)}
        return next(id for id in (base, *(f"{base}-{n}" for n in range(2, 999))) if id not in taken)

    def leave(self, name: str) -> None:
        if not name and self.sitting.everywhere:
            raise Refused("Who leaves? Say leave NAME.")
        seat, by = self.sitting.named(name) if name else self.me, self.me
        if self.chair.yes(f"{self.table.seat(seat).title} leaves the table?"):
            if seat == self.sitting.where:
                self.table.leave(seat, by)
                self.sitting.take(ALL)
                self.chair.teller.news()
            else:
                self.chair.do(lambda: self.table.leave(seat, by))

    def rename(self, words: str) -> None:
        seat, name = self.me, words
        first, _, rest = words.partition(" ")
        if words and (self.sitting.everywhere or (rest and first in self.table.seats)):
            seat, name = self._name_first(words)
        if not name:
            raise Refused("Say rename and the new name; from all seats rename SEAT NAME.")
        self.chair.do(lambda: self.table.rename(seat, name, self.me))

    # characters

    def hand(self, words: str) -> None:
        who, sep, to = words.rpartition(" to ")
        if not sep:
            raise Refused("Say hand CHARACTER to NAME.")
        character, seat = self._character(who), self.sitting.named(to.strip())
        self.chair.do(lambda: self.table.hand_over(self.me, character, seat))

    def take(self, name: str) -> None:
        if self.sitting.everywhere:
            raise Refused("Sit down first (as SEAT), or say hand CHARACTER to NAME.")
        character = self._character(name)
        self.chair.do(lambda: self.table.hand_over(self.me, character, self.me))

    def _character(self, name: str) -> str:
        seats = self.table.seats
        there = [(FieldOption(id), called) for id, called in self.sitting.here.names.items() if id not in seats]
        if not name or not there:
            raise UnknownName("character", name, (called for _, called in there))
        return str(match_label(name, there, "").value)
