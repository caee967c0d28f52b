"""The law of drafts, over random play: what is offered is accepted, what is not is refused for the reason shown."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablewright.check.play.random_player import RandomPlayer
from tablewright.games.venus_engine import GAME
from tablewright.rules import Game
from tablewright.table.seat.draft import MAX_LISTED, Draft, DraftField
from tablewright.table.seat.labels import names_in_state
from tablewright.table.seat.seat_view import SeatView

from .test_random import DICE, Keen

Values = dict[str, Any]


def filled(at: SeatView, action: str, rng: random.Random) -> Draft:
    """The action with one field after the other filled in, as far as that goes."""
    values: Values = {}
    draft = at.draft(action, values)
    for _ in range(8):
        todo = [f for f in draft.fields if not f.given and (f.required or f.wrong or rng.random() < 0.4)]
        if draft.why_not or not todo:
            break
        field = todo[0]
        possible = [c.value for c in field.choices if not c.why_not]
        if possible:
            values[field.name] = rng.sample(possible, min(2, len(possible))) if field.many else rng.choice(possible)
        elif field.kind == "number":
            values[field.name] = field.least or 0
        else:
            values[field.name] = ["rain", "haste"] if field.many else "A word or two"
        draft = at.draft(action, values)
    return draft


def wrong_labels(at: SeatView, draft: Draft) -> Iterator[str]:
    """Choices that show an id where the table has a name, and lists too long to read. Fixed words mean themselves."""
    found = {field.name for field in at.game.action(draft.action).fields if field.param.among is not None}
    for field in draft.fields:
        names = names_in_state(at.state) if field.name in found else {}
        yield from (f"{field.name} shows {c.label}" for c in field.choices if c.label == c.value and c.value in names)
        if field.main and len(field.choices) > MAX_LISTED and not field.typed:
            yield f"{field.name} lists {len(field.choices)}"


def wrong_choices(at: SeatView, draft: Draft, field: DraftField) -> Iterator[str]:
    """Choices that the table takes otherwise than the draft says."""
    for choice in field.choices:
        values = {**draft.values, field.name: choice.value}
        refused = at.why_not(at.game.action(draft.action), values)
        elsewhere = refused is not None and not choice.why_not and refused.field not in ("", field.name)
        if refused is not None and elsewhere and at.draft(draft.action, values).asks_anew(refused.field):
            continue  # the form asks again for the undone answers
        if (str(refused) if refused else "") != choice.why_not:
            yield f"{field.name} {choice.label}: {choice.why_not!r}, but {refused}"


@pytest.mark.parametrize(("game", "kind"), [(DICE, Keen), (GAME, RandomPlayer)])
def test_every_draft_keeps_the_law(game: Game, kind: type[RandomPlayer]) -> None:
    """Over all seats and actions: ready is accepted, possible is accepted, impossible refused as shown, by name."""
    stranger, rng = kind(game, 11), random.Random(5)
    found, ready = list[str](), Counter[str]()
    for _ in range(160):
        stranger.step()
        at = SeatView(stranger.table, rng.choice(list(stranger.table.seats)))
        possible = [doable.name for doable in at.actions if not doable.why_not]
        for action in rng.sample(possible, min(3, len(possible))):
            draft = filled(at, action, rng)
            found += [f"{action}: {wrong}" for wrong in wrong_labels(at, draft)]
            if not draft.ready:
                assert draft.why_not or draft.missing
                continue
            ready[action] += 1
            if (refused := at.why_not(game.action(action), draft.values)) is not None:
                found.append(f"{action} is ready, but {refused}")
            single = [field for field in draft.fields if field.kind == "choice" and not field.many]
            found += [f"{action}: {wrong}" for field in single for wrong in wrong_choices(at, draft, field)]
    assert not found, "\n".join(sorted(set(found)))
    assert len(ready) > len(game.actions) / 2
