"""Summaries of odds, plain and with best play, for people: groups, quantity, changes, costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablewright.engine.exact import ActionResult, outcome_of
from tablewright.engine.trees import Distribution
from tablewright.rules import Measure, Tone, option_text
from tablewright.rules.effects import Outcome

from .summary import ChancePair, MeasureChange, OddsSummary, OutcomeGroup, Quantity

MAX_GROUPS = 6  # headlines that are read at a glance


def result_of(result: Any) -> ActionResult:
    """The result of a branch: a headline alone if only that was counted, or the default headline."""
    return result if isinstance(result, ActionResult) else ActionResult(outcome_of(result))


def summarize_odds(
    title: str, plain: Distribution[Any], best: Distribution[Any], known: Mapping[str, Measure]
) -> OddsSummary:
    """Summarize the odds without spending and with best play."""
    dists = (plain.map(result_of), best.map(result_of))
    heads: tuple[Distribution[Outcome], Distribution[Outcome]] = (dists[0].map(_headline), dists[1].map(_headline))
    moved = {key for dist in dists for come in dist for key, by in come.changes if by}
    changed = [_change(measure, dists) for key, measure in known.items() if key in moved]
    quantity = _quantity(heads)
    return OddsSummary(
        title,
        () if quantity else _groups(heads),
        quantity,
        tuple(change for change, measure in changed if not measure.spent),
        tuple(change for change, measure in changed if measure.spent),
    )


def _headline(come: ActionResult) -> Outcome:
    return come.headline


def _groups(heads: tuple[Distribution[Outcome], Distribution[Outcome]]) -> tuple[OutcomeGroup, ...]:
    """Group outcomes by their names for players, best first; the last group has all beyond six."""
    ranks: dict[str, float] = {}
    tones: dict[str, Tone] = {}
    inside: dict[str, dict[str, None]] = {}
    for outcome in sorted(dict.fromkeys((*heads[0], *heads[1])), key=lambda o: -o.worth()):
        label = outcome.group or f"{option_text(outcome.value)} {outcome.unit}".rstrip()
        ranks.setdefault(label, outcome.worth())
        tones.setdefault(label, outcome.tone)
        inside.setdefault(label, {})[option_text(outcome.value)] = None
    labels = sorted(ranks, key=lambda label: -ranks[label])
    if labels == ["done"]:
        return ()
    kept, rest = labels[: MAX_GROUPS - 1], labels[MAX_GROUPS - 1 :]
    if len(rest) > 1:
        inside["anything else"] = {name: None for label in rest for name in inside[label]}
        tones["anything else"] = ""
        kept.append("anything else")
    else:
        kept += rest
    of = {name: label for label in kept for name in inside[label]}
    by_name = [{name: _share(dist, name) for name in of} for dist in heads]
    return tuple(
        OutcomeGroup(
            label,
            tones[label],
            _both([sum(shares[name] for name in inside[label]) for shares in by_name]),
            tuple((name, _both([s[name] for s in by_name])) for name in inside[label])
            if len(inside[label]) > 1
            else (),
        )
        for label in kept
    )


def _share(dist: Distribution[Outcome], name: str) -> float:
    return float(dist.chance(lambda o: option_text(o.value) == name))


def _quantity(heads: tuple[Distribution[Outcome], Distribution[Outcome]]) -> Quantity | None:
    """Treat plain numbers without groups as a quantity."""
    outcomes = [*heads[0], *heads[1]]
    if len(set(outcomes)) < 2 or not all(type(o.value) is int and not o.group for o in outcomes):
        return None
    values = sorted({o.value for o in outcomes})
    mean = _both([float(dist.mean(lambda o: o.value)) for dist in heads])
    at_least = tuple((n, _both([_reaching(dist, n) for dist in heads])) for n in values[1:])
    return Quantity(outcomes[0].unit, mean, at_least)


def _reaching(dist: Distribution[Outcome], n: int) -> float:
    return float(dist.chance(lambda o: o.value >= n))


def _change(
    measure: Measure, dists: tuple[Distribution[ActionResult], Distribution[ActionResult]]
) -> tuple[MeasureChange, Measure]:
    def by(come: ActionResult) -> float:
        return dict(come.changes).get(measure.key, 0.0)

    def moved(come: ActionResult) -> bool:
        return by(come) != 0

    chance = _both([float(dist.chance(moved)) for dist in dists])
    mean = _both([float(dist.mean(by)) for dist in dists])
    return MeasureChange(measure.whose, measure.label, chance, mean, measure.good, measure.yes), measure


def _both(pair: Iterable[float]) -> ChancePair:
    plain, best = pair
    return plain, best
