"""A game's balance in figures: every scenario under every policy and at every choice of its fields of words, what its
balance book asks, every roll of its actions, every number it is written with.
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
    """A number, and half its 95 % interval; nothing, where it is exact. It may be the chance of something."""

    value: float
    wide: float = 0.0
    chance: bool = False


class Balance(msgspec.Struct, frozen=True):
    """What a game comes to, by name. `quick` was found with few plays and one policy, to be compared with its like."""

    game: str
    version: str
    quick: bool
    scenarios: dict[str, BalanceFigure]
    rolls: dict[str, BalanceFigure]
    tables: dict[str, float]


ROLLS, TURNED = "the odds of rolls", "the choices of fields, the questions of the book"
Part: TypeAlias = tuple[str, str | None]
"""A scenario and who decides."""


def measure_balance(box: InstalledGame, work: WorkOptions, quick: bool = False) -> Balance:
    """The balance of a game as it is now."""
    (found,), missing = measure_balances((box,), work, quick)
    if missing:
        raise KeyboardInterrupt  # half a balance is none
    return found


def measure_balances(
    boxes: Sequence[InstalledGame], work: WorkOptions, quick: bool = False
) -> tuple[list[Balance], list[str]]:
    """The balances of games as they are now, side by side; and of which parts there are none, because somebody
    interrupted it: then each has those before them.
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
    """Of every scenario as it begins by itself."""
    found: dict[str, BalanceFigure] = {}
    for part, trial in begun.items():
        found |= _figures(_called(*part), known_figures(trial, trial.figures())) if trial is not None else {}
    return found


def _all_turned(
    boxes: Sequence[InstalledGame], begun: Sequence[Mapping[Part, RunResult | None]], work: WorkOptions, quick: bool
) -> list[dict[str, BalanceFigure]]:
    """Of every game with one thing turned; what was turned when somebody interrupted it, in none of them."""
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
    """The odds of every game's rolls; none, where somebody would not wait for all of them."""
    if not work.stopped:
        work.say(f"counting {ROLLS}")
        try:
            return [dict(_rolls(box.game, QUICK_BRANCHES if quick else BRANCHES)) for box in boxes]
        except KeyboardInterrupt:
            work.stopped = True
    return [{} for _ in boxes]


def without_missing(balance: Balance, now: Balance, missing: Sequence[str]) -> Balance:
    """A balance without the parts that another has not, if any are missing there."""
    if not missing:
        return balance
    there = {name.partition("): ")[0] for name in now.scenarios}
    scenarios = {name: one for name, one in balance.scenarios.items() if name.partition("): ")[0] in there}
    return msgspec.structs.replace(balance, scenarios=scenarios, rolls={} if ROLLS in missing else balance.rolls)


def _parts(game: Game, quick: bool) -> Iterator[Part]:
    """Every scenario under every policy; if it is to be quick, under one beside none."""
    for scenario in game.scenarios:
        for policy in (None, *list(scenario.policies)[: 1 if quick else None]):
            yield scenario.name, policy


def _called(scenario: str, policy: str | None) -> str:
    return f"{scenario} ({policy or FIRST})"


def _run(game: str, scenario: str, policy: str | None, quick: bool, work: WorkOptions) -> RunResult | None:
    """One scenario under one policy; None, where it cannot be run as it begins by itself."""
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
    """Every outcome of every action that can be taken at the start, plainly and played the best."""
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
    """What has to be filled in, with the first that is possible; None, where that is nothing."""
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
    """Every number in the constants of a game's modules, by where it is written: not where it is only brought in, nor
    what a game declares to the table, such as its scenarios and paths.
    """
    for name in _modules(package):
        module = import_module(name)
        short = name.removeprefix(package).lstrip(".") or "__init__"
        written = _written(inspect.getsource(module))
        for constant, value in vars(module).items():
            if constant in written and not _declares(value):
                yield from _numbers(value, f"{short}.{constant}", MAX_DEEP)


def _written(source: str) -> set[str]:
    """The constants that a module itself gives a value."""
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
