"""Every way a rule can go, as a tree with equal branches merged: chance, choices, other rules, ends.

A tree is grown once for a rule and its arguments; distributions and best play are read off it as often as needed.
Generators cannot be copied, so each branch plays the rule from its start with the answers so far. That is cheap as
long as rules are factored: a rule called is one step here, however much happens inside it. A rule is known by what
it yields alone: nothing here looks into its frame or its code.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from itertools import combinations, permutations
from math import comb
from typing import Any, TypeAlias

from tablewright.kernel.dist import Dist
from tablewright.kernel.effects import (
    Call,
    Choose,
    Draw,
    Look,
    Outcome,
    Roll,
    Rule,
    Tell,
    Throw,
    Thrown,
    Together,
    check_dice,
)
from tablewright.kernel.errors import Faulty, TooLarge
from tablewright.kernel.game import Policy
from tablewright.kernel.reading import Reading, further_ways, rolls, ways

BUDGET = 2_000_000


class Leaf:
    """The rule ended with this result."""

    __slots__ = ("result",)

    def __init__(self, result: Any) -> None:
        self.result = result


class Chance:
    """Dice or cards: weights out of a total."""

    __slots__ = ("branches", "total")

    def __init__(self, total: int, branches: tuple[tuple[int, Node], ...]) -> None:
        self.total, self.branches = total, branches


class Choice:
    """Somebody chooses: what each option costs and where it leads, in the order offered."""

    __slots__ = ("branches", "by")

    def __init__(self, by: tuple[str, ...], branches: tuple[tuple[int, Node], ...]) -> None:
        self.by, self.branches = by, branches


class Sub:
    """Another rule with choices in it, and where each of its results leads."""

    __slots__ = ("branches", "root")

    def __init__(self, root: Node, branches: tuple[tuple[Any, Node], ...]) -> None:
        self.root, self.branches = root, branches


Node: TypeAlias = Leaf | Chance | Choice | Sub
Looks: TypeAlias = tuple[tuple[Any, Reading[Any], Hashable], ...]
Then: TypeAlias = Callable[[Iterable[Any], Looks], list[Node]]
Make: TypeAlias = Callable[[], Rule[Any]]


class _Size:
    """How large a tree has grown: its own branches and the rules it calls.

    `loose` counts what those rules lead to as often as they are called, which is quick and too much; only past `limit`
    is each rule weighed once.
    """

    __slots__ = ("called", "limit", "loose", "own")

    def __init__(self, limit: int) -> None:
        self.own = self.loose = 0
        self.limit = limit
        self.called: set[Call[Any]] = set()


class Forest:
    """Grows trees and remembers them. A policy that answers a choice prunes it; None leaves it open.

    `budget` is the size a tree may grow to. A tree's size does not depend on what else has grown before it.
    """

    def __init__(self, policy: Policy | None = None, budget: int = BUDGET) -> None:
        self.policy, self.budget = policy, budget
        self._calls: dict[Call[Any], Node] = {}
        self._sizes: dict[Call[Any], _Size] = {}
        self._growing: list[_Size] = []
        self.grown = 0
        """Branches grown in all, in every tree."""
        self._dists: dict[Node, Dist[Any]] = {}
        self._results: dict[Node, tuple[Any, ...]] = {}
        self._open: dict[Node, bool] = {}
        self._known: dict[Hashable, Node] = {}
        self._leaves: dict[Hashable, Leaf] = {}

    # growing

    def tree(self, call: Call[Any]) -> Node:
        """The tree of a rule called with these arguments."""
        node = self._calls.get(call)
        if node is None:
            node = self.grow(partial(call.fn, *call.args), call=call)
            self._calls[call] = node
        if self._growing and call not in self._growing[-1].called:
            self._growing[-1].called.add(call)
            self._count(0, self._sizes[call].loose)
        return node

    def _count(self, own: int, called: int = 0) -> None:
        size = self._growing[-1]
        self.grown += own
        size.own += own
        size.loose += own + called
        if size.loose > size.limit:
            self._weigh(size)

    def _weigh(self, size: _Size) -> None:
        """The tree's own branches and, once each, those of every rule it leads to: refused beyond the budget."""
        total, seen, ahead = size.own, set[Call[Any]](), list(size.called)
        while ahead:
            call = ahead.pop()
            if call not in seen:
                seen.add(call)
                total += self._sizes[call].own
                ahead += self._sizes[call].called
        if total > self.budget:
            raise TooLarge(f"More than {self.budget:,} branches: too many to count exactly. Sampling can answer.")
        size.limit = 2 * size.loose

    def grow(self, make: Make, stop_at_outcome: bool = False, call: Call[Any] | None = None) -> Node:
        """The tree of a rule given as a maker of fresh generators."""
        size = _Size(self.budget)
        self._growing.append(size)
        try:
            run = make()
            return self._expand(make, (), run, next(run), (), stop_at_outcome)
        except StopIteration as done:
            return self._end(done.value)
        finally:
            self._growing.pop()
            if call is not None:
                self._sizes[call] = size

    def _expand(
        self, make: Make, answers: tuple[Any, ...], run: Rule[Any], effect: Any, looks: Looks, stop: bool
    ) -> Node:
        try:
            while (kind := type(effect)) is Tell or kind is Outcome:
                if stop and kind is Outcome:
                    run.close()
                    return self._leaf(effect)
                answers = (*answers, None)
                effect = run.send(None)
        except StopIteration as done:
            return self._end(done.value)
        spare: Rule[Any] | None = run

        def then(values: Iterable[Any], looks: Looks) -> list[Node]:
            nonlocal spare
            nodes = []
            for value in values:
                if spare is not None:
                    again, spare = spare, None
                    send = again.send
                else:
                    again = make()
                    send = again.send
                    send(None)
                    for earlier in answers:
                        send(earlier)
                try:
                    effect = send(value)
                except StopIteration as done:
                    nodes.append(self._end(done.value))
                else:
                    nodes.append(self._expand(make, (*answers, value), again, effect, looks, stop))
            return nodes

        return self._branch(effect, len(answers), looks, then)

    def _branch(self, effect: Any, place: int, looks: Looks, then: Then) -> Node:
        kind = type(effect)
        if kind is Roll:
            check_dice(effect.n, effect.sides)
            if effect.read is None:
                self._count(comb(effect.n + effect.sides - 1, effect.n))
                faces: dict[Any, int] = rolls(effect.n, effect.sides)
            else:
                faces = ways(effect.n, effect.sides, effect.read)
                self._count(len(faces))
            return self._chance(effect.sides**effect.n, faces.values(), then(faces, looks))
        if kind is Choose:
            return self._choice(effect, looks, then)
        if kind is Call:
            return self._sub(effect, looks, then)
        if kind is Together:
            return self._together(effect.asks, (), place, looks, then)
        if kind is Throw:
            check_dice(effect.n, effect.sides)
            self._count(1)
            return then((Thrown((place, len(looks)), effect.n, effect.sides),), looks)[0]
        if kind is Look:
            return self._look(effect, looks, then)
        if kind is Draw:
            hands = draws(effect)
            self._count(len(hands))
            return self._chance(sum(hands.values()), hands.values(), then(hands, looks))
        raise Faulty(f"A rule yielded {effect!r}, which is no effect.")

    def _choice(self, ask: Choose[Any], looks: Looks, then: Then) -> Node:
        if not ask.options:
            raise Faulty(f"Nothing to choose from: {ask.question!r}.")
        self._count(len(ask.options))
        if self.policy is not None:
            picked = self.policy(ask)
            if picked is not None:
                if picked not in ask.options:
                    raise Faulty(f"A policy answered {picked!r} to {ask.question!r}, which was not offered.")
                return then((picked,), looks)[0]
        nodes = then(ask.options, looks)
        if len(nodes) == 1:
            return nodes[0]
        branches = tuple(zip(ask.costs or (0,) * len(nodes), nodes, strict=True))
        by = (ask.by,) if isinstance(ask.by, str) else ask.by
        return self._known.setdefault((by, branches), Choice(by, branches))

    def _sub(self, call: Call[Any], looks: Looks, then: Then) -> Node:
        root = self.tree(call)
        results = self.results(root)
        self._count(len(results))
        nodes = then(results, looks)
        if all(type(node) is Leaf and node.result is r for r, node in zip(results, nodes, strict=True)):
            return root  # its result is this rule's result
        if self.is_open(root):
            return self._known.setdefault((root, *nodes), Sub(root, tuple(zip(results, nodes, strict=True))))
        known = self.dist(root)
        return self._chance(known.total, [known.weights[r] for r in results], nodes)

    def _together(self, asks: tuple[Any, ...], got: tuple[Any, ...], place: int, looks: Looks, then: Then) -> Node:
        if len(got) == len(asks):
            return then((got,), looks)[0]

        def after(values: Iterable[Any], looks: Looks) -> list[Node]:
            return [self._together(asks, (*got, value), place, looks, then) for value in values]

        return self._branch(asks[len(got)], (place << 8) + len(got) + 1, looks, after)

    def _look(self, look: Look[Any], looks: Looks, then: Then) -> Node:
        thrown = look.thrown
        known = tuple((read, value) for place, read, value in looks if place == thrown.place)
        found = further_ways(thrown.n, thrown.sides, known, look.read)
        self._count(len(found))
        nodes = [then((value,), (*looks, (thrown.place, look.read, value)))[0] for value in found]
        return self._chance(sum(found.values()), found.values(), nodes)

    # merging

    def _end(self, result: Any) -> Node:
        """Where a rule ends: with a result, or as another rule."""
        return self.tree(result) if type(result) is Call else self._leaf(result)

    def _leaf(self, result: Any) -> Node:
        key = (type(result), result)
        leaf = self._leaves.get(key)
        if leaf is None:
            leaf = self._leaves[key] = Leaf(result)
        return leaf

    def _chance(self, total: int, weights: Iterable[int], nodes: list[Node]) -> Node:
        merged: dict[Node, int] = {}
        for weight, node in zip(weights, nodes, strict=True):
            merged[node] = merged.get(node, 0) + weight
        if len(merged) == 1:
            return nodes[0]
        key = (total, tuple(merged.items()))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Chance(total, tuple([(w, node) for node, w in merged.items()]))
        return known

    # reading off

    def is_open(self, node: Node) -> bool:
        """Whether somebody still has something to choose."""
        if isinstance(node, Leaf):
            return False
        if not isinstance(node, Chance):
            return True
        found = self._open.get(node)
        if found is None:
            found = self._open[node] = any(self.is_open(inner) for _, inner in node.branches)
        return found

    def results(self, node: Node) -> tuple[Any, ...]:
        """Every result within reach, whatever is chosen."""
        if isinstance(node, Leaf):
            return (node.result,)
        found = self._results.get(node)
        if found is None:
            inner = [self.results(branch) for _, branch in node.branches]
            found = self._results[node] = tuple(dict.fromkeys(r for results in inner for r in results))
        return found

    def dist(self, node: Node) -> Dist[Any]:
        """The distribution of results of a tree in which nothing is left to choose."""
        if isinstance(node, Leaf):
            return Dist({node.result: 1}, 1)
        found = self._dists.get(node)
        if found is None:
            if not isinstance(node, Chance):
                raise Faulty("This tree still holds choices: give a policy, or ask for the best.")
            leaves = [(inner.result, w) for w, inner in node.branches if isinstance(inner, Leaf)]
            if len(leaves) == len(node.branches):
                found = Dist.of(node.total, leaves)
            else:
                found = Dist.mix(node.total, [(w, self.dist(inner)) for w, inner in node.branches])
            self._dists[node] = found
        return found


def draws(draw: Draw[Any]) -> dict[tuple[Any, ...], int]:
    """Every hand a draw can give, like cards counted together."""
    if not 0 <= draw.k <= len(draw.cards):
        raise Faulty(f"Cannot draw {draw.k} of {len(draw.cards)} cards.")
    hands: Iterable[tuple[Any, ...]] = (
        permutations(draw.cards, draw.k) if draw.ordered else combinations(draw.cards, draw.k)
    )
    out: dict[tuple[Any, ...], int] = {}
    for hand in hands:
        out[hand] = out.get(hand, 0) + 1
    return out
