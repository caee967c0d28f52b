"""A scenario as an absorbing Markov chain: all reachable states with exact steps, solved without sampling.

States are ordered so that steps go forward (hit points fall, tokens go), and the sparse system is solved by
substitution. Only real cycles cost more.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.sparse.linalg import splu

from tablewright.engine.choices import IsOwnChoice, OneStepFold, PlayMode, choices_of, play_mode
from tablewright.engine.exact import MAX_BRANCHES, TreeBuilder
from tablewright.engine.sampling import NOBODY, newly_fallen
from tablewright.engine.trees import Node
from tablewright.rules import NonTerminating, Refused, Scenario, TooLarge
from tablewright.rules.effects import Policy, first_free_option

STATES = 200_000  # states explored before sampling is the better answer
BRANCHES = 400_000  # branches that may be grown in all while choices are left open for best play
LONGEST = 100_000
OFTEN = 50  # states between two reports of progress
#: With `likely`: at this many states found, the share that must have been followed.
GROWING = {2_000: 0.33, 5_000: 0.4}


class MarkovChain:
    """An absorbing Markov chain. State 0 is the start; `how` is the mode of best play, if the chain is of it."""

    def __init__(
        self, states: list[Any], endings: list[str | None], rows: list[dict[int, float]], how: PlayMode | None = None
    ) -> None:
        self.states, self.endings = states, endings
        self.rows, self.how = rows, how
        self.names: tuple[str, ...] = tuple(sorted({e for e in endings if e is not None}))
        if not self.names:
            raise NonTerminating("No ending can be reached from here.")
        data = [p for row in rows for p in row.values()]
        columns = [j for row in rows for j in row]
        starts = np.cumsum([0, *(len(row) for row in rows)])
        self.matrix = sparse.csr_matrix((data, columns, starts), shape=(len(states), len(states)))
        self.over = np.array([e is not None for e in endings])
        if not _can_end(rows, endings).all():
            raise NonTerminating("It may never end: it can come to where no ending can be reached.")
        self._visits: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.states)

    def visits(self) -> NDArray[np.float64]:
        """Expected visits of each state; for an ending, the chance to end there."""
        if self._visits is None:
            order = self._order()
            q = self.matrix[order][:, order]
            system = (sparse.identity(len(order)) - q).T.tocsc()
            start = (order == 0).astype(float)
            solved = splu(system, permc_spec="NATURAL", diag_pivot_thresh=0.0).solve(start)
            visits = np.empty(len(order))
            visits[order] = solved
            self._visits = visits
        return self._visits

    def _order(self) -> NDArray[np.intp]:
        """Sort states so that steps go forward, except within cycles."""
        _, label = connected_components(self.matrix, directed=True, connection="strong")
        return np.argsort(-label, kind="stable")  # components come out last first

    def chances(self) -> dict[str, float]:
        """The chance of each ending."""
        visits = self.visits()
        return {name: float(sum(visits[i] for i, e in enumerate(self.endings) if e == name)) for name in self.names}

    def mean_length(self) -> float:
        """The mean number of steps."""
        return float(self.visits()[~self.over].sum())

    def lengths(self, tail: float = 1e-9) -> list[float]:
        """The chance of exactly n steps, for n from 0, until less than `tail` goes on."""
        here = np.zeros(len(self))
        here[0] = 1.0
        steps, out = self.matrix.T.tocsr(), []
        while True:
            out.append(float(here[self.over].sum()))
            here[self.over] = 0.0
            if here.sum() < tail:
                return out
            if len(out) > LONGEST:
                raise Refused(f"It has not ended after {LONGEST:,} steps.")
            here = np.asarray(steps @ here).reshape(-1)

    def mean_left(self, count: Callable[[Any], Any]) -> dict[str, float]:
        """Means of what is left at the end, by name."""
        return {name: sum(v * p for v, p in of.items()) for name, of in self.left(count).items()}

    def left(self, count: Callable[[Any], Mapping[str, float]]) -> dict[str, dict[float, float]]:
        """The distribution of what is left at the end, by name. An end that does not report a name is left out
        there.
        """
        visits, found = self.visits(), dict[str, dict[float, float]]()
        for i in np.flatnonzero(self.over & (visits > 0)):
            for name, amount in count(self.states[i]).items():
                amounts = found.setdefault(name, {})
                amounts[amount] = amounts.get(amount, 0.0) + float(visits[i])
        return found

    def first(self, standing: Callable[[Any], Iterable[str]]) -> dict[str, float]:
        """The chance of each character standing at the start to fall first, and the chance that nobody falls."""
        up = tuple(standing(self.states[0]))
        fell = [newly_fallen(up, tuple(standing(state))) for state in self.states]
        ends = [name if name != NOBODY or e is not None else None for name, e in zip(fell, self.endings, strict=True)]
        rows = [{} if end is not None else row for row, end in zip(self.rows, ends, strict=True)]
        states, endings, within = _within_reach(self.states, ends, rows)
        return MarkovChain(states, endings, within).chances()


def build_chain(
    scenario: Scenario,
    start: Any,
    policy: Policy | None = None,
    *,
    best: bool = False,
    states: int = STATES,
    branches: int = BRANCHES,
    likely: bool = False,
    late: Callable[[], bool] = lambda: False,
    found: Callable[[int], None] = lambda many: None,
) -> MarkovChain:
    """Build the chain of a scenario under a policy, or with `best` under best play by its `value`.

    Best play is that of the scenario's side; everybody else plays against it. A choice that the policy does not answer
    takes its first free option, except with `best`.

    Raises `TooLarge` for too many states, too many branches of best play, or once it is `late`. With `likely` it is
    raised as soon as the states seem to grow without end. `found` is called now and then with the number of states.
    """
    if best and scenario.value is None:
        raise Refused(f"{scenario.title} does not say what an ending is worth, so nothing can be best for it.")

    def settled(ask: Any) -> Any:
        picked = policy(ask) if policy is not None else None
        return first_free_option(ask) if picked is None and not best else picked

    whose = choices_of(scenario.side) if best else None
    builder = TreeBuilder(settled, branches if best else MAX_BRANCHES, whose)
    index: dict[Hashable, int] = {start: 0}
    known, endings, trees = [start], [scenario.ending(start)], list[Node | None]()
    for i, state in enumerate(known):
        if endings[i] is not None:
            trees.append(None)
            continue
        if i % OFTEN == 0:
            found(len(known))
        if late():
            raise TooLarge(f"{len(known):,} states were found in the time there was, and not all of them solved.")
        tree = builder.tree(scenario.step(state))
        if best and builder.grown > branches:
            raise TooLarge(f"More than {branches:,} branches with every choice left open: too many for the best play.")
        trees.append(tree)
        for after in tree.results:
            if after not in index:
                if likely and i < GROWING.get(len(known), 0.0) * len(known):
                    many = f"More than {len(known):,} states can be reached, and ever more"
                    raise TooLarge(f"{many}: too many for a chain.")
                if len(known) >= states:
                    raise TooLarge(f"More than {states:,} states can be reached: too many for a chain.")
                index[after] = len(known)
                known.append(after)
                endings.append(scenario.ending(after))
    if best:
        how = play_mode((tree for tree in trees if tree is not None), whose)
        return MarkovChain(*_within_reach(known, endings, _best(scenario, known, endings, trees, index, whose)), how)
    return MarkovChain(known, endings, [{} if tree is None else _row(tree, index) for tree in trees])


def _row(tree: Node, index: dict[Hashable, int]) -> dict[int, float]:
    dist = tree.dist
    return {index[after]: w / dist.total for after, w in dist.weights.items()}


def _can_end(rows: list[dict[int, float]], endings: list[str | None]) -> NDArray[np.bool_]:
    """Mark the states with a path to an ending, by a search backwards from all endings."""
    n = len(rows)
    into = [j for row in rows for j in row] + [n for e in endings if e is not None]
    out_of = [i for i, row in enumerate(rows) for _ in row] + [i for i, e in enumerate(endings) if e is not None]
    back = sparse.csr_matrix((np.ones(len(into)), (into, out_of)), shape=(n + 1, n + 1))
    found = np.zeros(n + 1, dtype=bool)
    found[breadth_first_order(back, n, return_predecessors=False)] = True
    return found[:n]


def _within_reach(
    states: list[Any], endings: list[str | None], rows: list[dict[int, float]]
) -> tuple[list[Any], list[str | None], list[dict[int, float]]]:
    """Keep only the states that are reached from the start with the choices made."""
    place = {0: 0}
    met = [0]
    for i in met:
        for j in rows[i]:
            if j not in place:
                place[j] = len(met)
                met.append(j)
    kept = [{place[j]: p for j, p in rows[i].items()} for i in met]
    return [states[i] for i in met], [endings[i] for i in met], kept


def _best(
    scenario: Scenario,
    states: list[Any],
    endings: list[str | None],
    trees: list[Node | None],
    index: dict[Hashable, int],
    whose: IsOwnChoice | None,
    close: float = 1e-12,
) -> list[dict[int, float]]:
    """Value iteration: the value of a state is that of its best step, until nothing changes.

    Endless play is worth no more than the worst ending; an opponent may prefer it.
    """
    assert scenario.value is not None
    ends = {i: float(scenario.value(states[i])) for i, e in enumerate(endings) if e is not None}
    least = min(ends.values(), default=0.0)
    worth = [ends.get(i, least) for i in range(len(states))]
    for _ in range(LONGEST):
        change = 0.0
        for i in range(len(states) - 1, -1, -1):
            tree = trees[i]
            if tree is not None:
                new = OneStepFold(lambda s: worth[index[s]], None, whose).of(tree).worth
                change = max(change, abs(new - worth[i]))
                worth[i] = new
        if change < close:
            break

    def row(tree: Node | None, wanted: Callable[[Any], bool] | None = None) -> dict[int, float]:
        if tree is None:
            return {}
        spread = OneStepFold(lambda s: worth[index[s]], wanted, whose).of(tree).spread()
        return {index[after]: p for after, p in spread.items()}

    rows = [row(tree) for tree in trees]
    # Waiting may be worth as much as acting. If it would never end, take an equal option that ends.
    while not (can_end := _can_end(rows, endings)).all():
        stuck = np.flatnonzero(~can_end)
        for i in stuck.tolist():
            rows[i] = row(trees[i], lambda s: bool(can_end[index[s]]))
        if not any(can_end[j] for i in stuck.tolist() for j in rows[i]):
            break
    return rows
