"""Sides of a choice: own players, opponents, and the mode of best play that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

from tablewright.engine.trees import ChoiceNode, Node, SimultaneousNode, find_choosers, iter_nodes
from tablewright.rules import Refused
from tablewright.rules.effects import Call, Choose, Gather

#: True if the choice of these names is one's own; everybody else plays against it.
IsOwnChoice: TypeAlias = Callable[[tuple[str, ...]], bool]
Met: TypeAlias = tuple[Node, bool]  # a tree asked together with others, and whether it is one's own
PlayMode: TypeAlias = Literal["best", "minimax", "equilibrium"]


def opposing_roots(roots: Mapping[int, Node], whose: IsOwnChoice) -> dict[int, Met]:
    """Of trees asked together, return those with choices; none if all choices are of one side."""
    sides = {place: {whose(by) for by in find_choosers(root)} for place, root in roots.items()}
    asked = {place: side for place, side in sides.items() if side}
    if len(asked) < 2 or len(set[bool]().union(*asked.values())) < 2:
        return {}
    if any(len(side) > 1 for side in asked.values()):
        raise Refused("A rule that asks both sides cannot be weighed while another is asked beside it.")
    return {place: (roots[place], True in side) for place, side in asked.items()}


def may_have_choice(ask: Any) -> bool:
    """True if somebody may have to choose."""
    return type(ask) is Choose or type(ask) is Call or (type(ask) is Gather and any(map(may_have_choice, ask.asks)))


def choices_of(names: tuple[str, ...]) -> IsOwnChoice | None:
    """A test for choices of these names (seats, roles or characters); None if there are no names.

    A choice open to anyone counts as one's own.
    """
    return (lambda by: not any(by) or any(name in names for name in by)) if names else None


def play_mode(roots: Iterable[Node], whose: IsOwnChoice | None) -> PlayMode:
    """The mode of best play on these trees.

    `best` without opponents, `minimax` if each chooser knows earlier choices, `equilibrium` if both sides choose at
    once.
    """
    met = [node for root in roots for node in iter_nodes(root)] if whose is not None else []
    if any(isinstance(node, SimultaneousNode) for node in met):
        return "equilibrium"
    against = whose is not None and any(isinstance(node, ChoiceNode) and not whose(node.by) for node in met)
    return "minimax" if against else "best"
