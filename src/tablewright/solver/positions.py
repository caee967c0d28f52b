"""The positions of a scenario: its states, and rules left to play within a step.

A rule that ends in another rule (`become`) is cut there. The call is a position of its own: all paths to the same call
share it, and its tree is grown once.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from tablewright.engine.choices import IsOwnChoice
from tablewright.engine.exact import SharedTrees, TreeBuilder
from tablewright.engine.trees import ChanceNode, ChoiceNode, Leaf, Node, SimultaneousNode
from tablewright.rules import GameError, Scenario, TooLarge, source_location
from tablewright.rules.effects import Call, Policy, first_free_option

from .budget import Budget
from .level_arrays import Asked, CalledProgram, LevelArrays, SimultaneousChoice
from .rounding import round_number

WHOLE = 10**12  # no budget of branches; time and memory are the limit


def rule_at(scenario: Scenario, key: Any) -> Call[Any]:
    """The rule to play at a position."""
    return key if type(key) is Call else scenario.step(key)


class Positions:
    """Every position met so far: ended, opened (all choices in a tree), followed (by the policy only), or just met."""

    def __init__(
        self,
        scenario: Scenario,
        start: Any,
        base: Policy | None,
        whose: IsOwnChoice | None,
        meter: Budget,
        common: SharedTrees | None = None,
    ) -> None:
        self.scenario, self.meter = scenario, meter
        common = common or SharedTrees()

        def settled(ask: Any) -> Any:
            picked = base(ask) if base is not None else None
            return first_free_option(ask) if picked is None else picked

        self._plain = TreeBuilder(settled, WHOLE, common=common)
        self._open = TreeBuilder(None, WHOLE, whose, common=common)
        self.program = LevelArrays(whose)
        self.keys: list[Any] = []
        self.slots: list[int] = []
        self._slot_of: dict[Any, int] = {}
        self._index: dict[int, int] = {}
        self.over: dict[int, float] = {}
        self.opened: dict[int, int] = {}
        """The root slot of each opened position."""
        self.followed: dict[int, tuple[list[float], list[int]]] = {}
        self._nodes: dict[Node, int] = {}
        self.choices: list[Asked] = []
        self.met_at: dict[int, int] = {}
        """Index of the position at which the slot of a choice or a call was first met."""
        self._called: dict[Node, CalledProgram] = {}
        self._here = 0
        self._likely: list[float] = []
        self._ahead: list[tuple[float, int]] = []
        """Positions still to follow, by index; the likeliest first."""
        self.start = self.slot(start)
        self.expect(0, 1.0)

    @property
    def branches(self) -> int:
        """Branches grown in all."""
        return self._plain.grown + self._open.grown

    def slot(self, key: Any) -> int:
        """Return the slot of a position; adds positions not met before."""
        found = self._slot_of.get(key)
        if found is None:
            found = self._slot_of[key] = self.program.slot()
            if type(key) is not Call and self.scenario.ending(key) is not None:
                self.over[found] = self._worth(key)
            self._index[found] = len(self.keys)
            self.keys.append(key)
            self.slots.append(found)
            self._likely.append(0.0)
        return found

    def _worth(self, end: Any) -> float:
        assert self.scenario.value is not None
        worth, between = float(self.scenario.value(end)), self.scenario.between
        if between is not None and not between[0] <= worth <= between[1]:
            least, most = between
            raise GameError(
                f"{self.scenario.name} says that endings are worth {least:g} to {most:g}, and one is worth {worth:g}.",
                source_location(self.scenario.value),
            )
        return worth

    @property
    def limits(self) -> tuple[float, float]:
        """Least and greatest value of an ending: declared by the scenario, or among those met so far."""
        worths = self.over.values()
        return self.scenario.between or (min(worths, default=0.0), max(worths, default=0.0))

    @property
    def unopened(self) -> bool:
        """True if a position was met that is not opened."""
        return len(self.opened) + len(self.over) < len(self.keys)

    @property
    def unmet(self) -> bool:
        """True if a position is left to follow."""
        while self._ahead and self._known(self.slots[self._ahead[0][1]]):
            heappop(self._ahead)
        return bool(self._ahead)

    @property
    def ahead(self) -> int:
        """Number of positions left to follow; an estimate."""
        return len(self._ahead)

    def _known(self, slot: int) -> bool:
        return slot in self.over or slot in self.opened or slot in self.followed

    def expect(self, at: int, likely: float) -> None:
        """Plan to follow the position at this index, in order of likelihood."""
        likely = round_number(likely)
        if likely > 2 * self._likely[at] and not self._known(self.slots[at]):
            self._likely[at] = likely
            heappush(self._ahead, (-likely, at))

    def follow(self, by: float) -> None:
        """Follow the policy from every planned position and those it leads to, while there is time."""
        while self.unmet and not self.meter.past(by):
            at = self._ahead[0][1]
            try:
                dist = self._timed(self._plain, by).cut(rule_at(self.scenario, self.keys[at])).dist
            except TooLarge:
                return
            shares, after = [w / dist.total for w in dist.weights.values()], [self.slot(key) for key in dist.weights]
            for slot, share in zip(after, shares, strict=True):
                self.expect(self._index[slot], self._likely[at] * share)
            self.followed[self.slots[at]] = shares, after

    def open(self, at: int, by: float) -> bool:
        """Grow the tree of the position at this index, with all its choices. False if there is no time for it."""
        key, slot = self.keys[at], self.slots[at]
        try:
            tree = self._timed(self._open, by).cut(rule_at(self.scenario, key))
        except TooLarge:
            return False
        self._here = at
        self.opened[slot] = self._put(tree)
        return True

    def foresee(self, tree: Node, likely: float) -> None:
        """Plan to follow all positions that a tree leads to, by any choice; roughly in order of likelihood."""
        met: dict[Node, float] = {}
        ahead = [(tree, likely)]
        while ahead:
            node, here = ahead.pop()
            if here <= 1.1 * met.get(node, 0.0):
                continue
            met[node] = here
            if isinstance(node, Leaf):
                for key, w in node.dist.weights.items():
                    self.expect(self._index[self._slot_of[key]], here * w / node.dist.total)
            elif isinstance(node, ChanceNode):
                ahead += [(inner, here * w / node.total) for w, inner in node.branches]
            elif isinstance(node, ChoiceNode):
                ahead += [(inner, here) for _, inner in node.branches]
            else:
                ahead += [(inner, here * min(1.0, 2 / len(node.branches))) for _, inner in node.branches]

    def _timed(self, forest: TreeBuilder, by: float) -> TreeBuilder:
        forest.until = self.meter.thread_until(by)
        return forest

    def _put(self, node: Node) -> int:
        found = self._nodes.get(node)
        if found is None:
            found = self._nodes[node] = self._make(node)
        return found

    def _make(self, node: Node) -> int:
        program = self.program
        if isinstance(node, Leaf):
            return program.mix([(w / node.dist.total, self.slot(r)) for r, w in node.dist.weights.items()])
        if isinstance(node, ChanceNode):
            return program.mix([(w / node.total, self._put(inner)) for w, inner in node.branches])
        if isinstance(node, ChoiceNode):
            options = [self._put(inner) for _, inner in node.branches]
            out = program.pick(options, node.by)
            self.choices.append((node, out, options))
            self.met_at.setdefault(out, self._here)
            return out
        if isinstance(node, SimultaneousNode):
            raise SimultaneousChoice
        root = node.root
        called = self._called.get(root)
        if called is None:
            called = self._called[root] = CalledProgram(root, program.whose)
        after = dict(node.branches)
        out = program.call(called, [self._put(after[result]) for result in called.results])
        self.met_at[out] = self._here
        return out
