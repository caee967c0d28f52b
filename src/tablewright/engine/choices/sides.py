"""Who plays against whom, and what that makes of best play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from tablewright.engine.trees import ChoiceNode, Node, SimultaneousNode, find_choosers, iter_nodes
from tablewright.rules import Refused
from tablewright.rules.effects import Call, Choose, Gather

IsOwnChoice: TypeAlias = Callable[[tuple[str, ...]], bool]
"""Whether a choice of these names is one's own; whoever else chooses plays against it."""
Met: TypeAlias = tuple[Node, bool]
"""A tree asked together with others, and whether it is one's own."""
PlayMode: TypeAlias = Literal["best", "minimax", "equilibrium"]


def opposing_roots(roots: Mapping[int, Node], whose: IsOwnChoice) -> dict[int, Met]:
    """Of the trees asked together those somebody chooses in; none, if all of them are of one side."""
    sides = {place: {whose(by) for by in find_choosers(root)} for place, root in roots.items()}
    asked = {place: side for place, side in sides.items() if side}
    if len(asked) < 2 or len(set[bool]().union(*asked.values())) < 2:
        return {}
    if any(len(side) > 1 for side in asked.values()):
        raise Refused("A rule that asks both sides cannot be weighed while another is asked beside it.")
    return {place: (roots[place], True in side) for place, side in asked.items()}


def may_have_choice(ask: Any) -> bool:
    """Whether somebody may have to choose."""
    return type(ask) is Choose or type(ask) is Call or (type(ask) is Gather and any(map(may_have_choice, ask.asks)))


def choices_of(names: tuple[str, ...]) -> IsOwnChoice | None:
    """Whose choices these names (of seats, roles or characters) make; everyone's, if there are none.

    What is asked of anyone is one's own.
    """
    return (lambda by: not any(by) or any(name in names for name in by)) if names else None


def play_mode(roots: Iterable[Node], whose: IsOwnChoice | None) -> PlayMode:
    """What best play of these trees is: `best` where nobody plays against it, `minimax` where each knows what the other
    has chosen, an `equilibrium` where both sides choose at once.
    """
    met = [node for root in roots for node in iter_nodes(root)] if whose is not None else []
    if any(isinstance(node, SimultaneousNode) for node in met):
        return "equilibrium"
    against = whose is not None and any(isinstance(node, ChoiceNode) and not whose(node.by) for node in met)
    return "minimax" if against else "best"
