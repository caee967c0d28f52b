"""Plans: all that a side can make up its mind to do before anything is known of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

from tablewright.kernel.errors import Faulty, TooLarge

from .dist import Dist
from .tree import Chance, Choice, Clash, End, Node

MOST_PLANS = 1_000
MOST_PAIRS = 2_500
"""As many plans of one side against those of the other as are weighed: 50 against 50."""
Plan: TypeAlias = Dist[tuple[Any, int]]
"""What comes of it, each result with what is paid on the way."""
Parts: TypeAlias = list[tuple[int, int, int, Node]]
"""Where two plans lead together: how often, what one's own side has paid, what the other has, and to what."""


def faced(clash: Clash) -> list[list[Parts]]:
    """Every plan of one's own side, a row each, against every plan of the others."""
    if clash.plans is None:
        own, others = plans_of(clash, True), plans_of(clash, False)
        _counted(len(own) * len(others), MOST_PAIRS)
        clash.plans = [[_met(clash, plan, other) for other in others] for plan in own]
    return cast(list[list[Parts]], clash.plans)


def _met(clash: Clash, plan: Plan, other: Plan) -> Parts:
    parts = []
    for (results, paid), w in plan.weights.items():
        for (answers, cost), u in other.weights.items():
            picked = dict((*results, *answers))
            parts.append((w * u, paid, cost, clash.after[tuple([picked[k] for k in range(len(clash.roots))])]))
    return parts


def plans_of(clash: Clash, own: bool) -> list[Plan]:
    """The plans of one side, whose people plan together. A result is what comes of each of its trees, by place.

    The cheapest come first.
    """
    plans: list[Plan] = [Dist.sure(((), 0))]
    for place, root in enumerate(clash.roots):
        if clash.own[place] is own:
            more = plans_in(root)
            _counted(len(plans) * len(more))
            plans = [_joined(plan, then, place) for plan, then in product(plans, more)]
    return sorted(plans, key=lambda plan: plan.mean(lambda found: found[1]))


def _joined(plan: Plan, then: Plan, place: int) -> Plan:
    weights = {
        ((*results, (place, result)), paid + cost): w * u
        for (results, paid), w in plan.weights.items()
        for (result, cost), u in then.weights.items()
    }
    return Dist(weights, plan.total * then.total)


def plans_in(node: Node) -> list[Plan]:
    """Every plan for a tree that asks one side only; those that come to the same, once."""
    if isinstance(node, End):
        return [node.dist.map(lambda result: (result, 0))]
    if isinstance(node, Choice):
        return _different(_paid(plan, cost) for cost, inner in node.branches for plan in plans_in(inner))
    if isinstance(node, Chance):
        return _different(_each(node.total, [(w, plans_in(inner)) for w, inner in node.branches]))
    if isinstance(node, Clash):
        raise Faulty("One side alone does not clash.")
    after = {result: plans_in(inner) for result, inner in node.branches}
    return _different(then for plan in plans_in(node.root) for then in _gone_on(plan, after))


def _gone_on(plan: Plan, after: dict[Any, list[Plan]]) -> Iterator[Plan]:
    parts = [(w, [_paid(then, cost) for then in after[result]]) for (result, cost), w in plan.weights.items()]
    return _each(plan.total, parts)


def _each(total: int, parts: Sequence[tuple[int, list[Plan]]]) -> Iterator[Plan]:
    """One plan for each thing that may happen, in every combination."""
    _counted(prod([len(plans) for _, plans in parts]))
    weights = [w for w, _ in parts]
    return (Dist.mix(total, zip(weights, chosen, strict=True)) for chosen in product(*[plans for _, plans in parts]))


def _paid(plan: Plan, cost: int) -> Plan:
    return plan.map(lambda found: (found[0], found[1] + cost)) if cost else plan


def _different(plans: Iterable[Plan]) -> list[Plan]:
    found: dict[Any, Plan] = {}
    for plan in plans:
        lowest = plan.lowest()
        found.setdefault((lowest.total, frozenset(lowest.weights.items())), plan)
        _counted(len(found))
    return list(found.values())


def _counted(plans: int, most: int = MOST_PLANS) -> None:
    if plans > most:
        raise TooLarge(
            f"Too much can be planned for what is chosen at once: {plans:,} ways, where {most:,} are weighed."
        )
