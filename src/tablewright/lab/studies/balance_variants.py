"""A game with one thing turned: every choice of its scenarios' fields of words, all that its balance book asks."""

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

SOLVED = 2_000
"""States up to which one of these is solved. Beyond, a choice is sampled and a question of the book is left out."""
PLAYS = 100
"""By the same number each time, so that what nobody touched comes to the very same."""
CHOICES, QUICK_CHOICES, QUICK_ASKED = 100_000, 8_000, 2_000
"""States that the choices of one scenario, or the points of one question, may have together; fewer where it must be
quick. Each is taken to have as many as the scenario has as it begins by itself.
"""
OF_WORDS = ("choice", "bool")
Known: TypeAlias = tuple[float, float, bool]
"""A figure, half its 95 % interval, and whether it is the chance of something."""


class BalanceVariant(msgspec.Struct, frozen=True):
    """A question with one thing turned, as it is called, and the figures that are looked at: all, if none is named."""

    called: str
    question: RunSpec
    figures: tuple[str, ...] = ()


def list_variants(box: InstalledGame, begun: Mapping[str, RunResult | None], quick: bool) -> list[BalanceVariant]:
    """All of them. `begun` is what becomes of each scenario as it begins by itself, if it can."""
    sizes = {name: trial.size if trial is not None and trial.exact else inf for name, trial in begun.items()}
    found = [one for name in begun for one in _chosen(box, name, sizes[name], quick)]
    return [*found, *_asked(box, sizes, quick)]


def figures_of(one: BalanceVariant, begun: RunResult | None, work: WorkOptions) -> dict[str, Known]:
    """Chances, length and worth with one thing turned; none, where it cannot be, or not as it was asked."""
    try:
        trial = answer_spec(one.question, work, strict=False, states=SOLVED)
    except Refused:
        return {}
    names = one.figures or (*(begun.chances if begun is not None else ()), *trial.chances, "length", "worth")
    there = trial.figures()
    return known_figures(trial, [name for name in names if name in there or name not in ("length", "worth")])


def known_figures(trial: RunResult, names: Iterable[str]) -> dict[str, Known]:
    """What is known of these figures."""
    return {name: (*trial.much(name), trial.is_chance(name)) for name in names}


def _chosen(box: InstalledGame, scenario: str, size: float, quick: bool) -> Iterator[BalanceVariant]:
    """Every other choice of each field of words, one at a time; of fields that do not fit any more, none. Where the
    scenario as it begins is not solved, its choices are sampled at once, unless it must be quick.
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
    """All that it may be, if it is one of a few words, or yes or no."""
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
