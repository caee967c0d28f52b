"""Checks of what seats are shown: forms, prompts, odds and stars, in random play from every seat."""

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
EACH = 3  # drafts checked in each step
CLOSE = 1e-9


class SeatViewAudit:
    """Plays at random and checks everything each seat is shown."""

    def __init__(self, box: InstalledGame, steps: int, seed: int) -> None:
        self.box, self.rng = box, random.Random(seed)
        self.wrong: dict[str, list[str]] = {"drafts": [], "names": [], "stars": [], "secrets": []}
        self.drafts = self.advised = 0
        player = RandomPlayer(box.game, seed)
        for _ in range(steps):
            player.step()
            seat = self.rng.choice(list(player.table.seats))
            self._look(SeatView(player.table, seat), player)

    def _note(self, what: str, text: str) -> None:
        if len(self.wrong[what]) < 5 and text not in self.wrong[what]:
            self.wrong[what].append(text)

    def _look(self, at: SeatView, player: RandomPlayer) -> None:
        # Prompts of one's own are left out: they may be the first to show a secret, such as two cards of which one is
        # kept.
        shown: list[Any] = [at.sheet, [a for a in at.prompts if not a.is_mine], at.suggestions, at.guides, at.actions]
        for doable in self.rng.sample(at.actions, min(EACH, len(at.actions))):
            action = self.box.game.action(doable.name)
            draft = at.draft(doable.name)
            if not draft.ready and not draft.why_not:
                draft = self._with_random_values(at, player, draft)
            shown.append(draft)
            self.drafts += 1
            self._check_names(at, draft)
            if draft.ready:
                self._check_choices(at, draft)
                shown.append(at.odds(action.name, draft.values))
        for ask in at.prompts[:1]:
            if ask.kind == "choose" and ask.is_mine:
                advice = at.advice(*ask.place)
                self.advised += 1
                if advice.best:
                    self._check_star(at, ask.question, advice.options, advice.best)
        self._check_secrets(at, shown)

    def _with_random_values(self, at: SeatView, player: RandomPlayer, draft: Draft) -> Draft:
        """Fill in the draft with random values; the draft itself if they are refused."""
        try:
            return at.draft(draft.action, player.params(self.box.game.action(draft.action), at.state))
        except Refused:
            return draft

    def _check_choices(self, at: SeatView, draft: Draft) -> None:
        """Check the choices of a ready draft. A possible one must be accepted or lead to a new question for another
        field; an impossible one must be refused for the reason shown.
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

    def _check_names(self, at: SeatView, draft: Draft) -> None:
        """Check that fields show names of things on the table instead of ids. The words of a fixed list may be both."""
        names, found = names_in_state(at.state), self.box.game.action(draft.action).fields
        listed = {field.name for field in found if field.param.among is not None}
        for field in draft.fields:
            for choice in field.choices if field.name in listed else ():
                if choice.label == choice.value and names.get(choice.label, choice.label) != choice.label:
                    self._note("names", f"{draft.action}.{field.name} lists {choice.value!r} by its id")

    def _check_star(self, at: SeatView, question: str, options: dict[str, OddsSummary], best: str) -> None:
        """Check that no option beats the starred one: better in some measure shown, worse in none."""
        known = {m.key: m for m in self.box.game.measures(at.state)}
        star = options[best]
        for key, other in options.items():
            if key != best and other.groups and star.groups and dominates(other, star, known):
                self._note("stars", f"{question!r}: {key} beats {best}, which has the star")

    def _check_secrets(self, at: SeatView, shown: list[Any]) -> None:
        hidden = [s for s in self.box.game.secrets(at.table.state, at.viewer) if len(s) > 3]
        if hidden:
            text = msgspec.json.encode(shown).decode()
            for secret in hidden:
                if msgspec.json.encode(secret).decode()[1:-1] in text:
                    self._note("secrets", f"{at.seat.id} ({at.seat.role}) is shown {secret!r}")

    def findings(self) -> Iterator[Finding]:
        seen = f"{self.drafts} drafts, {self.advised} questions weighed"
        yield Finding("drafts keep their word", tuple(self.wrong["drafts"]), seen)
        yield Finding("lists show names, not ids", tuple(self.wrong["names"]))
        yield Finding("no option beats the starred one", tuple(self.wrong["stars"]))
        yield Finding("forms, questions and odds hold no secret", tuple(self.wrong["secrets"]))


def dominates(one: OddsSummary, other: OddsSummary, known: dict[str, Measure]) -> bool:
    """True if one option is better for the deciding player in some measure and worse in none."""
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
    """Check everything that people are shown."""
    yield from SeatViewAudit(box, steps, seed).findings()
