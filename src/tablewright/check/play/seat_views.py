"""What a person is shown keeps its word: drafts, asks, odds and stars, in random play from every seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.check.finding import Finding
from tablewright.rules import Measure, Refused
from tablewright.table.odds import OddsSummary
from tablewright.table.seat import Draft, SeatView, names_in_state

from .random_player import RandomPlayer

STEPS = 200
EACH = 3
"""Drafts looked at in each step."""
CLOSE = 1e-9


class SeatViewAudit:
    """Plays at random and looks at everything each seat is shown."""

    def __init__(self, box: InstalledGame, steps: int, seed: int) -> None:
        self.box, self.rng = box, random.Random(seed)
        self.wrong: dict[str, list[str]] = {"drafts": [], "names": [], "stars": [], "secrets": []}
        self.drafts = self.counsels = 0
        stranger = RandomPlayer(box.game, seed)
        for _ in range(steps):
            stranger.step()
            seat = self.rng.choice(list(stranger.table.seats))
            self._look(SeatView(stranger.table, seat), stranger)

    def _note(self, what: str, text: str) -> None:
        if len(self.wrong[what]) < 5 and text not in self.wrong[what]:
            self.wrong[what].append(text)

    def _look(self, at: SeatView, stranger: RandomPlayer) -> None:
        # What is asked of oneself may be the first one learns of it: two cards drawn, of which one is kept.
        shown: list[Any] = [at.sheet, [a for a in at.prompts if not a.mine], at.suggestions, at.guides, at.actions]
        for doable in self.rng.sample(at.actions, min(EACH, len(at.actions))):
            action = self.box.game.action(doable.name)
            draft = at.draft(doable.name)
            if not draft.ready and not draft.why_not:
                draft = self._guessed(at, stranger, draft)
            shown.append(draft)
            self.drafts += 1
            self._named(at, draft)
            if draft.ready:
                self._kept(at, draft)
                shown.append(at.odds(action.name, draft.values))
        for ask in at.prompts[:1]:
            if ask.kind == "choose" and ask.mine:
                counsel = at.advice(*ask.place)
                self.counsels += 1
                if counsel.best:
                    self._star(at, ask.question, counsel.options, counsel.best)
        self._secrets(at, shown)

    def _guessed(self, at: SeatView, stranger: RandomPlayer, draft: Draft) -> Draft:
        """The same with random values, as long as they go together."""
        try:
            return at.draft(draft.action, stranger.params(self.box.game.action(draft.action), at.state))
        except Refused:
            return draft

    def _kept(self, at: SeatView, draft: Draft) -> None:
        """What a ready draft offers as possible is taken, or another field is asked anew; what it calls impossible is
        refused for that very reason.
        """
        action = self.box.game.action(draft.action)
        for field in draft.fields:
            if field.many or not field.choices:
                continue
            for choice in self.rng.sample(field.choices, min(4, len(field.choices))):
                values = {**draft.values, field.name: choice.value}
                why = at.why_not(action, values)
                open_ = why is not None and not choice.why_not and why.field != field.name
                if why is not None and open_ and at.draft(action.name, values).asks_anew(why.field):
                    why = None
                if str(why or "") != choice.why_not:
                    said = f"“{choice.why_not}”" if choice.why_not else "possible"
                    self._note(
                        "drafts", f"{draft.action}.{field.name}={choice.label} is called {said}, and it is: {why}"
                    )

    def _named(self, at: SeatView, draft: Draft) -> None:
        """Of what a field finds on the table no id is shown; the words of a fixed list mean themselves."""
        names, found = names_in_state(at.state), self.box.game.action(draft.action).fields
        listed = {field.name for field in found if field.param.among is not None}
        for field in draft.fields:
            for choice in field.choices if field.name in listed else ():
                if choice.label == choice.value and names.get(choice.label, choice.label) != choice.label:
                    self._note("names", f"{draft.action}.{field.name} lists {choice.value!r} by its id")

    def _star(self, at: SeatView, question: str, options: dict[str, OddsSummary], best: str) -> None:
        """No option beats the starred one: better in something that is shown, worse in nothing."""
        known = {m.key: m for m in self.box.game.measures(at.state)}
        star = options[best]
        for key, other in options.items():
            if key != best and other.groups and star.groups and dominates(other, star, known):
                self._note("stars", f"{question!r}: {key} beats {best}, which has the star")

    def _secrets(self, at: SeatView, shown: list[Any]) -> None:
        hidden = [s for s in self.box.game.secrets(at.table.state, at.viewer) if len(s) > 3]
        if hidden:
            text = msgspec.json.encode(shown).decode()
            for secret in hidden:
                if msgspec.json.encode(secret).decode()[1:-1] in text:
                    self._note("secrets", f"{at.seat.id} ({at.seat.role}) is shown {secret!r}")

    def findings(self) -> Iterator[Finding]:
        seen = f"{self.drafts} drafts, {self.counsels} questions weighed"
        yield Finding("drafts keep their word", tuple(self.wrong["drafts"]), seen)
        yield Finding("lists show names, not ids", tuple(self.wrong["names"]))
        yield Finding("no option beats the starred one", tuple(self.wrong["stars"]))
        yield Finding("forms, questions and odds hold no secret", tuple(self.wrong["secrets"]))


def dominates(one: OddsSummary, other: OddsSummary, known: dict[str, Measure]) -> bool:
    """Whether one is better in something for whoever weighs, and worse in nothing: both say what best play comes to."""
    if one.worth + CLOSE < other.worth:
        return False
    labels = {c.label for p in (one, other) for c in (*p.changes, *p.costs)}
    better = one.worth > other.worth + CLOSE
    for label in labels:
        a, b = (sum(c.mean[1] for c in p.costs if c.label == label) for p in (one, other))
        if a + CLOSE < b:
            return False
        better = better or a > b + CLOSE
    return better


def check_seat_views(box: InstalledGame, steps: int = STEPS, seed: int = 7) -> Iterator[Finding]:
    """Every finding about what people are shown."""
    yield from SeatViewAudit(box, steps, seed).findings()
