"""Ego: spent on a task it rerolls every die that disappoints, or counts each six twice."""

from __future__ import annotations

from tablewright.rules import Choose, State, cites

from .plans import Kiss, counts_of, gain, in_words, stand_of
from .spread import Dice, EgoUse, Spread

#: The price of Ego when plans have equal results: as much as all the Lots one can hold.
EGO_WEIGHT = 10


class Temptation(State, frozen=True):
    """The facts for a policy when it is asked about Ego: dice that missed, and the successes still missing."""

    missed: int
    short: int


@cites("ego.kiss-all", "ego.double", "ego.one-use")
def ego_for(spread: Spread, so_far: Dice) -> Choose[EgoUse]:
    """The question about Ego, which has one use: count sixes twice, or reroll all that disappoint, if any."""
    plan = everything(spread)
    missed = sum(counts_of(plan, spread.owners))
    uses: tuple[EgoUse, ...] = ("none", "double", "all") if missed else ("none", "double")

    def label(use: EgoUse) -> str:
        if use == "none":
            return "keep it"
        if use == "double":
            return f"sixes count twice ({so_far.sixes:+d} as the dice lie)"
        return in_words(plan, gain(plan, stand_of(spread, so_far)), spread.names)

    return Choose(
        spread.who,
        f"Spend Ego? {spread.stands(so_far)}",
        uses,
        (0, EGO_WEIGHT, EGO_WEIGHT)[: len(uses)],
        label=label,
        cites="ego.one-use",
        about=Temptation(missed, spread.short(so_far)),
    )


@cites("ego.kiss-all")
def everything(spread: Spread) -> Kiss:
    """A plan for all dice that disappoint, as far as Ego reaches."""
    allies = list(zip(spread.owners, spread.missed, strict=True))[1:]
    aid = tuple(name for (name, _), missed in allies if missed and spread.means.ego_reaches_aid)
    return Kiss(spread.missed[0], aid, "all", 0)
