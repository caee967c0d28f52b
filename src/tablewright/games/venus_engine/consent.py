"""Consent of allies: an aid die is KISSed only if the ally who gave it agrees."""

from __future__ import annotations

from tablewright.rules import Choose, Gather, Rule, cites

from .plans import Kiss, price
from .spread import Spread

AGREED, AGREED_AND_PAID, REFUSED = "agreed", "agreed, for my own Lot", "no"


@cites("kiss.allies")
def with_allies(plan: Kiss, spread: Spread) -> Rule[tuple[Kiss, tuple[str, ...]]]:
    """Ask allies for their dice, and let them pay. Return the remaining plan and the allies who pay."""
    allies = spread.allies
    asked = [name for name in plan.aid if allies[name].asked]
    if not asked:
        return plan, ()
    said = yield from Gather(tuple(consent(name, allies[name].lot and plan.lots > 0) for name in asked))
    return as_agreed(plan, dict(zip(asked, said, strict=True)), spread)


def consent(ally: str, may_pay: bool) -> Choose[str]:
    options = (AGREED, AGREED_AND_PAID, REFUSED) if may_pay else (AGREED, REFUSED)
    costs = tuple(int(option == AGREED_AND_PAID) for option in options)
    return Choose(ally, "Throw your aid die again?", options, costs, cites="kiss.allies", matters=False)


@cites("kiss.allies")
def as_agreed(plan: Kiss, said: dict[str, str], spread: Spread) -> tuple[Kiss, tuple[str, ...]]:
    """The plan without the dice of allies who refuse, and the allies who pay a Lot themselves.

    Dice without enough Lots in the end stay as they are.
    """
    aid = tuple(ally for ally in plan.aid if said.get(ally) != REFUSED)
    if plan.ego == "all":
        return plan.but(aid=aid), ()
    while True:
        due = price(plan.own, aid, spread)
        paid = tuple(ally for ally in aid if said.get(ally) == AGREED_AND_PAID)[:due]
        if due - len(paid) <= spread.means.lots:
            return plan.but(aid=aid, lots=due - len(paid)), paid
        unpaid = [ally for ally in aid if ally not in paid and not spread.allies[ally].stunt]
        aid = tuple(ally for ally in aid if ally != unpaid[-1])
