"""Forms keep their word: a walk through random play that asks any seat for any form."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from tablewright.check.play.random_player import RandomPlayer
from tablewright.rules import Game, Refused
from tablewright.table.seat.draft import MAX_LISTED, Draft
from tablewright.table.seat.seat_view import SeatView


def keep_their_word(game: Game[Any], seed: int, named: Callable[[Any], Mapping[str, str]]) -> None:
    """Check that a ready form is accepted, and that its choices are possible or lead to another question.

    A choice it calls impossible is refused for the reason it gives. `named` gives the name of each id in a state: no
    form shows the id instead.
    """
    stranger, rng = RandomPlayer(game, seed), random.Random(seed)
    for _ in range(60):
        stranger.step()
        view = SeatView(stranger.table, rng.choice(list(stranger.table.seats)))
        for doable in rng.sample(view.actions, 4):
            draft = view.draft(doable.name)
            _shows_names(draft, named(view.table.state))
            if not draft.ready and not draft.why_not:
                try:
                    draft = view.draft(doable.name, stranger.params(game.action(doable.name), view.state))
                except Refused:
                    continue
            if draft.ready:
                _keeps(view, draft, rng)


def _shows_names(draft: Draft, named: Mapping[str, str]) -> None:
    for field in draft.fields:
        assert field.typed or not field.main or len(field.choices) <= MAX_LISTED
        for choice in field.choices if field.kind != "number" else ():
            assert named.get(choice.label, choice.label) == choice.label, (draft.action, choice)


def _keeps(view: SeatView, draft: Draft, rng: random.Random) -> None:
    action = view.game.action(draft.action)
    assert view.why_not(action, draft.values) is None
    for field in draft.fields:
        if field.many or field.kind == "number" or not field.choices:
            continue
        for choice in rng.sample(field.choices, min(3, len(field.choices))):
            values = {**draft.values, field.name: choice.value}
            again = view.why_not(action, values)
            elsewhere = again.field if again is not None and not choice.why_not and again.field != field.name else ""
            if elsewhere and view.draft(action.name, values).asks_anew(elsewhere):
                continue
            assert (str(again) if again else "") == choice.why_not, (draft.action, field.name, choice)
