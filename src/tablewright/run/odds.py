"""The odds of an action: up to its Outcome, spending nothing, playing the best, and by what may be spent."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import inf
from time import thread_time
from typing import Any

from tablewright.kernel.action import Action
from tablewright.kernel.effects import Choose, Outcome, in_words
from tablewright.kernel.errors import Refused
from tablewright.kernel.game import Game
from tablewright.kernel.policy import Policy, pick, spend_nothing
from tablewright.kernel.seat import Seat

from .allowance import Allowance
from .asking import names
from .best import Best, Play
from .chances import ROWS, Chances
from .dist import Dist
from .exact import NO_OUTCOME, Exact, Plain
from .forest import BUDGET, Make
from .opposed import How, Whose, how_played
from .tree import End, Node

MOST_SPENT = 100


class Odds:
    """Exact chances of an action's outcomes. `plain` spends nothing, `best` makes the most of what there is.

    `how` says what that means: simply the best, or against somebody: minimax, or an equilibrium.
    """

    def __init__(
        self, title: str, plain: Dist[Any], best: Dist[Any], spent: Fraction = Fraction(0), how: How = "best"
    ) -> None:
        self.title, self.how = title, how
        self._plain, self._best = plain.map(headline), best.map(headline)
        self.spent = spent
        """What playing the best spends, on average."""

    @property
    def plain(self) -> Chances:
        """The chances if nothing is spent."""
        return self._named(self._plain)

    @property
    def best(self) -> Chances:
        """The chances if everything is played the best way."""
        return self._named(self._best)

    def _named(self, dist: Dist[Any]) -> Chances:
        """By what outcomes are called, best first; one that only the other way of playing knows is no stranger here."""
        found, ranks = dist.map(lambda o: o.value), self.ranks()
        weights = {value: found.weights[value] for value in ranks if value in found.weights}
        return Chances(weights, found.total, map(in_words, ranks))

    @property
    def worth(self) -> Fraction:
        """The rank that best play comes to, on average."""
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
        """Every outcome, best first: its name, its chance spending nothing, and playing the best."""
        plain, best = self.plain, self.best
        return [(in_words(v), plain[v], best[v]) for v in self.outcomes]

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Both ways to play, by name: `pd.DataFrame(odds.to_dict())`."""
        rows = self.rows()
        return {"plain": {name: float(p) for name, p, _ in rows}, "best": {name: float(b) for name, _, b in rows}}

    @property
    def best_called(self) -> str:
        """What stands above the chances of best play."""
        return "best play" if self.how == "best" else self.how

    def __repr__(self) -> str:
        wide = max([len(name) for name, _, _ in self.rows()] + [7])
        lines = [self.title, f"{'':{wide}}  {'plain':>17}  {self.best_called:>17}"]
        lines += [f"{name:{wide}}  {_both(p)}  {_both(b)}" for name, p, b in self.rows()[:ROWS]]
        lines += [f"and {len(self.rows()) - ROWS} more"] if len(self.rows()) > ROWS else []
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th>{html.escape(name)}</th>" + "".join(_cell(p) for p in (plain, best)) + "</tr>"
            for name, plain, best in self.rows()
        )
        head = f"<tr><th></th><th>plain</th><th>{self.best_called}</th></tr>"
        return f"<table><caption>{html.escape(self.title)}</caption>{head}{body}</table>"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, with exact fractions as text."""
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


class Spending:
    """Exact chances under best play by what may be spent: nothing, at most one, and so on."""

    def __init__(self, title: str, plays: tuple[Play, ...]) -> None:
        self.title = title
        self._dists = [play.dist.map(headline) for play in plays]
        self.spent = [play.spent for play in plays]
        """What best play then spends, on average."""

    def __len__(self) -> int:
        return len(self._dists)

    def __getitem__(self, most: int) -> Dist[Any]:
        """The outcomes, if at most so much may be spent."""
        return self._dists[most].map(lambda o: o.value)

    def rows(self) -> list[tuple[str, list[Fraction]]]:
        """Every outcome, best first, with its chance by what may be spent."""
        worth = {o.value: o.worth() for dist in self._dists for o in dist}
        dists = [self[most] for most in range(len(self))]
        return [(in_words(v), [d[v] for d in dists]) for v in sorted(worth, key=lambda v: -worth[v])]

    def to_json(self) -> dict[str, Any]:
        outcomes = [
            {"outcome": name, "best": [str(p) for p in by_most], "best_chance": [float(p) for p in by_most]}
            for name, by_most in self.rows()
        ]
        return {"title": self.title, "outcomes": outcomes, "best_spends": [float(p) for p in self.spent]}


def odds_of(
    make: Make,
    title: str = "",
    *,
    policy: Policy | None = None,
    whose: Whose | None = None,
    foes: Whose | None = None,
    aim: float | None = None,
    budget: int = BUDGET,
    seconds: float = inf,
) -> Odds:
    """The odds of a rule that yields an Outcome, given as a maker of fresh generators.

    `aim` makes "best" mean the chance of an outcome of at least this rank, rather than the highest rank on average.
    `foes` play against those in `whose`. Choices of people who are neither follow the policy, or are their first.
    `seconds` is the processor time it may take.
    """
    tree = _grown(make, policy, whose, foes, budget, thread_time() + seconds)
    plain = Plain().of(tree)
    if isinstance(tree, End):
        return Odds(title, plain, plain)
    against = whose if foes is not None else None
    best = Best(_value(aim), against).of(tree)
    return Odds(title, plain, best.dist, best.spent, how_played((tree,), against))


def _grown(
    make: Make, policy: Policy | None, whose: Whose | None, foes: Whose | None, budget: int, until: float = inf
) -> Node:
    """The rule up to its Outcome, with only the choices of those in `whose`, and of their foes, left open."""

    def others(ask: Choose[Any]) -> Any:
        picked = pick(policy, ask)
        if picked is not None:
            return picked
        by = names(ask.by)
        return None if whose is None or whose(by) or (foes is not None and foes(by)) else spend_nothing(ask)

    return Exact(others, budget, until).grow(make, True, whose if foes is not None else None)


def _value(aim: float | None) -> Callable[[Any], float]:
    if aim is None:
        return lambda result: headline(result).worth()
    return lambda result: headline(result).worth() >= aim


def headline(result: Any) -> Outcome:
    return result if isinstance(result, Outcome) else NO_OUTCOME


def odds(
    game: Game,
    state: Any,
    action: str | Action[Any],
    params: Mapping[str, Any] | None = None,
    *,
    seat: Seat | None = None,
    aim: float | None = None,
    policy: Policy | None = None,
    budget: int = BUDGET,
    seconds: float = inf,
) -> Odds:
    """The odds of an action in a state, for whoever takes it."""
    act = game.action(action) if isinstance(action, str) else action
    read = act.read(params or {}, state)
    make, whose = maker(act, state, read, seat), side_of(game, act, state, read, seat)
    foes = foes_of(game, act, state, read, seat)
    return odds_of(make, act.title, policy=policy, whose=whose, foes=foes, aim=aim, budget=budget, seconds=seconds)


def spending(
    game: Game,
    state: Any,
    action: str | Action[Any],
    params: Mapping[str, Any] | None = None,
    *,
    most: int,
    seat: Seat | None = None,
    aim: float | None = None,
    policy: Policy | None = None,
    budget: int = BUDGET,
) -> Spending:
    """The odds that spending buys, from nothing to `most`, in the costs that the choices of the action name."""
    if not 0 <= most <= MOST_SPENT:
        raise Refused(f"{most} cannot be spent: give a number from 0 to {MOST_SPENT}.")
    act = game.action(action) if isinstance(action, str) else action
    read = act.read(params or {}, state)
    whose = side_of(game, act, state, read, seat)
    foes = foes_of(game, act, state, read, seat)
    tree = _grown(maker(act, state, read, seat), policy, whose, foes, budget)
    allowance = Allowance(_value(aim), most, whose if foes is not None else None)
    return Spending(act.title, allowance.every(allowance.of(tree)))


def maker(
    action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None, then: Any | None = None
) -> Make:
    """The action from this state on; `then` is the state its first dice fell in, if that was another."""
    given = dict(params)
    if action.me:
        given[action.me] = seat.id if seat else ""
    if action.then:
        given[action.then] = then
    return lambda: action(state, **given)


def side_of(game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None) -> Whose | None:
    """Whose choices are the actor's own: the acting character's, their player's, those of their side where the game
    says who is on it, or everyone's if nobody is named.
    """
    own = _names(game, action, state, params, seat)
    if not own:
        return None
    sides = _sides(game, state, own)
    return lambda by: not any(by) or any(n in own or (sides and game.side_of(state, n) in sides) for n in by)


def foes_of(game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None) -> Whose | None:
    """Who plays against the actor: all other sides together; None, if the game does not say who is on which."""
    sides = _sides(game, state, _names(game, action, state, params, seat))
    if not sides:
        return None
    friends = {"", *sides}
    return lambda by: any(by) and all(game.side_of(state, name) not in friends for name in by if name)


def _names(game: Game, action: Action[Any], state: Any, params: Mapping[str, Any], seat: Seat | None) -> set[str]:
    """Who acts: the character, their player, and all that the seat answers to."""
    own = {params[f.name] for f in action.fields if f.param.mine and isinstance(params.get(f.name), str)}
    cast = game.cast(state)
    own |= {cast[name] for name in own if cast.get(name)}
    if seat is not None:
        own |= {seat.id, seat.role, *(c for c, player in cast.items() if player == seat.id)}
    return own


def _sides(game: Game, state: Any, names: Iterable[str]) -> set[str]:
    """The sides these names are on, where the game declares any."""
    return {game.side_of(state, name) for name in names} - {""} if game.side is not None else set()
