"""Guides: the paths of a game as one seat walks them, each step with where it stands and what it offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tablewright.rules import Guide, GuideStep, StepStatus, UnknownName
from tablewright.rules.widgets import Offer
from tablewright.table.core import Table
from tablewright.table.log import (
    GAME_EVENTS,
    ActionTaken,
    ActionWithdrawn,
    CharacterHandedOver,
    ValueEdited,
    dice_results,
    effective_event,
)

from .draft_builder import DraftBuilder

MAX_BACK = 100
"""Entries looked back at for the beginning of a step."""


class GuideStepView(msgspec.Struct, frozen=True):
    """A step as it stands: what was chosen in it, what is left to spend, what can be done in it now.

    `back` is the entry to undo to, for somebody who wants to take it anew; nothing, where it is not theirs to undo.
    """

    title: str
    doc: str
    stage: StepStatus
    optional: bool = False
    chosen: str = ""
    left: str = ""
    offers: tuple[Offer, ...] = ()
    back: int | None = None


class GuideView(msgspec.Struct, frozen=True):
    """A path somebody may walk now. `of` is whom it is about, `name` what they are called; nothing, for one who is
    still to come, or for the table as a whole. `chance`: what is left of it may be left to the dice.
    """

    name: str
    subject: str
    title: str
    doc: str
    subject_name: str
    steps: tuple[GuideStepView, ...]
    chance: bool = False
    ready: tuple[Offer, ...] = ()

    @property
    def now(self) -> GuideStepView | None:
        """The step it is at; nothing, when all are done."""
        return next((step for step in self.steps if step.stage == "now"), None)

    def __repr__(self) -> str:
        marks = {"done": "x", "now": ">", "open": "o", "later": " "}
        steps = "".join(f"\n  {marks[s.stage]} {s.title}{f': {s.chosen}' if s.chosen else ''}" for s in self.steps)
        return f"{self.title}{f' ({self.subject_name})' if self.subject_name else ''}{steps}"


def open_guides(drafting: DraftBuilder, names: Mapping[str, str], backs: UndoPoints) -> tuple[GuideView, ...]:
    """Every path that is open to a pair of eyes, in the game's order."""
    found = ((path, of) for path in drafting.game.guides for of in path.when(drafting.seen, drafting.eyes))
    return tuple(_guide(drafting, path, of, names, backs) for path, of in found)


def find_guide(found: tuple[GuideView, ...], path: str, of: str) -> GuideView:
    """The guide of this path, about this one; refused if it is not open."""
    for guide in found:
        if (guide.name, guide.subject) == (path, of):
            return guide
    raise UnknownName("open path", f"{path} {of}".strip(), (f"{g.name} {g.subject}".strip() for g in found))


def next_guide(guide: GuideView, before: tuple[GuideView, ...], after: tuple[GuideView, ...]) -> GuideView | None:
    """The same path after something was done on it: about whoever was not there before, or about the same.

    Nothing, when it is over.
    """
    known = {(other.name, other.subject) for other in before}
    found = [other for other in after if other.name == guide.name and other.now is not None]
    new = [other for other in found if not guide.subject and (other.name, other.subject) not in known]
    return next(iter(new or [other for other in found if other.subject == guide.subject]), None)


def _guide(drafting: DraftBuilder, path: Guide, of: str, names: Mapping[str, str], backs: UndoPoints) -> GuideView:
    seen = drafting.seen
    stages = _stages(path, seen, of, backs)
    steps = tuple(
        GuideStepView(
            step.title,
            step.doc,
            stage,
            step.optional,
            step.chosen(seen, of) if stage != "later" else "",
            step.left(seen, of) if stage != "later" else "",
            tuple(possible_offers(drafting, path.offers(step, seen, of))) if stage != "later" else (),
            backs.before(path, step, of) if of or stage == "done" else None,
        )
        for step, stage in zip(path.steps, stages, strict=True)
    )
    untouched = "done" not in stages
    ready = tuple(possible_offers(drafting, path.ready(seen, of))) if untouched else ()
    chance = path.by_chance and path.ends
    return GuideView(path.name, of, path.title, path.doc, names.get(of, of), steps, chance, ready)


def _stages(path: Guide, seen: Any, of: str, backs: UndoPoints) -> tuple[StepStatus, ...]:
    """Where each step stands. One that is over by being taken is done as long as it is the last thing that was."""
    stages, last = path.stages(seen, of), path.steps[-1]
    if last.done is None and stages[-1] != "later" and backs.just_taken(path, last, of):
        return (*stages[:-1], "done")
    return stages


def possible_offers(drafting: DraftBuilder, offers: Iterable[Offer]) -> Iterator[Offer]:
    """Those of the offers that this seat may take as they are, each with a title."""
    for offer in offers:
        act = drafting.game.action(offer.action)
        if act not in drafting.game.actions_for(drafting.eyes):
            continue
        draft = drafting.filled(act, offer.params)
        if not draft.why_not and not any(field.wrong for field in draft.fields):
            yield Offer(offer.action, offer.params, offer.title or act.title)


class UndoPoints:
    """Where a seat may go back to by itself: over what it did last, and nobody else since.

    What dice have fallen for is taken back by the master alone, as anywhere else.
    """

    def __init__(self, table: Table, seat: str) -> None:
        self.table, self.seat = table, table.seat(seat)
        self._deeds: list[tuple[int, ActionTaken]] | None = None

    @property
    def deeds(self) -> list[tuple[int, ActionTaken]]:
        """The actions at the end of the line that are this seat's to take back, last first."""
        if self._deeds is None:
            self._deeds = list(self._own())
        return self._deeds

    def _own(self) -> Iterator[tuple[int, ActionTaken]]:
        master = self.table.game.is_master(self.seat)
        for number, _ in zip(self.table.metadata.timeline.backwards(), range(MAX_BACK), strict=False):
            (entry,) = self.table.entries(number, number) or (None,)
            if entry is None:
                return
            done = effective_event(entry)
            if not isinstance(done, GAME_EVENTS):
                continue
            if getattr(done, "seat", "") != self.seat.id or (dice_results(entry) and not master):
                return
            if isinstance(done, ActionTaken):
                yield number, done

    def just_taken(self, path: Guide, step: GuideStep, of: str) -> bool:
        """Whether the last thing done at the table was this seat taking this step, about this one."""
        if self.table.play_state.pending:
            return False
        for number in self.table.metadata.timeline.backwards():
            (entry,) = self.table.entries(number, number) or (None,)
            done = effective_event(entry) if entry is not None else None
            if isinstance(done, ActionTaken):
                mine = done.seat == self.seat.id and done.action in {act.name for act in step.actions}
                return mine and (not of or done.params.get(path.whom) == of)
            if isinstance(done, ValueEdited | CharacterHandedOver | ActionWithdrawn):
                return False
        return False

    def before(self, path: Guide, step: GuideStep, of: str) -> int | None:
        """The entry before the first of a step's actions, about this one."""
        actions, first = {act.name for act in step.actions}, None
        for number, acted in self.deeds:
            about: Any = acted.params.get(path.whom)
            if acted.action in actions and about in (of, None):
                first = number
                if about is None:  # one who was not there yet was made but once
                    break
        return None if first is None else self.table.metadata.timeline.cut(first - 1)[0].last[1]
