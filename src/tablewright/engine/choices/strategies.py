"""Strategies of a simultaneous choice: complete plans of one side that know nothing of the other's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

from tablewright.engine.trees import ChanceNode, ChoiceNode, Distribution, Leaf, Node, SimultaneousNode
from tablewright.rules import GameError, TooLarge

MAX_STRATEGIES = 1_000
MAX_PAIRS = 2_500  # strategies of one side times those of the other, at most: 50 against 50
Strategy: TypeAlias = Distribution[tuple[Any, int]]  # distribution of results, each with the cost paid on the way
#: Results of two strategies together: weight, own cost, the opponents' cost, and the node they lead to.
Parts: TypeAlias = list[tuple[int, int, int, Node]]


def payoff_table(clash: SimultaneousNode) -> list[list[Parts]]:
    """Combine every strategy of one's own side (a row each) with every strategy of the others."""
    if clash.plans is None:
        own, others = strategies_of(clash, True), strategies_of(clash, False)
        _check_count(len(own) * len(others), MAX_PAIRS)
        clash.plans = [[_joint_results(clash, plan, other) for other in others] for plan in own]
    return cast(list[list[Parts]], clash.plans)


def _joint_results(clash: SimultaneousNode, plan: Strategy, other: Strategy) -> Parts:
    parts = []
    for (results, paid), w in plan.weights.items():
        for (answers, cost), u in other.weights.items():
            picked = dict((*results, *answers))
            parts.append((w * u, paid, cost, clash.after[tuple([picked[k] for k in range(len(clash.roots))])]))
    return parts


def strategies_of(clash: SimultaneousNode, own: bool) -> list[Strategy]:
    """The strategies of one side, cheapest first. People of one side plan together.

    A result holds the result of each of the side's trees, by place.
    """
    plans: list[Strategy] = [Distribution.sure(((), 0))]
    for place, root in enumerate(clash.roots):
        if clash.own[place] is own:
            more = strategies_in(root)
            _check_count(len(plans) * len(more))
            plans = [_join(plan, then, place) for plan, then in product(plans, more)]
    return sorted(plans, key=lambda plan: plan.mean(lambda found: found[1]))


def _join(plan: Strategy, then: Strategy, place: int) -> Strategy:
    weights = {
        ((*results, (place, result)), paid + cost): w * u
        for (results, paid), w in plan.weights.items()
        for (result, cost), u in then.weights.items()
    }
    return Distribution(weights, plan.total * then.total)


def strategies_in(node: Node) -> list[Strategy]:
    """Every strategy for a tree with choices of one side only, without duplicates."""
    if isinstance(node, Leaf):
        return [node.dist.map(lambda result: (result, 0))]
    if isinstance(node, ChoiceNode):
        return _unique(_with_cost(plan, cost) for cost, inner in node.branches for plan in strategies_in(inner))
    if isinstance(node, ChanceNode):
        return _unique(_each(node.total, [(w, strategies_in(inner)) for w, inner in node.branches]))
    if isinstance(node, SimultaneousNode):
        raise GameError("A simultaneous choice inside a strategy of one side.")
    after = {result: strategies_in(inner) for result, inner in node.branches}
    return _unique(then for plan in strategies_in(node.root) for then in _continued(plan, after))


def _continued(plan: Strategy, after: dict[Any, list[Strategy]]) -> Iterator[Strategy]:
    parts = [(w, [_with_cost(then, cost) for then in after[result]]) for (result, cost), w in plan.weights.items()]
    return _each(plan.total, parts)


def _each(total: int, parts: Sequence[tuple[int, list[Strategy]]]) -> Iterator[Strategy]:
    """Combine one strategy for each chance result, in all combinations."""
    _check_count(prod([len(plans) for _, plans in parts]))
    weights = [w for w, _ in parts]
    return (
        Distribution.mix(total, zip(weights, chosen, strict=True)) for chosen in product(*[plans for _, plans in parts])
    )


def _with_cost(plan: Strategy, cost: int) -> Strategy:
    return plan.map(lambda found: (found[0], found[1] + cost)) if cost else plan


def _unique(plans: Iterable[Strategy]) -> list[Strategy]:
    found: dict[Any, Strategy] = {}
    for plan in plans:
        lowest = plan.lowest()
        found.setdefault((lowest.total, frozenset(lowest.weights.items())), plan)
        _check_count(len(found))
    return list(found.values())


def _check_count(plans: int, most: int = MAX_STRATEGIES) -> None:
    if plans > most:
        raise TooLarge(
            f"Too much can be planned for what is chosen at once: {plans:,} ways, where {most:,} are weighed."
        )
