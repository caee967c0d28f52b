"""Lab scenarios. The lab does not know the order of the sea either, so there it has none."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Rule, Scenario, rule

from .options import LifeboatRulings
from .policies import POLICIES
from .rowing import ride_out, row
from .state import WATER_MOST, Boat, new_boat, over


def start(
    rulings: LifeboatRulings,
    water: Annotated[int, Param("Water at the start", min=1, max=WATER_MOST)] = WATER_MOST,
) -> Boat:
    s = new_boat(rulings)
    return s.but(sea=s.sea.but(ordered=False), water=water)


@rule("row.sea")
def onward(s: Boat) -> Rule[Boat]:
    """Row, or ride out a storm. Drawn cards are forgotten."""
    helm = s.sailors[0].id
    if s.storm:
        return (yield from ride_out(s, helm))
    s = yield from row(s, helm)
    return s.but(sea=s.sea.but(drawn=()))


SCENARIOS = (
    Scenario(
        name="crossing",
        title="The way to the shore",
        doc="Two sailors row until they are ashore or the water is gone.",
        start=start,
        step=onward,
        ending=over,
        policies=POLICIES,
        count=lambda s: {"water": s.water, "strength": sum(sailor.strength for sailor in s.sailors)},
        value=lambda s: float(over(s) == "the boat is ashore"),
        cites="way.length",
    ),
)
