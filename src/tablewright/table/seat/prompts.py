"""Asks: everything the table waits for, as one seat may know it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablewright.engine import ANSWERED_BY_PEOPLE, Prompt, PromptKind, PromptOption
from tablewright.rules import Refused, to_key
from tablewright.rules.forms import FieldOption
from tablewright.table.core import PendingAction

from .labels import join_or, match_label


class SeatPrompt(msgspec.Struct, frozen=True):
    """One open question. `whom` are those who may answer, by name; `mine` whether this seat is among them.

    Options are for those who may choose; `answered` are those asked together with them who have spoken, not what they
    said.
    """

    action_id: int
    path: str
    action: str
    kind: PromptKind
    question: str
    asked: tuple[str, ...]
    is_mine: bool
    options: tuple[PromptOption, ...] = ()
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
        return f"{', '.join(self.asked) or 'anyone'}: {self.question}{options}"

    @property
    def place(self) -> tuple[int, str]:
        return self.action_id, self.path

    def key(self, text: str) -> str:
        """The answer somebody means by these words; refused with what there is."""
        if self.kind == "write":
            return text
        labelled = [(FieldOption(option.key), option.label) for option in self.options]
        return to_key(match_label(text, labelled, "").value)


def describe_waiting_for(asks: tuple[SeatPrompt, ...]) -> str:
    """Whom the table waits for, in a few words; nothing, if for nobody."""
    whom = dict.fromkeys(name for ask in asks for name in (ask.asked or ("anyone",)))
    return f"waiting for {join_or(whom, 'and')}" if whom else ""


def seat_prompt(running: PendingAction, q: Prompt, title: str, mine: bool, called: Mapping[str, str]) -> SeatPrompt:
    """A question as this seat may know it, people by what they are called."""
    return SeatPrompt(
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


def _answered(running: PendingAction, q: Prompt, called: Mapping[str, str]) -> tuple[str, ...]:
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


def own_prompt_paths(running: PendingAction, mine: set[str]) -> frozenset[str]:
    """The places of an action where one of these, and not a master for somebody else, was to answer."""
    return frozenset(place for place, by in running.progress.by.items() if mine & set(by))


def find_prompt(asks: tuple[SeatPrompt, ...], of: int, at: str) -> SeatPrompt:
    for ask in asks:
        if ask.place == (of, at):
            return ask
    raise Refused("That is no longer asked.")


def answerable_prompts(asks: tuple[SeatPrompt, ...]) -> tuple[SeatPrompt, ...]:
    """Those this seat may answer in words."""
    return tuple(ask for ask in asks if ask.is_mine and ask.kind in ANSWERED_BY_PEOPLE)
