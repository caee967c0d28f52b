"""Lab scenarios: a walk through the dark."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import Param, Rule, Scenario, rule

from .options import TemplateRulings
from .policies import POLICIES
from .rules import take_step
from .state import LIGHT_MOST, Walk, new_walk, over


def start(
    rulings: TemplateRulings,
    light: Annotated[int, Param("Light at the start", min=1, max=LIGHT_MOST)] = LIGHT_MOST,
) -> Walk:
    return new_walk(rulings).but(light=light)


@rule("step.roll")
def lead_on(s: Walk) -> Rule[Walk]:
    """Let the walker with more nerve lead."""
    leader = max(s.walkers, key=lambda walker: walker.nerve)
    return (yield from take_step(s, leader.id))


SCENARIOS = (
    Scenario(
        name="walk",
        title="A walk through the dark",
        doc="Two walkers take steps until they are through or the lantern is out.",
        start=start,
        step=lead_on,
        ending=over,
        policies=POLICIES,
        count=lambda s: {"light": s.light, "nerve": sum(walker.nerve for walker in s.walkers)},
        value=lambda s: float(s.light > 0),
        between=(0.0, 1.0),
        cites="road.length",
    ),
)
