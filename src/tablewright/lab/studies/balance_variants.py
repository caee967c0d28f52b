"""A game with one setting changed: each option of its scenarios' fields, and each point of its balance book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import inf
from typing import TypeAlias

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.lab.execution import WorkOptions, answer_spec
from tablewright.lab.results import FIRST, RunResult
from tablewright.lab.spec import (
    FILE,
    SEED,
    DesignerQuestion,
    RunSpec,
    game_reference,
    load_questions,
    parse_values,
    with_overrides,
)
from tablewright.rules import Refused, to_key
from tablewright.rules.forms import FormField

#: States up to which a variant is solved. Larger choices are sampled, larger questions of the book left out.
SOLVED = 2_000
PLAYS = 100  # played with the same seed each time, so that unaffected figures are identical
#: States that the variants of one scenario, or the points of one question, may have in all, as estimated from the
#: scenario's own size. Quick ones have fewer.
CHOICES, QUICK_CHOICES, QUICK_ASKED = 100_000, 8_000, 2_000
OF_WORDS = ("choice", "bool")
Known: TypeAlias = tuple[float, float, bool]  # a figure, half its 95 % interval, and whether it is a chance


class BalanceVariant(msgspec.Struct, frozen=True):
    """A question with one setting changed, its name, and the figures to compare (default: all)."""

    called: str
    question: RunSpec
    figures: tuple[str, ...] = ()


def list_variants(box: InstalledGame, begun: Mapping[str, RunResult | None], quick: bool) -> list[BalanceVariant]:
    """List all variants. `begun` holds the result of each scenario by itself, if there is one."""
    sizes = {name: trial.size if trial is not None and trial.exact else inf for name, trial in begun.items()}
    found = [one for name in begun for one in _chosen(box, name, sizes[name], quick)]
    return [*found, *_asked(box, sizes, quick)]


def figures_of(one: BalanceVariant, begun: RunResult | None, work: WorkOptions) -> dict[str, Known]:
    """Chances, length and value of a variant; empty if it is refused."""
    try:
        trial = answer_spec(one.question, work, strict=False, states=SOLVED)
    except Refused:
        return {}
    names = one.figures or (*(begun.chances if begun is not None else ()), *trial.chances, "length", "worth")
    there = trial.figures()
    return known_figures(trial, [name for name in names if name in there or name not in ("length", "worth")])


def known_figures(trial: RunResult, names: Iterable[str]) -> dict[str, Known]:
    """Figures of a result with their intervals."""
    return {name: (*trial.much(name), trial.is_chance(name)) for name in names}


def _chosen(box: InstalledGame, scenario: str, size: float, quick: bool) -> Iterator[BalanceVariant]:
    """Every other option of each field, one at a time, as far as they fit the limit of states.

    If the scenario itself cannot be solved, its variants are sampled, except for a quick balance.
    """
    q = RunSpec(game_reference(box), scenario, plays=PLAYS, method="bulk" if size == inf else "")
    most = (QUICK_CHOICES if quick else CHOICES) / size if size < inf or quick else inf
    for field in box.game.scenario(scenario).form.fields:
        others = [value for value in _values(field) if value != field.default]
        if len(others) <= most:
            most -= len(others)
            for value in others:
                called = f"{scenario} {field.name}={to_key(value)} ({FIRST})"
                yield BalanceVariant(called, with_overrides(q, {field.name: value}))


def _values(field: FormField) -> tuple[object, ...]:
    """All options of a field that is a choice or a switch."""
    if field.kind not in OF_WORDS or field.many:
        return ()
    return (*((None,) if field.optional else ()), *(field.at_hand(None) or ()))


def _asked(box: InstalledGame, sizes: Mapping[str, float], quick: bool) -> Iterator[BalanceVariant]:
    """The points of every sweep and comparison of the balance book that is not sampled."""
    for asked in load_questions(box) if (box.folder / FILE).is_file() else ():
        q = RunSpec(
            game_reference(box), asked.scenario, asked.settings, asked.rulings, asked.policy, method="chain", seed=SEED
        )
        ats = list(_points(q, asked)) if asked.plays is None else []
        if not quick or len(ats) * sizes.get(asked.scenario, inf) <= QUICK_ASKED:
            for at in ats:
                where = ", ".join(f"{name}={to_key(value)}" for name, value in at.items()) or "as it is"
                figures = (asked.figure,) if asked.figure else ()
                yield BalanceVariant(f"{asked.ask} ({where})", with_overrides(q, at), figures)


def _points(q: RunSpec, asked: DesignerQuestion) -> Iterator[dict[str, object]]:
    if asked.over:
        axes = [parse_values(q, name, said) for name, said in asked.over.items()]
        yield from (dict(zip(asked.over, values, strict=True)) for values in product(*axes))
    elif asked.one or asked.two:
        yield from (asked.one, asked.two)
