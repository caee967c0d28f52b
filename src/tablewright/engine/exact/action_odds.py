"""Odds of an action's Outcome: without spending, with best play, and by allowance."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from math import inf
from time import thread_time
from typing import Any

from tablewright.engine.choices import BudgetedFold, IsOwnChoice, OptimalFold, OptimalPlay, PlayMode, play_mode
from tablewright.engine.effect_handlers import as_names
from tablewright.engine.trees import Distribution, Leaf, Node
from tablewright.rules import Action, Game, Refused, Seat, option_text
from tablewright.rules.effects import Choose, Outcome, Policy, apply_policy, first_free_option

from .counter import NO_OUTCOME, ExactCounter, SpendNothingFold
from .outcome_chances import MAX_ROWS, OutcomeChances
from .tree_builder import MAX_BRANCHES, RuleFactory

MAX_SPENT = 100


class Odds:
    """Exact chances of an action's outcomes: `plain` without spending, `best` with best play.

    `how` is the mode of best play: without opponents, minimax, or an equilibrium.
    """

    def __init__(
        self,
        title: str,
        plain: Distribution[Any],
        best: Distribution[Any],
        spent: Fraction = Fraction(0),
        how: PlayMode = "best",
    ) -> None:
        self.title, self.how = title, how
        self._plain, self._best = plain.map(outcome_of), best.map(outcome_of)
        self.spent = spent
        """Average spending of best play."""

    @property
    def plain(self) -> OutcomeChances:
        """The chances without spending."""
        return self._named(self._plain)

    @property
    def best(self) -> OutcomeChances:
        """The chances with best play."""
        return self._named(self._best)

    def _named(self, dist: Distribution[Any]) -> OutcomeChances:
        """Chances by name, best outcome first. Outcomes of either way to play are known names in both."""
        found, ranks = dist.map(lambda o: o.value), self.ranks()
        weights = {value: found.weights[value] for value in ranks if value in found.weights}
        return OutcomeChances(weights, found.total, map(option_text, ranks))

    @property
    def worth(self) -> Fraction:
        """Average rank of the outcome under best play."""
        return self._best.mean(lambda o: o.worth())

    @property
    def outcomes(self) -> list[Any]:
        """Every outcome, best first."""
        return list(self.ranks())

    def ranks(self) -> dict[Any, float]:
        """Every outcome with its rank, best first."""
        seen = {o.value: o.worth() for o in (*self._plain, *self._best)}
        return dict(sorted(seen.items(), key=lambda found: -found[1]))

    def rows(self) -> list[tuple[str, Fraction, Fraction]]:
        """Every outcome, best first: its name, its plain chance, and its chance with best play."""
        plain, best = self.plain, self.best
        return [(option_text(v), plain[v], best[v]) for v in self.outcomes]

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Chances of both ways to play, by name: `pd.DataFrame(odds.to_dict())`."""
        rows = self.rows()
        return {"plain": {name: float(p) for name, p, _ in rows}, "best": {name: float(b) for name, _, b in rows}}

    @property
    def best_called(self) -> str:
        """The heading of the chances of best play."""
        return "best play" if self.how == "best" else self.how

    def __repr__(self) -> str:
        wide = max([len(name) for name, _, _ in self.rows()] + [7])
        lines = [self.title, f"{'':{wide}}  {'plain':>17}  {self.best_called:>17}"]
        lines += [f"{name:{wide}}  {_both(p)}  {_both(b)}" for name, p, b in self.rows()[:MAX_ROWS]]
        lines += [f"and {len(self.rows()) - MAX_ROWS} more"] if len(self.rows()) > MAX_ROWS else []
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th>{html.escape(name)}</th>" + "".join(_cell(p) for p in (plain, best)) + "</tr>"
            for name, plain, best in self.rows()
        )
        head = f"<tr><th></th><th>plain</th><th>{self.best_called}</th></tr>"
        return f"<table><caption>{html.escape(self.title)}</caption>{head}{body}</table>"

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON, with exact fractions as text."""
        return {
            "title": self.title,
            "outcomes": [
                {"outcome": name, "plain": str(p), "best": str(b), "plain_chance": float(p), "best_chance": float(b)}
                for name, p, b in self.rows()
            ],
            "best_spends": float(self.spent),
            "how": self.how,
        }


def _both(p: Fraction) -> str:
    exact = str(p)
    return f"{float(p):7.2%} {exact if len(exact) <= 9 else '':>9}"


def _cell(p: Fraction) -> str:
    return f'<td title="{p}"><meter min="0" max="1" value="{float(p):.6f}"></meter> {float(p):.2%}</td>'


class OddsBySpending:
    """Exact chances under best play, by allowance: nothing, at most one, and so on."""

    def __init__(self, title: str, plays: tuple[OptimalPlay, ...]) -> None:
        self.title = title
        self._dists = [play.dist.map(outcome_of) for play in plays]
        self.spent = [play.spent for play in plays]
        """Average spending of best play at each allowance."""

    def __len__(self) -> int:
        return len(self._dists)

    def __getitem__(self, most: int) -> Distribution[Any]:
        """The outcomes for an allowance of `most`."""
        return self._dists[most].map(lambda o: o.value)

    def rows(self) -> list[tuple[str, list[Fraction]]]:
        """Every outcome, best first, with its chance at each allowance."""
        worth = {o.value: o.worth() for dist in self._dists for o in dist}
        dists = [self[most] for most in range(len(self))]
        return [(option_text(v), [d[v] for d in dists]) for v in sorted(worth, key=lambda v: -worth[v])]

    def to_json(self) -> dict[str, Any]:
        outcomes = [
            {"outcome": name, "best": [str(p) for p in by_most], "best_chance": [float(p) for p in by_most]}
            for name, by_most in self.rows()
        ]
        return {"title": self.title, "outcomes": outcomes, "best_spends": [float(p) for p in self.spent]}


def rule_odds(
    make: RuleFactory,
    title: str = "",
    *,
    policy: Policy | None = None,
    whose: IsOwnChoice | None = None,
    foes: IsOwnChoice | None = None,
    aim: float | None = None,
    budget: int = MAX_BRANCHES,
    seconds: float = inf,
) -> Odds:
    """Compute the odds of a rule that yields an Outcome, given as a factory of fresh generators.

    With `aim`, best play maximizes the chance of an outcome of at least this rank, instead of the average rank. `foes`
    play against those in `whose`. Choices of all others follow the policy, or take their first free option. `seconds`
    limits processor time.
    """
    tree = _grown(make, policy, whose, foes, budget, thread_time() + seconds)
    plain = SpendNothingFold().of(tree)
    if isinstance(tree, Leaf):
        return Odds(title, plain, plain)
    against = whose if foes is not None else None
    best = OptimalFold(_value(aim), against).of(tree)
    return Odds(title, plain, best.dist, best.spent, play_mode((tree,), against))


def _grown(
    make: RuleFactory,
    policy: Policy | None,
    whose: IsOwnChoice | None,
    foes: IsOwnChoice | None,
    budget: int,
    until: float = inf,
) -> Node:
    """Build the rule's tree up to its Outcome. Only choices of `whose` and `foes` stay open."""

    def others(ask: Choose[Any]) -> Any:
        picked = apply_policy(policy, ask)
        if picked is not None:
            return picked
        by = as_names(ask.by)
        return None if whose is None or whose(by) or (foes is not None and foes(by)) else first_free_option(ask)

    return ExactCounter(others, budget, until).grow(make, True, whose if foes is not None else None)


