"""A game's balance in figures: scenarios under all policies and choices, questions of its book, rolls, and
constants.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeAlias

import msgspec

from tablewright.catalog import InstalledGame
from tablewright.engine.exact import action_odds_of
from tablewright.lab.execution import WorkOptions, answer_spec
from tablewright.lab.results import FIRST, RunResult
from tablewright.lab.spec import RunSpec, game_reference
from tablewright.rules import Action, Game, GameError, Guide, Refused, Scenario, Theme

from .balance_variants import Known, figures_of, known_figures, list_variants

QUICK_STATES, QUICK_PLAYS = 600, 100
QUICK_BRANCHES, BRANCHES = 3_000, 20_000
MAX_DEEP = 6
DECLARED = (Action, Game, Theme, Guide, Scenario)
DIGITS = 9
BEST_PLAY = ", best play"


class BalanceFigure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number, half its 95 % interval (0 if exact), and whether it is a chance."""

    value: float
    wide: float = 0.0
    chance: bool = False


class Balance(msgspec.Struct, frozen=True):
    """The balance of a game, by name. A `quick` one, with few plays and one policy, is compared with quick ones
    only.
    """

    game: str
    version: str
    quick: bool
    scenarios: dict[str, BalanceFigure]
    rolls: dict[str, BalanceFigure]
    tables: dict[str, float]


ROLLS, TURNED = "the odds of rolls", "the choices of fields, the questions of the book"
Part: TypeAlias = tuple[str, str | None]  # a scenario and its policy


def measure_balance(box: InstalledGame, work: WorkOptions, quick: bool = False) -> Balance:
    """Measure the balance of a game."""
    (found,), missing = measure_balances((box,), work, quick)
    if missing:
        raise KeyboardInterrupt  # half a balance is of no use
    return found


def measure_balances(
    boxes: Sequence[InstalledGame], work: WorkOptions, quick: bool = False
) -> tuple[list[Balance], list[str]]:
    """Measure the balance of several games, part by part, so that all have the same parts.

    Also returns the names of parts that are missing after an interruption.
    """
    parts = list(dict.fromkeys(part for box in boxes for part in _parts(box.game, quick)))
    trials = work.each(_run, [(game_reference(box), *part, quick, work.alone()) for part in parts for box in boxes])
    done = len(trials) // len(boxes)
    missing = [_called(*part) for part in parts[done:]]
    begun = [dict(zip(parts, trials[i : done * len(boxes) : len(boxes)], strict=False)) for i in range(len(boxes))]
    more = _all_turned(boxes, begun, work, quick)
    figures = [_begun_figures(its) | others for its, others in zip(begun, more, strict=True)]
    missing += [TURNED] if work.stopped else []
    rolls = _all_rolls(boxes, work, quick)
    missing += [ROLLS] if work.stopped else []
    balances = []
    for box, its, its_rolls in zip(boxes, figures, rolls, strict=True):
        tables = dict(sorted(_tables(box.package)))
        balances.append(Balance(box.game.name, box.game.version, quick, its, its_rolls, tables))
    return balances, missing


def _begun_figures(begun: Mapping[Part, RunResult | None]) -> dict[str, BalanceFigure]:
    """Figures of every scenario as it begins by itself."""
    found: dict[str, BalanceFigure] = {}
    for part, trial in begun.items():
        found |= _figures(_called(*part), known_figures(trial, trial.figures())) if trial is not None else {}
    return found


def _all_turned(
    boxes: Sequence[InstalledGame], begun: Sequence[Mapping[Part, RunResult | None]], work: WorkOptions, quick: bool
) -> list[dict[str, BalanceFigure]]:
    """Figures of every game with one setting changed; after an interruption, only those complete for all games."""
    found: list[dict[str, BalanceFigure]] = [{} for _ in boxes]
    if work.stopped:
        return found
    plain = [{name: trial for (name, policy), trial in its.items() if policy is None} for its in begun]
    more = [{one.called: one for one in list_variants(box, its, quick)} for box, its in zip(boxes, plain, strict=True)]
    names = dict.fromkeys(name for its in more for name in its)
    jobs = [(i, its[name]) for name in names for i, its in enumerate(more) if name in its]
    each = work.each(figures_of, [(one, plain[i].get(one.question.scenario), work.alone()) for i, one in jobs])
    halfway = {one.called for _, one in jobs[len(each) :]}
    for (i, one), figures in zip(jobs, each, strict=False):
        if one.called not in halfway:
            found[i] |= _figures(one.called, figures)
    return found


