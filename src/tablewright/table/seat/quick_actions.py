"""The desk: what a seat does in one tap, without a form: rulings the moment calls for, and what is always at hand."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from tablewright.rules import Game, Refused
from tablewright.rules.widgets import Offer, Panel

from .draft import MAX_LISTED, Draft, DraftField

CHOICES, FIELDS, MAX_QUICK_ACTIONS = 6, 2, 2
"""As many answers, things asked and rulings as are taken in at a glance."""
ALWAYS_AT_HAND = ("throw_dice", "write_note")
"""What the kit lays on every table."""


class QuickAction(msgspec.Struct, frozen=True):
    """An action that lacks one choice, or whom and a choice: `values` is all that goes without saying."""

    action: str
    title: str
    values: dict[str, Any]
    fields: tuple[DraftField, ...]


class ForecastOption(msgspec.Struct, frozen=True):
    """Something that can be played on from here to its end, many times over: by which policies, or why not now."""

    name: str
    title: str
    doc: str
    policies: tuple[str, ...]
    why_not: str = ""


class QuickActions(msgspec.Struct, frozen=True):
    """What lies in reach: rulings of one tap, tools, and what can be foreseen."""

    taps: tuple[QuickAction, ...] = ()
    tools: tuple[Offer, ...] = ()
    forecasts: tuple[ForecastOption, ...] = ()


def quick_action(draft: Draft, offer: Offer) -> QuickAction | None:
    """An action as a row of buttons, if that is all it needs; nothing, if it wants words, numbers or many things."""
    if draft.why_not:
        return None
    asked = tuple(field for field in draft.fields if field.required and not field.given)
    more = [field for field in draft.fields if field.main and not field.given and field not in asked]
    if len(more) > 1 or not asked or len(asked) > FIELDS or not _short(asked[-1]):
        return None
    if not all(_short(field, MAX_LISTED) for field in asked):  # of whom and a choice, whom is a list to open
        return None
    return QuickAction(draft.action, offer.title or draft.title, dict(offer.params), asked)


def _short(field: DraftField, most: int = CHOICES) -> bool:
    return field.kind == "choice" and not field.many and not field.typed and 2 <= len(field.choices) <= most


def scene_offers(panels: Iterable[Panel]) -> Iterator[Offer]:
    """Yield what the widgets of the scene offer, without those of a character's own sheet."""
    for panel in panels:
        if panel.of or panel.folded:
            continue
        for widget in panel.words:
            if isinstance(widget, Panel):
                yield from scene_offers((widget,))
            elif offer := widget.offer:
                yield Offer(offer.action, offer.params)  # its title reads "Draw", beside the widget's label


def unique_offers(offers: Iterable[Offer], may: Container[str]) -> Iterable[Offer]:
    """Each action once, as it is offered first, of those that can be taken."""
    called: dict[str, Offer] = {}
    for offer in offers:
        if offer.action in may:
            called.setdefault(offer.action, offer)
    return called.values()


def forecast_options(game: Game, seen: Any) -> Iterator[ForecastOption]:
    """What the game can play on from a state, and why not, where it cannot now."""
    for s in game.scenarios:
        if s.from_table is None:
            continue
        why_not = ""
        try:
            s.from_table(seen)
        except Refused as refused:
            why_not = str(refused)
        yield ForecastOption(s.name, s.title, s.doc, tuple(s.policies), why_not)
