"""Drafts from a keyboard that may speak for several seats: whose draft it is follows from who is said to act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tablewright.rules.errors import Refused
from tablewright.rules.forms.option import FieldOption
from tablewright.table import SeatView
from tablewright.table.seat.draft import Draft, DraftField, FieldChoice
from tablewright.table.seat.labels import match_label

from .local_seats import LocalSeats


def draft_for_seat(sitting: LocalSeats, action: str, values: Mapping[str, Any]) -> tuple[SeatView, Draft]:
    """An action with these values, and the seat that would take it, as far as that is said."""
    here = sitting.here
    if not sitting.everywhere:
        return here, here.draft(action, values)
    if here.viewer.master:
        doer = sitting.doer(action, here.draft(action, values).values)
        return doer, doer.draft(action, values)
    actors = _actors(sitting, action)
    if len(actors) < 2:
        doer = sitting.doer(action, {pick.value: pick.value for pick, _ in actors} | dict(values))
        return doer, doer.draft(action, values)
    return _of_one(sitting, action, values, actors)


def _of_one(
    sitting: LocalSeats, action: str, values: Mapping[str, Any], actors: list[tuple[FieldOption, str]]
) -> tuple[SeatView, Draft]:
    """The draft of who is named; until somebody is, who acts is asked first, of everybody who could."""
    (name, *_) = sitting.mine(action)
    wrong = ""
    try:
        if values.get(name):
            who = match_label(str(values[name]), actors, name).value
            doer = sitting.doer(action, {name: who})
            return doer, doer.draft(action, {**values, name: who})
    except Refused as refused:
        wrong = str(refused)
    doer = sitting.doer(action, {name: actors[0][0].value})
    others = {key: value for key, value in values.items() if key != name}
    draft = doer.draft(action, others)
    choices = tuple(FieldChoice(pick.value, label) for pick, label in actors)
    who_acts = DraftField(name, "who", "Who acts", "choice", True, True, choices=choices, wrong=wrong)
    fields = (who_acts, *(field for field in draft.fields if field.name != name))
    return doer, msgspec.structs.replace(draft, fields=fields, missing="Say who acts.", preview=())


def _actors(sitting: LocalSeats, action: str) -> list[tuple[FieldOption, str]]:
    """Every character who could take an action from some seat, by name."""
    mine, found = sitting.mine(action), dict[str, str]()
    for seat in (seat for seat in sitting.everybody if mine and sitting.able(seat, action)):
        here = sitting.at(seat)
        draft = here.draft(action)
        field = next((field for field in draft.fields if field.name == mine[0]), None)
        listed = [c.value for c in field.choices if not c.why_not] if field else [draft.values.get(mine[0])]
        found |= {who: here.names.get(who, who) for who in listed if isinstance(who, str)}
    return [(FieldOption(who), name) for who, name in found.items()]