def _all_rolls(boxes: Sequence[InstalledGame], work: WorkOptions, quick: bool) -> list[dict[str, BalanceFigure]]:
    """Odds of every game's rolls; empty after an interruption."""
    if not work.stopped:
        work.say(f"counting {ROLLS}")
        try:
            return [dict(_rolls(box.game, QUICK_BRANCHES if quick else BRANCHES)) for box in boxes]
        except KeyboardInterrupt:
            work.stopped = True
    return [{} for _ in boxes]


def without_missing(balance: Balance, now: Balance, missing: Sequence[str]) -> Balance:
    """Leave out the parts that are missing in another balance."""
    if not missing:
        return balance
    there = {name.partition("): ")[0] for name in now.scenarios}
    scenarios = {name: one for name, one in balance.scenarios.items() if name.partition("): ")[0] in there}
    return msgspec.structs.replace(balance, scenarios=scenarios, rolls={} if ROLLS in missing else balance.rolls)


def _parts(game: Game, quick: bool) -> Iterator[Part]:
    """Every scenario with every policy; for a quick balance with one policy, and without."""
    for scenario in game.scenarios:
        for policy in (None, *list(scenario.policies)[: 1 if quick else None]):
            yield scenario.name, policy


def _called(scenario: str, policy: str | None) -> str:
    return f"{scenario} ({policy or FIRST})"


def _run(game: str, scenario: str, policy: str | None, quick: bool, work: WorkOptions) -> RunResult | None:
    """Run a scenario with a policy; None if it cannot begin by itself."""
    q = RunSpec(game, scenario, policy=policy, plays=QUICK_PLAYS if quick else None)
    try:
        return answer_spec(q, work, strict=False, states=QUICK_STATES if quick else None)
    except Refused:
        return None


def _figures(called: str, figures: Mapping[str, Known]) -> dict[str, BalanceFigure]:
    return {
        f"{called}: {name}": BalanceFigure(round(value, DIGITS), round(wide, DIGITS), chance)
        for name, (value, wide, chance) in figures.items()
    }


def _rolls(game: Game, budget: int) -> Iterator[tuple[str, BalanceFigure]]:
    """Odds of every action that can be taken at the start, plain and with best play."""
    state = game.setup(game.rulings())
    for action in game.actions:
        given = None if action.when is not None and action.when(state) else _filled(action, state)
        if given is None:
            continue
        try:
            found = action_odds_of(game, state, action, given, budget=budget)
        except (Refused, GameError):
            continue
        if len(found.rows()) > 1:
            for name, plain, best in found.rows():
                yield f"{action.name}: {name}", BalanceFigure(round(float(plain), DIGITS), chance=True)
                yield f"{action.name}{BEST_PLAY}: {name}", BalanceFigure(round(float(best), DIGITS), chance=True)


def _filled(action: Action[Any], state: Any) -> dict[str, Any] | None:
    """Fill in required fields with their first possible value; None if there is none."""
    given: dict[str, Any] = {}
    for field in action.fields:
        if field.required:
            try:
                choices = field.choices(state, given)
            except (Refused, LookupError, TypeError, AttributeError, ValueError):
                return None
            first = choices[0] if choices else field.param.examples[0] if field.param.examples else None
            if first is None:
                return None
            given[field.name] = (first,) if field.many else first
    return given


def _tables(package: str) -> Iterator[tuple[str, float]]:
    """Every number in a game's own constants, by place. Imported ones and declarations, such as scenarios, are left
    out.
    """
    for name in _modules(package):
        module = import_module(name)
        short = name.removeprefix(package).lstrip(".") or "__init__"
        written = _written(inspect.getsource(module))
        for constant, value in vars(module).items():
            if constant in written and not _declares(value):
                yield from _numbers(value, f"{short}.{constant}", MAX_DEEP)


def _written(source: str) -> set[str]:
    """Names of the constants that a module itself defines."""
    body = ast.parse(source).body
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in body if isinstance(node, ast.AnnAssign)]
    names = {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    return {name for name in names if name.isupper() and not name.startswith("_")}


def _declares(value: Any) -> bool:
    first = next(iter(value), None) if isinstance(value, tuple | list) else value
    return isinstance(first, DECLARED)


def _modules(package: str) -> Iterator[str]:
    yield package
    for found in walk_packages(import_module(package).__path__, f"{package}."):
        yield found.name


def _numbers(value: Any, at: str, deep: int) -> Iterator[tuple[str, float]]:
    if isinstance(value, bool | int | float | Fraction):
        yield at, float(value)
    elif deep and isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, f"{at}.{key}", deep - 1)
    elif deep and isinstance(value, tuple | list):
        for i, inner in enumerate(value):
            yield from _numbers(inner, f"{at}.{getattr(inner, 'id', getattr(inner, 'name', i))}", deep - 1)
    elif deep and isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _numbers(getattr(value, name), f"{at}.{name}", deep - 1)
