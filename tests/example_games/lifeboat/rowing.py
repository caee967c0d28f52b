"""The rules, in the book's order: setting out, rowing, and riding out a storm."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import (
    Choose,
    Gather,
    Outcome,
    Param,
    Refused,
    Rule,
    WriteText,
    action,
    find_by_id,
    replace_by_id,
    rule,
    tell,
)
from tablewright.rules.kit import draw_card, kit_actions, shuffle

from .state import LENGTHS, WAY, Boat, Sailor, over


def sailor_ids(s: Boat) -> tuple[str, ...]:
    return tuple(sailor.id for sailor in s.sailors)


Who = Annotated[str, Param("Who is at the helm", among=sailor_ids, mine=True)]


def has_set_out(s: Boat) -> str | None:
    return "the boat is on its way." if s.sea.drawn else None


def cannot_row(s: Boat) -> str | None:
    if s.storm:
        return "the storm has to be ridden out first."
    return over(s)


@action("sea.order", title="Set out", by="sailor", when=has_set_out, group="The boat")
def set_out(s: Boat) -> Rule[Boat]:
    """Shuffle the sea."""
    sea = yield from shuffle(s.sea)
    yield tell("sea.order", "The boat sets out. Nobody knows what the sea has in store.")
    return s.but(sea=sea)


@action("row.pull", "row.sea", "row.drink", title="Row", by="sailor", when=cannot_row, group="The boat")
def row(s: Boat, who: Who) -> Rule[Boat]:
    """Let everyone pull. Then the sea decides."""
    if not s.sea.cards:
        raise Refused("The sea has nothing more in store.")
    yield tell("row.pull", "{name} has the helm.", name=find_by_id(s.sailors, who).name)
    pulled = yield from pulls(tuple((sailor.id, sailor.strength > 0) for sailor in s.sailors))
    tired = tuple(sailor.but(strength=sailor.strength - pull) for sailor, pull in zip(s.sailors, pulled, strict=True))
    sea, card = yield from draw_card(s.sea, who, cites="row.sea")
    assert card is not None
    lengths = LENGTHS[card.title] + sum(pulled)
    yield Outcome(lengths, cites="row.sea")
    return (yield from made(s.but(sailors=tired, sea=sea), card.title, lengths))


@rule("row.pull")
def pulls(sailors: tuple[tuple[str, bool], ...]) -> Rule[tuple[bool, ...]]:
    """Ask all sailors with strength left at once, and return who pulls."""
    asks = [Choose(id, "Pull, for 1 strength?", (False, True), (0, 1), cites="row.pull") for id, can in sailors if can]
    given = iter((yield from Gather(tuple(asks))))
    return tuple(bool(can and next(given)) for _, can in sailors)


@rule("row.drink", "sea.storm", "way.length")
def made(s: Boat, card: str, lengths: int) -> Rule[Boat]:
    """Count the lengths made and the water drunk, and begin a storm if one was drawn."""
    s = s.but(gone=min(WAY, s.gone + lengths), water=s.water - 1, storm=card == "Storm")
    yield tell("row.drink", "The boat makes {lengths}. Everyone drinks.", lengths=lengths)
    if s.storm:
        yield tell("sea.storm", "A storm breaks over the boat.")
    if s.gone >= WAY:
        yield from told_ashore(s.sailors)
    return s


@rule("promise.told")
def told_ashore(sailors: tuple[Sailor, ...]) -> Rule[None]:
    """Reveal the promises once ashore."""
    for sailor in sailors:
        if sailor.promise:
            yield tell("promise.told", "{name} had promised: {promise}", name=sailor.name, promise=sailor.promise)


def no_storm(s: Boat) -> str | None:
    return over(s) or (None if s.storm else "there is no storm.")


@action("sea.storm", "promise.word", title="Ride out the storm", by="sailor", when=no_storm, group="The boat")
def ride_out(s: Boat, who: Who) -> Rule[Boat]:
    """Promise the sea something, for your own ears, and let the storm pass."""
    promise = yield from WriteText(
        who,
        "What do you promise the sea?",
        most=120,
        example="Never again.",
        cites="promise.word",
        audience=(who,),
    )
    sailor = find_by_id(s.sailors, who)
    yield tell("promise.word", "{name} mutters something into the wind.", name=sailor.name)
    s = s.but(sailors=replace_by_id(s.sailors, sailor.but(promise=promise)), storm=False)
    if s.rulings.storm == "drifts":
        yield tell("sea.storm", "The boat is driven back.")
        return s.but(gone=max(0, s.gone - 1))
    yield tell("sea.storm", "Water is spilled.")
    return s.but(water=max(0, s.water - 1))


ACTIONS = (set_out, row, ride_out, *kit_actions(players=("sailor",)))
