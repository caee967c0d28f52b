"""Plans: all that a side can make up its mind to do before anything is known of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

from tablewright.engine.trees import ChanceNode, ChoiceNode, Distribution, Leaf, Node, SimultaneousNode
from tablewright.rules import GameError, TooLarge

MAX_STRATEGIES = 1_000
MAX_PAIRS = 2_500
"""As many plans of one side against those of the other as are weighed: 50 against 50."""
Strategy: TypeAlias = Distribution[tuple[Any, int]]
"""What comes of it, each result with what is paid on the way."""
Parts: TypeAlias = list[tuple[int, int, int, Node]]
"""Where two plans lead together: how often, what one's own side has paid, what the other has, and to what."""


def payoff_table(clash: SimultaneousNode) -> list[list[Parts]]:
    """Every plan of one's own side, a row each, against every plan of the others."""
    if clash.plans is None:
        own, others = strategies_of(clash, True), strategies_of(clash, False)
        _counted(len(own) * len(others), MAX_PAIRS)
        clash.plans = [[_met(clash, plan, other) for other in others] for plan in own]
    return cast(list[list[Parts]], clash.plans)


def _met(clash: SimultaneousNode, plan: Strategy, other: Strategy) -> Parts:
    parts = []
    for (results, paid), w in plan.weights.items():
        for (answers, cost), u in other.weights.items():
            picked = dict((*results, *answers))
            parts.append((w * u, paid, cost, clash.after[tuple([picked[k] for k in range(len(clash.roots))])]))
    return parts


def strategies_of(clash: SimultaneousNode, own: bool) -> list[Strategy]:
    """The plans of one side, whose people plan together. A result is what comes of each of its trees, by place.

    The cheapest come first.
    """
    plans: list[Strategy] = [Distribution.sure(((), 0))]
    for place, root in enumerate(clash.roots):
        if clash.own[place] is own:
            more = strategies_in(root)
            _counted(len(plans) * len(more))
            plans = [_joined(plan, then, place) for plan, then in product(plans, more)]
    return sorted(plans, key=lambda plan: plan.mean(lambda found: found[1]))


def _joined(plan: Strategy, then: Strategy, place: int) -> Strategy:
    weights = {
        ((*results, (place, result)), paid + cost): w * u
        for (results, paid), w in plan.weights.items()
        for (result, cost), u in then.weights.items()
    }
    return Distribution(weights, plan.total * then.total)


def strategies_in(node: Node) -> list[Strategy]:
    """Every plan for a tree that asks one side only; those that come to the same, once."""
    if isinstance(node, Leaf):
        return [node.dist.map(lambda result: (result, 0))]
    if isinstance(node, ChoiceNode):
        return _different(_paid(plan, cost) for cost, inner in node.branches for plan in strategies_in(inner))
    if isinstance(node, ChanceNode):
        return _different(_each(node.total, [(w, strategies_in(inner)) for w, inner in node.branches]))
    if isinstance(node, SimultaneousNode):
        raise GameError("One side alone does not clash.")
    after = {result: strategies_in(inner) for result, inner in node.branches}
    return _different(then for plan in strategies_in(node.root) for then in _gone_on(plan, after))


def _gone_on(plan: Strategy, after: dict[Any, list[Strategy]]) -> Iterator[Strategy]:
    parts = [(w, [_paid(then, cost) for then in after[result]]) for (result, cost), w in plan.weights.items()]
    return _each(plan.total, parts)


def _each(total: int, parts: Sequence[tuple[int, list[Strategy]]]) -> Iterator[Strategy]:
    """One plan for each thing that may happen, in every combination."""
    _counted(prod([len(plans) for _, plans in parts]))
    weights = [w for w, _ in parts]
    return (
        Distribution.mix(total, zip(weights, chosen, strict=True)) for chosen in product(*[plans for _, plans in parts])
    )


def _paid(plan: Strategy, cost: int) -> Strategy:
    return plan.map(lambda found: (found[0], found[1] + cost)) if cost else plan


def _different(plans: Iterable[Strategy]) -> list[Strategy]:
    found: dict[Any, Strategy] = {}
    for plan in plans:
        lowest = plan.lowest()
        found.setdefault((lowest.total, frozenset(lowest.weights.items())), plan)
        _counted(len(found))
    return list(found.values())


def _counted(plans: int, most: int = MAX_STRATEGIES) -> None:
    if plans > most:
        raise TooLarge(
            f"Too much can be planned for what is chosen at once: {plans:,} ways, where {most:,} are weighed."
        )
