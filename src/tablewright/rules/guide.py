"""Guided paths: what is done in an order, such as making a character, growing, or ending a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from .actions import Action
from .seat import Viewer
from .widgets import Offer

StepStatus: TypeAlias = Literal["done", "now", "open", "later"]
"""Where a step stands: `open` is what may be gone on to, because the one that is `now` may be left out."""


def no_choices(_s: Any, _of: str) -> str:
    return ""


class GuideStep(msgspec.Struct, frozen=True):
    """One step of a path, and the actions it is taken by. All it says is said of a state and of whom the path is about.

    `done` says whether it has been taken; a step without it is over by being taken, and can only come last. `chosen` is
    what was chosen, in words; `left` what there is to spend. `offers` are its actions with what is known already, where
    that is more than whom it is about. `chance` are those of its actions that leave it to the dice, by the book's
    tables where the book has some; left out, any of them is filled in at random. An `optional` step may be left out.
    """

    title: str
    doc: str
    actions: tuple[Action[Any], ...]
    done: Callable[[Any, str], bool] | None = None
    chosen: Callable[[Any, str], str] = no_choices
    left: Callable[[Any, str], str] = no_choices
    offers: Callable[[Any, str], Iterable[Offer]] | None = None
    chance: tuple[Action[Any], ...] = ()
    optional: bool = False

    def is_done(self, s: Any, of: str) -> bool:
        """Whether it has been taken; never, where it is over by being taken."""
        return self.done is not None and self.done(s, of)


class Guide(msgspec.Struct, frozen=True):
    """A path through a game's actions, step by step.

    `when` says for whom it is open to whoever looks: the ids of characters, or nothing ("") for one who is not there
    yet, or for the table as a whole. `whom` is the parameter that id is filled in for, wherever an action has it.
    `ready` offers to take the whole of it at once, with something ready-made. `by_chance` says whether it is ever left
    to the dice: nobody ends a session so.
    """

    name: str
    title: str
    doc: str
    steps: tuple[GuideStep, ...]
    when: Callable[[Any, Viewer], Iterable[str]]
    whom: str = "who"
    ready: Callable[[Any, str], Iterable[Offer]] = lambda _s, _: ()
    by_chance: bool = True

    @property
    def actions(self) -> tuple[Action[Any], ...]:
        """Every action of the path, once."""
        return tuple(dict.fromkeys(act for step in self.steps for act in step.actions))

    @property
    def ends(self) -> bool:
        """Whether every step can be seen to be done, so that the path comes to an end by itself."""
        return all(step.done is not None for step in self.steps)

    def stages(self, s: Any, of: str) -> tuple[StepStatus, ...]:
        """Where each step stands: the first that is not done is now; what may be left out bars no step after it."""
        found: list[StepStatus] = []
        reached = True
        for step in self.steps:
            stage: StepStatus = "later"
            if step.is_done(s, of):
                stage = "done"
            elif reached:
                stage = "open" if "now" in found else "now"
                reached = step.optional
            found.append(stage)
        return tuple(found)

    def offers(self, step: GuideStep, s: Any, of: str) -> tuple[Offer, ...]:
        """The actions a step is taken by, with what is known."""
        if step.offers is not None:
            return tuple(step.offers(s, of))
        return tuple(Offer(act.name, self.known(act, of)) for act in step.actions)

    def known(self, act: Action[Any], of: str) -> dict[str, Any]:
        """Whom the path is about, where an action asks for it."""
        return {self.whom: of} if of and any(field.name == self.whom for field in act.fields) else {}

    def now(self, s: Any, of: str) -> tuple[Offer, ...]:
        """What the steps call for that can be taken now, in their order."""
        taken = zip(self.steps, self.stages(s, of), strict=True)
        return tuple(offer for step, stage in taken if stage in ("now", "open") for offer in self.offers(step, s, of))
