"""Counting what may come of an action, for those who weigh it: to its end, to its headline, or by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from time import thread_time
from typing import Any

import msgspec

from tablewright.kernel.effects import Choose, Outcome, in_words
from tablewright.kernel.errors import TooLarge
from tablewright.kernel.measure import Measure, Tone
from tablewright.kernel.policy import spend_nothing
from tablewright.run.allowance import Allowance
from tablewright.run.asking import names
from tablewright.run.best import Best, Play
from tablewright.run.bulk import Bulk
from tablewright.run.dist import Dist
from tablewright.run.exact import Exact
from tablewright.run.forest import Make
from tablewright.run.measured import Come, Measures, measured
from tablewright.run.odds import headline
from tablewright.run.opposed import Whose, how_played

from .prospect import Chances, Change, Group, Prospect, Quantity

BRANCHES = 40_000
"""As large as a tree may grow while somebody waits."""
SECONDS = 0.35
"""As long as somebody waits for the odds of an action, all answers to a question taken together."""
SHARE = 0.6
"""The part of it given to counting to the end; what is left goes to the headline."""
SAMPLES, FEWEST = 300, 40
"""Plays where nothing can be counted in time: so many, or fewer where each takes long."""
GROUPS = 6
TRIED = "Too much may happen to count"
"""How it is said that plays were tried instead."""
AHEAD = 10**9
"""How far the headline comes before everything else a choice may do."""


class Weighing(msgspec.Struct, frozen=True):
    """Who weighs: whose choices are made the best way, who plays against them, and whose good is theirs.

    `sign` is -1 where the headline is the other side's: what is best for the actor is worst for whoever defends.
    """

    whose: Whose | None
    foes: Whose | None
    mine: Callable[[str], int]
    """1 for what belongs to those who weigh, -1 for what belongs to the other side, 0 for what is nobody's."""
    sign: int = 1


def prospect(
    make: Make,
    title: str,
    measures: Measures,
    before: Iterable[Measure],
    by: Weighing,
    seconds: float = SECONDS,
    ranks: dict[str, float] | None = None,
) -> Prospect:
    """Counted to the end of the action; if that is too much, up to its headline; and if that is too much, sampled.

    `ranks` are what groups of outcomes are worth elsewhere too, where several are compared; they are added to.
    """
    ranks = {} if ranks is None else ranks
    known = {measure.key: measure for measure in before}
    for to_the_end in (True, False):
        until = thread_time() + seconds * (SHARE if to_the_end else 1 - SHARE)
        assumed: dict[str, str] = {}
        others = _others(by, assumed)
        rule = measured(make, measures if to_the_end else _none, known if to_the_end else {})
        try:
            exact = Exact(others, BRANCHES, until)
            against = by.whose if by.foes is not None else None
            tree = exact.grow(rule if to_the_end else make, not to_the_end, against)
        except TooLarge:
            continue
        _group_ranks(tree.results, ranks)
        value = _value(by, known, dict(ranks))
        free = Allowance(value, 0, against)
        plain, best = free.every(free.of(tree))[0], Best(value, against).of(tree)
        found = _told(title, plain, best, known)
        note = "" if to_the_end else "What else it does is too much to count."
        said = tuple(assumed.values())[:4]
        how = how_played((tree,), against)
        return msgspec.structs.replace(
            found, how=how, assumed=said, note=note, worth=float(Fraction(best.num, best.den))
        )
    return _sampled(make, title)


def _others(by: Weighing, assumed: dict[str, str]) -> Callable[[Choose[Any]], Any]:
    """Whoever neither weighs nor plays against it does what costs nothing, and so does everybody where it does not
    matter; that is said, once for what one rule asks again and again.
    """

    def others(ask: Choose[Any]) -> Any:
        who = names(ask.by)
        if ask.matters and (by.whose is None or by.whose(who) or (by.foes is not None and by.foes(who))):
            return None
        picked = spend_nothing(ask)
        assumed.setdefault(ask.question if ask.matters else ask.cites, f"{ask.question} {ask.label(picked)}")
        return picked

    return others


def _none(_: Any) -> tuple[Measure, ...]:
    return ()


def _come(result: Any) -> Come:
    """What a result says: of a headline itself, if only that was counted; of an action that ended without one, none."""
    return result if isinstance(result, Come) else Come(headline(result))


def _group_ranks(results: Iterable[Any], ranks: dict[str, float]) -> None:
    """What a group is worth: as much as the best in it. What is better inside a group shows in what it does."""
    for head in (_come(result).headline for result in results):
        if head.group:
            ranks[head.group] = max(ranks.get(head.group, head.worth()), head.worth())


def _value(by: Weighing, known: Mapping[str, Measure], ranks: Mapping[str, float]) -> Callable[[Any], int]:
    """What a result is worth, in thousandths: its headline first, then what it does."""
    weights = {key: m.good * m.worth * by.mine(m.whose) * 1000 for key, m in known.items()}

    def value(result: Any) -> int:
        come = _come(result)
        head = come.headline
        rank = ranks[head.group] if head.group in ranks else head.worth()
        moved = sum(round(weights[key] * by_much) for key, by_much in come.changes if key in weights)
        return round(rank * 1000) * by.sign * AHEAD + moved

    return value


def _told(title: str, plain: Play, best: Play, known: Mapping[str, Measure]) -> Prospect:
    dists = (plain.dist.map(_come), best.dist.map(_come))
    heads: tuple[Dist[Outcome], Dist[Outcome]] = (dists[0].map(_headline), dists[1].map(_headline))
    changed = [_change(known[key], dists) for key in known if any(dict(c.changes).get(key) for d in dists for c in d)]
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
        label = outcome.group or f"{in_words(outcome.value)} {outcome.unit}".rstrip()
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


def _sampled(make: Make, title: str) -> Prospect:
    """About so, from plays that spend nothing: as many as there is time for, and never only a few."""
    bulk, until = Bulk(spend_nothing, seed=1), thread_time() + SECONDS
    falls: Counter[Outcome] = Counter()
    while falls.total() < FEWEST or (falls.total() < SAMPLES and thread_time() < until):
        falls[bulk.headline(make())] += 1
    dist = Dist(falls)
    quantity = _quantity((dist, dist))
    note = f"{TRIED}: about so, from {falls.total()} plays that spend nothing."
    return Prospect(title, () if quantity else _groups((dist, dist)), quantity, note=note)
