"""The steps of Seeker Creation, and what their forms list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablewright.rules import FieldOption, Param, Refused, cite, cites, find_by_id

from .items import EFFECTS, KINDS, in_kind, needs_name
from .people import STATS, Seeker, Stat, Step
from .starting_list import ARRAY, ENTRIES, Start, start_called, working
from .state import Veil

FAMILY = {"weapon": "a weapon", "defensive": "defensive gear", "miracle": "a Miracle", "spell": "Spells"}
"""The families of the starting list in its order, in words."""

NEXT: dict[Step, str] = cite(
    "create.order",
    {
        "stats": "set the stats, by hand or with d66",
        "hp": "roll Hit Points",
        "pocket": "roll the Pocket",
        "first pick": "choose or roll the first starting entry",
        "second pick": "choose or roll the second starting entry",
        "coin": "take Coin and Dungeon Gear",
        "": "nothing",
    },
)


def draft_ids(s: Veil) -> tuple[str, ...]:
    return tuple(draft.id for draft in s.drafts)


@cites("create.order")
def at_step(s: Veil, who: str, step: Step) -> Seeker:
    """The draft, if this is its next step."""
    draft = find_by_id(s.drafts, who, "Seeker being made")
    if draft.step != step:
        raise Refused(not_yet(draft, step))
    return draft


def not_yet(draft: Seeker, step: Step) -> str:
    why = " HP needs Strength." if step == "hp" and draft.step == "stats" else ""
    return f"Not yet, or no longer.{why} Next for {draft.name}: {NEXT[draft.step]}."


def drafts_at(*steps: Step) -> Param:
    """A field for the Seeker being made, with a reason for each who is at another step."""

    def among(s: Veil) -> tuple[FieldOption, ...]:
        return tuple(FieldOption(x.id, x.name, "", "" if x.step in steps else not_yet(x, steps[0])) for x in s.drafts)

    return Param("The Seeker being made", among=among, mine=True, label="Seeker")


def no_draft(s: Veil) -> str | None:
    return None if s.drafts else "nobody is being made. Begin a Seeker first."


def in_entry(id: str) -> str:
    """An entry of the starting list, named by what it brings."""
    start = start_called(id)
    return KINDS[start.item] if start.item else ", ".join(working(magic).name for magic in start.magic)


def entries(_: Veil) -> tuple[FieldOption, ...]:
    """The whole starting list, named by what each entry brings."""
    return tuple(FieldOption(e.id, in_entry(e.id)[:1].upper() + in_entry(e.id)[1:], about_entry(e)) for e in ENTRIES)


def about_entry(start: Start) -> str:
    if start.item:
        return EFFECTS[start.item]
    known = [working(magic) for magic in start.magic]
    return f"{known[0].form.title()}, DC {known[0].dc} {known[0].stat.title()}. {' '.join(one.text for one in known)}"


def left_to_place(given: Mapping[str, Any]) -> list[int]:
    """The numbers of 3, 2, 1 and 1 that the stats before have left."""
    left = list(ARRAY)
    for stat in STATS:
        if given.get(stat) in left:
            left.remove(given[stat])
    return left


def to_place(_: Veil, given: Mapping[str, Any]) -> str:
    left = left_to_place(given)
    return f"to place: {', '.join(map(str, left))}" if left else ""


def placeable(_: Veil, given: Mapping[str, Any]) -> tuple[FieldOption, ...]:
    """The numbers, with a reason for each that has been placed already."""
    left = left_to_place(given)
    return tuple(FieldOption(n, why_not="" if n in left else f"{n} is placed already.") for n in sorted(set(ARRAY)))


def points(stat: Stat) -> Param:
    return Param("One of 3, 2, 1 and 1", min=1, max=3, among=placeable, budget=to_place, label=stat.title())


def things_of(s: Veil, given: Mapping[str, Any]) -> tuple[FieldOption, ...]:
    """The things of the Seeker named before, with those to be named first."""
    owners = [x for x in (*s.seekers, *s.drafts) if given.get("who") in (None, x.id)]
    items = sorted((item for x in owners for item in x.items), key=lambda item: not needs_name(item))
    return tuple(FieldOption(item.id, in_kind(item), EFFECTS[item.kind]) for item in items)