def _value(aim: float | None) -> Callable[[Any], float]:
    if aim is None:
        return lambda result: outcome_of(result).worth()
    return lambda result: outcome_of(result).worth() >= aim


def outcome_of(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else NO_OUTCOME


def action_odds_of(
    game: Game,
    state: Any,
    action: str | Action[Any],
    params: Mapping[str, Any] | None = None,
    *,
    seat: Seat | None = None,
    aim: float | None = None,
    policy: Policy | None = None,
    budget: int = MAX_BRANCHES,
    seconds: float = inf,
) -> Odds:
    """Compute the odds of an action in a state, from the view of the seat that takes it."""
    act = game.action(action) if isinstance(action, str) else action
    read = act.read(params or {}, state)
    make, whose = partial(act.begin, state, read, seat), own_choices_of(game, act, state, read, seat)
    foes = opposing_choices_of(game, act, state, read, seat)
    return rule_odds(make, act.title, policy=policy, whose=whose, foes=foes, aim=aim, budget=budget, seconds=seconds)


def odds_by_spending(
    game: Game,
    state: Any,
    action: str | Action[Any],
    params: Mapping[str, Any] | None = None,
    *,
    most: int,
    seat: Seat | None = None,
    aim: float | None = None,
    policy: Policy | None = None,
    budget: int = MAX_BRANCHES,
) -> OddsBySpending:
    """Compute the odds at each allowance from nothing to `most`, in the costs that the action's choices declare."""
    if not 0 <= most <= MAX_SPENT:
        raise Refused(f"{most} cannot be spent: give a number from 0 to {MAX_SPENT}.")
    act = game.action(action) if isinstance(action, str) else action
    read = act.read(params or {}, state)
    whose = own_choices_of(game, act, state, read, seat)
    foes = opposing_choices_of(game, act, state, read, seat)
    tree = _grown(partial(act.begin, state, read, seat), policy, whose, foes, budget)
    allowance = BudgetedFold(_value(aim), most, whose if foes is not None else None)
    return OddsBySpending(act.title, allowance.every(allowance.of(tree)))


def own_choices_of(
    game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None
) -> IsOwnChoice | None:
    """A test for the actor's own choices; None (all choices) if no actor is known.

    Own are those of the acting character, their player, and their side where the game declares sides.
    """
    own = _names(game, action, state, params, seat)
    if not own:
        return None
    sides = _sides(game, state, own)
    return lambda by: not any(by) or any(n in own or (sides and game.side_of(state, n) in sides) for n in by)


def opposing_choices_of(
    game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None
) -> IsOwnChoice | None:
    """A test for choices of opponents: all other sides together. None if the game declares no sides."""
    sides = _sides(game, state, _names(game, action, state, params, seat))
    if not sides:
        return None
    friends = {"", *sides}
    return lambda by: any(by) and all(game.side_of(state, name) not in friends for name in by if name)


def _names(game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None) -> set[str]:
    """Names of the actor: the character, their player, and all characters and roles of the seat."""
    own = {params[f.name] for f in action.fields if f.param.mine and isinstance(params.get(f.name), str)}
    cast = game.cast(state)
    own |= {cast[name] for name in own if cast.get(name)}
    if seat is not None:
        own |= {seat.id, seat.role, *(c for c, player in cast.items() if player == seat.id)}
    return own


def _sides(game: Game, state: Any, names: Iterable[str]) -> set[str]:
    """The sides of these names, where the game declares any."""
    return {game.side_of(state, name) for name in names} - {""} if game.side is not None else set()
