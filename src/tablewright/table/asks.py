"""Asks: everything the table waits for, as one seat may know it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablewright.kernel.errors import Refused
from tablewright.kernel.field import written
from tablewright.kernel.pick import Pick
from tablewright.run.question import ANSWERED, Kind, Option, Question

from .moment import Running
from .naming import meant, some


class Ask(msgspec.Struct, frozen=True):
    """One open question. `whom` are those who may answer, by name; `mine` whether this seat is among them.

    Options are for those who may choose; `answered` are those asked together with them who have spoken, not what they
    said.
    """

    of: int
    at: str
    action: str
    kind: Kind
    question: str
    whom: tuple[str, ...]
    mine: bool
    options: tuple[Option, ...] = ()
    cites: str = ""
    secret: bool = False
    dice: int = 0
    sides: int = 0
    cards: int = 0
    most: int = 0
    answered: tuple[str, ...] = ()
    """Who has answered of those asked at the same time."""

    def __repr__(self) -> str:
        """As somebody reads it: who is asked what, and how it may be answered."""
        options = "".join(f"\n  {option.label}" for option in self.options)
        return f"{', '.join(self.whom) or 'anyone'}: {self.question}{options}"

    @property
    def place(self) -> tuple[int, str]:
        return self.of, self.at

    def key(self, text: str) -> str:
        """The answer somebody means by these words; refused with what there is."""
        if self.kind == "write":
            return text
        labelled = [(Pick(option.key), option.label) for option in self.options]
        return written(meant(text, labelled, "").value)


def waiting_for(asks: tuple[Ask, ...]) -> str:
    """Whom the table waits for, in a few words; nothing, if for nobody."""
    whom = dict.fromkeys(name for ask in asks for name in (ask.whom or ("anyone",)))
    return f"waiting for {some(whom, 'and')}" if whom else ""


def ask_of(running: Running, q: Question, title: str, mine: bool, called: Mapping[str, str]) -> Ask:
    """A question as this seat may know it, people by what they are called."""
    return Ask(
        running.number,
        q.at,
        title,
        q.kind,
        q.question,
        tuple(called.get(name, name) for name in q.by if name),
        mine,
        q.options if mine else (),
        q.cites,
        q.secret,
        q.dice,
        q.sides,
        q.cards,
        q.most,
        _answered(running, q, called),
    )


def _answered(running: Running, q: Question, called: Mapping[str, str]) -> tuple[str, ...]:
    """Those of the same `Together` whose answer has been taken. Dice are no answer: nobody was asked for them."""
    group, _, inner = q.at.partition(".")
    if not inner:
        return ()
    names = (
        name
        for at, by in running.progress.by.items()
        if at.startswith(f"{group}.") and isinstance(running.answers.get(at), str)
        for name in by
    )
    return tuple(dict.fromkeys(called.get(name, name) for name in names if name))


def own_places(running: Running, mine: set[str]) -> frozenset[str]:
    """The places of an action where one of these, and not a master for somebody else, was to answer."""
    return frozenset(place for place, by in running.progress.by.items() if mine & set(by))


def find_ask(asks: tuple[Ask, ...], of: int, at: str) -> Ask:
    for ask in asks:
        if ask.place == (of, at):
            return ask
    raise Refused("That is no longer asked.")


def answerable(asks: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Those this seat may answer in words."""
    return tuple(ask for ask in asks if ask.mine and ask.kind in ANSWERED)
