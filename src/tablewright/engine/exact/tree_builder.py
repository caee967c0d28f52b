"""Builds the trees of rules, with equal branches merged, and caches them.

A tree is built once for a rule and its arguments; distributions and best play are read off it. Generators cannot be
copied, so each branch replays the rule from its start with the answers so far. This is cheap as long as rules are
factored: a called rule is a single step, however large. Only the effects a rule yields matter; nothing here looks into
its frame or code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import partial
from itertools import product
from math import inf, prod
from typing import Any, TypeAlias

from tablewright.engine.choices import IsOwnChoice, Met, may_have_choice, opposing_roots
from tablewright.engine.dice_fold import count_rolls_given
from tablewright.engine.effect_handlers import HANDLERS, as_names, option_costs
from tablewright.engine.trees import CallNode, ChanceNode, ChoiceNode, Distribution, Leaf, Node, SimultaneousNode
from tablewright.rules import GameError
from tablewright.rules.effects import (
    Call,
    Choose,
    Gather,
    Outcome,
    Policy,
    ReadDice,
    Rule,
    Tell,
    ThrowDice,
    ThrownDice,
    apply_policy,
    non_terminating_error,
    unhashable_argument_error,
)

from .combined_rules import COMBINERS
from .tree_budget import CHECK_EVERY
from .tree_growth import ENDED, Fall, Follow, Looks, Plays, SharedTrees, TreeGrowth, replayed_rule

MAX_BRANCHES = 2_000_000

RuleFactory: TypeAlias = Callable[[], Rule[Any]]


class TreeBuilder:
    """Builds and caches trees. A choice that the policy answers is pruned to that option; None leaves it open.

    `budget` limits the size of a tree, `until` the time on this thread's clock. A tree's size does not depend on what
    was built before. With `whose`, choices of both sides at once become a `SimultaneousNode`. Without it, later
    choosers know earlier answers.
    """

    def __init__(
        self,
        policy: Policy | None = None,
        budget: int = MAX_BRANCHES,
        whose: IsOwnChoice | None = None,
        until: float = inf,
        common: SharedTrees | None = None,
    ) -> None:
        self.policy, self.budget, self.whose, self.until = policy, budget, whose, until
        self._common = common or SharedTrees()
        self._calls: dict[Call[Any], TreeGrowth] = {}
        self._growing = TreeGrowth(inf, {})  # the root of all growths
        self.grown = 0
        """Branches grown in all trees."""
        self._known: dict[Hashable, Node] = {}
        self._ends = self._common.ends
        self._result: list[Any] = [None]

    def tree(self, call: Call[Any]) -> Node:
        """The tree of a call."""
        try:
            found = self._calls.get(call) or self._common.calls.get(call)
        except TypeError:
            raise GameError(unhashable_argument_error(call)) from None
        if found is None:
            make = partial(call.fn, *call.args)
            try:
                found = self._calls[call] = self._grow(
                    make, False, self._ends.setdefault(call.fn, {}), several=call if call.fn in COMBINERS else None
                )
            except RecursionError:
                raise non_terminating_error(call) from None
            if not found.chose:
                self._common.calls[call] = found
        self._growing.call(found)
        return found.node

    def cut(self, call: Call[Any]) -> Node:
        """The tree of a call, cut where its rule becomes another rule: there the result is that call."""
        return self._grow(partial(call.fn, *call.args), False, self._ends.setdefault((call.fn, "cut"), {}), True).node

    def grow(self, make: RuleFactory, stop_at_outcome: bool = False) -> Node:
        """The tree of a rule given as a factory of fresh generators."""
        return self._grow(make, stop_at_outcome, {}).node

    def _grow(
        self,
        make: RuleFactory,
        stop: bool,
        ends: dict[Hashable, Leaf],
        cut: bool = False,
        several: Call[Any] | None = None,
    ) -> TreeGrowth:
        outer = self._growing
        growing = self._growing = TreeGrowth(self.budget, ends, self.until, cut)
        try:
            counted = self._counted(several) if several is not None else None
            growing.node = counted or self._after(make, None, (), (None,), (), stop)[0]
        finally:
            self._growing = outer
            outer.chose |= growing.chose
            self.grown += growing.own
        return growing

    def _counted(self, call: Call[Any]) -> Node | None:
        """Combine the distributions of independent rules; None if one contains a choice."""
        roots = [self.tree(arg) for arg in call.args if type(arg) is Call]
        if any(type(root) is not Leaf for root in roots):
            return None
        dist = COMBINERS[call.fn](call, *[root.dist for root in roots], self._growing.in_time)
        self._growing.count(len(dist))
        return self._growing.over(dist)

    # growing

    def _after(
        self,
        make: RuleFactory,
        play: Plays | None,
        answers: tuple[Any, ...],
        values: Iterable[Any],
        looks: Looks,
        stop: bool,
    ) -> list[Node]:
        """Build the node after each value as the next answer. `play`, if given, is ready for the first value."""
        nodes: list[Node] = []
        ended = self._result
        ready = play is not None
        for value in values:
            if play is None:
                play = replayed_rule(make, ended)
            send = play.send
            if ready:
                ready = False
            else:
                for earlier in answers:
                    send(earlier)
            effect = send(value)
            kind = type(effect)
            told = 0
            while kind is Tell or (kind is Outcome and not stop):
                effect = send(None)
                kind = type(effect)
                told += 1
            if effect is ENDED:
                nodes.append(self._end(ended[0]))
            elif kind is Outcome:
                nodes.append(self._growing.sure(effect))
                play = None
            else:
                nodes.append(self._branch(make, play, (*answers, value, *(None,) * told), effect, looks, stop))
                play = None
            if not len(nodes) % CHECK_EVERY:  # many cards have many hands, all counted before the first is followed
                self._growing.in_time()
        return nodes

    def _end(self, result: Any) -> Node:
        """The node at the end of a rule: a result, or the tree of the rule it becomes."""
        growing = self._growing
        return self.tree(result) if type(result) is Call and not growing.cut else growing.sure(result)

    def _branch(
        self, make: RuleFactory, play: Plays, answers: tuple[Any, ...], effect: Any, looks: Looks, stop: bool
    ) -> Node:
        left: Plays | None = play

        def follow(values: Iterable[Any], looks: Looks) -> list[Node]:
            nonlocal left
            play, left = left, None
            return self._after(make, play, answers, values, looks, stop)

        return self._ask(effect, len(answers), looks, follow)

    def _ask(self, effect: Any, place: int, looks: Looks, follow: Follow) -> Node:
        fall = self._fall(effect)
        if fall is not None:
            total, values, weights = fall
            return self._chance(total, weights, follow(values, looks))
        kind = type(effect)
        if kind is Choose:
            return self._choice(effect, looks, follow)
        if kind is Call:
            return self._sub(effect, looks, follow)
        if kind is Gather:
            return self._together(effect, place, looks, follow)
        if kind is ThrowDice:
            self._growing.count(1)
            return follow((ThrownDice((place, len(looks)), effect.n, effect.sides),), looks)[0]
        if kind is ReadDice:
            return self._look(effect, looks, follow)
        raise GameError(f"A rule yielded {effect!r}, which is no effect.")

    def _fall(self, ask: Any) -> Fall | None:
        """The distribution of dice, cards, or a called rule without choices; None where somebody must be asked."""
        kind = type(ask)
        how = HANDLERS.get(kind)
        if how is not None:
            size = how.outcome_count(ask)
            if not size:
                return None
            self._growing.count(size)
            total, spread = how.distribution(ask)
            return total, spread, spread.values()
        if kind is Call:
            root = self.tree(ask)
            if type(root) is not Leaf:
                return None
            weights = root.dist.weights
            self._growing.count(len(weights))
            return root.dist.total, weights, weights.values()
        return self._fall_together(ask.asks) if kind is Gather and ask.settles is None else None

    def _fall_together(self, asks: tuple[Any, ...]) -> Fall | None:
        """The joint distribution of effects asked at once, which are independent; None if one needs an answer."""
        falls = []
        for ask in asks:
            fall = self._fall(ask)
            if fall is None:
                return None
            falls.append(fall)
        totals, values, weights = zip(*falls, strict=True) if falls else ((), (), ())
        self._growing.count(prod([len(each) for each in values]))
        return prod(totals), list(product(*values)), [prod(each) for each in product(*weights)]

    def _choice(self, ask: Choose[Any], looks: Looks, follow: Follow) -> Node:
        if not ask.options:
            raise GameError(f"This choice has no options: {ask.question!r}.")
        self._growing.count(len(ask.options))
        self._growing.chose = True
        picked = apply_policy(self.policy, ask)
        if picked is not None:
            return follow((picked,), looks)[0]
        nodes = follow(ask.options, looks)
        if len(nodes) == 1:
            return nodes[0]
        branches = tuple(zip(option_costs(ask), nodes, strict=True))
        by = as_names(ask.by)
        known = self._known.get((by, branches))
        if known is None:
            known = self._known[by, branches] = ChoiceNode(by, branches, ask)
        return known

    def _sub(self, call: Call[Any], looks: Looks, follow: Follow) -> Node:
        root = self.tree(call)
        results = root.results
        self._growing.count(len(results))
        nodes = follow(results, looks)
        if all(type(node) is Leaf and node.results == (r,) for r, node in zip(results, nodes, strict=True)):
            return root  # its result is returned unchanged
        key = (root, *nodes)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = CallNode(root, tuple(zip(results, nodes, strict=True)))
        return known

    def _together(self, together: Gather, place: int, looks: Looks, follow: Follow) -> Node:
        asks = together.asks
        if self.whose is None or together.settles is not None:
            return self._one_by_one(together, (), place, looks, follow)
        met = opposing_roots({k: self._alone(ask) for k, ask in enumerate(asks) if may_have_choice(ask)}, self.whose)
        rest = [k for k in range(len(asks)) if k not in met]  # dice are on the table before anybody answers

        def after(values: Iterable[Any], looks: Looks) -> list[Node]:
            return [self._clash(met, dict(zip(rest, known, strict=True)), looks, follow) for known in values]

        known = Gather(tuple([asks[k] for k in rest]))
        return self._one_by_one(known, (), place, looks, after if met else follow)

    def _alone(self, ask: Any) -> Node:
        """The tree of one of several questions asked together. Equal questions share their leaves."""
        if type(ask) is Call:
            return self.tree(ask)
        return self._grow(ask.__iter__, False, self._ends.setdefault(getattr(ask, "question", ""), {})).node

    def _clash(self, met: Mapping[int, Met], known: dict[int, Any], looks: Looks, follow: Follow) -> Node:
        roots, own = zip(*met.values(), strict=True)
        picks = list(product(*[root.results for root in roots]))
        self._growing.count(len(picks))
        every = [known | dict(zip(met, picked, strict=True)) for picked in picks]
        nodes = follow([tuple([answers[k] for k in sorted(answers)]) for answers in every], looks)
        found = self._known.get((roots, *nodes))
        if found is None:
            found = self._known[roots, *nodes] = SimultaneousNode(roots, own, dict(zip(picks, nodes, strict=True)))
        return found

    def _one_by_one(self, together: Gather, got: tuple[Any, ...], place: int, looks: Looks, follow: Follow) -> Node:
        asks, settles = together.asks, together.settles
        if settles is not None and got and settles(got[-1]):
            got += (None,) * (len(asks) - len(got))
        if len(got) == len(asks):
            return follow((got,), looks)[0]

        def after(values: Iterable[Any], looks: Looks) -> list[Node]:
            return [self._one_by_one(together, (*got, value), place, looks, follow) for value in values]

        return self._ask(asks[len(got)], (place << 8) + len(got) + 1, looks, after)

    def _look(self, look: ReadDice[Any], looks: Looks, follow: Follow) -> Node:
        thrown = look.thrown
        known = tuple((read, value) for place, read, value in looks if place == thrown.place)
        found = count_rolls_given(thrown.n, thrown.sides, known, look.read)
        self._growing.count(len(found))
        nodes = [follow((value,), (*looks, (thrown.place, look.read, value)))[0] for value in found]
        return self._chance(sum(found.values()), found.values(), nodes)

    # merging

    def _chance(self, total: int, weights: Collection[int], nodes: list[Node]) -> Node:
        merged: dict[Node, int] = {}
        for weight, node in zip(weights, nodes):  # noqa: B905 (same length)
            merged[node] = merged.get(node, 0) + weight
        if len(merged) == 1:
            return nodes[0]
        ends = [(w, node.dist) for node, w in merged.items() if type(node) is Leaf]
        if len(ends) == len(merged):
            return self._growing.over(Distribution.mix(total, ends))
        branches = tuple([(w, node) for node, w in merged.items()])
        known = self._known.get(branches)
        if known is None:
            known = self._known[branches] = ChanceNode(total, branches)
        return known
