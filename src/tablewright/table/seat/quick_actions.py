"""Quick actions: what a seat does in one tap, without a form; and the forecasts it can ask for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec

from tablewright.rules import Game, Refused
from tablewright.rules.widgets import Offer, Panel

from .draft import MAX_LISTED, Draft, DraftField

CHOICES, FIELDS, MAX_QUICK_ACTIONS = 6, 2, 2
"""Choices of a field, fields of an action, and actions that people take in at a glance."""
ALWAYS_AT_HAND = ("throw_dice", "write_note")
"""Actions of the kit that are useful at any moment."""


class QuickAction(msgspec.Struct, frozen=True):
    """An action that needs one choice, or a target and a choice. `values` holds what is known already."""

    action: str
    title: str
    values: dict[str, Any]
    fields: tuple[DraftField, ...]


class ForecastOption(msgspec.Struct, frozen=True):
    """A scenario that can be played from here to its end, with its policies, or the reason why not now."""

    name: str
    title: str
    doc: str
    policies: tuple[str, ...]
    why_not: str = ""


class QuickActions(msgspec.Struct, frozen=True):
    """Actions of one tap, tools and forecasts."""

    actions: tuple[QuickAction, ...] = ()
    tools: tuple[Offer, ...] = ()
    forecasts: tuple[ForecastOption, ...] = ()


def quick_action(draft: Draft, offer: Offer) -> QuickAction | None:
    """Return an action as a row of buttons, or None if it needs texts, numbers or several things."""
    if draft.why_not:
        return None
    asked = tuple(field for field in draft.fields if field.required and not field.given)
    more = [field for field in draft.fields if field.main and not field.given and field not in asked]
    if len(more) > 1 or not asked or len(asked) > FIELDS or not _short(asked[-1]):
        return None
    if not all(_short(field, MAX_LISTED) for field in asked):  # a target is picked from a list that opens
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
    """Return the first offer of each action that can be taken."""
    called: dict[str, Offer] = {}
    for offer in offers:
        if offer.action in may:
            called.setdefault(offer.action, offer)
    return called.values()


def forecast_options(game: Game, seen: Any) -> Iterator[ForecastOption]:
    """Yield the scenarios that start from a table, with the reason where one cannot start now."""
    for s in game.scenarios:
        if s.from_table is None:
            continue
        why_not = ""
        try:
            s.from_table(seen)
        except Refused as refused:
            why_not = str(refused)
        yield ForecastOption(s.name, s.title, s.doc, tuple(s.policies), why_not)
