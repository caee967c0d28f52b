"""Which action somebody means: by its number, its name, a beginning of it, or words it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from tablewright.rules import Refused, UnknownName
from tablewright.rules.widgets import Offer
from tablewright.table.seat import ActionSummary

ARTICLES = frozenset(("a", "an", "the"))
NUMBER = re.compile(r"(\d+)([a-z]?)")


class MatchedAction(msgspec.Struct, frozen=True):
    """An action, what is already known of it, and what was typed behind its name."""

    doable: ActionSummary
    params: dict[str, Any] = {}
    rest: str = ""


class AmbiguousAction(Refused):
    """More than one action may be meant."""

    def __init__(self, text: str, found: Sequence[ActionSummary]) -> None:
        super().__init__(f"{text!r} could be several things. Say a little more, or the number.")
        self.found = tuple(found)


def number_offers(offers: Sequence[Offer], actions: Iterable[ActionSummary]) -> list[tuple[str, Offer]]:
    """What the moment calls for, each with its number; with a letter where one action is called for twice."""
    number = {doable.name: doable.number for doable in actions}
    count, out = dict[str, int](), []
    for offer in offers:
        twice = sum(other.action == offer.action for other in offers) > 1
        nth = count[offer.action] = count.get(offer.action, -1) + 1
        out.append((f"{number[offer.action]}{chr(ord('a') + nth) if twice else ''}", offer))
    return out


def match_action(text: str, actions: Sequence[ActionSummary], offers: Sequence[tuple[str, Offer]]) -> MatchedAction:
    """The action meant by a line. What is possible comes before what is not, what the moment calls for before all."""
    head, pairs = _split(text)
    words = head.split()
    by_name = {doable.name: doable for doable in actions}
    if words and NUMBER.fullmatch(words[0]):
        return _by_number(words, pairs, actions, offers)
    called = [(offer.title, by_name[offer.action], offer.params) for _, offer in offers]
    called += [(doable.title, doable, {}) for doable in actions] + [(d.name, d, {}) for d in actions]
    for fits in (_is, _begins, _has_beginning):
        for n in (n for n in range(len(words), 0, -1) if n == 1 or words[n - 1].casefold() not in ARTICLES):
            start, rest = " ".join(words[:n]), " ".join([*words[n:], *pairs])
            # Somebody who goes on talking has said whole words of the name.
            wish = _folded(start) + (" " if n < len(words) and fits is not _is else "")
            found = [(doable, params) for name, doable, params in called if fits(wish, _folded(name))]
            picked = _only(start, found, {offer.action for _, offer in offers})
            if picked is not None:
                return MatchedAction(picked[0], dict(picked[1]), rest)
    raise UnknownName("action or command", text, [*(d.title for d in actions), *by_name])


def starts_with_title(text: str, actions: Iterable[ActionSummary]) -> bool:
    """Whether a line begins with an action's title, or is the beginning of one, of several words: then no command is
    meant.
    """
    words = _folded(_split(text)[0]).split()
    titles = {_folded(doable.title) for doable in actions}
    whole = any(" ".join(words[:n]) in titles for n in range(2, len(words) + 1))
    return whole or (len(words) > 1 and any(title.startswith(" ".join(words)) for title in titles))


def actions_mentioning(text: str, actions: Iterable[ActionSummary]) -> list[ActionSummary]:
    """Actions whose name, group or meaning has all of these words."""
    words = text.casefold().split()
    return [d for d in actions if all(w in f"{d.title} {d.name} {d.group} {d.doc}".casefold() for w in words)]


def _by_number(words: list[str], pairs: list[str], actions: Sequence[ActionSummary], offers: Any) -> MatchedAction:
    rest = " ".join([*words[1:], *pairs])
    named = [offer for number, offer in offers if number == words[0]]
    number = NUMBER.fullmatch(words[0])
    for doable in actions:
        if named and doable.name == named[0].action:
            return MatchedAction(doable, dict(named[0].params), rest)
        if number and not number[2] and str(doable.number) == number[1]:
            return MatchedAction(doable, {}, rest)
    raise UnknownName("action", words[0], (str(doable.number) for doable in actions))


def _split(text: str) -> tuple[str, list[str]]:
    """What stands before the first name=value, and the words from there on."""
    words = text.split()
    first = next((i for i, word in enumerate(words) if "=" in word), len(words))
    return " ".join(words[:first]), words[first:]


def _only(
    text: str, found: list[tuple[ActionSummary, dict[str, Any]]], called_for: set[str]
) -> tuple[ActionSummary, dict[str, Any]] | None:
    """The one meant; several are one if only one of them is possible now, or only one is called for."""
    possible = [(d, p) for d, p in found if not d.why_not]
    for among in (found, possible, [(d, p) for d, p in possible if d.name in called_for]):
        names = {doable.name for doable, _ in among}
        if len(names) == 1:
            return among[0]
    if found:
        raise AmbiguousAction(text, list({doable.name: doable for doable, _ in found}.values()))
    return None


def _folded(text: str) -> str:
    """As people say it: in small letters, without articles."""
    words = text.replace("_", " ").casefold().split()
    return " ".join([word for word in words if word not in ARTICLES] or words)


def _is(wish: str, name: str) -> bool:
    return wish == name


def _begins(wish: str, name: str) -> bool:
    return len(wish) > 1 and name.startswith(wish)


def _has_beginning(wish: str, name: str) -> bool:
    words = name.split()
    return len(wish) > 2 and any(f"{' '.join(words[i:])} ".startswith(wish) for i in range(1, len(words)))
