"""From what an action may come to, weighed in two ways, to what a person reads: groups, quantity, changes, costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablewright.kernel.effects import Outcome, in_words
from tablewright.kernel.measure import Measure, Tone
from tablewright.run.dist import Dist
from tablewright.run.measured import Come
from tablewright.run.odds import headline

from .prospect import Chances, Change, Group, Prospect, Quantity

GROUPS = 6
"""As many headlines as are read at a glance."""


def come_of(result: Any) -> Come:
    """What a result says: of a headline itself, if only that was counted; of an action that ended without one, none."""
    return result if isinstance(result, Come) else Come(headline(result))


def outlook(title: str, plain: Dist[Any], best: Dist[Any], known: Mapping[str, Measure]) -> Prospect:
    """What spending nothing and playing the best come to, as it is read."""
    dists = (plain.map(come_of), best.map(come_of))
    heads: tuple[Dist[Outcome], Dist[Outcome]] = (dists[0].map(_headline), dists[1].map(_headline))
    moved = {key for dist in dists for come in dist for key, by in come.changes if by}
    changed = [_change(measure, dists) for key, measure in known.items() if key in moved]
    quantity = _quantity(heads)
    return Prospect(
        title,
        () if quantity else _groups(heads),
        quantity,
        tuple(change for change, measure in changed if not measure.spent),
        tuple(change for change, measure in changed if measure.spent),
    )


def _headline(come: Come) -> Outcome:
    return come.headline


def _groups(heads: tuple[Dist[Outcome], Dist[Outcome]]) -> tuple[Group, ...]:
    """Outcomes by what a player would call them, best first. What is beyond six is the last one's."""
    ranks: dict[str, float] = {}
    tones: dict[str, Tone] = {}
    inside: dict[str, dict[str, None]] = {}
    for outcome in sorted(dict.fromkeys((*heads[0], *heads[1])), key=lambda o: -o.worth()):
        label = outcome.group or in_words(outcome.value)
        ranks.setdefault(label, outcome.worth())
        tones.setdefault(label, outcome.tone)
        inside.setdefault(label, {})[in_words(outcome.value)] = None
    labels = sorted(ranks, key=lambda label: -ranks[label])
    if labels == ["done"]:
        return ()
    kept, rest = labels[: GROUPS - 1], labels[GROUPS - 1 :]
    if len(rest) > 1:
        inside["anything else"] = {name: None for label in rest for name in inside[label]}
        tones["anything else"] = ""
        kept.append("anything else")
    else:
        kept += rest
    of = {name: label for label in kept for name in inside[label]}
    by_name = [{name: _share(dist, name) for name in of} for dist in heads]
    return tuple(
        Group(
            label,
            tones[label],
            _both([sum(shares[name] for name in inside[label]) for shares in by_name]),
            tuple((name, _both([s[name] for s in by_name])) for name in inside[label])
            if len(inside[label]) > 1
            else (),
        )
        for label in kept
    )


def _share(dist: Dist[Outcome], name: str) -> float:
    return float(dist.chance(lambda o: in_words(o.value) == name))


def _quantity(heads: tuple[Dist[Outcome], Dist[Outcome]]) -> Quantity | None:
    """Plain numbers nobody has grouped are a quantity."""
    outcomes = [*heads[0], *heads[1]]
    if len(set(outcomes)) < 2 or not all(type(o.value) is int and not o.group for o in outcomes):
        return None
    values = sorted({o.value for o in outcomes})
    mean = _both([float(dist.mean(lambda o: o.value)) for dist in heads])
    at_least = tuple((n, _both([_reaching(dist, n) for dist in heads])) for n in values[1:])
    return Quantity(outcomes[0].unit, mean, at_least)


def _reaching(dist: Dist[Outcome], n: int) -> float:
    return float(dist.chance(lambda o: o.value >= n))


def _change(measure: Measure, dists: tuple[Dist[Come], Dist[Come]]) -> tuple[Change, Measure]:
    def by(come: Come) -> float:
        return dict(come.changes).get(measure.key, 0.0)

    def moved(come: Come) -> bool:
        return by(come) != 0

    chance = _both([float(dist.chance(moved)) for dist in dists])
    mean = _both([float(dist.mean(by)) for dist in dists])
    return Change(measure.whose, measure.label, chance, mean, measure.good, measure.yes), measure


def _both(pair: Iterable[float]) -> Chances:
    plain, best = pair
    return plain, best
